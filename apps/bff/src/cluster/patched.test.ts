import { readFleetObject } from "@ome-matrix/matcher";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyObject } from "../../test/any-object.ts";
import type { PatchableObject } from "../snapshot/patching.ts";
import { patching } from "./patched.ts";
import { readObject } from "./read.ts";

const kinds = ["ClusterBaseModel", "BaseModel", "ClusterServingRuntime", "ServingRuntime", "InferenceService"] as const;
const nothing = { type: "merge", body: {} } as const;

const read = (kind: (typeof kinds)[number], object: unknown): PatchableObject =>
  readObject(kind, object) as PatchableObject;

describe("a patched object", () => {
  it.each(kinds)("is read from its allowed fields as from all of them: %s", (kind) => {
    fc.assert(
      fc.property(anyObject(kind), (object) => {
        const before = read(kind, object);
        const made = patching.patched(before, nothing);
        if (!made.ok) throw new Error(made.problem.why);
        // With the defaults of the API, which a stored object has.
        const whole = before.spec === undefined ? undefined : readFleetObject(object)?.spec;
        expect(made.object.spec).toEqual(whole);
        expect(made.object.key).toBe(before.key);
        expect(made.object.summary.problems.length > 0).toBe(before.summary.problems.length > 0);
        expect(made.document).toEqual(JSON.parse(made.object.document));
      }),
      { numRuns: 1_000, seed: 20_260_701 },
    );
  });

  it("is not read from what stands for a hidden value", () => {
    const odd = { metadata: { name: "odd" }, spec: { modelArchitecture: { a: 1 }, quantization: ["fp8"] } };
    const before = read("ClusterBaseModel", odd);
    expect(before.document).toContain("not shown");
    const half = patching.patched(before, { type: "merge", body: { spec: { quantization: "fp8" } } });
    expect(half.ok && half.object.spec).toBeUndefined();
    const whole = patching.patched(before, {
      type: "merge",
      body: { spec: { quantization: "fp8", modelArchitecture: "A" } },
    });
    expect(whole.ok && whole.object.spec).toEqual({ modelArchitecture: "A", quantization: "fp8" });
  });

  it("keeps what tells who applies it, the namespaces that hide it, and its name", () => {
    const annotations = { "kubectl.kubernetes.io/last-applied-configuration": "hunter2" };
    const before = read("ClusterBaseModel", { metadata: { name: "writer", annotations }, spec: {} });
    const hidden = { ...before, summary: { ...before.summary, shadowedIn: ["studio"] } } as PatchableObject;
    const made = patching.patched(hidden, { type: "merge", body: { spec: { quantization: "fp8" } } });
    if (!made.ok) throw new Error(made.problem.why);
    expect(made.object.summary).toMatchObject({ managedBy: ["kubectl-apply"], shadowedIn: ["studio"], name: "writer" });
    expect(JSON.stringify(made)).not.toContain("hunter2");
    expect(JSON.stringify(made.document)).not.toContain("last-applied");
    const renamed = patching.patched(before, { type: "merge", body: { metadata: { name: "other" } } });
    expect(renamed).toEqual({ ok: false, problem: { why: "identity-changed" } });
  });
});
