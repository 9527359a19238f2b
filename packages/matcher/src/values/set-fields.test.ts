import { expect, test } from "vitest";
import { setFields } from "./set-fields.ts";

test("leaves out what is undefined, and nothing else", () => {
  const set = setFields<{ a?: string; b?: string; c: number }>({ a: undefined, b: "", c: 0 });
  expect(Object.entries(set)).toEqual([
    ["b", ""],
    ["c", 0],
  ]);
});
