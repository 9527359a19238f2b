import { describe, expect, test } from "vitest";
import { readInferenceService } from "./inference-service.ts";

function read(spec: unknown, annotations?: unknown) {
  return readInferenceService({ kind: "InferenceService", metadata: { name: "s", namespace: "n", annotations }, spec });
}

describe("readInferenceService", () => {
  test("keeps what matching reads", () => {
    const service = read(
      {
        model: { name: "m", kind: null },
        runtime: { name: "r", kind: "ServingRuntime", autoSync: "x" },
        acceleratorSelector: { acceleratorClass: "", policy: 5 },
        engine: {
          acceleratorOverride: { acceleratorClass: "h100" },
          annotations: { "ome.io/deploymentMode": "MultiNode" },
        },
        decoder: { acceleratorOverride: { acceleratorClass: null } },
        deploymentMode: "OMENative",
      },
      { "ome.io/accelerator-class": "a100", other: 5 },
    );
    expect(service).toEqual({
      ok: true,
      value: {
        kind: "InferenceService",
        namespace: "n",
        name: "s",
        spec: {
          model: { name: "m" },
          runtime: { name: "r", kind: "ServingRuntime" },
          acceleratorClasses: [
            { place: "metadata.annotations[ome.io/accelerator-class]", name: "a100" },
            { place: "spec.acceleratorSelector.acceleratorClass", name: "" },
            { place: "spec.engine.acceleratorOverride.acceleratorClass", name: "h100" },
          ],
          deploymentMode: "OMENative",
          deploymentModes: { engine: "MultiNode" },
          hasDecoder: true,
        },
      },
    });
  });

  test.each([
    ["no decoder", {}, false],
    ["null", { decoder: null }, false],
    ["an empty one", { decoder: {} }, true],
  ])("hasDecoder: %s", (_name, spec, expected) => {
    const service = read(spec);
    expect(service.ok && service.value.spec.hasDecoder).toBe(expected);
  });

  test("reports each problem once", () => {
    const service = read(
      { model: 5, engine: [], decoder: { acceleratorOverride: 5 }, acceleratorSelector: { acceleratorClass: {} } },
      [],
    );
    expect(service.ok ? [] : service.problems.map(({ path }) => path).sort()).toEqual([
      "metadata.annotations",
      "spec.acceleratorSelector.acceleratorClass",
      "spec.decoder.acceleratorOverride",
      "spec.engine",
      "spec.model",
    ]);
  });
});
