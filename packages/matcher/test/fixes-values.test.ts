import { describe, expect, test } from "vitest";
import { jsonEquals } from "../src/fixes/json-value.ts";
import { correctSize, correctVersion } from "../src/fixes/malformed.ts";
import {
  applyPatch,
  type InheritingRuntime,
  mergeInherited,
  type Patch,
  type RuntimeSpec,
  readInheritance,
  resolveChain,
} from "../src/index.ts";

describe("what a malformed value was meant to be", () => {
  test.each([
    ["V1.0.0", "v1.0.0"],
    [" 1.0.0", "1.0.0"],
    ["1.0.0\n", "1.0.0"],
    ["1.08.0", "1.8.0"],
    ["01", "1"],
    ["00", "0"],
    ["4.45.0dev0", "4.45.0.dev0"],
    ["v4.45.0dev12", "v4.45.0.dev12"],
    ["1.0.0", undefined],
    ["", undefined],
    ["latest", undefined],
    ["b6700", undefined],
    ["1.0.0rc1", undefined],
    ["1.0.0a1", undefined],
    ["1.2-beta", undefined],
    ["1,0", undefined],
    ["1.", undefined],
    ["1..0", undefined],
    ["vv1", undefined],
    ["18446744073709551616.0.0", undefined],
  ])("version %j: %j", (text, expected) => {
    expect(correctVersion(text)).toBe(expected);
  });

  test.each([
    ["4b", "4B"],
    ["7m", "7M"],
    ["1.5t", "1.5T"],
    ["7 B", "7B"],
    [" 7B ", "7B"],
    ["500K", "0.5M"],
    ["500k", "0.5M"],
    ["7B", undefined],
    ["", undefined],
    ["0", undefined],
    ["7GB", undefined],
    ["7BB", undefined],
    ["1,000M", undefined],
    ["seven", undefined],
    ["NaN", undefined],
  ])("size %j: %j", (text, expected) => {
    expect(correctSize(text)).toBe(expected);
  });
});

describe("patches", () => {
  const object = { a: { b: 1 }, list: [1, 2], "x/y~z": true };
  const merge = (body: object): Patch => ({ type: "merge", body: body as never });
  const json = (...operations: object[]): Patch => ({ type: "json", operations: operations as never });

  test.each<[string, Patch, unknown]>([
    ["merges by key", merge({ a: { c: 2 } }), { ...object, a: { b: 1, c: 2 } }],
    ["null removes", merge({ a: null, none: null }), { list: [1, 2], "x/y~z": true }],
    ["null inside what is new", merge({ n: { o: null, p: {} } }), { ...object, n: { p: {} } }],
    ["lists are replaced", merge({ list: [3] }), { ...object, list: [3] }],
    ["an object replaces a text", merge({ list: { a: 1 } }), { ...object, list: { a: 1 } }],
    ["add replaces a member", json({ op: "add", path: "/a/b", value: 2 }), { ...object, a: { b: 2 } }],
    ["add inserts into a list", json({ op: "add", path: "/list/0", value: 0 }), { ...object, list: [0, 1, 2] }],
    ["- appends", json({ op: "add", path: "/list/-", value: 3 }), { ...object, list: [1, 2, 3] }],
    ["replace", json({ op: "replace", path: "/list/1", value: 9 }), { ...object, list: [1, 9] }],
    ["remove", json({ op: "remove", path: "/list/0" }), { ...object, list: [2] }],
    ["escapes", json({ op: "replace", path: "/x~1y~0z", value: false }), { ...object, "x/y~z": false }],
    ["test", json({ op: "test", path: "/a", value: { b: 1 } }), object],
  ])("%s", (_name, patch, expected) => {
    const before = structuredClone(object);
    expect(applyPatch(object, patch)).toEqual({ ok: true, object: expected });
    expect(object).toEqual(before);
  });

  test.each<[string, object, string]>([
    ["no parent", { op: "add", path: "/z/b", value: 1 }, "no-such-parent"],
    ["no member to remove", { op: "remove", path: "/z" }, "no-such-member"],
    ["no member to replace", { op: "replace", path: "/z", value: 1 }, "no-such-member"],
    ["inherited members are none", { op: "replace", path: "/constructor", value: 1 }, "no-such-member"],
    ["inherited parents are none", { op: "add", path: "/__proto__/polluted", value: 1 }, "no-such-parent"],
    ["another value", { op: "test", path: "/a/b", value: 2 }, "test-failed"],
    ["beyond the end", { op: "add", path: "/list/3", value: 1 }, "no-such-member"],
    ["- is no item", { op: "remove", path: "/list/-" }, "not-an-index"],
    ["leading zeros", { op: "add", path: "/list/01", value: 1 }, "not-an-index"],
    ["no pointer", { op: "add", path: "a", value: 1 }, "not-a-pointer"],
  ])("%s: the whole patch is refused", (_name, operation, why) => {
    const patched = applyPatch(object, json({ op: "add", path: "/fine", value: 1 }, operation));
    expect(patched).toMatchObject({ ok: false, problem: { operation: 1, why } });
  });

  test("a member called __proto__ is a member, and nobody's prototype changes", () => {
    const body: object = JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}');
    const patched = applyPatch({}, merge(body));
    expect(patched.ok && JSON.stringify(patched.object)).toBe(JSON.stringify(body));
    applyPatch({}, json({ op: "add", path: "/__proto__", value: { polluted: true } }));
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect(jsonEquals(JSON.parse('{"__proto__":1}'), {})).toBe(false);
  });
});

