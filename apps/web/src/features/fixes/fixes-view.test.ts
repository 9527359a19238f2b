import type { FixResponse, PairFixes, RefusalResponse } from "@ome-matrix/contract";
import { describe, expect, it } from "vitest";
import { type Phrase, plainText } from "../../reasons/phrase.ts";
import { fixExample, pairFixesExample, targetExample } from "../../testing/fixes.ts";
import { toFixesView } from "./fixes-view.ts";

const cardOf = (fix: Partial<FixResponse>, pair: Partial<PairFixes> = {}) => {
  const [card] = toFixesView(pairFixesExample({ ...pair, fixes: [fixExample(fix)] })).cards;
  if (card === undefined) throw new Error("no card");
  return card;
};

const text = (sentence: Phrase | undefined) => (sentence === undefined ? undefined : plainText(sentence));

const model = targetExample("ClusterBaseModel", "writer");
const runtime = targetExample("ClusterServingRuntime", "srt");
const change = (target: typeof model, patch: FixResponse["changes"][number]["patch"], undo = patch) => ({
  target,
  patch,
  undo,
  yamlBefore: "spec: {}\n",
  yamlAfter: "spec: {}\n",
});
const entryPath = "/spec/supportedModelFormats/1";

describe("a fix's title and reason", () => {
  const rows: readonly { readonly fix: Partial<FixResponse>; readonly title: string; readonly why: string }[] = [
    {
      fix: {
        code: "model/fill-field",
        entry: 0,
        changes: [
          change(model, {
            type: "merge",
            body: {
              spec: { diffusionPipeline: { className: "QwenImagePipeline", transformer: { library: "diffusers" } } },
            },
          }),
        ],
        warnings: [{ code: "pvc-has-no-pipeline", target: model }],
      },
      title: "Record the pipeline on writer",
      why: "Entry 1 asks for class QwenImagePipeline and a diffusers transformer, and the model states none. OME never reads models on a PVC.",
    },
    {
      fix: {
        code: "model/fill-field",
        entry: 0,
        changes: [change(model, { type: "merge", body: { spec: { modelArchitecture: "LlamaForCausalLM" } } })],
      },
      title: "Fill in the architecture of writer",
      why: "Entry 1 asks for architecture LlamaForCausalLM, and the model states none.",
    },
    {
      fix: {
        code: "runtime/correct-value",
        changes: [
          change(
            runtime,
            { type: "merge", body: { spec: { modelSizeRange: { max: "4B" } } } },
            { type: "merge", body: { spec: { modelSizeRange: { max: "4b" } } } },
          ),
        ],
      },
      title: "Correct the upper bound of srt",
      why: "OME cannot read 4b; it can only mean 4B.",
    },
    {
      fix: {
        code: "runtime/enable",
        parts: ["runtime/enable"],
        changes: [
          change(runtime, {
            type: "json",
            operations: [
              { op: "replace", path: "/spec/disabled", value: false },
              { op: "add", path: `${entryPath}/name`, value: "entry-2" },
            ],
          }),
        ],
      },
      title: "Enable srt",
      why: "OME passes over a disabled runtime before it looks at anything else. Entry 2 gets a name of its own, since the webhook refuses different priorities under one name.",
    },
    {
      fix: {
        code: "runtime/size-range",
        changes: [change(runtime, { type: "merge", body: { spec: { modelSizeRange: { max: null } } } })],
      },
      title: "Drop the upper bound of srt’s size range",
      why: "The model’s size lies outside the range.",
    },
    {
      fix: {
        code: "runtime/change-entry",
        entry: 1,
        changes: [
          change(runtime, {
            type: "json",
            operations: [
              { op: "test", path: `${entryPath}/modelFormat/name`, value: "safetensors" },
              { op: "add", path: `${entryPath}/modelFramework/version`, value: "4.46.0" },
            ],
          }),
        ],
      },
      title: "Change entry 2 of srt: framework version becomes 4.46.0",
      why: "The entry then asks for what this model states. Models that match it today may be lost.",
    },
    {
      fix: {
        code: "runtime/auto-select",
        entry: 1,
        changes: [
          change(runtime, { type: "json", operations: [{ op: "add", path: `${entryPath}/autoSelect`, value: true }] }),
        ],
      },
      title: "Let OME pick srt by itself",
      why: "Entry 2 matches the model; only autoSelect: true is missing.",
    },
    {
      fix: {
        code: "runtime/priority",
        entry: 1,
        changes: [
          change(runtime, { type: "json", operations: [{ op: "add", path: `${entryPath}/priority`, value: 5 }] }),
        ],
      },
      title: "Make srt win with priority 5",
      why: "The smallest priority of entry 2 with which OME picks this runtime instead of the one it picks now.",
    },
    {
      fix: { code: "service/name-runtime", changes: [], manifest: "kind: InferenceService\n" },
      title: "Name srt in an InferenceService",
      why: "A named runtime is taken as it is: OME does not rank it, and its checks only warn.",
    },
    {
      fix: {
        code: "runtime/append-entry",
        parts: ["runtime/append-entry", "model/distribute-per-node"],
        entry: 1,
        changes: [
          change(model, { type: "merge", body: { spec: { distribution: "PerNode" } } }),
          change(runtime, {
            type: "json",
            operations: [{ op: "add", path: "/spec/supportedModelFormats/-", value: { autoSelect: true } }],
          }),
        ],
      },
      title: "Append an entry for writer to srt and set the distribution of writer to PerNode",
      why: "Adds entry 2 with the model’s own values. What matches today still matches. OME cannot serve sharded models yet, so every entry refuses them.",
    },
  ];
  for (const { fix, title, why } of rows) {
    it(title, () => {
      const card = cardOf({ parts: fix.code === undefined ? [] : [fix.code], ...fix });
      expect(text(card.title)).toBe(title);
      expect(card.why.map(plainText).join(" ")).toBe(why);
    });
  }
});

