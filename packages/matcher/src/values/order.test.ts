import { expect, test } from "vitest";
import { compareByBytes } from "./order.ts";

test.each([
  ["", "a"],
  ["a", "b"],
  ["B", "a"],
  ["a", "aa"],
  ["a-b", "ab"],
  ["z", "é"],
  // As UTF-16 these two would be the other way round.
  ["\uffff", "\u{10000}"],
  ["\u{10000}", "\u{10ffff}"],
])("%j comes before %j", (one, other) => {
  expect(compareByBytes(one, other)).toBeLessThan(0);
  expect(compareByBytes(other, one)).toBeGreaterThan(0);
  expect(compareByBytes(one, one)).toBe(0);
});
