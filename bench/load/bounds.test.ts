import { describe, expect, it } from "vitest";
import { excesses, faults, thirds, toTable } from "./bounds.ts";
import type { LoadResult } from "./load.ts";

const bounds = { mostMemory: 300, mostMemoryEver: 400 };
const lag = { p50: 0, p95: 1, max: 2 };

/** A run in which everything is as it has to be. */
const good: LoadResult = {
  options: { models: 1, runtimes: 1, services: 1, readers: 2, pages: 1, changesPerSecond: 1, seconds: 1, command: [] },
  changes: { changes: [{ at: 0, kind: "BaseModel", key: "BaseModel/a/b" }], lag },
  received: {
    events: [{ revision: 1, kinds: ["BaseModel"], touched: ["BaseModel/a/b"] }],
    arrivals: [Float64Array.of(50, 60)],
    welcomes: [],
    unequal: 0,
    ended: [],
    fetches: [{ milliseconds: 10, bytes: 2_048, isWhole: true }],
    lag,
  },
  attribution: { places: Int32Array.of(0), byKind: 0, closest: 5_000 },
  delays: { sorted: Float32Array.of(50, 60), lost: 0 },
  memory: { atRest: 100, samples: [100, 150, 200, 200, 210, 220], after: 150, heapAfter: 50 },
  processors: { cluster: 0.1, program: 0.5, readers: 0.2 },
  loadAverage: 1,
  untold: [],
  unequal: [],
};

const all = (result: LoadResult): readonly string[] => [...faults(result), ...excesses(result, bounds)];

describe("the bounds", () => {
  it("hold of a good run, whose figures are told", () => {
    expect(all(good)).toEqual([]);
    expect(toTable(good)).toMatch(/^watch event to reader, p95 +0\.60 periods \(60 ms\)$/m);
  });

  const { delays, memory, received } = good;
  const bad: readonly { readonly result: LoadResult; readonly says: RegExp }[] = [
    { result: { ...good, delays: { ...delays, lost: 3 } }, says: /^3 times a reader was never told/ },
    { result: { ...good, delays: { sorted: Float32Array.of(50, 301), lost: 0 } }, says: /^p95 is 3\.01 periods/ },
    { result: { ...good, delays: { sorted: Float32Array.of(50, 5_000), lost: 0 } }, says: /cannot be told/ },
    { result: { ...good, received: { ...received, unequal: 1 } }, says: /not the same for everybody/ },
    { result: { ...good, received: { ...received, ended: ["reader 1: closed"] } }, says: /before their time/ },
    { result: { ...good, memory: { ...memory, after: 301 } }, says: /^301 MiB are in use after collection/ },
    { result: { ...good, memory: { ...memory, samples: [1, 300, 300, 401] } }, says: /^401 MiB were in use/ },
    { result: { ...good, memory: { ...memory, samples: [1, 1, 200, 221] } }, says: /^memory grows/ },
    { result: { ...good, untold: ["somebody"] }, says: /^somebody$/ },
    { result: { ...good, unequal: ["/api/matrix"] }, says: /freshly started/ },
  ];
  it.each(bad)("do not hold: $says", ({ result, says }) => {
    expect(all(result).some((failure) => says.test(failure))).toBe(true);
  });

  it("look at the greatest value of the middle third and of the last", () => {
    expect(thirds([9, 9, 1, 2, 3, 4])).toEqual({ middle: 2, last: 4 });
  });
});
