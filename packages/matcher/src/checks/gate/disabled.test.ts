import { expect, test } from "vitest";
import { baseModel, runtimeWith } from "../../../test/base.ts";
import { toSubject } from "../check.ts";
import { disabled } from "./disabled.ts";

test.each([
  { value: true, code: "runtime/disabled" },
  { value: false, code: undefined },
  { value: undefined, code: undefined },
])("$value", ({ value, code }) => {
  expect(disabled(toSubject(baseModel), runtimeWith({ disabled: value }), undefined)?.code).toBe(code);
});
