import { expect, test } from "vitest";
import { baseModel, type Change, entryWith, modelWith, runtimeWith, serviceWith } from "../test/base.ts";
import { judge } from "./judge.ts";
import type { NoteCode } from "./reasons.ts";
import type { DiffusionPipeline, Entry, InferenceServiceSpec, ModelSpec, RuntimeSpec } from "./resources.ts";

function framework(version: string, operator?: string): Change<Entry> {
  return {
    modelFramework:
      operator === undefined ? { name: "transformers", version } : { name: "transformers", version, operator },
  };
}

const modelVersion = (version: string): ModelSpec => modelWith({ modelFramework: { name: "transformers", version } });
const pipelineOf = (diffusionPipeline: DiffusionPipeline): Change<Entry> => ({ diffusionPipeline });
const additional = new Map([
  ["a", {}],
  ["b", {}],
]);
const named = (...names: readonly string[]) =>
  names.map((name, index) => ({
    place:
      index === 0
        ? ("spec.engine.acceleratorOverride.acceleratorClass" as const)
        : ("spec.decoder.acceleratorOverride.acceleratorClass" as const),
    name,
  }));
const weighted = (format: number, frameworkWeight: number): Change<Entry> => ({
  modelFormat: { name: "safetensors", version: "1.0.0", weight: format },
  modelFramework: { name: "transformers", version: "4.45.0.dev0", weight: frameworkWeight },
});
const other = entryWith({ modelFormat: { name: "gguf", weight: 1 } });

interface Row {
  readonly name: string;
  readonly model?: ModelSpec;
  readonly entry?: Change<Entry>;
  readonly others?: readonly Entry[];
  readonly runtime?: Change<RuntimeSpec>;
  readonly service?: InferenceServiceSpec;
  readonly notes: readonly (readonly [NoteCode, string?, string?])[];
}

