import { expect, test } from "vitest";
import { compareExact, toMismatch, toSubject } from "./check.ts";

test.each([
  [undefined, undefined, "same"],
  ["a", "a", "same"],
  ["", "", "same"],
  ["a", "A", "differs"],
  ["", "a", "differs"],
  [undefined, "a", "missing-on-model"],
  ["a", undefined, "missing-on-runtime"],
  ["", undefined, "missing-on-runtime"],
] as const)("compareExact(%j, %j) is %s", (model, runtime, expected) => {
  expect(compareExact(model, runtime)).toBe(expected);
});

test("toSubject reads versions and size once", () => {
  const subject = toSubject({
    modelFormat: { version: "latest" },
    modelFramework: { version: "1.2" },
    modelParameterSize: "2B",
  });
  expect(subject.formatVersion).toBeUndefined();
  expect(subject.frameworkVersion?.parts).toBe(2);
  expect(subject.size).toBe(2e9);
  expect(toSubject({}).size).toBeUndefined();
});

test("toMismatch leaves out what is unset", () => {
  const mismatch = toMismatch({
    code: "architecture/missing-on-model",
    field: "architecture",
    path: "p",
    model: undefined,
    runtime: "",
  });
  expect(mismatch).toEqual({
    code: "architecture/missing-on-model",
    field: "architecture",
    path: "p",
    runtime: "",
    namedByOme: true,
  });
  expect(Object.hasOwn(mismatch, "model")).toBe(false);
});
