import { describe, expect, test } from "vitest";
import { readModel, readModelSpec } from "./model.ts";

describe("readModelSpec", () => {
  test("keeps what matching reads and nothing else", () => {
    const read = readModelSpec({
      modelFormat: { name: "safetensors", version: "1.0.0", operator: 5, weight: "x" },
      modelFramework: { name: "transformers", version: null },
      modelArchitecture: "",
      quantization: null,
      modelParameterSize: "3B",
      distribution: "PerNode",
      vendor: 5,
      diffusionPipeline: {
        className: "P",
        vae: {},
        scheduler: null,
        additionalComponents: { a: { library: "l" }, b: null },
      },
    });
    expect(read).toEqual({
      ok: true,
      value: {
        modelFormat: { name: "safetensors", version: "1.0.0" },
        modelFramework: { name: "transformers" },
        modelArchitecture: "",
        modelParameterSize: "3B",
        distribution: "PerNode",
        diffusionPipeline: { className: "P", vae: {}, additionalComponents: new Map([["a", { library: "l" }]]) },
      },
    });
  });

  test("null and nothing are an empty spec", () => {
    expect(readModelSpec(null)).toEqual({ ok: true, value: {} });
    expect(readModelSpec(undefined)).toEqual({ ok: true, value: {} });
  });

  test("components may have any name", () => {
    const read = readModelSpec(
      JSON.parse('{"diffusionPipeline":{"additionalComponents":{"__proto__":{"type":"T"},"constructor":{}}}}'),
    );
    expect(read.ok && [...(read.value.diffusionPipeline?.additionalComponents ?? [])]).toEqual([
      ["__proto__", { type: "T" }],
      ["constructor", {}],
    ]);
  });

  test("reports every problem", () => {
    const read = readModelSpec({
      modelFormat: { name: 1, version: [] },
      modelFramework: "x",
      modelArchitecture: {},
      quantization: true,
      modelParameterSize: 7,
      distribution: 0,
      diffusionPipeline: {
        className: 5,
        vae: "v",
        tokenizer: { library: 1, type: 2 },
        additionalComponents: { k: [] },
      },
    });
    expect(read.ok ? [] : read.problems.map(({ path }) => path)).toEqual([
      "spec.modelFormat.name",
      "spec.modelFormat.version",
      "spec.modelFramework",
      "spec.modelArchitecture",
      "spec.quantization",
      "spec.modelParameterSize",
      "spec.diffusionPipeline.className",
      "spec.diffusionPipeline.tokenizer.library",
      "spec.diffusionPipeline.tokenizer.type",
      "spec.diffusionPipeline.vae",
      "spec.diffusionPipeline.additionalComponents.k",
      "spec.distribution",
    ]);
  });
});

test("readModel reads the object and its spec", () => {
  const metadata = { name: "m", namespace: "n" };
  expect(readModel({ kind: "BaseModel", metadata, spec: { quantization: "fp8" } })).toEqual({
    ok: true,
    value: { kind: "BaseModel", namespace: "n", name: "m", spec: { quantization: "fp8" } },
  });
  const broken = readModel({ kind: "Pod", metadata: {}, spec: 5 });
  expect(broken.ok ? [] : broken.problems.map(({ path }) => path)).toEqual(["kind", "metadata.name", "spec"]);
});
