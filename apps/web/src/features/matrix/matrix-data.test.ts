import { describe, expect, it } from "vitest";
import { smallMatrix, toMatrix, toModel, toRuntime } from "../../testing/matrix-fixture.ts";
import { cellAt, cellOfPair, changedCells, toMatrixData } from "./matrix-data.ts";

describe("matrix data", () => {
  it("lays out states, ranks, differences and fields", () => {
    const data = toMatrixData(smallMatrix());
    expect(cellAt(data, 0, 0)).toEqual({ state: "selected", number: 1, fields: [] });
    expect(cellAt(data, 1, 0)).toEqual({ state: "near-miss", number: 2, fields: ["quantization", "size"] });
    expect(cellAt(data, 3, 3)).toEqual({ state: "rejected", number: 0, fields: [] });
    expect(cellOfPair(data, "ClusterBaseModel/qwen-image", "ClusterServingRuntime/srt-qwen-image")?.state).toBe(
      "near-miss",
    );
    expect(cellOfPair(data, "ClusterBaseModel/gone", "ClusterServingRuntime/srt-qwen-image")).toBeUndefined();
  });

  it("follows another order of states and fields", () => {
    const matrix = smallMatrix();
    const data = toMatrixData({
      ...matrix,
      states: [...matrix.states].reverse(),
      fields: [...matrix.fields].reverse(),
      cells: matrix.cells.map((row) => [...row].map((digit) => String(8 - Number(digit))).join("")),
      nearMisses: [[1, 1, 1 << 2], [], [], []],
    });
    expect(cellAt(data, 0, 1)).toEqual({ state: "near-miss", number: 1, fields: ["size"] });
  });

  it("reads a row that is too short as errors", () => {
    const matrix = smallMatrix();
    const data = toMatrixData({ ...matrix, cells: ["0", "", "", ""] });
    expect(cellAt(data, 0, 0).state).toBe("selected");
    expect(cellAt(data, 0, 3).state).toBe("error");
  });

  it("finds the cells that changed, by pair and not by place", () => {
    const before = toMatrixData(smallMatrix());
    const models = [toModel({ name: "a-new-one" }), toModel({ name: "llama-70b" })];
    const runtimes = [toRuntime({ name: "srt-llama-8b" }), toRuntime({ name: "srt-llama-70b" })];
    const after = toMatrixData(
      toMatrix(models, runtimes, [
        ["selected 1", "selected 1"],
        ["near-miss 1 quantization", "selected 1"],
      ]),
    );
    expect([...(changedCells(before, after) ?? [])]).toEqual([2]);
    expect(changedCells(before, after, 0)).toBeUndefined();
  });
});
