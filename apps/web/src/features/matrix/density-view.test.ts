import { describe, expect, it } from "vitest";
import { smallMatrix } from "../../testing/matrix-fixture.ts";
import { densityLevels, leastCells, toDensity } from "./density-view.ts";
import { filterMatrix, toCoverage } from "./filter-view.ts";
import { toMatrixData } from "./matrix-data.ts";
import { toLayout } from "./matrix-view.ts";

const data = toMatrixData(smallMatrix());
const coverage = toCoverage(data);
const layout = toLayout(data, coverage, filterMatrix(data, coverage, {}), {});

describe("density", () => {
  const at = (size: number, row: number, column: number) =>
    densityLevels[toDensity(data, layout, size)[row * size + column] ?? 0];

  it("has a point for each pair of a small matrix", () => {
    expect(at(leastCells, 0, 0)).toBe("candidate");
    expect(at(leastCells, 0, 1)).toBe("near-miss-more");
    expect(at(leastCells, 1, 1)).toBe("selected");
    expect(at(leastCells, 2, 2)).toBe("near-miss-1");
    expect(at(leastCells, 2, 0)).toBe("none");
    expect(at(leastCells, 9, 9)).toBe("none");
  });

  it("shows the best of what falls on one point", () => expect(at(leastCells / 2, 0, 0)).toBe("selected"));
});
