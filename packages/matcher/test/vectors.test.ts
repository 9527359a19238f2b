/** The recorded answers of OME's own selector, every field of them. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { checkFile } from "../conformance/check-file.ts";
import { checkVector } from "../conformance/vector.ts";

test.each([
  ["version.jsonl", 600],
  ["size.jsonl", 200],
  ["pair.jsonl", 3635],
  ["select.jsonl", 425],
])("%s", (file, count) => {
  const result = checkFile(readFileSync(new URL(`vectors/${file}`, import.meta.url), "utf8"));
  expect(result.failures).toEqual([]);
  expect(result.passed).toBe(count);
});

describe("the runner is strict", () => {
  const version = { entryVersion: "1", operator: null, modelVersion: "1.0" };
  test.each([
    ["right", { input: version, expected: { parsesA: true, parsesB: true, matches: true } }, []],
    [
      "wrong",
      { input: version, expected: { parsesA: true, parsesB: true, matches: false } },
      ["matches: expected false, got true"],
    ],
    [
      "a field it does not know",
      { input: version, expected: { parsesA: true, parsesB: true, matches: true, cause: "x" } },
      ["cause: a field that is not known here"],
    ],
    ["nothing expected", { input: version, expected: {} }, ["nothing is expected"]],
    ["an unknown shape", { input: { a: 1 }, expected: { b: 1 } }, ["unknown shape of input: a"]],
    ["no input", { expected: { b: 1 } }, ["not a vector: it needs an object `input` and an object `expected`"]],
    ["no object", [], ["not a vector: it needs an object `input` and an object `expected`"]],
    [
      "a number as a decimal text",
      { input: { size: "9007199254740993" }, expected: { value: "9007199254740992" } },
      [],
    ],
    ["the sign of zero", { input: { size: "-0" }, expected: { value: 0 } }, []],
    ["infinity as a text", { input: { size: "-inf" }, expected: { value: "-Inf" } }, []],
  ])("%s", (_name, vector, expected) => {
    expect(checkVector(vector)).toEqual(expected);
  });

  test("an input that cannot be read is a failure that says where", () => {
    const vector = { input: { model: { modelFormat: 5 }, runtime: {} }, expected: { compatible: true } };
    expect(checkVector(vector)).toEqual([
      "model cannot be read: spec.modelFormat: expected an object, found the number 5",
    ]);
  });

  describe("a vector that lost a field of what it expects fails, and says which", () => {
    const kinds = ["version", "size", "pair", "select"].map((kind) => {
      const text = readFileSync(new URL(`vectors/${kind}.jsonl`, import.meta.url), "utf8");
      const vectors = text
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Vector);
      // Of those that list what else is acceptable: that may be absent.
      return { kind, vector: vectors.find(({ expected }) => "acceptableReasons" in expected) ?? vectors[0] };
    });
    interface Vector {
      readonly input: unknown;
      readonly expected: Readonly<Record<string, unknown>>;
    }
    const without = (object: Readonly<Record<string, unknown>>, lost: string) =>
      Object.fromEntries(Object.entries(object).filter(([key]) => key !== lost));

    test.each(kinds)("$kind", ({ vector }) => {
      const { input, expected } = vector ?? { input: {}, expected: {} };
      expect(checkVector({ input, expected })).toEqual([]);
      for (const key of Object.keys(expected)) {
        const failures =
          key === "acceptableReasons"
            ? []
            : Object.keys(expected).length === 1
              ? ["nothing is expected"]
              : [`unknown shape of expected: ${key} is missing`];
        const found = checkVector({ input, expected: without(expected, key) });
        if (key === "reasons") expect(found).toEqual(expect.arrayContaining(failures));
        else expect(found).toEqual(failures);
      }
      const details = expected["details"] as Readonly<Record<string, unknown>> | undefined;
      for (const key of Object.keys(details ?? {})) {
        expect(checkVector({ input, expected: { ...expected, details: without(details ?? {}, key) } })).toEqual([
          `unknown shape of expected: details.${key} is missing`,
        ]);
      }
    });
  });

  test("a number is shown as a number", () => {
    const pair = readFileSync(new URL("vectors/pair.jsonl", import.meta.url), "utf8").split("\n")[0] ?? "";
    const { input, expected } = JSON.parse(pair) as { input: unknown; expected: object };
    expect(checkVector({ input, expected: { ...expected, score: 1 } })).toEqual(["score: expected 1, got 0"]);
    expect(checkVector({ input, expected: { ...expected, score: "1" } })).toEqual(['score: expected "1", got 0']);
  });

  test("any of the acceptable reasons will do, and no other", () => {
    const input = { model: { modelFormat: { name: "a" } }, runtime: {} };
    const ours = ["model format 'mt:a' not in supported formats: no supported formats defined"];
    const matches = ["format", "framework", "architecture", "quantization", "diffusionPipeline", "size"];
    const details = {
      ...Object.fromEntries(matches.map((name) => [`${name}Match`, false])),
      autoSelectEnabled: false,
      weight: 0,
      priority: 0,
      reasons: [],
    };
    const rest = { compatible: false, warnings: [], autoSelectable: false, score: 0, details, reasons: ["x"] };
    expect(checkVector({ input, expected: { ...rest, acceptableReasons: [["x"], ours] } })).toEqual([]);
    expect(checkVector({ input, expected: { ...rest, acceptableReasons: [["x"], ["y"]] } })).toHaveLength(2);
  });

  test("files: blank lines, CRLF and a mark are fine, all else is a failure with its line", () => {
    const good = JSON.stringify({ id: "s", input: { size: "1" }, expected: { value: 1 } });
    expect(checkFile(`\ufeff${good}\r\n\r\n  \n${good}`)).toEqual({ passed: 2, failures: [] });
    expect(checkFile("")).toEqual({ passed: 0, failures: [{ what: "no vectors in it" }] });
    expect(checkFile(`${good}\n{"id`)).toEqual({ passed: 1, failures: [{ line: 2, what: "not JSON" }] });
    expect(checkFile('{"id":"x","input":{"size":"1"},"expected":{"value":2}}')).toEqual({
      passed: 0,
      failures: [{ line: 1, what: "x: value: expected 2, got 1" }],
    });
  });
});