describe("what was verified", () => {
  const rows: readonly { readonly verified: FixResponse["verified"]; readonly says: string }[] = [
    {
      verified: { matches: true, entry: 1, score: 2, rank: 1, of: 1, selected: true, outcome: "selected" },
      says: "matches entry 2, score 2, rank 1 of 1, selected automatically",
    },
    {
      verified: { matches: true, entry: 0, score: 2, rank: 3, of: 4, selected: false, outcome: "candidate" },
      says: "matches entry 1, score 2, rank 3 of 4, would not be selected automatically",
    },
    {
      verified: {
        matches: true,
        entry: 0,
        score: "9007199254740993",
        selected: false,
        outcome: "pin-only",
        remains: "auto-select/not-enabled",
      },
      says: "matches entry 1, score 9007199254740993, would not be selected automatically: no entry sets autoSelect: true",
    },
    {
      verified: { matches: false, score: 0, selected: false, outcome: "named" },
      says: "named, but the runtime does not declare the model: OME warns and goes on",
    },
  ];
  for (const { verified, says } of rows) it(says, () => expect(text(cardOf({ verified }).verified)).toBe(says));
});

describe("claims", () => {
  it("are joined by kind, and told apart from what a file confirms", () => {
    const card = cardOf({
      claims: [
        { code: "files-say", path: "diffusionPipeline.className", value: "A" },
        { code: "files-say", path: "diffusionPipeline.vae.library", value: "B" },
        { code: "files-say", path: "quantization" },
        { code: "runtime-loads-model", path: "" },
        { code: "files-say", path: "modelArchitecture", value: "C", confirmed: true },
      ],
    });
    expect(text(card.claims)).toBe(
      "the model’s files say pipeline class A and vae library B and the model’s files state no quantization and the runtime’s image can load this model",
    );
    expect(text(card.confirmed)).toBe("the model’s files say architecture C");
  });
});

describe("the titles of several fixes", () => {
  const filling = (id: string, entry: number, spec: Record<string, Record<string, string>>) =>
    fixExample({ id, entry, changes: [change(model, { type: "merge", body: { spec } })] });
  const titles = (...fixes: readonly FixResponse[]) =>
    toFixesView(pairFixesExample({ fixes: [...fixes] })).cards.map(({ title }) => text(title));
  const whole = (version: string) => ({ modelFormat: { name: "a", version }, modelFramework: { name: "b", version } });

  it("tell apart what fills in the same fields for another entry", () => {
    expect(titles(filling("a", 0, whole("1")), filling("b", 2, whole("2")))).toEqual([
      "Fill in the format and framework of writer as entry 1 asks",
      "Fill in the format and framework of writer as entry 3 asks",
    ]);
  });

  it("name a part where it is not the whole", () => {
    expect(titles(filling("a", 0, { modelFormat: { version: "1" }, modelFramework: { name: "b" } }))).toEqual([
      "Fill in the format version and framework name of writer",
    ]);
  });
});

describe("a hostile name", () => {
  it("is shown escaped", () => {
    const name = "a\u202eb";
    const card = cardOf(
      { code: "runtime/enable", parts: ["runtime/enable"] },
      { runtime: { kind: "ClusterServingRuntime", name, key: "ClusterServingRuntime/a" } },
    );
    expect(text(card.title)).toBe("Enable a\\u202eb");
  });

  it("has no command where the API would refuse it, and the card says so", () => {
    const refused = { ...change(model, { type: "merge", body: {} }), refused: "name-refused" as const };
    const card = cardOf({ changes: [refused] });
    expect(card.forms).toEqual([]);
    expect(card.command).toBeUndefined();
    expect(text(card.changes[0]?.refused)).toContain("the API would refuse an object of this name");
  });
});

