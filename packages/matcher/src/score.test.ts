import { describe, expect, test } from "vitest";
import { baseModel, entryWith, modelWith, runtimeWith } from "../test/base.ts";
import { judge } from "./judge.ts";
import type { Entry, ModelSpec } from "./resources.ts";
import { sayReason } from "./say.ts";
import { explainedWeight, scoreRuntime } from "./score.ts";

const other: Entry = {
  modelFormat: { name: "gguf", weight: 1 },
  modelFramework: { name: "llama.cpp", weight: 1 },
  autoSelect: true,
};

interface Weights {
  readonly format?: number;
  readonly framework?: number;
}

function entry({ format = 1, framework = 1 }: Weights, change: Parameters<typeof entryWith>[0] = {}): Entry {
  return entryWith({
    modelFormat: { name: "safetensors", version: "1.0.0", operator: "Equal", weight: format },
    modelFramework: { name: "transformers", version: "4.45.0.dev0", operator: "Equal", weight: framework },
    ...change,
  });
}

const notEnabled =
  "supports the model but has no supportedModelFormats[].autoSelect=true entry, so automatic selection skips it (pin it explicitly via spec.runtime.name instead)";
const notOnMatching =
  "matching format safetensors is not autoSelect-enabled (a different supportedModelFormats entry on this runtime has autoSelect=true, but not the one that matches this model)";

describe("the table of spec 3.2", () => {
  const rows: readonly (readonly [
    string,
    readonly Entry[],
    bigint,
    string | undefined,
    string | undefined,
    string | undefined,
  ])[] = [
    ["K01", [entry({})], 2n, "1", "2", undefined],
    ["K02", [entry({ format: 2 }, { priority: 2 })], 6n, "2", "6", undefined],
    ["K03", [entry({ format: 0 })], 11n, "1", "1", undefined],
    ["K04", [entry({ framework: 0 })], 6n, "1", "1", undefined],
    ["K05", [entry({ format: 0, framework: 0 })], 15n, "1", "0", undefined],
    ["K06", [entry({ format: 0, framework: 0 }, { priority: 3 })], 45n, "3", "0", undefined],
    ["K07", [entry({ format: -1 })], 0n, undefined, undefined, "auto-select score is 0"],
    ["K08", [entry({ format: -3 })], 0n, undefined, undefined, "auto-select score is 0"],
    ["K09", [entry({ format: -5, framework: 0 })], 0n, undefined, undefined, "auto-select score is 0"],
    ["K10", [entry({}, { autoSelect: undefined })], 2n, undefined, undefined, notEnabled],
    ["K11", [entry({}, { autoSelect: false })], 0n, undefined, undefined, notEnabled],
    [
      "K12",
      [entry({}, { autoSelect: false }), entry({}, { modelArchitecture: "Other", priority: 4 })],
      8n,
      "1",
      "2",
      undefined,
    ],
    ["K13", [entry({}, { autoSelect: false }), other], 0n, undefined, undefined, notOnMatching],
    ["K14", [entry({}, { autoSelect: undefined, priority: 2 }), other], 4n, "2", "4", undefined],
    ["K15", [entry({}, { priority: 1 }), entry({}, { priority: 5 })], 10n, "1", "2", undefined],
    [
      "K16",
      [
        entry({}, { autoSelect: false }),
        entryWith({
          modelFormat: { name: "safetensors", weight: 1 },
          modelFramework: { name: "transformers", weight: 1 },
          priority: 3,
        }),
      ],
      6n,
      "1",
      "2",
      undefined,
    ],
    ["K17", [entry({ format: -5 }, { autoSelect: undefined }), other], 0n, undefined, undefined, notOnMatching],
  ];
  test.each(rows)("%s", (_id, entries, score, priority, weight, reason) => {
    const verdict = judge(baseModel, runtimeWith({}, entries));
    expect(verdict.compatible).toBe(true);
    expect(verdict.score.score).toBe(score);
    expect(verdict.qualifies).toBe(reason === undefined);
    expect(sayReason(verdict)).toBe(reason);
    if (reason === undefined) expect([String(verdict.priority), String(verdict.weight)]).toEqual([priority, weight]);
  });
});

