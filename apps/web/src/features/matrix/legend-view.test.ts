import { describe, expect, it } from "vitest";
import { smallMatrix } from "../../testing/matrix-fixture.ts";
import { filterMatrix, toCoverage } from "./filter-view.ts";
import { toFieldBars, toLegend } from "./legend-view.ts";
import { toMatrixData } from "./matrix-data.ts";

describe("the legend", () => {
  it("has a line for each state, near misses split", () => {
    const data = toMatrixData(smallMatrix());
    const items = toLegend(filterMatrix(data, toCoverage(data), {}).legend);
    expect(items.map(({ label, count }) => `${label} ${count}`)).toEqual([
      "Selected 1",
      "Candidate, rank 1",
      "Pin only 0",
      "Near miss, 1 off 2",
      "Near miss, 2 or more 1",
      "Rejected 11",
      "Disabled 0",
      "Unknown 0",
      "Not applicable 0",
      "Error 0",
    ]);
  });
});

describe("the bars of failing fields", () => {
  it("are measured against the longest, and never vanish while there is one", () => {
    expect(
      toFieldBars([
        { field: "size", count: 1000 },
        { field: "pipeline", count: 1 },
        { field: "architecture", count: 0 },
      ]).map(({ share }) => share),
    ).toEqual([1, 0.01, 0]);
  });
});