describe("what is not offered", () => {
  const named = fixExample({ id: "n", code: "service/name-runtime", parts: ["service/name-runtime"] });
  it("says what, why and what would be honest", () => {
    const [refusal] = toFixesView(
      pairFixesExample({
        fixes: [named],
        refusals: [
          {
            code: "relabel-architecture",
            target: model,
            path: "modelArchitecture",
            entry: 0,
            model: "A",
            runtime: "B",
            instead: ["runtime/append-entry", "service/name-runtime", "another-runtime"],
          },
        ],
      }),
    ).refusals;
    expect(text(refusal?.what)).toBe("Changing the architecture of writer from A to B");
    expect(text(refusal?.why)).toContain("It would be untrue");
    expect(refusal?.fixes.map(({ id, number }) => [id, number])).toEqual([["n", 1]]);
    expect(text(refusal?.others)).toBe("look for another runtime");
  });

  it("is nothing where OME picks the runtime already: then there is one plain sentence", () => {
    const own = targetExample("ServingRuntime", "own", "studio");
    const settled = (target: typeof own) => {
      const view = toFixesView(
        pairFixesExample({ refusals: [{ code: "selected-already", target, names: ["studio"], instead: [] }] }),
      );
      return [view.refusals.length, text(view.settled)];
    };
    expect(settled(own)).toEqual([
      0,
      "In studio OME picks own for this model already; in other namespaces this runtime does not exist.",
    ]);
    expect(settled(runtime)).toEqual([0, "In studio OME picks srt for this model already."]);
    expect(toFixesView(pairFixesExample()).settled).toBeUndefined();
  });

  it("names entries that clash, and an object only where it has a name", () => {
    const whyOf = (refusal: Partial<RefusalResponse>) => {
      const [view] = toFixesView(
        pairFixesExample({ refusals: [{ code: "different-priorities", target: runtime, instead: [], ...refusal }] }),
      ).refusals;
      return text(view?.why);
    };
    expect(whyOf({ entries: [0, 3], names: ["a\u202e"] })).toBe(
      "The webhook would refuse it: its entries 1 and 4 share the name a\\u202e and have different priorities.",
    );
    expect(whyOf({ entries: [1, 2] })).toBe(
      "The webhook would refuse it: its entries 2 and 3 both have no name, which counts as the same one, and have different priorities.",
    );
    const enabling = pairFixesExample({
      refusals: [{ code: "different-priorities", target: runtime, parts: ["runtime/enable"], instead: [] }],
    });
    expect(text(toFixesView(enabling).refusals[0]?.what)).toBe("Enabling srt");
    expect(whyOf({ code: "not-readable" })).toBe(
      "ClusterServingRuntime srt cannot be read. Repair it first; its page names the field.",
    );
    const [nameless] = toFixesView(pairFixesExample({ refusals: [{ code: "not-readable", instead: [] }] })).refusals;
    expect(text(nameless?.why)).toBe("One of the objects cannot be read, and it has no name. Repair it first.");
  });

  it("claims no size that cannot be read", () => {
    const { refusals } = toFixesView(
      pairFixesExample({
        refusals: [
          {
            code: "never-parses",
            target: model,
            path: "modelParameterSize",
            model: "about 3 billion",
            instead: ["correct-by-hand"],
          },
        ],
      }),
    );
    expect(text(refusals[0]?.what)).toBe("Correcting the size of writer");
    expect(text(refusals[0]?.why)).toBe(
      "about 3 billion cannot be read as a size and so counts as 0; what it was meant to be is not clear, and so neither is whether the runtime carries it.",
    );
  });

  it("says which of five causes keeps a model from being used", () => {
    const codes = [
      "model-disabled",
      "model-elsewhere",
      "model-hidden",
      "model-sharded",
      "model-without-format",
    ] as const;
    const { refusals } = toFixesView(
      pairFixesExample({ refusals: codes.map((code) => ({ code, target: model, names: ["data"], instead: [] })) }),
    );
    expect(new Set(refusals.map(({ what }) => text(what)))).toEqual(
      new Set(["Naming a runtime for writer on an InferenceService"]),
    );
    expect(refusals.map(({ why }) => text(why))).toEqual([
      "The model is disabled, and OME refuses InferenceServices with a disabled model.",
      "The model’s files are on a PVC of the namespace data, and OME refuses InferenceServices of other namespaces.",
      "In the namespace data a BaseModel of the same name stands in front of it, and InferenceServices get that one.",
      "The model’s distribution is Sharded, and OME cannot serve that yet.",
      "The model has no format, and OME refuses InferenceServices with such a model.",
    ]);
  });

  it("is said once for several fields", () => {
    const refusal = (path: string) => ({
      code: "files-have-none" as const,
      target: model,
      path,
      instead: ["service/name-runtime" as const],
    });
    const { refusals } = toFixesView(
      pairFixesExample({ refusals: ["diffusionPipeline.vae", "diffusionPipeline.text_encoder"].map(refusal) }),
    );
    expect(refusals.map(({ what }) => text(what))).toEqual(["Filling in the vae or text_encoder of writer"]);
  });
});

