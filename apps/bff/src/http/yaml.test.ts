import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { toYaml } from "./yaml.ts";

describe("an object as YAML", () => {
  const rows = [
    { value: { version: "1.0.0", size: "3.2B" }, yaml: "version: 1.0.0\nsize: 3.2B\n" },
    {
      value: { disabled: "yes", version: "4.45", at: "2026-03-25T10:00:00Z" },
      yaml: 'disabled: "yes"\nversion: "4.45"\nat: "2026-03-25T10:00:00Z"\n',
    },
    { value: { message: "one\ntwo" }, yaml: "message: |-\n  one\n  two\n" },
    { value: { name: "\u202egnp.exe" }, yaml: 'name: "\\u202egnp.exe"\n' },
    { value: { "\u0007key": 1 }, yaml: '"\\akey": 1\n' },
    {
      value: {
        more: new Map<string, unknown>([
          ["safety_checker", {}],
          ["__proto__", new Map([["library", "no"]])],
        ]),
      },
      yaml: 'more:\n  safety_checker: {}\n  __proto__:\n    library: "no"\n',
    },
    { value: { more: new Map() }, yaml: "more: {}\n" },
    { value: JSON.parse('{"__proto__":{"type":"A"}}'), yaml: "__proto__:\n  type: A\n" },
  ];
  for (const { value, yaml } of rows) {
    it(JSON.stringify(yaml), () => expect(toYaml(value)).toBe(yaml));
  }

  it("is read back as what it was, and shows nothing that misleads", () => {
    const text = fc.oneof(
      fc.string(),
      fc.string({ unit: "binary" }),
      fc.constantFrom("\u2066", "a\u200fb", "\u0085", "\ufeff"),
    );
    fc.assert(
      fc.property(fc.dictionary(text, fc.oneof(text, fc.array(text), fc.integer(), fc.boolean())), (value) => {
        const yaml = toYaml(value);
        expect(yaml).not.toMatch(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/);
        expect(parse(yaml, { version: "1.1" })).toEqual({ ...value });
      }),
      { numRuns: 500 },
    );
  });
});
