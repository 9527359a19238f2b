import { readFileSync } from "node:fs";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { matrixChanges, matrix as matrixSchema, type WatchedKind } from "@ome-matrix/contract";
import { describe, expect, it } from "vitest";
import { parseAllDocuments } from "yaml";
import { usedHeap } from "../../test/faults/heap.ts";
import { readObject } from "../cluster/read.ts";
import type { Change, ClusterObject, RuntimeObject } from "./change.ts";
import { computeRow, createMatrixCache, type MatrixView } from "./matrix-cache.ts";
import { reduce } from "./reduce.ts";
import { emptySnapshot, type Snapshot } from "./snapshot.ts";

const fixture = readFileSync(new URL("../../test/fixtures/selection.yaml", import.meta.url), "utf8");
const objects = parseAllDocuments(fixture).map((document) => document.toJS() as { kind: WatchedKind });
const changes = objects.map((object): Change => ({ type: "put", object: readObject(object.kind, object) }));
const now = new Date("2026-01-01T00:00:00Z");
const { snapshot } = reduce(emptySnapshot(now), changes, now);

describe("the matrix cache", () => {
  it("has the worked example of the documentation", () => {
    const matrix = createMatrixCache().matrix(snapshot, { namespace: "studio" });
    expect(matrix.models.map(({ key }) => key)).toEqual(["BaseModel/studio/writer-3b"]);
    const names = matrix.runtimes.map(({ name }) => name);
    const ranks = JSON.parse(matrix.rows[0]?.ranks ?? "") as number[];
    const ranked = ranks.flatMap((column, index) => (index % 2 === 0 ? [[names[column], ranks[index + 1]]] : []));
    expect(Object.fromEntries(ranked)).toEqual({
      "studio-own": 1,
      "zero-weight": 2,
      fast: 3,
      tight: 4,
      "half-open": 5,
      wide: 6,
    });
    expect(matrix.rows.map(({ cells }) => cells)).toEqual([
      names
        .map(
          (name) =>
            ({
              "studio-own": "0",
              manual: "2",
              "mistral-only": "4",
              big: "3",
              "switched-off": "5",
            })[name] ?? "1",
        )
        .join(""),
    ]);
  });

  it("leaves out what a namespace does not see", () => {
    const matrix = createMatrixCache().matrix(snapshot, { namespace: "elsewhere" });
    expect(matrix.models).toEqual([]);
    expect(matrix.runtimes.every(({ kind }) => kind === "ClusterServingRuntime")).toBe(true);
  });

  it("computes once for a revision and a view", () => {
    const cache = createMatrixCache();
    const first = cache.matrix(snapshot, { namespace: "studio" });
    expect(cache.matrix(snapshot, { namespace: "studio" })).toBe(first);
    expect(cache.matrix(snapshot, {})).not.toBe(first);
    const next = reduce(
      snapshot,
      [{ type: "removed", kind: "ClusterServingRuntime", key: "ClusterServingRuntime/fast" }],
      now,
    );
    expect(cache.matrix(next.snapshot, { namespace: "studio" }).runtimes).toHaveLength(first.runtimes.length - 1);
  });

  it("serialises and compresses once, also for those who ask at the same time", async () => {
    const cache = createMatrixCache();
    const ask = () => cache.body(snapshot, { namespace: "studio" }, "br");
    const [first, second] = await Promise.all([ask(), ask()]);
    expect(second).toBe(first);
    expect(await ask()).toBe(first);
    const plain = await cache.body(snapshot, { namespace: "studio" }, "identity");
    expect(brotliDecompressSync(first)).toEqual(plain);
    expect(gunzipSync(await cache.body(snapshot, { namespace: "studio" }, "gzip"))).toEqual(plain);
    const matrix = matrixSchema.parse(JSON.parse(plain.toString()));
    expect(matrix).toMatchObject({ revision: 1, view: { namespace: "studio" } });
    expect(matrix.states[Number(matrix.cells[0]?.[0])]).toBeDefined();
  });

  describe("in memory", () => {
    const model = (index: number, namespace?: string) => ({
      apiVersion: "ome.io/v1beta1",
      kind: namespace === undefined ? "ClusterBaseModel" : "BaseModel",
      metadata: { name: `model-${index}`, ...(namespace === undefined ? {} : { namespace }) },
      spec: { modelFormat: { name: "safetensors", version: `${index % 7}` }, modelParameterSize: `${index}B` },
    });
    const runtime = (index: number) => ({
      apiVersion: "ome.io/v1beta1",
      kind: "ClusterServingRuntime",
      metadata: { name: `runtime-${index}` },
      // Differs from nearly every model in one point, so that there are as many near misses as can be.
      spec: { supportedModelFormats: [{ modelFormat: { name: "safetensors", version: `${index % 7}` } }] },
    });
    const service = (index: number) => ({
      apiVersion: "ome.io/v1beta1",
      kind: "InferenceService",
      metadata: { name: `service-${index}`, namespace: "n-0" },
      spec: { model: { name: "model-1" } },
    });
    const snapshotOf = (objects: readonly object[]) =>
      reduce(
        emptySnapshot(now),
        objects.map((object): Change => {
          const { kind } = object as { readonly kind: WatchedKind };
          return { type: "put", object: readObject(kind, object) };
        }),
        now,
      ).snapshot;
    const each = <Item>(count: number, item: (index: number) => Item): Item[] =>
      Array.from({ length: count }, (_, index) => item(index));
    const encodings = ["br", "gzip", "identity"] as const;

    it("holds about what it says it holds, bodies included", async () => {
      const large = snapshotOf([...each(600, (index) => model(index)), ...each(400, runtime)]);
      const views = each(3, (index) => ({ namespace: `n-${index}` }));
      const withNamespaces = { ...large, namespaces: views.map(({ namespace }) => namespace) };
      const fill = async (): Promise<ReturnType<typeof createMatrixCache>> => {
        const filled = createMatrixCache();
        for (const view of views) for (const encoding of encodings) await filled.body(withNamespaces, view, encoding);
        return filled;
      };
      // What is kept of the objects themselves, whichever cache asks, is there after the first time.
      await fill();
      const before = await usedHeap();
      const outside = process.memoryUsage().arrayBuffers / 1024 / 1024;
      const cache = await fill();
      const used = (await usedHeap()) - before + process.memoryUsage().arrayBuffers / 1024 / 1024 - outside;
      const said = cache.bytes() / 1024 / 1024;
      expect(said).toBeGreaterThan(10);
      expect(used / said).toBeGreaterThan(0.8);
      expect(used / said).toBeLessThan(1.2);
    });

    it("does not grow with the namespaces and services that are asked for", async () => {
      const namespaces = each(500, (index) => `n-${index}`);
      const filled = snapshotOf([
        ...namespaces.map((namespace) => model(1, namespace)),
        ...each(20, (index) => model(index)),
        ...each(20, runtime),
        ...each(2_500, service),
      ]);
      const cache = createMatrixCache({ room: 2_000_000 });
      const views: readonly MatrixView[] = [
        ...namespaces.map((namespace) => ({ namespace })),
        ...filled.services.map((inferenceService) => ({ namespace: "n-0", service: inferenceService })),
        ...each(7_000, (index) => ({ namespace: `unknown-${index}` })),
      ];
      const ask = async (some: readonly MatrixView[]): Promise<number> => {
        for (const view of some) await cache.body(filled, view, "br");
        expect(cache.bytes()).toBeLessThanOrEqual(2_000_000);
        return usedHeap();
      };
      const first = await ask(views.slice(0, 1_000));
      expect(cache.bytes()).toBeGreaterThan(1_900_000);
      expect((await ask(views)) - first).toBeLessThan(3);
    });

    it("keeps nothing of a namespace that does not exist", async () => {
      const cache = createMatrixCache();
      const bodies = await Promise.all(
        each(50, (index) => cache.body(snapshot, { namespace: `unknown-${index}` }, "identity")),
      );
      const one = cache.bytes();
      expect(one).toBeLessThan(20_000);
      expect(JSON.parse(String(bodies[7]))).toMatchObject({ view: { namespace: "unknown-7" }, models: [] });
      await cache.body(snapshot, { namespace: "another" }, "br");
      expect(cache.bytes()).toBe(one);
    });

    it("forgets views of long ago, which hold on to objects that are gone", () => {
      const cache = createMatrixCache();
      cache.matrix(snapshot, { namespace: "studio" });
      const bytes = cache.bytes();
      cache.matrix({ ...snapshot, revision: snapshot.revision + 1_000 }, {});
      const both = cache.bytes();
      cache.matrix({ ...snapshot, revision: snapshot.revision + 1_001 }, { namespace: "studio" });
      expect(cache.bytes() - both).toBe(bytes);
    });
  });

  describe("of what changed since", () => {
    const read = async (body: Promise<Buffer>): Promise<Record<string, unknown>> => JSON.parse(String(await body));
    const change = (before: Snapshot, ...put: readonly ClusterObject[]): Snapshot =>
      reduce(
        before,
        put.map((object): Change => ({ type: "put", object })),
        now,
      ).snapshot;
    const without = ({ name, namespace }: RuntimeObject, fields: object): ClusterObject =>
      readObject(namespace === undefined ? "ClusterServingRuntime" : "ServingRuntime", {
        metadata: { name, namespace },
        spec: { supportedModelFormats: [{ modelFormat: { name: "onnx" } }], ...fields },
      });

    it("makes an earlier answer into the newest one", async () => {
      const cache = createMatrixCache({ epoch: "run" });
      const view = { namespace: "studio" };
      const first = matrixSchema.parse(await read(cache.body(snapshot, view, "identity")));
      const [one, other] = snapshot.runtimes;
      if (one === undefined || other === undefined) throw new Error("there are two runtimes");
      const second = change(snapshot, without(one, {}));
      await cache.body(second, view, "identity");
      const [model] = second.models;
      const changed = readObject("BaseModel", {
        metadata: { name: model?.name, namespace: model?.namespace },
        spec: { modelFormat: { name: "onnx" } },
      });
      const third = change(second, without(other, { disabled: true }), changed);
      const changes = matrixChanges.parse(await read(cache.body(third, view, "identity", first.revision)));
      expect(changes).toMatchObject({ revision: first.revision + 2, epoch: "run", since: first.revision });
      expect(changes.models).toHaveLength(1);
      expect(changes.runtimes).toHaveLength(2);
      const patched = structuredClone({ ...first, revision: changes.revision });
      for (const { row, model: summary } of changes.models) patched.models[row] = summary;
      for (const { column, runtime } of changes.runtimes) patched.runtimes[column] = runtime;
      for (const { row, cells, ranks, nearMisses } of changes.rows) {
        patched.cells[row] = cells;
        patched.ranks[row] = ranks;
        patched.nearMisses[row] = nearMisses;
      }
      expect(patched).toEqual(await read(createMatrixCache({ epoch: "run" }).body(third, view, "identity")));
    });

    it("is nothing where nothing did, and the whole where it is not known", async () => {
      const cache = createMatrixCache({ epoch: "run" });
      const ask = (at: Snapshot, since?: number) => read(cache.body(at, { namespace: "studio" }, "identity", since));
      const { revision } = snapshot;
      await ask(snapshot);
      expect(await ask(snapshot, revision)).toEqual({
        revision,
        epoch: "run",
        since: revision,
        unknownKinds: ["BaseModel", "ClusterBaseModel", "ServingRuntime", "ClusterServingRuntime"],
        models: [],
        runtimes: [],
        rows: [],
      });
      expect(await ask(snapshot, revision + 5)).toHaveProperty("cells");
      expect(await ask(snapshot)).toHaveProperty("cells");
      // Another runtime moves the columns.
      const more = change(snapshot, readObject("ClusterServingRuntime", { metadata: { name: "zz" }, spec: {} }));
      expect(await ask(more, revision)).toHaveProperty("cells");
      let last = more;
      for (let step = 0; step < 9; step++) {
        const labels = { step: String(step) };
        last = change(last, readObject("ClusterServingRuntime", { metadata: { name: "zz", labels }, spec: {} }));
        await ask(last);
      }
      expect(await ask(last, more.revision)).toHaveProperty("cells");
      expect(await ask(last, more.revision + 1)).toMatchObject({ since: more.revision + 1, rows: [] });
    });
  });

  it("says of one row what the whole says", () => {
    const whole = createMatrixCache().matrix(snapshot, { namespace: "studio" });
    const [model] = whole.models;
    if (model === undefined) throw new Error("there is a model");
    const row = computeRow(model, whole.runtimes, { namespace: "studio" });
    expect([...row.values()].filter(({ rank }) => rank !== undefined)).toHaveLength(6);
    expect(row.get("ServingRuntime/studio/studio-own")).toEqual({ state: "selected", rank: 1 });
    expect(row.get("ClusterServingRuntime/big")).toEqual({ state: "near-miss" });
  });
});
