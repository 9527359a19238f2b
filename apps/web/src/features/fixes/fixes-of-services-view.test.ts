/** What a card says of the InferenceService that it is seen from, and of a runtime that inherits. */
import type { EffectResponse, FixResponse, RefusalResponse } from "@ome-matrix/contract";
import { serviceResultCodes } from "@ome-matrix/matcher";
import { describe, expect, it } from "vitest";
import { type Phrase, plainText } from "../../reasons/phrase.ts";
import { fixExample, pairFixesExample, targetExample } from "../../testing/fixes.ts";
import { toEffectLines } from "./effect-view.ts";
import { toFixesView } from "./fixes-view.ts";

const text = (sentence: Phrase | undefined) => (sentence === undefined ? undefined : plainText(sentence));
const chat = targetExample("InferenceService", "chat", "studio");
const srt = targetExample("ClusterServingRuntime", "srt");
const seen = { view: { namespace: "studio", service: "chat" } };
const cardOf = (fix: Partial<FixResponse>) => toFixesView(pairFixesExample({ ...seen, fixes: [fixExample(fix)] }));
const warningOf = (warning: FixResponse["warnings"][number]) =>
  text(cardOf({ warnings: [warning] }).cards[0]?.warnings[0]);
const refusalOf = (refusal: Partial<RefusalResponse>) => {
  const [view] = toFixesView(
    pairFixesExample({ ...seen, refusals: [{ code: "keeps-a-snapshot", target: srt, instead: [], ...refusal }] }),
  ).refusals;
  return [text(view?.what), text(view?.why), text(view?.others)];
};

describe("an InferenceService", () => {
  it("that names another runtime gets nothing of what automatic selection would do", () => {
    const warning = { code: "service-names-runtime", target: chat } as const;
    expect(warningOf({ ...warning, names: ["another"] })).toBe(
      "chat names another, so this does not give it another one: spec.runtime is explicit, and automatic selection is hypothetical.",
    );
    expect(warningOf(warning)).toBe(
      "chat names this runtime: spec.runtime is explicit, and automatic selection is hypothetical.",
    );
  });

  it("whose model has another kind gets no workload", () => {
    expect(warningOf({ code: "service-has-no-workload", target: chat, names: ["BaseModel"] })).toBe(
      "chat gets no workload all the same, as long as its spec.model.kind is not BaseModel.",
    );
    const [card] = cardOf({
      code: "service/name-runtime",
      parts: ["service/model-kind", "service/name-runtime"],
    }).cards;
    expect(text(card?.title)).toBe(
      "Correct the kind of the model on InferenceService studio/chat and name srt on InferenceService studio/chat",
    );
  });

  it("that keeps a snapshot is not called pinned to a revision", () => {
    expect(refusalOf({ instead: ["unpin-service"] })).toEqual([
      "Naming srt on an InferenceService",
      "The InferenceService sets autoSync: false and so keeps a snapshot of its runtime: OME would report drift, and what runs would not be updated.",
      "set spec.runtime.autoSync to true by hand and take out spec.runtime.revision, if whoever pinned it agrees",
    ]);
  });

  it("that names the runtime and is declared needs nothing", () => {
    const view = toFixesView(
      pairFixesExample({
        ...seen,
        refusals: [{ code: "named-already", target: srt, names: ["studio/chat"], instead: [] }],
      }),
    );
    expect([view.refusals.length, text(view.settled)]).toEqual([
      0,
      "InferenceService studio/chat names srt, which declares its model with all that it has and inherits.",
    ]);
  });
});

describe("a runtime that inherits its entries", () => {
  const named = fixExample({
    code: "service/name-runtime",
    parts: ["service/name-runtime"],
    verified: { matches: true, entry: 0, score: 2, selected: false, outcome: "named" },
  });

  it("is better named, where it then declares the model", () => {
    const declares = (fix: FixResponse) => toFixesView(pairFixesExample({ fixes: [fix] })).declaresWhenNamed;
    expect(declares(named)).toBe(true);
    expect(declares({ ...named, verified: { ...named.verified, matches: false } })).toBe(false);
    expect(declares(fixExample())).toBe(false);
  });

  it("loses them with an entry of its own, and is never said to lose nothing", () => {
    const append: Partial<FixResponse> = { code: "runtime/append-entry", parts: ["runtime/append-entry"], entry: 0 };
    const [hiding] = cardOf({
      ...append,
      risk: "change-runtime",
      warnings: [{ code: "hides-inherited-formats", target: srt }],
    }).cards;
    expect([...(hiding?.why ?? []).map(text), hiding?.cost].join(" ")).not.toMatch(/still matches|nothing .* lost/u);
    expect(hiding?.why.map(text).join(" ")).toContain("takes the place of all entries that the runtime inherits");
    const [plain] = cardOf({ ...append, risk: "append-entry" }).cards;
    expect(plain?.why.map(text).join(" ")).toContain("What matches today still matches.");
  });

  it("gets none where InferenceServices rely on what it inherits, and it says which", () => {
    expect(
      refusalOf({ code: "hides-inherited-list", parts: ["runtime/append-entry"], names: ["studio/a", "studio/b"] }),
    ).toEqual([
      "Appending an entry to srt",
      "With a list of its own the runtime no longer inherits one, and InferenceServices that name it or one below it (studio/a and studio/b) rely on that.",
      undefined,
    ]);
  });
});

describe("an effect on an InferenceService", () => {
  it.each(["no-service", ...serviceResultCodes] as const)("has words for %s", (code) => {
    const service = { kind: "InferenceService", namespace: "studio", name: "chat", key: chat.key } as const;
    const effect: EffectResponse = {
      revision: 1,
      gained: 0,
      lost: 0,
      pairs: [],
      pairsTotal: 0,
      winners: [],
      ties: [],
      services: [{ service, before: { code: "no-service" }, after: { code } }],
    };
    const said = toEffectLines(effect).at(-1)?.texts.map(plainText).join();
    expect(said).toMatch(/^studio\/chat [a-z]/u);
    expect(said).not.toMatch(/undefined|\s\s/u);
  });
});