describe("scoreRuntime", () => {
  const rows: readonly {
    readonly name: string;
    readonly model?: ModelSpec;
    readonly entries: readonly Entry[];
    readonly score: bigint;
    readonly givenBy?: number;
  }[] = [
    { name: "no entries", entries: [], score: 0n },
    {
      name: "the highest of several",
      entries: [entry({}), entry({ format: 3 }), entry({ format: 3 })],
      score: 4n,
      givenBy: 1,
    },
    { name: "an entry of another format", entries: [other], score: 0n },
    { name: "architecture does not matter", entries: [entry({}, { modelArchitecture: "Z" })], score: 2n, givenBy: 0 },
    {
      name: "a refused version",
      model: modelWith({ modelFormat: { name: "safetensors", version: "2.0.0" } }),
      entries: [entry({})],
      score: 0n,
    },
    {
      name: "a version on one side only",
      model: modelWith({ modelFormat: { name: "safetensors" } }),
      entries: [entry({})],
      score: 2n,
      givenBy: 0,
    },
    {
      name: "a model without framework",
      model: modelWith({ modelFramework: undefined }),
      entries: [entry({})],
      score: 0n,
    },
    {
      name: "neither has a framework: nothing is replaced",
      model: modelWith({ modelFramework: undefined }),
      entries: [entry({ format: 0 }, { modelFramework: undefined })],
      score: 10n,
      givenBy: 0,
    },
    {
      name: "an entry without a format: nothing is replaced",
      entries: [entry({ framework: 0 }, { modelFormat: undefined })],
      score: 5n,
      givenBy: 0,
    },
    {
      name: "unset weights count as 0",
      entries: [entryWith({ modelFormat: { name: "safetensors" }, modelFramework: { name: "transformers" } })],
      score: 15n,
      givenBy: 0,
    },
    { name: "priority 0", entries: [entry({}, { priority: 0 })], score: 0n, givenBy: 0 },
    { name: "two negatives", entries: [entry({ format: -5 }, { priority: -2 })], score: 8n, givenBy: 0 },
    { name: "a product that wraps below 0", entries: [entry({ format: 2 ** 62 }, { priority: 2 })], score: 0n },
    {
      name: "a product that wraps above 0",
      entries: [entry({ format: 2 ** 62 }, { priority: 5 })],
      score: 2n ** 62n + 5n,
      givenBy: 0,
    },
  ];
  test.each(rows)("$name", ({ model = baseModel, entries, score, givenBy }) => {
    const report = scoreRuntime(model, runtimeWith({}, entries));
    expect(report.score).toBe(score);
    expect(report.givenBy).toBe(givenBy);
    expect(report.entries).toHaveLength(entries.length);
  });

  test("the arithmetic is told entry by entry", () => {
    const { entries } = scoreRuntime(
      baseModel,
      runtimeWith({}, [entry({ format: 0 }, { priority: 2 }), entry({}, { autoSelect: false }), other]),
    );
    expect(entries).toEqual([
      {
        index: 0,
        outcome: "counted",
        autoSelect: true,
        formatWeight: 10n,
        frameworkWeight: 1n,
        formatWeightReplaced: true,
        frameworkWeightReplaced: false,
        priority: 2,
        score: 22n,
      },
      expect.objectContaining({ index: 1, outcome: "excluded", score: 0n }),
      expect.objectContaining({ index: 2, outcome: "no-match", score: 0n }),
    ]);
  });
});

test.each([
  [{ format: 2, framework: 1 }, 2, 6n],
  [{ format: -5, framework: 3 }, 2, 6n],
  [{ format: 0, framework: 0 }, 2, 0n],
  [{ format: 2 ** 62, framework: 1 }, 4, 4n],
])("WEIGHT of %j with priority %d is %d", (weights, priority, expected) => {
  expect(explainedWeight(entry(weights, { priority }))).toBe(expected);
});
