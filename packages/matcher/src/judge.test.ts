import { describe, expect, test } from "vitest";
import { baseEntry, baseModel, entryWith, modelWith, runtimeWith, serviceWith } from "../test/base.ts";
import { judge, rejectModel } from "./judge.ts";
import type { Verdict } from "./reasons.ts";
import type { InferenceServiceSpec, ModelSpec, RuntimeSpec } from "./resources.ts";

const wantsH100 = serviceWith({
  acceleratorClasses: [{ place: "spec.acceleratorSelector.acceleratorClass", name: "h100" }],
});
const wantsNative = serviceWith({ deploymentMode: "OMENative" });
const multiNode = { engine: "MultiNode" };
const mistral = entryWith({ modelArchitecture: "MistralForCausalLM" });

/** The gates as OME reaches them, and after the bar what those that it does not reach would say. */
function gates({ gates: reports }: Verdict): string {
  const reached = reports.filter(({ outcome }) => outcome !== "not-reached");
  const others = reports.filter(({ outcome }) => outcome === "not-reached");
  const say = (holds: boolean | undefined) => (holds === undefined ? "?" : holds ? "+" : "-");
  return `${reached.map(({ outcome }) => (outcome === "passed" ? "+" : "-")).join("")}|${others.map(({ holds }) => say(holds)).join("")}`;
}

describe("the first gate that fails, and those after it", () => {
  const rows: readonly {
    readonly name: string;
    readonly model?: ModelSpec;
    readonly runtime: RuntimeSpec;
    readonly service?: InferenceServiceSpec;
    readonly code: string | undefined;
    readonly gates: string;
  }[] = [
    { name: "all hold", runtime: runtimeWith(), code: undefined, gates: "+++++++|" },
    {
      name: "disabled wins over everything",
      runtime: runtimeWith({ disabled: true, deploymentModes: multiNode }, [mistral]),
      service: wantsNative,
      code: "runtime/disabled",
      gates: "-|+--++?",
    },
    {
      name: "class before mode",
      runtime: runtimeWith({ deploymentModes: multiNode }),
      service: { ...wantsNative, ...wantsH100, deploymentMode: "OMENative" },
      code: "accelerator-class/not-supported",
      gates: "+-|-++++",
    },
    {
      name: "mode before formats",
      runtime: runtimeWith({ deploymentModes: multiNode }, [mistral]),
      service: wantsNative,
      code: "deployment-mode/differs",
      gates: "++-|-++?",
    },
    { name: "no entries", runtime: runtimeWith({}, []), code: "formats/none-defined", gates: "+++-|+-?" },
    {
      name: "formats before size",
      runtime: runtimeWith({ modelSizeRange: { min: "70B" } }, [mistral]),
      code: "formats/no-entry-matches",
      gates: "+++-|-+?",
    },
    {
      name: "size",
      runtime: runtimeWith({ modelSizeRange: { min: "70B" } }),
      code: "size/outside-range",
      gates: "++++-|++",
    },
    {
      name: "not enabled",
      runtime: runtimeWith({}, [entryWith({ autoSelect: undefined })]),
      code: "auto-select/not-enabled",
      gates: "+++++-|+",
    },
    {
      name: "excluded and not enabled: the score says it",
      runtime: runtimeWith({}, [entryWith({ autoSelect: false })]),
      code: "auto-select/not-enabled",
      gates: "+++++-|-",
    },
    {
      name: "enabled on another entry only",
      runtime: runtimeWith({}, [entryWith({ autoSelect: false }), entryWith({ modelFormat: { name: "gguf" } })]),
      code: "auto-select/not-on-matching-entry",
      gates: "++++++-|",
    },
    {
      name: "score",
      runtime: runtimeWith({}, [entryWith({ priority: -1 })]),
      code: "score/not-positive",
      gates: "++++++-|",
    },
  ];
  test.each(rows)("$name", ({ model = baseModel, runtime, service, code, gates: expected }) => {
    const verdict = judge(model, runtime, service);
    expect(verdict.rejection?.code ?? verdict.skip?.code).toBe(code);
    expect(gates(verdict)).toBe(expected);
    expect(verdict.gates.map(({ gate }) => gate)).toEqual([
      "disabled",
      "accelerator-class",
      "deployment-mode",
      "formats",
      "size",
      "auto-select",
      "score",
    ]);
    expect(verdict.qualifies).toBe(code === undefined);
    expect(verdict.compatible).toBe(verdict.rejection === undefined);
  });
});

