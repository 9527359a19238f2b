import type { ServiceExplanation } from "@ome-matrix/contract";
import { describe, expect, it } from "vitest";
import { plainText } from "../../reasons/phrase.ts";
import {
  type RowChange,
  serviceExplanationExample,
  serviceRowExample,
  writerRuntime,
} from "../../testing/service-examples.ts";
import { toServicePageView } from "./service-page-view.ts";

const now = Date.parse("2026-05-05T00:00:00Z");
const pageOf = (row: RowChange = {}, change: Partial<ServiceExplanation> = {}) =>
  toServicePageView(serviceExplanationExample(row, change), now);

const told = (row: RowChange = {}, change: Partial<ServiceExplanation> = {}): string => {
  const { tone, state, lead, sentences, remarks } = pageOf(row, change).callout;
  return `${tone} ${state}: ${[lead, ...sentences, ...remarks].map(plainText).join(" ")}`;
};

const result = (code: ServiceExplanation["service"]["result"]["code"]) => ({ code, runtime: writerRuntime });
const second = { ...writerRuntime, name: "other", key: "ClusterServingRuntime/other" };

describe("a runtime that changes", () => {
  const drifted = (reason = "RevisionMismatch"): Partial<RowChange> => ({
    result: result("declares"),
    drift: ["drift/snapshot"],
    inUse: { runtimeDrifted: { status: "True", reason } },
  });
  const factOf = (row: RowChange, label: string, part: "facts" | "inUse" = "facts") => {
    const found = pageOf(row)[part].find((each) => each.label === label);
    return found === undefined ? undefined : `${plainText(found.text)} (${found.tone})`;
  };

  it.each<readonly [RowChange["runtimeSync"], string | undefined, string]>([
    [undefined, undefined, "until it is rolled forward or the change is undone"],
    [{ autoSync: true }, "taken over (autoSync: true) (plain)", "its changes are taken over and rolled out"],
    [
      { autoSync: true, revision: "r1" },
      "taken over (autoSync: true); revision r1 is asked for, which needs autoSync: false (attention)",
      "its changes are taken over and rolled out",
    ],
    [
      { autoSync: false },
      "not taken over (autoSync: false): it keeps its snapshot (plain)",
      "Drift, snapshot is behind: The runtime has changed since it was pinned. The workload is not updated until it is rolled forward",
    ],
    [
      { autoSync: false, revision: "r1" },
      "not taken over (autoSync: false): it stays on revision r1 (plain)",
      "Drift, revision is behind: The runtime as it is now is another. It stays on revision r1, as it asks for",
    ],
  ])("with %j", (runtimeSync, asked, expected) => {
    const row = { ...drifted(), ...(runtimeSync === undefined ? {} : { runtimeSync }) };
    expect(factOf(row, "Changes of the runtime")).toBe(asked);
    expect(told(row)).toContain(expected);
  });

  it("gives the condition's own reason where it is another", () => {
    const row: RowChange = { ...drifted("RevisionMissing"), runtimeSync: { autoSync: false, revision: "r1" } };
    expect(told(row)).toContain("RuntimeDrifted gives the reason RevisionMissing. It keeps revision r1.");
    expect(told(row)).not.toContain("has changed");
  });

  it("tells what is in use, and of a pin to which", () => {
    const row: RowChange = { notes: ["runtime/pinned"], runtimeSync: { autoSync: false, revision: "r1" } };
    expect(pageOf(row).notes[0]?.title).toBe("It is pinned to a revision.");
    expect(plainText(pageOf(row).notes[0]?.meaning ?? [])).toContain("revision: r1");
    expect(pageOf({ ...row, runtimeSync: { autoSync: false } }).notes[0]?.title).toBe("It is pinned to a snapshot.");
    expect(factOf({ inUse: { pinnedRevision: "r1" } }, "Revision in use", "inUse")).toBe("r1 (plain)");
    expect(factOf({}, "Revision in use", "inUse")).toBe("not reported (absent)");
  });
});

describe("the answer", () => {
  it.each<readonly [string, RowChange, Partial<ServiceExplanation>, string]>([
    [
      "picked, alone",
      {},
      { ranking: [{ runtime: writerRuntime, rank: 1, score: 2 }] },
      "selected selected: OME picks srt-writer. No other runtime qualifies.",
    ],
    [
      "picked before another",
      {},
      {
        ranking: [
          { runtime: writerRuntime, rank: 1, score: 6, decidedBy: "score" },
          { runtime: second, rank: 2, score: 2 },
        ],
      },
      "selected selected: OME picks srt-writer. It ranks first of 2; it goes before other by score: 6 against 2.",
    ],
    [
      "named",
      { result: result("declares") },
      {},
      "pin pin-only: It names srt-writer, which declares its model. Neither autoSelect nor the score counts for a runtime that is named.",
    ],
    [
      "nothing, with one that comes near and one to name",
      { result: { code: "nothing-selected" } },
      {
        near: [
          { runtime: second, state: "pin-only", differences: 0, differingFields: [], mismatches: [] },
          { runtime: writerRuntime, state: "near-miss", differences: 1, differingFields: ["size"], mismatches: [] },
        ],
      },
      "near error: OME finds no runtime for it. It can name other. The nearest is srt-writer. One value differs: the size. OME looks again when a runtime changes or the InferenceService does, not when the model changes.",
    ],
    [
      "drift makes a good answer one to look at",
      { result: result("declares"), drift: ["drift/snapshot"] },
      {},
      "near pin-only: It names srt-writer, which declares its model. Neither autoSelect nor the score counts for a runtime that is named. Drift, snapshot is behind: The runtime has changed since it was pinned. The workload is not updated until it is rolled forward or the change is undone.",
    ],
    [
      "a wrong kind comes before what is picked",
      { notes: ["model/wrong-kind"] },
      {},
      "near error: It gets no workload. The model’s kind is wrong. spec.model.kind must be the kind of the model; left out, it is ClusterBaseModel. The webhook lets it pass, and nothing is generated. Apart from that: OME picks srt-writer.",
    ],
    [
      "unreadable",
      {
        result: { code: "service-unreadable" },
        problems: [{ path: "spec.model.name", expected: "a text", found: "a list", message: "" }],
      },
      {},
      "error error: This InferenceService cannot be read. Until it is repaired nobody can say what it gets. All others stand. spec.model.name: expected a text, found a list.",
    ],
  ])("%s", (_, row, change, expected) => {
    expect(told(row, change)).toBe(expected);
  });
});

