import { expect, test } from "vitest";
import { readRuntime, readRuntimeSpec } from "./runtime.ts";

test("keeps what matching reads", () => {
  const read = readRuntimeSpec({
    disabled: false,
    supportedModelFormats: [
      {
        name: 5,
        modelFormat: { name: "s", version: "1", operator: "Equal", weight: 0 },
        modelFramework: null,
        modelArchitecture: "A",
        quantization: "",
        autoSelect: false,
        priority: 2,
        version: [],
      },
      null,
    ],
    modelSizeRange: { min: "1B", max: null },
    acceleratorRequirements: { acceleratorClasses: ["h100", null, ""], minMemory: "x" },
    engineConfig: { annotations: { "ome.io/deploymentMode": "MultiNode", other: 5 }, runner: 5 },
    decoderConfig: { annotations: null },
    routerConfig: 5,
  });
  expect(read).toEqual({
    ok: true,
    value: {
      disabled: false,
      supportedModelFormats: [
        {
          modelFormat: { name: "s", version: "1", operator: "Equal", weight: 0 },
          modelArchitecture: "A",
          quantization: "",
          autoSelect: false,
          priority: 2,
        },
        {},
      ],
      modelSizeRange: { min: "1B" },
      acceleratorClasses: ["h100", ""],
      deploymentModes: { engine: "MultiNode" },
    },
  });
});

test("an empty spec", () => {
  const empty = { supportedModelFormats: [], acceleratorClasses: [], deploymentModes: {} };
  for (const spec of [{}, null, { supportedModelFormats: null, acceleratorRequirements: {}, engineConfig: {} }]) {
    expect(readRuntimeSpec(spec)).toEqual({ ok: true, value: empty });
  }
});

test("reports every problem with its place", () => {
  const read = readRuntimeSpec({
    disabled: "true",
    supportedModelFormats: [
      { modelFormat: { weight: "1", operator: 5 }, autoSelect: 1, priority: 2 ** 40, diffusionPipeline: [] },
      5,
    ],
    modelSizeRange: { min: 1, max: {} },
    acceleratorRequirements: { acceleratorClasses: [1] },
    engineConfig: { annotations: { "ome.io/deploymentMode": 5 } },
    decoderConfig: { annotations: [] },
  });
  expect(read.ok ? [] : read.problems.map(({ path }) => path).sort()).toEqual([
    "spec.acceleratorRequirements.acceleratorClasses[0]",
    "spec.decoderConfig.annotations",
    "spec.disabled",
    "spec.engineConfig.annotations[ome.io/deploymentMode]",
    "spec.modelSizeRange.max",
    "spec.modelSizeRange.min",
    "spec.supportedModelFormats[0].autoSelect",
    "spec.supportedModelFormats[0].diffusionPipeline",
    "spec.supportedModelFormats[0].modelFormat.operator",
    "spec.supportedModelFormats[0].modelFormat.weight",
    "spec.supportedModelFormats[0].priority",
    "spec.supportedModelFormats[1]",
  ]);
});

test("readRuntime reads the object and its spec", () => {
  const read = readRuntime({ kind: "ServingRuntime", metadata: { name: "r", namespace: "n" }, spec: {} });
  expect(read).toMatchObject({ ok: true, value: { kind: "ServingRuntime", name: "r", namespace: "n" } });
});