describe("what a near miss is counted in", () => {
  const rows: readonly {
    readonly name: string;
    readonly model?: ModelSpec;
    readonly runtime: RuntimeSpec;
    readonly service?: InferenceServiceSpec;
    readonly expected: Pick<Verdict, "differences" | "differingFields" | "ofAnotherKind"> & {
      readonly closestEntry?: number;
    };
  }[] = [
    {
      name: "nothing",
      runtime: runtimeWith(),
      expected: { differences: 0, differingFields: [], ofAnotherKind: false, closestEntry: 0 },
    },
    {
      name: "no entries are of another kind",
      runtime: runtimeWith({}, []),
      expected: { differences: 0, differingFields: [], ofAnotherKind: true },
    },
    {
      name: "the only entry is of another kind",
      runtime: runtimeWith({}, [mistral]),
      expected: { differences: 1, differingFields: ["architecture"], ofAnotherKind: true, closestEntry: 0 },
    },
    {
      name: "the fewest of all entries, of another kind or not",
      runtime: runtimeWith({}, [entryWith({ modelFramework: { name: "transformers" }, quantization: "fp8" }), mistral]),
      expected: { differences: 1, differingFields: ["architecture"], ofAnotherKind: false, closestEntry: 1 },
    },
    {
      name: "the first on equal counts",
      runtime: runtimeWith({}, [
        entryWith({ quantization: "fp8" }),
        entryWith({ modelFormat: { name: "safetensors" } }),
      ]),
      expected: { differences: 1, differingFields: ["quantization"], ofAnotherKind: false, closestEntry: 0 },
    },
    {
      name: "size, class and mode count one each, also when an entry matches",
      runtime: runtimeWith({ modelSizeRange: { max: "1B" }, deploymentModes: multiNode }),
      service: { ...wantsH100, deploymentMode: "OMENative" },
      expected: {
        differences: 3,
        differingFields: ["size", "accelerator-class", "deployment-mode"],
        ofAnotherKind: false,
        closestEntry: 0,
      },
    },
    {
      name: "a component counts once, a missing pipeline once",
      model: modelWith({ diffusionPipeline: { vae: { library: "a", type: "b" } } }),
      runtime: runtimeWith({}, [entryWith({ diffusionPipeline: { vae: { library: "x", type: "y" }, scheduler: {} } })]),
      expected: { differences: 2, differingFields: ["pipeline"], ofAnotherKind: false, closestEntry: 0 },
    },
    {
      name: "a pipeline class of another kind",
      model: modelWith({ diffusionPipeline: { className: "A" } }),
      runtime: runtimeWith({}, [entryWith({ diffusionPipeline: { className: "B" } })]),
      expected: { differences: 1, differingFields: ["pipeline"], ofAnotherKind: true, closestEntry: 0 },
    },
  ];
  test.each(rows)("$name", ({ model = baseModel, runtime, service, expected }) => {
    const { differences, differingFields, ofAnotherKind, closestEntry } = judge(model, runtime, service);
    expect({
      differences,
      differingFields,
      ofAnotherKind,
      ...(closestEntry === undefined ? {} : { closestEntry }),
    }).toEqual(expected);
  });
});