const facts = (row: RowChange, change: Partial<ServiceExplanation> = {}) =>
  Object.fromEntries(pageOf(row, change).facts.map(({ label, text }) => [label, plainText(text)]));

describe("the facts", () => {
  it("pool the classes, with all places of each", () => {
    const acceleratorClasses = [
      { place: "spec.acceleratorSelector.acceleratorClass", name: "h100" },
      { place: "spec.engine.acceleratorOverride.acceleratorClass", name: "h100" },
      { place: "spec.decoder.acceleratorOverride.acceleratorClass", name: "h200" },
    ] as const;
    expect(facts({ spec: { acceleratorClasses } })["Accelerator classes"]).toBe(
      "h100 (selector, engine) and h200 (decoder)",
    );
  });

  it("tell the modes, the model and the runtime that is asked for", () => {
    expect(
      facts({ deploymentMode: "OMENative", deploymentModes: { decoder: "RawDeployment" }, runtime: { name: "x" } }),
    ).toMatchObject({
      "Deployment mode": "OMENative and decoder RawDeployment",
      Model: "writer, ClusterBaseModel",
      Size: "3.21B",
      "Runtime asked for": "x, ClusterServingRuntime",
    });
    const { foundModel: _, ...row } = serviceRowExample({ model: { name: "gone" } });
    const page = toServicePageView({ ...serviceExplanationExample(), service: row }, now);
    expect(page.facts.map(({ text }) => plainText(text))).toContain("gone, not found");
  });
});

it("shows one text once, with all places where OME says it", () => {
  const messages: ServiceExplanation["messages"] = [
    { place: "condition", reason: "RuntimeNotFound", part: "whole", text: "no runtime" },
    { place: "event", reason: "RuntimeNotFound", part: "whole", text: "no runtime" },
    { place: "refusal", part: "beginning", text: "prefix\u202e" },
  ];
  const said = pageOf({}, { messages }).said.map(({ where, text, shown }) => [...where.map(plainText), text, shown]);
  expect(said).toEqual([
    [
      "Condition RuntimeReady is False, reason RuntimeNotFound",
      "Event, reason RuntimeNotFound",
      "no runtime",
      "no runtime",
    ],
    ["The webhook refuses it when it is applied (the text begins so)", "prefix\u202e", "prefix\\u202e"],
  ]);
});

it("has good and bad conditions", () => {
  const conditions = [
    { type: "Ready", status: "True" },
    { type: "RuntimeReady", status: "False", reason: "RuntimeNotFound", message: "m" },
    { type: "RuntimeDrifted", status: "True" },
    { type: "RuntimeDrifted", status: "False" },
    { type: "Ready", status: "Unknown" },
  ];
  expect(pageOf({ conditions }).conditions.map(({ tone }) => tone)).toEqual(["pass", "fail", "fail", "pass", "none"]);
});

describe("inheritance", () => {
  const parent = { ...writerRuntime, name: "profile", key: "ClusterServingRuntime/profile" };
  const ancestor = (runtime: typeof writerRuntime | typeof parent, entries: number, isProfile = false) => ({
    ...runtime,
    disabled: isProfile,
    isProfile,
    entries,
  });
  const inheritance: ServiceExplanation["inheritance"] = {
    chain: [ancestor(parent, 1, true), ancestor(writerRuntime, 0)],
    merged: [{ field: "supportedModelFormats", value: "1 entry", from: parent }],
  };

  it("is drawn root first, with what each is", () => {
    const page = pageOf({ result: result("declares") }, { inheritance });
    expect(page.inheritance?.chain.map(({ roles, own }) => [...roles, own].join(", "))).toEqual([
      "root, profile, disabled, 1 entry of its own",
      "named, no entries of its own",
    ]);
    expect(page.inheritance?.merged).toMatchObject([{ field: "entries", value: "1 entry", from: { text: "profile" } }]);
    expect(page.inheritance?.remark).toContain("own spec");
  });

  it("of a runtime that is picked is not used", () => {
    const page = pageOf({}, { inheritance });
    expect(page.inheritance?.note).toBe("not used, since automatic selection takes the runtime alone");
  });

  it("is left out for a runtime without a parent, and told for a chain that breaks", () => {
    const alone = { chain: [ancestor(writerRuntime, 1)], merged: [] };
    expect(pageOf({}, { inheritance: alone }).inheritance).toBeUndefined();
    const error = { code: "inheritance/cycle", names: ["a", "b", "a"], message: "inheritance cycle detected" } as const;
    const broken = pageOf({}, { inheritance: { ...alone, error: { ...error, names: [...error.names] } } });
    expect(broken.inheritance?.error).toMatchObject({ names: "a → b → a", text: "inheritance cycle detected" });
  });
});
