import type { WatchedKind } from "@ome-matrix/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readObject } from "../cluster/read.ts";
import type { Change, ClusterObject } from "./change.ts";
import { reduce } from "./reduce.ts";
import { emptySnapshot, type Snapshot } from "./snapshot.ts";

const now = new Date("2026-01-01T00:00:00Z");
const later = new Date("2026-01-01T00:01:00Z");

const clusterModel = (name: string, size = "1B") =>
  readObject("ClusterBaseModel", { metadata: { name }, spec: { modelParameterSize: size } });
const model = (namespace: string, name: string) => readObject("BaseModel", { metadata: { namespace, name }, spec: {} });
const put = (object: ReturnType<typeof model>): Change => ({ type: "put", object });
const after = (...changes: Change[]): Snapshot => reduce(emptySnapshot(now), changes, now).snapshot;

describe("reduce", () => {
  it("takes a list over, one revision on", () => {
    const { snapshot, touched } = reduce(
      emptySnapshot(now),
      [{ type: "listed", kind: "ClusterBaseModel", objects: [clusterModel("b"), clusterModel("a")] }],
      later,
    );
    expect(snapshot.revision).toBe(1);
    expect(snapshot.updatedAt).toBe("2026-01-01T00:01:00.000Z");
    expect(snapshot.models.map(({ name }) => name)).toEqual(["a", "b"]);
    expect(snapshot.listed).toEqual(new Set(["ClusterBaseModel"]));
    expect(touched).toEqual({ kinds: ["ClusterBaseModel"], keys: ["ClusterBaseModel/b", "ClusterBaseModel/a"] });
  });

  it("leaves the snapshot it started from as it was", () => {
    const before = after(put(clusterModel("a")));
    const copy = structuredClone(before.models.map(({ summary }) => summary));
    reduce(before, [put(clusterModel("a", "2B")), put(model("studio", "a"))], later);
    expect(before.models.map(({ summary }) => summary)).toEqual(copy);
    expect(Object.isFrozen(before)).toBe(true);
    expect(before.models.every(Object.isFrozen)).toBe(true);
  });

  const unchanged: readonly { readonly what: string; readonly changes: readonly Change[] }[] = [
    { what: "nothing", changes: [] },
    { what: "the same object again", changes: [put(clusterModel("a"))] },
    {
      what: "an object that is not there, removed",
      changes: [{ type: "removed", kind: "BaseModel", key: "BaseModel/x/y" }],
    },
    {
      what: "the same list again",
      changes: [{ type: "listed", kind: "ClusterBaseModel", objects: [clusterModel("a")] }],
    },
    {
      what: "the same condition again",
      changes: [{ type: "condition", kind: "Namespace", condition: { state: "connecting", since: now.toISOString() } }],
    },
  ];
  for (const { what, changes } of unchanged) {
    it(`is the very same snapshot after ${what}`, () => {
      const before = after({ type: "listed", kind: "ClusterBaseModel", objects: [clusterModel("a")] });
      const step = reduce(before, changes, later);
      expect(step.snapshot).toBe(before);
      expect(step.touched).toBeUndefined();
    });
  }

  it("keeps the objects that did not change", () => {
    const before = after(put(clusterModel("a")), put(clusterModel("b")));
    const { snapshot, touched } = reduce(
      before,
      [
        {
          type: "listed",
          kind: "ClusterBaseModel",
          objects: [clusterModel("a"), clusterModel("b", "2B"), clusterModel("c")],
        },
      ],
      later,
    );
    expect(snapshot.models[0]).toBe(before.models[0]);
    expect(touched?.keys).toEqual(["ClusterBaseModel/b", "ClusterBaseModel/c"]);
  });

  it("forgets what a list no longer has, and what is deleted twice only once", () => {
    const before = after(put(clusterModel("a")), put(clusterModel("b")));
    const listed = reduce(before, [{ type: "listed", kind: "ClusterBaseModel", objects: [clusterModel("b")] }], later);
    expect(listed.snapshot.models.map(({ name }) => name)).toEqual(["b"]);
    const remove: Change = { type: "removed", kind: "ClusterBaseModel", key: "ClusterBaseModel/b" };
    const removed = reduce(listed.snapshot, [remove, remove], later);
    expect(removed.snapshot.models).toEqual([]);
    expect(removed.touched?.keys).toEqual(["ClusterBaseModel/b"]);
  });

  it("forgets of one namespace only what a list of that namespace no longer has", () => {
    const before = after(put(model("art", "a")), put(model("studio", "a")), put(model("studio", "b")));
    const change = { type: "listed", kind: "BaseModel", namespace: "studio", objects: [model("studio", "c")] } as const;
    const part = reduce(before, [{ ...change, isPart: true }], later).snapshot;
    expect(part.models.map(({ key }) => key)).toEqual(["BaseModel/art/a", "BaseModel/studio/c"]);
    expect(part.listed).toEqual(new Set());
    expect(reduce(part, [change], later).snapshot.listed).toEqual(new Set(["BaseModel"]));
  });

  it("tells in which namespaces a BaseModel hides a ClusterBaseModel", () => {
    const before = after(
      put(clusterModel("a")),
      put(model("studio", "a")),
      put(model("art", "a")),
      put(model("art", "b")),
    );
    const shadowedIn = (snapshot: Snapshot) =>
      snapshot.models.find(({ kind }) => kind === "ClusterBaseModel")?.summary.shadowedIn;
    expect(shadowedIn(before)).toEqual(["art", "studio"]);
    const again = reduce(before, [put(clusterModel("a"))], later);
    expect(again.snapshot).toBe(before);
    const { snapshot, touched } = reduce(
      before,
      [{ type: "removed", kind: "BaseModel", key: "BaseModel/art/a" }],
      later,
    );
    expect(shadowedIn(snapshot)).toEqual(["studio"]);
    expect(touched?.keys).toEqual(["BaseModel/art/a", "ClusterBaseModel/a"]);
  });

  it("knows the namespaces that are listed and those that objects are in", () => {
    const namespace = readObject("Namespace", { metadata: { name: "empty" } });
    expect(after(put(namespace), put(model("studio", "a"))).namespaces).toEqual(["empty", "studio"]);
  });

  it("is one revision on when only the reports changed", () => {
    const { snapshot, touched } = reduce(after(), [{ type: "reported" }], later);
    expect(snapshot.revision).toBe(1);
    expect(touched).toEqual({ kinds: [], keys: [] });
  });

  it("keeps its lists in order, and knows who is shadowed, whatever happens one after the other", () => {
    const name = fc.constantFrom("a", "b", "c", "d/e", "ü");
    const where = fc.constantFrom("studio", "art");
    const kinds = [
      "ClusterBaseModel",
      "BaseModel",
      "ClusterServingRuntime",
      "ServingRuntime",
      "InferenceService",
    ] as const;
    const object = fc.record({ kind: fc.constantFrom(...kinds), name, namespace: where, version: fc.nat(2) });
    const change = fc
      .tuple(object, fc.constantFrom("put", "put", "removed", "listed"), fc.array(object, { maxLength: 3 }))
      .map(([made, type, others]): Change => {
        const read = ({ kind, name: called, namespace, version }: typeof made) =>
          readObject(kind, { metadata: { name: called, namespace, labels: { version: String(version) } }, spec: {} });
        const first = read(made);
        if (type === "removed") return { type, kind: made.kind, key: first.key };
        if (type === "put") return { type, object: first };
        const all = [made, ...others].filter(({ kind }) => kind === made.kind).map(read);
        return { type: "listed", kind: made.kind, objects: [...new Map(all.map((item) => [item.key, item])).values()] };
      });
    const compareTexts = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);
    const order = (left: ClusterObject, right: ClusterObject): number =>
      compareTexts(left.kind, right.kind) ||
      compareTexts(left.namespace ?? "", right.namespace ?? "") ||
      compareTexts(left.name, right.name);
    fc.assert(
      fc.property(fc.array(fc.array(change, { minLength: 1, maxLength: 5 }), { maxLength: 8 }), (batches) => {
        let snapshot = emptySnapshot(now);
        for (const batch of batches) {
          snapshot = reduce(snapshot, batch, now).snapshot;
          const { objects, models, runtimes, services, namespaces } = snapshot;
          const all = (...of: readonly WatchedKind[]) => of.flatMap((kind) => [...objects[kind].values()]).sort(order);
          expect(models).toEqual(all("BaseModel", "ClusterBaseModel"));
          expect(runtimes).toEqual(all("ServingRuntime", "ClusterServingRuntime"));
          expect(services).toEqual(all("InferenceService"));
          const used = all(...kinds).flatMap(({ namespace }) => namespace ?? []);
          expect(namespaces).toEqual([...new Set(used)].sort());
          for (const { kind, name: called, summary } of models) {
            const shadowing = models.filter((other) => other.kind === "BaseModel" && other.name === called);
            const expected = kind === "ClusterBaseModel" ? shadowing.map(({ namespace }) => namespace).sort() : [];
            expect(summary.shadowedIn).toEqual(expected);
          }
        }
      }),
      { numRuns: 300 },
    );
  });
});
