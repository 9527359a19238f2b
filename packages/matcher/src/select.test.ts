import { describe, expect, test } from "vitest";
import {
  baseModel,
  clusterRuntime,
  entryWith,
  modelWith,
  namespacedRuntime,
  runtimeWith,
  serviceWith,
} from "../test/base.ts";
import type { Runtime } from "./resources.ts";
import { select } from "./select.ts";

const prioritised = (priority: number) => runtimeWith({}, [entryWith({ priority })]);
const disabled = runtimeWith({ disabled: true });

function names(list: readonly { readonly runtime: Runtime }[]): readonly string[] {
  return list.map(({ runtime }) => runtime.name);
}

describe("select", () => {
  test("a model without a format is turned down before any runtime", () => {
    for (const modelFormat of [undefined, {}, { name: "" }]) {
      const selection = select(modelWith({ modelFormat }), [clusterRuntime("a")], { namespace: "studio" });
      expect(selection).toEqual({
        namespace: "studio",
        rejection: { code: "model/no-format" },
        ranking: [],
        others: [],
        checked: { total: 0, namespaced: 0, cluster: 0 },
      });
    }
  });

  test("the namespace's own go first, runtimes of other namespaces do not exist", () => {
    const runtimes = [
      clusterRuntime("strong", prioritised(9)),
      namespacedRuntime("own"),
      namespacedRuntime("theirs", prioritised(99), "lab"),
    ];
    const selection = select(baseModel, runtimes, { namespace: "studio" });
    expect(names(selection.ranking)).toEqual(["own", "strong"]);
    expect(selection.ranking.map(({ rank, decidedBy }) => [rank, decidedBy])).toEqual([
      [1, "kind"],
      [2, undefined],
    ]);
    expect(selection.selected?.runtime.name).toBe("own");
    expect(selection.checked).toEqual({ total: 2, namespaced: 1, cluster: 1 });
  });

  test("the others stand in the order of the table", () => {
    const runtimes = [
      clusterRuntime("a", disabled),
      namespacedRuntime("z", disabled),
      clusterRuntime("B", disabled),
      namespacedRuntime("y", disabled),
    ];
    const selection = select(baseModel, runtimes, { namespace: "studio" });
    expect(names(selection.others)).toEqual(["y", "z", "B", "a"]);
    expect(selection.selected).toBeUndefined();
  });

  test("equal candidates are marked as tied", () => {
    const runtimes = [clusterRuntime("c", prioritised(2)), clusterRuntime("b"), clusterRuntime("a")];
    const { ranking } = select(baseModel, runtimes, { namespace: "studio" });
    expect(ranking.map(({ runtime, tied, decidedBy }) => [runtime.name, tied, decidedBy])).toEqual([
      ["c", false, "score"],
      ["a", true, "name"],
      ["b", true, undefined],
    ]);
  });

  test("distance counts only when the model states a size", () => {
    const runtimes = [
      clusterRuntime("a-wide", runtimeWith({ modelSizeRange: { min: "1B", max: "70B" } })),
      clusterRuntime("b-tight", runtimeWith({ modelSizeRange: { min: "2B", max: "4B" } })),
    ];
    const sized = select(baseModel, runtimes, { namespace: "x" }).ranking;
    expect(sized.map(({ runtime, sizeDistance }) => [runtime.name, sizeDistance])).toEqual([
      ["b-tight", 2e9],
      ["a-wide", 69e9],
    ]);
    const unsized = select(modelWith({ modelParameterSize: undefined }), runtimes, { namespace: "x" }).ranking;
    expect(unsized.map(({ runtime, sizeDistance }) => [runtime.name, sizeDistance])).toEqual([
      ["a-wide", undefined],
      ["b-tight", undefined],
    ]);
  });

  test("the InferenceService is applied", () => {
    const service = serviceWith({
      acceleratorClasses: [{ place: "spec.acceleratorSelector.acceleratorClass", name: "h100" }],
    });
    const runtimes = [clusterRuntime("a"), clusterRuntime("b", runtimeWith({ acceleratorClasses: ["h100"] }))];
    expect(names(select(baseModel, runtimes, { namespace: "x", service }).ranking)).toEqual(["b"]);
  });
});
