import { expect, it } from "vitest";
import { sayParameters } from "./size-words.ts";

it.each([
  [0, "0"],
  [999, "999"],
  [5e8, "500M"],
  [2.2e9, "2.2B"],
  [69e9, "69B"],
  [1.5e12, "1.5T"],
  [2_200_000_000.4, "2.2B"],
])("says %d as %s", (parameters, text) => {
  expect(sayParameters(parameters)).toBe(text);
});