describe("details and warnings", () => {
  const matched = { autoSelectEnabled: true, priority: 3, weight: 6n };
  const all = {
    formatMatch: true,
    frameworkMatch: true,
    architectureMatch: true,
    quantizationMatch: true,
    diffusionPipelineMatch: true,
  };
  const entry = entryWith({ priority: 3 });

  test("of the first entry that matches", () => {
    expect(judge(baseModel, runtimeWith({}, [mistral, entry, baseEntry])).details).toEqual({
      ...all,
      sizeMatch: true,
      ...matched,
    });
  });

  test("the size keeps the others", () => {
    const runtime = runtimeWith({ modelSizeRange: { max: "1B" } }, [entry]);
    expect(judge(baseModel, runtime).details).toEqual({ ...all, sizeMatch: false, ...matched });
  });

  test("nothing when OME does not reach the entries, yet the verdict knows the entry", () => {
    const verdict = judge(baseModel, runtimeWith({ disabled: true }, [entry]));
    expect(verdict.details).toMatchObject({ formatMatch: false, sizeMatch: false, priority: 0, weight: 0n });
    expect(verdict).toMatchObject({ matchedEntry: 0, priority: 3, weight: 6n });
  });

  test("warnings are for compatible pairs, in OME's order", () => {
    const model = modelWith({ modelParameterSize: undefined });
    const range = { modelSizeRange: { min: "1B" } };
    expect(judge(model, runtimeWith(range, [entryWith({ autoSelect: false })])).warnings).toEqual([
      "auto-select-not-enabled",
      "size-not-stated",
    ]);
    expect(judge(model, runtimeWith(range, [mistral])).warnings).toEqual([]);
  });
});

test.each([
  [{}, "model/no-format"],
  [{ modelFormat: {} }, "model/no-format"],
  [{ modelFormat: { name: "" } }, "model/no-format"],
  [{ modelFormat: { name: " " } }, undefined],
])("rejectModel(%j) is %s", (model, code) => {
  expect(rejectModel(model)?.code).toBe(code);
});

describe("large objects", () => {
  const many = (make: (index: number) => string) => Array.from({ length: 10_000 }, (_, index) => make(index));
  const components = new Map(many((index) => `key${index}`).map((key) => [key, { library: "x", type: "y" }]));
  const long = `1.0.0-${"a.".repeat(200_000)}b`;
  const rows: readonly (readonly [string, ModelSpec, RuntimeSpec, InferenceServiceSpec | undefined])[] = [
    [
      "10,000 entries",
      baseModel,
      runtimeWith(
        {},
        many((index) => `A${index}`).map((modelArchitecture) => entryWith({ modelArchitecture })),
      ),
      undefined,
    ],
    [
      "10,000 additional components, all of them wrong",
      modelWith({ diffusionPipeline: { additionalComponents: new Map([["z", {}]]) } }),
      runtimeWith({}, [entryWith({ diffusionPipeline: { additionalComponents: components } })]),
      undefined,
    ],
    [
      "10,000 recorded components and 1,000 entries",
      modelWith({ diffusionPipeline: { additionalComponents: components } }),
      runtimeWith(
        {},
        Array.from({ length: 1000 }, () => entryWith({ diffusionPipeline: {}, quantization: "fp8" })),
      ),
      undefined,
    ],
    [
      "10,000 classes",
      baseModel,
      runtimeWith({ acceleratorClasses: many((index) => `c${index}`) }),
      serviceWith({
        acceleratorClasses: many((index) => `d${index}`).map((name) => ({
          place: "spec.acceleratorSelector.acceleratorClass" as const,
          name,
        })),
      }),
    ],
    [
      "a long version and many entries",
      modelWith({ modelFramework: { name: "transformers", version: long } }),
      runtimeWith(
        {},
        many(() => "").map(() => baseEntry),
      ),
      undefined,
    ],
  ];
  test.each(rows)("%s take no more than moments", (_name, model, runtime, service) => {
    const start = performance.now();
    judge(model, runtime, service);
    expect(performance.now() - start).toBeLessThan(5000);
  });
});
