import { describe, expect, test } from "vitest";
import { entryWith, runtimeWith } from "../test/base.ts";
import {
  type InheritingRuntime,
  longestChain,
  mergeInherited,
  readInheritance,
  resolveChain,
  specWhenNamed,
} from "./inherit.ts";
import type { RuntimeSpec } from "./resources.ts";

const cluster = (name: string, inheritsFrom?: string, spec: RuntimeSpec = runtimeWith()): InheritingRuntime => ({
  kind: "ClusterServingRuntime",
  name,
  spec,
  ...(inheritsFrom === undefined ? {} : { inheritsFrom }),
});
const own = (name: string, inheritsFrom?: string): InheritingRuntime => ({
  ...cluster(name, inheritsFrom),
  kind: "ServingRuntime",
  namespace: "studio",
});
/** `r` inherits from `r1`, and so on. */
const chainOf = (length: number) =>
  Array.from({ length }, (_, index) =>
    cluster(index === 0 ? "r" : `r${index}`, index === length - 1 ? undefined : `r${index + 1}`),
  );

describe("chains (spec 6.2)", () => {
  test.each<readonly [string, InheritingRuntime, readonly InheritingRuntime[], string]>([
    ["no parent", cluster("r"), [], "r"],
    ["root first", cluster("r", "p"), [cluster("p", "q"), cluster("q")], "q p r"],
    ["the namespace's parent first", own("r", "p"), [cluster("p", "q"), own("p")], "p r"],
    ["then the cluster's", own("r", "p"), [cluster("p")], "p r"],
    ["not another namespace's", own("r", "p"), [{ ...own("p"), namespace: "lab" }], "inheritance/parent-not-found r"],
    ["a cluster's parent is no namespace's", cluster("r", "p"), [own("p")], "inheritance/parent-not-found r"],
    ["missing further up", cluster("r", "p"), [cluster("p", "q")], "inheritance/parent-not-found r p"],
    ["itself", cluster("r", "r"), [], "inheritance/cycle r r"],
    ["in a circle", cluster("r", "p"), [cluster("p", "r")], "inheritance/cycle r p r"],
    ["one name in both kinds", own("r", "r"), [cluster("r")], "inheritance/cycle r r"],
  ])("%s", (_, runtime, others, expected) => {
    const resolved = resolveChain(runtime, [runtime, ...others]);
    const told = resolved.ok
      ? resolved.chain.map(({ name }) => name).join(" ")
      : [resolved.error.code, ...resolved.error.chain].join(" ");
    expect(told).toBe(expected);
  });

  test("five runtimes are a chain, six are not", () => {
    const resolve = (length: number) => {
      const [first = cluster("r"), ...others] = chainOf(length);
      return resolveChain(first, others);
    };
    expect(longestChain).toBe(5);
    expect(resolve(5).ok).toBe(true);
    expect(resolve(6)).toMatchObject({ ok: false, error: { code: "inheritance/too-long" } });
  });
});

describe("merging (spec 6.3)", () => {
  const root: RuntimeSpec = {
    disabled: true,
    supportedModelFormats: [entryWith({}), entryWith({ priority: 2 })],
    modelSizeRange: { min: "1B", max: "8B" },
    acceleratorClasses: ["h100", "h200"],
    deploymentModes: { engine: "RawDeployment", decoder: "RawDeployment" },
  };
  const empty = runtimeWith({}, []);

  test.each<readonly [string, Partial<RuntimeSpec>, Partial<RuntimeSpec>]>([
    ["nothing: all is the parent's", {}, {}],
    ["a single value is replaced", { disabled: false }, { disabled: false }],
    ["a list is replaced as a whole", { acceleratorClasses: ["l40s"] }, { acceleratorClasses: ["l40s"] }],
    [
      "entries are replaced as a whole",
      { supportedModelFormats: [entryWith({ priority: 9 })] },
      { supportedModelFormats: [entryWith({ priority: 9 })] },
    ],
    ["a range bound by bound", { modelSizeRange: { max: "70B" } }, { modelSizeRange: { min: "1B", max: "70B" } }],
    ["an empty range removes nothing", { modelSizeRange: {} }, {}],
    ["an empty bound removes nothing", { modelSizeRange: { min: "" } }, {}],
    [
      "annotations by key",
      { deploymentModes: { engine: "OMENative" } },
      { deploymentModes: { engine: "OMENative", decoder: "RawDeployment" } },
    ],
    ["an empty annotation removes nothing", { deploymentModes: { engine: "" } }, {}],
  ])("%s", (_, child, expected) => {
    expect(mergeInherited([root, { ...empty, ...child }])).toEqual({ ...root, ...expected });
  });

  test("a named runtime is checked with its whole chain, or not at all", () => {
    const parent = cluster("p", undefined, root);
    const child = cluster("r", "p", empty);
    expect(specWhenNamed(child, [parent])).toEqual({ ok: true, spec: root });
    expect(specWhenNamed(cluster("r"), [])).toEqual({ ok: true, spec: runtimeWith() });
    expect(specWhenNamed(child, []).ok).toBe(false);
  });
});

test.each([
  [undefined, { isProfile: false }],
  [{ metadata: { annotations: { "ome.io/inherit-from": "" } } }, { isProfile: false }],
  [{ metadata: { annotations: { "ome.io/inherit-from": "p" } } }, { inheritsFrom: "p", isProfile: false }],
  [{ metadata: { annotations: { "ome.io/runtime-profile": "true" } } }, { isProfile: true }],
  [{ metadata: { annotations: { "ome.io/runtime-profile": true } } }, { isProfile: false }],
])("reads inheritance from %j", (object, inheritance) => {
  expect(readInheritance(object)).toEqual(inheritance);
});
