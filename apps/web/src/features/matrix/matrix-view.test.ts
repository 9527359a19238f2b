import { describe, expect, it } from "vitest";
import { smallMatrix, toMatrix, toModel, toRuntime } from "../../testing/matrix-fixture.ts";
import { filterMatrix, toCoverage } from "./filter-view.ts";
import { toMatrixData } from "./matrix-data.ts";
import {
  countMoves,
  familyOfRuntime,
  findNeighbours,
  type Layout,
  listNearMisses,
  noArchitecture,
  sayFolded,
  toggleUnfolded,
  toLayout,
} from "./matrix-view.ts";
import { legendKeys, type MatrixSearch } from "./url-state.ts";

const data = toMatrixData(smallMatrix());
const layoutOf = (search: MatrixSearch, matrix = data): Layout => {
  const coverage = toCoverage(matrix);
  return toLayout(matrix, coverage, filterMatrix(matrix, coverage, search), search);
};
const names = (keys: readonly string[]) => keys.map((key) => key.slice(key.indexOf("/") + 1));

describe("the order", () => {
  it("brings related models and runtimes together: architecture, then size, alike on both axes", () => {
    const layout = layoutOf({});
    expect(layout.models.groups.map(({ label, keys }) => [label, names(keys)])).toEqual([
      ["LlamaForCausalLM", ["llama-8b", "llama-70b"]],
      ["QwenImagePipeline", ["qwen-image"]],
    ]);
    expect(layout.runtimes.groups.map(({ label, keys }) => [label, names(keys)])).toEqual([
      ["LlamaForCausalLM", ["srt-llama-8b", "srt-llama-70b"]],
      ["QwenImagePipeline", ["srt-qwen-image"]],
    ]);
  });

  it("orders by name without groups", () => {
    const { groups, keys } = layoutOf({ order: "name", all: "both" }).models;
    expect(names(keys)).toEqual(["llama-70b", "llama-8b", "qwen-image", "studio/writer"]);
    expect(groups.map(({ label }) => label)).toEqual([undefined]);
  });

  it("orders by age, the newest first and the undated last", () => {
    const dated = toMatrixData(
      toMatrix(
        [
          toModel({ name: "undated" }),
          toModel({ name: "old", createdAt: "2025-01-01T00:00:00Z" }),
          toModel({ name: "new", createdAt: "2026-01-01T00:00:00Z" }),
        ],
        [toRuntime({ name: "one" })],
        [["selected 1"], ["selected 1"], ["selected 1"]],
      ),
    );
    expect(names(layoutOf({ order: "age" }, dated).models.keys)).toEqual(["new", "old", "undated"]);
  });

  it("orders by coverage, the best served first", () => {
    expect(names(layoutOf({ order: "coverage" }).models.keys)).toEqual(["llama-70b", "llama-8b", "qwen-image"]);
  });

  it("puts what states no architecture last, and unknown sizes after known ones", () => {
    const odd = toMatrixData(
      toMatrix(
        [
          toModel({ name: "plain", architecture: undefined }),
          toModel({ name: "sizeless", architecture: "Z" }),
          toModel({ name: "sized", architecture: "Z", sizeValue: 9 }),
        ],
        [toRuntime({ name: "one" })],
        [["selected 1"], ["selected 1"], ["selected 1"]],
      ),
    );
    expect(layoutOf({}, odd).models.groups.map(({ label, keys }) => [label, names(keys)])).toEqual([
      ["Z", ["sized", "sizeless"]],
      [noArchitecture, ["plain"]],
    ]);
  });

  it("puts a runtime of several architectures where most of its models are", () => {
    const runtime = toRuntime({ name: "both", entries: [{ architecture: "A" }, { architecture: "B" }, {}] });
    expect(familyOfRuntime(runtime, new Map([["B", 3]]))).toBe("B");
    expect(familyOfRuntime(runtime, new Map())).toBe("A");
    expect(familyOfRuntime(toRuntime({ name: "none", entries: [] }), new Map())).toBe(noArchitecture);
  });
});

