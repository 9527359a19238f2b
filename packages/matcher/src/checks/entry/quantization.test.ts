import { expect, test } from "vitest";
import { entryWith, modelWith } from "../../../test/base.ts";
import { showFinding } from "../../../test/show-finding.ts";
import { toSubject } from "../check.ts";
import { quantization } from "./quantization.ts";

test.each([
  { name: "equal", model: "fp8", entry: "fp8", codes: [], fields: ["quantization same"] },
  { name: "neither", model: undefined, entry: undefined, codes: [], fields: [] },
  {
    name: "differs",
    model: "fp8",
    entry: "int4",
    codes: ["quantization/differs quantization"],
    fields: ["quantization differs"],
    kind: true,
  },
  {
    name: "only the entry",
    model: undefined,
    entry: "fp8",
    codes: ["quantization/missing-on-model quantization"],
    fields: ["quantization differs"],
  },
  {
    name: "only the model",
    model: "fp8",
    entry: undefined,
    codes: ["quantization/missing-on-runtime quantization"],
    fields: ["quantization differs"],
  },
])("$name", ({ model, entry, codes, fields, kind = false }) => {
  const finding = quantization(toSubject(modelWith({ quantization: model })), entryWith({ quantization: entry }));
  expect(showFinding(finding)).toEqual({ mismatches: codes, fields, ofAnotherKind: kind });
});