it("names malformed values with what they can only mean", () => {
  const { malformed } = toFixesView(
    pairFixesExample({
      malformed: [
        { target: runtime, path: "spec.modelSizeRange.max", value: "4b", kind: "size", correction: "4B" },
        { target: model, path: "spec.modelFormat.version", value: "latest", kind: "version" },
      ],
    }),
  );
  expect(malformed.map(plainText)).toEqual([
    "spec.modelSizeRange.max of srt is 4b: OME cannot read that as a size, so the check does not do what was meant. It can only mean 4B.",
    "spec.modelFormat.version of writer is latest: OME cannot read that as a version, so it matches nothing. What it was meant to be is not clear.",
  ]);
});

describe("the model_index.json", () => {
  it("is asked for where a pipeline is claimed, and not where OME has read the files", () => {
    const claim = fixExample({ claims: [{ code: "files-say", path: "diffusionPipeline.className", value: "A" }] });
    expect(toFixesView(pairFixesExample({ fixes: [claim] })).asksForIndex).toBe(true);
    expect(
      toFixesView(
        pairFixesExample({
          refusals: [{ code: "files-have-none", target: model, path: "diffusionPipeline", instead: [] }],
        }),
      ).asksForIndex,
    ).toBe(false);
  });
});

describe("a pasted file", () => {
  const indexed = { pipelineYaml: "className: A\n", passes: true, mismatches: [], ambiguous: [], contradictions: [] };
  const doubtsOf = (more: Partial<NonNullable<PairFixes["indexed"]>>) =>
    toFixesView(pairFixesExample({ indexed: { ...indexed, ...more } })).indexed?.doubts.map(text);

  it("with several keys for one field says that none is certain", () => {
    expect(doubtsOf({})).toEqual([]);
    expect(doubtsOf({ ambiguous: [{ path: "diffusionPipeline.transformer", keys: ["transformer", "unet"] }] })).toEqual(
      [
        "The file has transformer and unet, which share one field: OME keeps any one of them, so nothing about the transformer is confirmed.",
      ],
    );
  });

  it("that contradicts the model says so", () => {
    const contradictions = [
      { path: "modelArchitecture", model: "QwenImagePipeline", file: "FluxPipeline" },
      { path: "modelFramework.version", model: "0.34.0", file: "0.30.1" },
    ];
    expect(doubtsOf({ contradictions })).toEqual([
      "The file contradicts the model: it says architecture FluxPipeline (the model states QwenImagePipeline) and framework version 0.30.1 (the model states 0.34.0). One of the two is of other files, so nothing is confirmed.",
    ]);
  });
});

describe("a disabled model", () => {
  const verified = { matches: true, entry: 0, score: 2, rank: 1, of: 1, selected: true, outcome: "selected" } as const;

  it("is said with what was verified", () => {
    expect(text(cardOf({ verified: { ...verified, modelDisabled: true } }).verified)).toBe(
      "matches entry 1, score 2, rank 1 of 1, selected automatically; but the model is disabled, and OME refuses every InferenceService with it",
    );
    const still = { matches: false, score: 0, selected: false, outcome: "pin-only" } as const;
    expect(text(cardOf({ code: "model/enable", parts: ["model/enable"], verified: still }).verified)).toBe(
      "enabled, and this runtime still does not match it",
    );
  });

  it("is enabled by a card, and what is refused because of it points there", () => {
    const enable = fixExample({
      code: "model/enable",
      risk: "change-model",
      parts: ["model/enable"],
      changes: [change(model, { type: "merge", body: { spec: { disabled: false } } })],
      verified,
    });
    const { cards, refusals } = toFixesView(
      pairFixesExample({
        fixes: [enable],
        refusals: [{ code: "model-disabled", target: model, instead: ["model/enable"] }],
      }),
    );
    expect(cards.map(({ title, value }) => [text(title), value])).toEqual([["Enable the model writer", undefined]]);
    expect(refusals[0]?.fixes.map(({ number, id }) => [number, id])).toEqual([[1, enable.id]]);
  });
});
