import { describe, expect, test } from "vitest";
import type { Json } from "./json.ts";
import { applyJsonPatch, applyMergePatch } from "./patch.ts";

describe("merge patch", () => {
  const rows: readonly { name: string; target: Json; patch: Json; expect: Json }[] = [
    { name: "adds", target: { a: 1 }, patch: { b: 2 }, expect: { a: 1, b: 2 } },
    { name: "goes down", target: { a: { b: 1, c: 2 } }, patch: { a: { b: 3 } }, expect: { a: { b: 3, c: 2 } } },
    { name: "null removes", target: { a: 1, b: 2 }, patch: { a: null }, expect: { b: 2 } },
    { name: "null of nothing", target: {}, patch: { a: null }, expect: {} },
    { name: "nulls below something new", target: {}, patch: { a: { b: null, c: 1 } }, expect: { a: { c: 1 } } },
    { name: "lists are replaced", target: { a: [1, 2] }, patch: { a: [3] }, expect: { a: [3] } },
    { name: "object over scalar", target: { a: 1 }, patch: { a: { b: 1 } }, expect: { a: { b: 1 } } },
    {
      name: "names of Object.prototype",
      target: { hasOwnProperty: "x" },
      patch: { constructor: "y", hasOwnProperty: null, b: 1 },
      expect: { constructor: "y", b: 1 },
    },
  ];
  test.each(rows)("$name", ({ target, patch, expect: expected }) => {
    const before = JSON.stringify(target);
    expect(JSON.stringify(applyMergePatch(target, patch))).toBe(JSON.stringify(expected));
    expect(JSON.stringify(target)).toBe(before);
  });

  test("changes no prototype", () => {
    const patch = JSON.parse(
      '{"__proto__":{"polluted":1},"a":{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}}',
    ) as Json;
    applyMergePatch({}, patch);
    expect(Reflect.get({}, "polluted")).toBeUndefined();
    expect(Reflect.get(Object, "polluted")).toBeUndefined();
  });
});

describe("JSON patch", () => {
  const target: Json = { list: [{ n: "a" }, { n: "b" }], map: { "x/y": 1, "~": 2 }, nothing: null };
  const rows: readonly { name: string; patch: Json; expect: Json | "refused" }[] = [
    {
      name: "add a member",
      patch: [{ op: "add", path: "/map/z", value: 3 }],
      expect: { ...target, map: { "x/y": 1, "~": 2, z: 3 } },
    },
    {
      name: "add replaces a member",
      patch: [{ op: "add", path: "/map/x~1y", value: 3 }],
      expect: { ...target, map: { "x/y": 3, "~": 2 } },
    },
    {
      name: "add inserts",
      patch: [{ op: "add", path: "/list/0", value: 0 }],
      expect: { ...target, list: [0, { n: "a" }, { n: "b" }] },
    },
    {
      name: "add appends",
      patch: [{ op: "add", path: "/list/-", value: 0 }],
      expect: { ...target, list: [{ n: "a" }, { n: "b" }, 0] },
    },
    { name: "add beyond the end", patch: [{ op: "add", path: "/list/3", value: 0 }], expect: "refused" },
    { name: "add without a parent", patch: [{ op: "add", path: "/none/x", value: 0 }], expect: "refused" },
    {
      name: "replace",
      patch: [{ op: "replace", path: "/list/1/n", value: "c" }],
      expect: { ...target, list: [{ n: "a" }, { n: "c" }] },
    },
    {
      name: "replace of a member that is not there, as the API server does",
      patch: [{ op: "replace", path: "/map/none", value: 1 }],
      expect: { ...target, map: { "x/y": 1, "~": 2, none: 1 } },
    },
    {
      name: "replace of an item that is not there",
      patch: [{ op: "replace", path: "/list/9", value: 1 }],
      expect: "refused",
    },
    { name: "replace below nothing", patch: [{ op: "replace", path: "/none/a", value: 1 }], expect: "refused" },
    {
      name: "replace of something inherited",
      patch: [{ op: "replace", path: "/map/toString/call", value: 1 }],
      expect: "refused",
    },
    { name: "remove", patch: [{ op: "remove", path: "/map/~0" }], expect: { ...target, map: { "x/y": 1 } } },
    { name: "remove of nothing", patch: [{ op: "remove", path: "/list/2" }], expect: "refused" },
    { name: "a test that holds", patch: [{ op: "test", path: "/list/0", value: { n: "a" } }], expect: target },
    { name: "a test that fails", patch: [{ op: "test", path: "/list/0/n", value: "b" }], expect: "refused" },
    {
      name: "all or nothing",
      patch: [
        { op: "remove", path: "/map" },
        { op: "remove", path: "/none" },
      ],
      expect: "refused",
    },
    {
      name: "move",
      patch: [{ op: "move", from: "/map/~0", path: "/moved" }],
      expect: { list: [{ n: "a" }, { n: "b" }], map: { "x/y": 1 }, nothing: null, moved: 2 },
    },
    { name: "move into itself", patch: [{ op: "move", from: "/map", path: "/map/x" }], expect: "refused" },
    {
      name: "copy",
      patch: [{ op: "copy", from: "/list/0", path: "/list/-" }],
      expect: { ...target, list: [{ n: "a" }, { n: "b" }, { n: "a" }] },
    },
    { name: "an operation that is none", patch: [{ op: "increment", path: "/x" }], expect: "refused" },
    { name: "a path that is none", patch: [{ op: "remove", path: "map" }], expect: "refused" },
    { name: "an index with a leading zero", patch: [{ op: "remove", path: "/list/00" }], expect: "refused" },
    { name: "the length of a list", patch: [{ op: "add", path: "/list/length", value: 0 }], expect: "refused" },
    { name: "an inherited member", patch: [{ op: "add", path: "/map/toString/call", value: 1 }], expect: "refused" },
    { name: "a prototype", patch: [{ op: "add", path: "/__proto__/polluted", value: 1 }], expect: "refused" },
    {
      name: "a prototype by its constructor",
      patch: [{ op: "add", path: "/constructor/prototype/polluted", value: 1 }],
      expect: "refused",
    },
  ];
  test.each(rows)("$name", ({ patch, expect: expected }) => {
    const before = JSON.stringify(target);
    if (expected === "refused") expect(() => applyJsonPatch(target, patch)).toThrow("the server rejected our request");
    else expect(applyJsonPatch(target, patch)).toEqual(expected);
    expect(JSON.stringify(target)).toBe(before);
    expect(Reflect.get({}, "polluted")).toBeUndefined();
    expect(typeof Object.prototype.toString.call).toBe("function");
  });

  test("is a list", () => {
    expect(() => applyJsonPatch({}, { op: "remove" })).toThrow("error decoding patch");
  });

  test("has at most 10,000 operations", () => {
    expect(() => applyJsonPatch({}, Array(10_001).fill({ op: "test", path: "", value: {} }))).toThrow(
      "maximum operations",
    );
  });
});