const version = "modelFramework.version";
const rows: readonly Row[] = [
  { name: "nothing surprises", notes: [] },
  {
    name: "upper limit",
    model: modelVersion("4.47.0"),
    entry: framework("4.46.0", "GreaterThanOrEqual"),
    notes: [["version/upper-limit", version, "4.46.0"]],
  },
  {
    name: "exact",
    model: modelVersion("4.47.0"),
    entry: framework("4.46.0"),
    notes: [["version/exact", version, "4.46.0"]],
  },
  {
    name: "suffix of the model",
    entry: framework("4.46.0", "GreaterThanOrEqual"),
    notes: [["version/suffix-forces-equality", version, "4.45.0.dev0"]],
  },
  {
    name: "suffix of the entry",
    model: modelVersion("4.40.0"),
    entry: framework("4.46.0+cu12", "GreaterThan"),
    notes: [["version/suffix-forces-equality", version, "4.46.0+cu12"]],
  },
  {
    name: "unparsable on the model",
    model: modelVersion("latest"),
    notes: [["version/unparsable", version, "latest"]],
  },
  {
    name: "unparsable on the entry",
    entry: framework("4.45.0rc1"),
    notes: [["version/unparsable", version, "4.45.0rc1"]],
  },
  {
    name: "unparsable on both, told once",
    model: modelVersion("latest"),
    entry: framework("latest"),
    notes: [["version/unparsable", version, "latest"]],
  },
  {
    name: "parts",
    model: modelVersion("4.45"),
    entry: framework("4.46.0", "GreaterThan"),
    notes: [["version/parts-or-prefix", version, "4.46.0"]],
  },
  {
    name: "prefix and an unknown operator",
    model: modelVersion("v4.45.0"),
    entry: framework("4.45.0", "equal"),
    notes: [
      ["version/unknown-operator", version, "equal"],
      ["version/parts-or-prefix", version, "4.45.0"],
    ],
  },
  {
    name: "unknown operator",
    model: modelVersion("4.44.0"),
    entry: framework("4.45.0", "LessThan"),
    notes: [["version/unknown-operator", version, "LessThan"]],
  },
  { name: "one-sided", entry: { quantization: "fp8" }, notes: [["field/one-sided", "quantization", "fp8"]] },
  {
    name: "one-sided and empty",
    entry: { quantization: "" },
    notes: [
      ["field/one-sided", "quantization", ""],
      ["field/empty-text", "quantization", ""],
    ],
  },
  {
    name: "first of several pipeline mismatches",
    model: modelWith({ diffusionPipeline: {} }),
    entry: pipelineOf({ vae: {}, scheduler: {} }),
    notes: [["pipeline/first-only", "diffusionPipeline.scheduler", "scheduler"]],
  },
  {
    name: "random order of additional components",
    model: modelWith({ diffusionPipeline: { additionalComponents: new Map([["z", {}]]) } }),
    entry: pipelineOf({ additionalComponents: additional }),
    notes: [
      ["pipeline/first-only", "diffusionPipeline.additionalComponents.a", "a"],
      ["pipeline/random-order", "diffusionPipeline.additionalComponents.a", "a"],
    ],
  },
  {
    name: "no additional components at all: one sentence, no chance",
    model: modelWith({ diffusionPipeline: {} }),
    entry: pipelineOf({ additionalComponents: additional }),
    notes: [["pipeline/first-only", "diffusionPipeline.additionalComponents.a", "a"]],
  },
  {
    name: "a bound that reads as 0",
    runtime: { modelSizeRange: { max: "4b" } },
    notes: [["size/reads-as-zero", "modelSizeRange.max", "4b"]],
  },
  {
    name: "a size that reads as 0",
    model: modelWith({ modelParameterSize: "7GB" }),
    runtime: { modelSizeRange: { max: "4B" } },
    notes: [["size/reads-as-zero", "modelParameterSize", "7GB"]],
  },
  {
    name: "no number",
    runtime: { modelSizeRange: { min: "nan" } },
    notes: [["size/reads-as-not-a-number", "modelSizeRange.min", "nan"]],
  },
  {
    name: "no size stated",
    model: modelWith({ modelParameterSize: undefined }),
    runtime: { modelSizeRange: { min: "1B" } },
    notes: [["size/not-stated", "modelParameterSize"]],
  },
  {
    name: "min above max",
    runtime: { modelSizeRange: { min: "8B", max: "1B" } },
    notes: [["size/empty-range", "modelSizeRange"]],
  },
  {
    name: "weight 0",
    entry: weighted(0, 0),
    notes: [
      ["score/weight-zero", "modelFormat.weight", "0"],
      ["score/weight-zero", "modelFramework.weight", "0"],
    ],
  },
  { name: "score from another entry", others: [entryWith({ priority: 5 })], notes: [["score/from-another-entry"]] },
  {
    name: "enabled through another entry",
    entry: { autoSelect: undefined },
    others: [other],
    notes: [["auto-select/through-another-entry", "autoSelect"]],
  },
  {
    name: "weights not positive",
    entry: { ...weighted(-5, 1), autoSelect: undefined },
    others: [other],
    notes: [["auto-select/weights-not-positive", "autoSelect"]],
  },
  {
    name: "pooled classes",
    runtime: { acceleratorClasses: ["h100"] },
    service: serviceWith({ acceleratorClasses: named("h100", "a100") }),
    notes: [["accelerator-class/pooled"]],
  },
  {
    name: "classes not checked",
    service: serviceWith({ model: undefined, acceleratorClasses: named("a100") }),
    notes: [["accelerator-class/not-checked"]],
  },
  {
    name: "no mode",
    runtime: { deploymentModes: { engine: "Multinode", decoder: "x" } },
    service: serviceWith({ deploymentModes: { engine: "raw" } }),
    notes: [
      ["deployment-mode/not-a-mode", "engineConfig.annotations[ome.io/deploymentMode]", "Multinode"],
      ["deployment-mode/not-a-mode", "engine.annotations[ome.io/deploymentMode]", "raw"],
    ],
  },
  {
    name: "sharded",
    model: modelWith({ distribution: "Sharded" }),
    notes: [["cache-provider/none-exists", "distribution", "Sharded"]],
  },
];

test.each(rows)("$name", ({ model = baseModel, entry = {}, others = [], runtime = {}, service, notes }) => {
  const verdict = judge(model, runtimeWith(runtime, [entryWith({ ...weighted(1, 1), ...entry }), ...others]), service);
  expect(verdict.notes.map(({ code, path, value }) => [code, path, value])).toEqual(
    notes.map(([code, path, value]) => [code, path, value]),
  );
});
