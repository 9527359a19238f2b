import { expect, it } from "vitest";
import { toMatrix, toModel, toRuntime } from "../../testing/matrix-fixture.ts";
import { toMatrixData } from "./matrix-data.ts";
import { sayPreviewed, toPreviewed } from "./preview-view.ts";

const models = [toModel({ name: "a" }), toModel({ name: "b" })];
const runtimes = [toRuntime({ name: "x" }), toRuntime({ name: "y" })];
const keys = ["ClusterBaseModel/a", "ClusterServingRuntime/y"] as const;
const data = (cell: string) =>
  toMatrixData(
    toMatrix(models, runtimes, [
      ["selected", cell],
      ["rejected", "rejected"],
    ]),
  );

it("tells which cells change, what they are now, and how many of each state there are", () => {
  const previewed = toPreviewed(data("near-miss 1 size"), data("candidate 2"));
  expect([...previewed.cells]).toEqual([1]);
  expect(previewed.summary).toEqual({
    cells: 1,
    counts: [
      { label: "Candidate", before: 0, after: 1 },
      { label: "Near miss, 1 off", before: 1, after: 0 },
    ],
  });
  expect(sayPreviewed(previewed.was, ...keys)).toBe(" in the preview; now near miss, 1 differs: size");
  expect(sayPreviewed(previewed.was, keys[0], "ClusterServingRuntime/x")).toBe("");
  expect(sayPreviewed(undefined, ...keys)).toBe("");
});

it("changes nothing where nothing changes", () => {
  expect(toPreviewed(data("rejected"), data("rejected")).summary).toEqual({ cells: 0, counts: [] });
});
