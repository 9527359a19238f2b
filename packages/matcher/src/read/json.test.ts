import { describe, expect, test } from "vitest";
import {
  fieldOf,
  type Problems,
  pathToKey,
  readBoolean,
  readInteger,
  readList,
  readLongInteger,
  readObject,
  readText,
  toRead,
} from "./json.ts";

function problemOf(read: (problems: Problems) => unknown) {
  const problems: Problems = [];
  const value = read(problems);
  return problems.length === 0 ? { value } : { found: problems[0]?.found };
}

describe("single values", () => {
  const beyond = { value: 2n ** 63n - 1n };
  test.each([
    ["text", (p: Problems) => readText("", "x", p), { value: "" }],
    ["text null", (p: Problems) => readText(null, "x", p), { value: undefined }],
    ["text of a number", (p: Problems) => readText(1.5, "x", p), { found: "the number 1.5" }],
    ["text of a list", (p: Problems) => readText(["a"], "x", p), { found: "a list" }],
    ["text of an object", (p: Problems) => readText({}, "x", p), { found: "an object" }],
    ["text of a function", (p: Problems) => readText(Math.max, "x", p), { found: "a function" }],
    ["boolean", (p: Problems) => readBoolean(false, "x", p), { value: false }],
    ["boolean of a text", (p: Problems) => readBoolean("true", "x", p), { found: 'the text "true"' }],
    ["integer", (p: Problems) => readInteger(-1, "x", p), { value: -1 }],
    ["integer with a fraction", (p: Problems) => readLongInteger(1.5, "x", p), { found: "the number 1.5" }],
    [
      "integer too large for 32 bits",
      (p: Problems) => readInteger(2 ** 31, "x", p),
      { found: "the number 2147483648" },
    ],
    ["integer at the limit of 32 bits", (p: Problems) => readInteger(-(2 ** 31), "x", p), { value: -(2 ** 31) }],
    ["integer of 64 bits", (p: Problems) => readLongInteger(2 ** 53 - 1, "x", p), { value: 2 ** 53 - 1 }],
    [
      "integer that JSON has rounded",
      (p: Problems) => readLongInteger(2 ** 53, "x", p),
      { found: "the number 9007199254740992" },
    ],
    ["integer at the limit of 64 bits", (p: Problems) => readLongInteger(beyond.value, "x", p), beyond],
    [
      "integer beyond 64 bits",
      (p: Problems) => readLongInteger(2n ** 63n, "x", p),
      { found: "the number 9223372036854775808" },
    ],
    [
      "integer too large for 64 bits",
      (p: Problems) => readLongInteger(2 ** 64, "x", p),
      { found: "the number 18446744073709552000" },
    ],
    ["integer that is none", (p: Problems) => readLongInteger(Number.NaN, "x", p), { found: "the number NaN" }],
    ["list", (p: Problems) => readList(undefined, "x", p), { value: [] }],
    ["list of an object", (p: Problems) => readList({}, "x", p), { found: "an object" }],
    ["object of a list", (p: Problems) => readObject([], "x", p), { found: "a list" }],
    [
      "long texts are cut, controls shown",
      (p: Problems) => readBoolean(`\n${"x".repeat(1000)}`, "x", p),
      { found: `the text "\\n${"x".repeat(39)}…"` },
    ],
  ])("%s", (_name, read, expected) => {
    expect(problemOf(read)).toEqual(expected);
  });
});

test("keys that every object inherits are no fields", () => {
  expect(fieldOf({}, "constructor")).toBeUndefined();
  expect(fieldOf(undefined, "x")).toBeUndefined();
  expect(fieldOf(JSON.parse('{"__proto__": 1}'), "__proto__")).toBe(1);
});

test("pathToKey keeps a path short and on one line", () => {
  expect(pathToKey("a", "b\nc")).toBe("a.b\\nc");
  expect(pathToKey("a", "k".repeat(1000)).length).toBeLessThan(60);
});

test("toRead needs at least one problem to fail", () => {
  const problem = { path: "p", expected: "a text", found: "a list" };
  expect(toRead(1, [])).toEqual({ ok: true, value: 1 });
  expect(toRead(1, [problem])).toEqual({ ok: false, problems: [problem] });
});
