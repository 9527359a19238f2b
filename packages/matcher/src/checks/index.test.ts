import { describe, expect, test } from "vitest";
import { baseEntry, baseModel, entryWith, modelWith } from "../../test/base.ts";
import { toSubject } from "./check.ts";
import { checkEntry, gatesAfterEntries, gatesBeforeEntries } from "./index.ts";

test("the gates stand in OME's order", () => {
  expect([...gatesBeforeEntries, ...gatesAfterEntries].map(({ gate }) => gate)).toEqual([
    "disabled",
    "accelerator-class",
    "deployment-mode",
    "size",
  ]);
});

describe("checkEntry", () => {
  test("lists every group that differs, in OME's order", () => {
    const model = modelWith({
      distribution: "Sharded",
      modelArchitecture: "X",
      quantization: "int4",
      modelFormat: { name: "gguf" },
      modelFramework: { name: "llama.cpp" },
    });
    const entry = entryWith({ quantization: "fp8", diffusionPipeline: { className: "P" } });
    const report = checkEntry(toSubject(model), entry, 3);
    expect(report.mismatches.map(({ code }) => code)).toEqual([
      "cache-provider/not-configured",
      "pipeline/missing-on-model",
      "architecture/differs",
      "quantization/differs",
      "format-name/differs",
      "framework-name/differs",
    ]);
    expect(report).toMatchObject({ index: 3, matches: false, ofAnotherKind: true, differences: 6 });
  });

  test("an entry that matches", () => {
    const report = checkEntry(toSubject(baseModel), baseEntry, 0);
    expect(report).toMatchObject({ matches: true, ofAnotherKind: false, mismatches: [], differences: 0 });
    expect(report.fields.map(({ outcome }) => outcome)).toEqual(["same", "same", "same", "same", "same"]);
  });

  test("an entry without a format never matches", () => {
    const report = checkEntry(toSubject(baseModel), entryWith({ modelFormat: undefined }), 0);
    expect(report).toMatchObject({ matches: false, differences: 1 });
    expect(report.mismatches.map(({ code }) => code)).toEqual(["entry/unknown"]);
  });
});
