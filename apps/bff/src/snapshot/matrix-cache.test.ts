import { readFileSync } from "node:fs";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { matrix as matrixSchema, type WatchedKind } from "@ome-matrix/contract";
import { describe, expect, it } from "vitest";
import { parseAllDocuments } from "yaml";
import { readObject } from "../cluster/read.ts";
import type { Change } from "./change.ts";
import { computeRow, createMatrixCache } from "./matrix-cache.ts";
import { reduce } from "./reduce.ts";
import { emptySnapshot } from "./snapshot.ts";

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
