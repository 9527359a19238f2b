import { describe, expect, it } from "vitest";
import { smallMatrix, toMatrix, toModel, toRuntime } from "../../testing/matrix-fixture.ts";
import { countScopes, filterMatrix, listCapabilities, toCoverage } from "./filter-view.ts";
import { toMatrixData } from "./matrix-data.ts";
import type { MatrixSearch } from "./url-state.ts";

const data = toMatrixData(smallMatrix());
const coverage = toCoverage(data);
const filter = (search: MatrixSearch) => filterMatrix(data, coverage, search);
const names = (counts: Uint32Array, list: readonly { readonly name: string }[]) =>
  list.filter((_, index) => (counts[index] ?? 0) > 0).map(({ name }) => name);

describe("coverage", () => {
  it("counts what each model gets and each runtime serves", () => {
    expect([...coverage.automatic]).toEqual([1, 1, 0, 0]);
    expect([...coverage.winner]).toEqual([0, -1, -1, -1]);
    expect([...coverage.oneOff]).toEqual([1, 0, 1, 0]);
    expect([...coverage.near]).toEqual([1, 1, 1, 0]);
    expect([...coverage.served]).toEqual([1, 1, 0, 0]);
    expect([...coverage.runtimeOneOff]).toEqual([0, 1, 1, 0]);
  });
});

describe("the filter", () => {
  const rows: readonly {
    readonly name: string;
    readonly search: MatrixSearch;
    readonly models: readonly string[];
    readonly runtimes: readonly string[];
    readonly pairs: number;
  }[] = [
    {
      name: "matches and near misses by default",
      search: {},
      models: ["llama-70b", "llama-8b", "qwen-image"],
      runtimes: ["srt-llama-70b", "srt-llama-8b", "srt-qwen-image"],
      pairs: 5,
    },
    {
      name: "a term of the model",
      search: { q: "LLAMA-8B fp8" },
      models: ["llama-8b"],
      runtimes: ["srt-llama-70b", "srt-llama-8b"],
      pairs: 2,
    },
    {
      name: "terms of both sides",
      search: { q: "llama-70b srt-llama-8b" },
      models: ["llama-70b"],
      runtimes: ["srt-llama-8b"],
      pairs: 1,
    },
    { name: "no such term", search: { q: "nothing-like-it" }, models: [], runtimes: [], pairs: 0 },
    {
      name: "one state",
      search: { states: ["near-miss-more"] },
      models: ["llama-8b"],
      runtimes: ["srt-llama-70b"],
      pairs: 1,
    },
    {
      name: "one field",
      search: { fields: ["pipeline"] },
      models: ["qwen-image"],
      runtimes: ["srt-qwen-image"],
      pairs: 1,
    },
    {
      name: "a capability",
      search: { capability: "TEXT_TO_IMAGE" },
      models: ["qwen-image"],
      runtimes: ["srt-qwen-image"],
      pairs: 1,
    },
    {
      name: "namespaced objects",
      search: { scope: "namespaced", states: ["rejected"] },
      models: ["writer"],
      runtimes: ["srt-llama-70b", "srt-llama-8b", "srt-qwen-image", "srt-mamba"],
      pairs: 4,
    },
    {
      name: "only problems",
      search: { problems: true },
      models: ["llama-8b", "qwen-image"],
      runtimes: ["srt-llama-70b", "srt-llama-8b", "srt-qwen-image"],
      pairs: 3,
    },
  ];
  for (const row of rows) {
    it(`shows ${row.name}`, () => {
      const filtered = filter(row.search);
      expect(names(filtered.modelPairs, data.models)).toEqual(row.models);
      expect(names(filtered.runtimePairs, data.runtimes)).toEqual(row.runtimes);
      expect(filtered.pairs).toBe(row.pairs);
    });
  }

  it("counts the legend without regard to the chosen states", () => {
    const all = filter({}).legend;
    expect(all).toMatchObject({
      selected: 1,
      candidate: 1,
      "near-miss-1": 2,
      "near-miss-more": 1,
      rejected: 11,
      error: 0,
    });
    expect(filter({ states: ["error"] }).legend).toEqual(all);
    expect(filter({ q: "qwen-image" }).legend.selected).toBe(0);
  });

  it("counts failing fields, the most frequent first, and keeps a chosen one", () => {
    expect(filter({}).fields).toEqual([
      { field: "size", count: 2 },
      { field: "pipeline", count: 1 },
      { field: "quantization", count: 1 },
    ]);
    expect(filter({ fields: ["architecture"] }).fields.at(-1)).toEqual({ field: "architecture", count: 0 });
  });

  it("counts scopes and capabilities", () => {
    expect(countScopes(data)).toEqual([
      { scope: "cluster", count: 7 },
      { scope: "namespaced", count: 1 },
    ]);
    expect(listCapabilities(data)).toEqual([{ capability: "TEXT_TO_IMAGE", count: 1 }]);
  });

  it("takes a model that is not read and an unused runtime for problems", () => {
    const odd = toMatrixData(
      toMatrix(
        [toModel({ name: "unread", format: undefined }), toModel({ name: "fine" })],
        [toRuntime({ name: "used" }), toRuntime({ name: "unused" })],
        [
          ["unknown", "unknown"],
          ["selected 1", "near-miss 1 size"],
        ],
      ),
    );
    const filtered = filterMatrix(odd, toCoverage(odd), { problems: true });
    expect(filtered.legend).toMatchObject({ unknown: 2, selected: 0, "near-miss-1": 1 });
  });
});