describe("inheritance", () => {
  const spec = (more: Partial<RuntimeSpec> = {}): RuntimeSpec => ({
    supportedModelFormats: [],
    acceleratorClasses: [],
    deploymentModes: {},
    ...more,
  });
  const runtime = (
    name: string,
    inheritsFrom?: string,
    namespace?: string,
    own: RuntimeSpec = spec(),
  ): InheritingRuntime => ({
    kind: namespace === undefined ? "ClusterServingRuntime" : "ServingRuntime",
    ...(namespace === undefined ? {} : { namespace }),
    name,
    ...(inheritsFrom === undefined ? {} : { inheritsFrom }),
    spec: own,
  });
  const names = (child: InheritingRuntime, all: readonly InheritingRuntime[]) => {
    const resolved = resolveChain(child, all);
    return resolved.ok ? resolved.chain.map(({ kind, name }) => `${kind} ${name}`) : resolved.error;
  };

  test("a chain is root first; a ServingRuntime looks in its namespace first", () => {
    const all = [runtime("base"), runtime("base", undefined, "studio"), runtime("base", undefined, "lab")];
    expect(names(runtime("child", "base", "studio"), all)).toEqual(["ServingRuntime base", "ServingRuntime child"]);
    expect(names(runtime("child", "base", "other"), all)).toEqual([
      "ClusterServingRuntime base",
      "ServingRuntime child",
    ]);
    expect(names(runtime("child", "base"), all.slice(1))).toEqual({
      code: "inheritance/parent-not-found",
      parent: "base",
      chain: ["child"],
    });
    expect(names(runtime("alone"), all)).toEqual(["ClusterServingRuntime alone"]);
  });

  test("five are a chain, six are too long", () => {
    const all = [runtime("1"), ...["2", "3", "4", "5", "6"].map((name, at) => runtime(name, String(at + 1)))];
    expect(names(all[4] ?? runtime(""), all)).toHaveLength(5);
    expect(names(all[5] ?? runtime(""), all)).toEqual({
      code: "inheritance/too-long",
      chain: ["6", "5", "4", "3", "2", "1"],
    });
  });

  test("a name occurs once, whatever the kind", () => {
    expect(names(runtime("a", "b"), [runtime("b", "a"), runtime("a", "b")])).toMatchObject({
      code: "inheritance/cycle",
      chain: ["a", "b", "a"],
    });
    expect(names(runtime("a", "a", "studio"), [runtime("a")])).toMatchObject({ code: "inheritance/cycle" });
  });

  test("fields are laid over each other; what is empty in a child counts as unset", () => {
    const entries = [{ modelArchitecture: "A" }];
    const merged = mergeInherited([
      spec({
        disabled: true,
        supportedModelFormats: entries,
        modelSizeRange: { min: "1B", max: "8B" },
        acceleratorClasses: ["h100"],
        deploymentModes: { engine: "OMENative", decoder: "MultiNode" },
      }),
      spec({ modelSizeRange: { max: "13B", min: "" }, deploymentModes: { engine: "" } }),
      spec({ disabled: false, modelSizeRange: {}, acceleratorClasses: ["h200"] }),
    ]);
    expect(merged).toEqual({
      disabled: false,
      supportedModelFormats: entries,
      modelSizeRange: { min: "1B", max: "13B" },
      acceleratorClasses: ["h200"],
      deploymentModes: { engine: "OMENative", decoder: "MultiNode" },
    });
    expect(mergeInherited([])).toEqual(spec());
  });

  test("annotations", () => {
    const annotated = (annotations: object) => readInheritance({ metadata: { annotations } });
    expect(annotated({ "ome.io/inherit-from": "base", "ome.io/runtime-profile": "true" })).toEqual({
      inheritsFrom: "base",
      isProfile: true,
    });
    expect(annotated({ "ome.io/inherit-from": "", "ome.io/runtime-profile": "True" })).toEqual({ isProfile: false });
    expect(readInheritance(undefined)).toEqual({ isProfile: false });
    expect(readInheritance({ metadata: { annotations: [] } })).toEqual({ isProfile: false });
  });
});
