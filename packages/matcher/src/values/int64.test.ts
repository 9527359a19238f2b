import { expect, test } from "vitest";
import { toInt64, wrapInt64 } from "./int64.ts";

test.each([
  [1, 1n],
  [-3, -3n],
  [2 ** 62, 2n ** 62n],
  [2 ** 63, 2n ** 63n - 1n],
  [-(2 ** 63), -(2n ** 63n)],
  [Number.POSITIVE_INFINITY, 2n ** 63n - 1n],
  [Number.NaN, 0n],
  [1.9, 1n],
])("toInt64(%d)", (number, expected) => {
  expect(toInt64(number)).toBe(expected);
});

test("wrapInt64 wraps around", () => {
  expect(wrapInt64(2n ** 63n)).toBe(-(2n ** 63n));
  expect(wrapInt64(2n ** 64n + 5n)).toBe(5n);
});