describe("folding", () => {
  it("folds what no runtime comes near, and says how much", () => {
    const layout = layoutOf({});
    expect(layout.models.folded).toBe(1);
    expect(layout.runtimes.folded).toBe(1);
    expect(sayFolded(layout.models, "models", false)).toBe("+1 model that no runtime comes near");
    expect(sayFolded(layout.runtimes, "runtimes", false)).toBe("+1 runtime that no model comes near");
    expect(sayFolded(layout.runtimes, "runtimes", true)).toBe("+1 runtime outside the filter");
  });

  it("unfolds an axis", () => {
    const layout = layoutOf({ all: "models" });
    expect(layout.models).toMatchObject({ folded: 0, unfolded: true });
    expect(layout.runtimes).toMatchObject({ folded: 1, unfolded: false });
    expect(sayFolded(layout.models, "models", false)).toBeUndefined();
  });

  it("toggles one axis and keeps the other", () => {
    expect(toggleUnfolded(undefined, "models")).toBe("models");
    expect(toggleUnfolded("models", "runtimes")).toBe("both");
    expect(toggleUnfolded("both", "models")).toBe("runtimes");
    expect(toggleUnfolded("runtimes", "runtimes")).toBeUndefined();
  });

  const odd = toMatrixData(
    toMatrix(
      [
        toModel({ name: "unread", format: undefined }),
        toModel({ name: "broken", problems: [{ path: "spec", expected: "an object", found: "a text", message: "x" }] }),
        toModel({ name: "fine" }),
      ],
      [
        toRuntime({ name: "off", disabled: true }),
        toRuntime({ name: "on" }),
        toRuntime({ name: "other", architecture: "X", disabled: true }),
      ],
      [
        ["unknown", "unknown", "unknown"],
        ["error", "error", "error"],
        ["disabled", "selected 1", "disabled"],
      ],
    ),
  );

  it("shows what is not judged first, and disabled runtimes beside their family", () => {
    const layout = layoutOf({}, odd);
    expect(layout.models.groups.map(({ label, keys }) => [label, names(keys)])).toEqual([
      ["Not judged", ["broken", "unread"]],
      ["LlamaForCausalLM", ["fine"]],
    ]);
    expect(names(layout.runtimes.keys)).toEqual(["off", "on"]);
  });

  it("leaves out what was not asked for when states are chosen", () => {
    const layout = layoutOf({ states: ["selected"] }, odd);
    expect(names(layout.models.keys)).toEqual(["fine"]);
    expect(names(layout.runtimes.keys)).toEqual(["on"]);
  });

  it("never removes a row or a column when a state is added", () => {
    const every = toMatrixData(
      toMatrix(
        [
          toModel({ name: "unread", format: undefined }),
          toModel({
            name: "broken",
            problems: [{ path: "spec", expected: "an object", found: "a text", message: "x" }],
          }),
          toModel({ name: "one" }),
          toModel({ name: "two" }),
        ],
        [
          toRuntime({ name: "off", disabled: true }),
          toRuntime({ name: "odd", problems: [{ path: "spec", expected: "", found: "", message: "x" }] }),
          toRuntime({ name: "a" }),
          toRuntime({ name: "b" }),
          toRuntime({ name: "c" }),
        ],
        [
          ["unknown", "unknown", "unknown", "unknown", "unknown"],
          ["error", "error", "error", "error", "error"],
          ["disabled", "error", "selected 1", "candidate 2", "pin-only"],
          ["disabled", "error", "near-miss 1 size", "near-miss 2 size,format", "rejected"],
        ],
      ),
    );
    for (let bits = 1; bits < 2 ** legendKeys.length; bits++) {
      const states = legendKeys.filter((_, index) => bits & (1 << index));
      const before = layoutOf({ states }, every);
      for (const added of legendKeys.filter((state) => !states.includes(state))) {
        const after = layoutOf({ states: [...states, added] }, every);
        const lost = [...before.models.keys, ...before.runtimes.keys].filter(
          (key) => !after.models.keys.includes(key) && !after.runtimes.keys.includes(key),
        );
        if (lost.length > 0) expect.fail(`${states.join()} and ${added}: lost ${lost.join()}`);
      }
    }
    expect(layoutOf({ states: [...legendKeys.filter((key) => key !== "error")] }, every).models.keys).toHaveLength(4);
  });

  it("finds a model that is not judged by its name", () => {
    expect(names(layoutOf({ q: "unread" }, odd).models.keys)).toEqual(["unread"]);
  });
});

describe("what would move", () => {
  const layout = layoutOf({});
  const withModels = (keys: readonly string[]): Layout => ({ ...layout, models: { ...layout.models, keys } });
  const [first = "", second = "", third = ""] = layout.models.keys;
  it("nothing, when only cells changed", () => expect(countMoves(layout, layoutOf({}))).toBe(0));
  it("counts added and gone rows", () => {
    expect(countMoves(layout, withModels([first, second, third, "new"]))).toBe(1);
    expect(countMoves(layout, withModels([first, third]))).toBe(1);
  });
  it("counts rows that change places", () => expect(countMoves(layout, withModels([second, first, third]))).toBe(2));
});

describe("stepping from near miss to near miss", () => {
  const layout = layoutOf({});
  const coverage = toCoverage(data);
  const nearMisses = listNearMisses(data, layout, filterMatrix(data, coverage, {}));
  const pair = (model: string, runtime: string) => ({
    modelKey: `ClusterBaseModel/${model}`,
    runtimeKey: `ClusterServingRuntime/${runtime}`,
  });

  it("lists them in reading order", () => expect([...nearMisses]).toEqual([1, 3, 8]));

  it("goes to the next and the previous one, and round the corner", () => {
    expect(findNeighbours(layout, nearMisses, pair("llama-70b", "srt-llama-8b"))).toEqual({
      previous: pair("llama-8b", "srt-llama-70b"),
      next: pair("qwen-image", "srt-qwen-image"),
      position: "2 of 3 near misses",
    });
    expect(findNeighbours(layout, nearMisses, pair("qwen-image", "srt-qwen-image")).next).toEqual(
      pair("llama-8b", "srt-llama-70b"),
    );
  });

  it("starts from any pair, and from none", () => {
    expect(findNeighbours(layout, nearMisses, pair("llama-70b", "srt-llama-70b"))).toEqual({
      previous: pair("llama-70b", "srt-llama-8b"),
      next: pair("qwen-image", "srt-qwen-image"),
      position: "– of 3 near misses",
    });
    expect(findNeighbours(layout, nearMisses, undefined).next).toEqual(pair("llama-8b", "srt-llama-70b"));
  });

  it("leaves out those outside the filter", () => {
    const filtered = filterMatrix(data, coverage, { fields: ["pipeline"] });
    const narrow = layoutOf({ fields: ["pipeline"] });
    expect([...listNearMisses(data, narrow, filtered)]).toEqual([0]);
    expect(findNeighbours(narrow, Int32Array.from([0]), pair("qwen-image", "srt-qwen-image"))).toEqual({
      position: "1 of 1 near miss",
    });
    expect(findNeighbours(narrow, new Int32Array(), undefined)).toEqual({ position: "no near misses" });
  });
});
