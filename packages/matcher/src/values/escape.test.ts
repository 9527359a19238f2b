import { expect, test } from "vitest";
import { escapeControls } from "./escape.ts";

test.each([
  ["plain é 漢 🙂", "plain é 漢 🙂"],
  ["a\nb\r\tc", "a\\nb\\r\\tc"],
  ["\u0000\u001b\u007f\u0085", "\\u0000\\u001b\\u007f\\u0085"],
  ["\u202eevil\u2066\u200f\u061c", "\\u202eevil\\u2066\\u200f\\u061c"],
  ["\u2028\u2029\ufeff", "\\u2028\\u2029\\ufeff"],
  ["\ud800 \udc00", "\\ud800 \\udc00"],
  ["a\\nb", "a\\nb"],
])("%j", (text, expected) => {
  expect(escapeControls(text)).toBe(expected);
});
