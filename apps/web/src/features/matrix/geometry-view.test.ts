import { describe, expect, it } from "vitest";
import {
  columnAt,
  moveFocus,
  type Position,
  rowAt,
  scrollAfter,
  scrollInto,
  toGeometry,
  visibleColumns,
  visibleLines,
  wholeColumns,
} from "./geometry-view.ts";
import type { Axis } from "./matrix-view.ts";
import { linesBetween, toLineTops } from "./model-lines-view.ts";

const axis = (...groups: readonly (readonly [string | undefined, number])[]): Axis => {
  let count = 0;
  const made = groups.map(([label, size]) => ({
    label,
    kind: label === undefined ? ("flat" as const) : ("related" as const),
    keys: Array.from({ length: size }, () => String(count++)),
  }));
  return { groups: made, keys: made.flatMap(({ keys }) => keys), folded: 0, unfolded: false };
};

describe("geometry", () => {
  const geometry = toGeometry(axis(["a", 2], ["b", 1]), axis(["a", 2], ["b", 3]));

  it("gives each group a band and leaves gaps between groups of columns", () => {
    expect(geometry.lines.map((line) => (line.kind === "band" ? "band" : line.row))).toEqual(["band", 0, 1, "band", 2]);
    expect([...geometry.lineOfRow]).toEqual([1, 2, 4]);
    expect([...geometry.columnLeft]).toEqual([4, 32, 68, 96, 124]);
    expect(geometry.height).toBe(5 * 28);
  });

  it("has no bands in a flat order", () => {
    expect(toGeometry(axis([undefined, 2]), axis([undefined, 1])).lines).toHaveLength(2);
  });

  it("finds what is under a point", () => {
    expect([0, 4, 31, 32, 59, 60, 68, 151, 152].map((x) => columnAt(geometry, x))).toEqual([
      undefined,
      0,
      0,
      1,
      1,
      undefined,
      2,
      4,
      undefined,
    ]);
    expect([0, 28, 83, 84, 112, 140].map((y) => rowAt(geometry, y))).toEqual([
      undefined,
      0,
      1,
      undefined,
      2,
      undefined,
    ]);
    expect(columnAt(toGeometry(axis(), axis()), 10)).toBeUndefined();
  });

  it("finds what is in the window", () => {
    expect(visibleLines(geometry, 30, 56)).toEqual({ from: 1, to: 4 });
    expect(visibleLines(geometry, 30, 56, 1)).toEqual({ from: 0, to: 5 });
    expect(visibleColumns(geometry, 40, 60)).toEqual({ from: 1, to: 4 });
    expect(visibleColumns(toGeometry(axis(), axis()), 0, 100)).toEqual({ from: 0, to: 0 });
  });
});

describe("keys", () => {
  const size = { rows: 50, columns: 20, page: 10 };
  const rows: readonly (readonly [Position, string, boolean, Position | undefined])[] = [
    [{ row: 3, column: 3 }, "ArrowUp", false, { row: 2, column: 3 }],
    [{ row: 0, column: 3 }, "ArrowUp", false, { row: -1, column: 3 }],
    [{ row: -1, column: 3 }, "ArrowUp", false, { row: -1, column: 3 }],
    [{ row: -1, column: 0 }, "ArrowLeft", false, { row: -1, column: 0 }],
    [{ row: 3, column: 0 }, "ArrowLeft", false, { row: 3, column: -1 }],
    [{ row: 0, column: -1 }, "ArrowUp", false, { row: 0, column: -1 }],
    [{ row: 49, column: 19 }, "ArrowDown", false, { row: 49, column: 19 }],
    [{ row: 3, column: 19 }, "ArrowRight", false, { row: 3, column: 19 }],
    [{ row: 3, column: 3 }, "PageDown", false, { row: 13, column: 3 }],
    [{ row: 3, column: 3 }, "PageUp", false, { row: 0, column: 3 }],
    [{ row: 3, column: 3 }, "Home", false, { row: 3, column: 0 }],
    [{ row: 3, column: 3 }, "End", false, { row: 3, column: 19 }],
    [{ row: 3, column: 3 }, "Home", true, { row: 0, column: 0 }],
    [{ row: 3, column: 3 }, "End", true, { row: 49, column: 19 }],
    [{ row: 3, column: 3 }, "x", false, undefined],
  ];
  for (const [from, key, control, to] of rows) {
    it(`${control ? "Ctrl+" : ""}${key} from ${from.row}, ${from.column}`, () =>
      expect(moveFocus(from, key, control, size)).toEqual(to));
  }
});

describe("scrolling into view", () => {
  it("scrolls as little as it can", () => {
    expect(scrollInto(100, 28, 50, 200)).toBe(50);
    expect(scrollInto(100, 28, 150, 200)).toBe(100);
    expect(scrollInto(300, 28, 50, 200)).toBe(128);
    expect(scrollInto(10, 28, 150, 200, 28)).toBe(0);
  });
});

describe("the phone's lines", () => {
  const tops = toLineTops(toGeometry(axis(["a", 2], ["b", 1]), axis()));
  it("have fixed heights", () => expect([...tops]).toEqual([0, 50, 120, 190, 240, 310]));
  it("are drawn around the window", () => {
    expect(linesBetween(tops, 124, 194, 0)).toEqual({ from: 2, to: 4 });
    expect(linesBetween(tops, 124, 194, 1)).toEqual({ from: 1, to: 5 });
  });
});

describe("whole columns", () => {
  const keys = Array.from({ length: 10 }, (_, index) => `${index}`);
  const axis: Axis = { groups: [{ label: undefined, kind: "flat", keys }], keys, folded: 0, unfolded: false };
  const geometry = toGeometry(axis, axis);

  it("are all that are not cut on either side", () => {
    expect(wholeColumns(geometry, 0, 100)).toEqual({ from: 0, to: 3, cutLeft: 0, cutRight: 12 });
    expect(wholeColumns(geometry, 14, 100)).toEqual({ from: 1, to: 3, cutLeft: 18, cutRight: 26 });
    expect(wholeColumns(geometry, 32, 56)).toEqual({ from: 1, to: 3, cutLeft: 0, cutRight: 0 });
    expect(wholeColumns(geometry, 0, 1000)).toEqual({ from: 0, to: 10, cutLeft: 0, cutRight: 0 });
    expect(wholeColumns(geometry, 1000, 100)).toMatchObject({ cutLeft: 0, cutRight: 0 });
  });
});

describe("scrolling into another layout", () => {
  const axis = (label: string | undefined, count: number): Axis => {
    const keys = Array.from({ length: count }, (_, index) => `${label}${index}`);
    return { groups: [{ label, kind: "flat", keys }], keys, folded: 0, unfolded: false };
  };
  const geometry = toGeometry(axis(undefined, 50), axis(undefined, 50));

  it("stays at the top left", () => {
    const seen = { row: 20, column: 20, x: 4, y: 0 };
    expect(scrollAfter(geometry, { left: 0, top: 0 }, seen)).toEqual({ left: 0, top: 0 });
    expect(scrollAfter(geometry, { left: 0, top: 280 }, seen)).toEqual({ left: 0, top: 560 });
  });

  it("keeps what was seen where it was", () => {
    const seen = { row: 20, column: 20, x: 104, y: 56 };
    expect(scrollAfter(geometry, { left: 400, top: 400 }, seen)).toEqual({ left: 460, top: 504 });
    expect(scrollAfter(geometry, { left: 400, top: 400 }, { row: 0, column: 0, x: 104, y: 56 })).toEqual({
      left: 0,
      top: 0,
    });
  });

  it("leaves it to the browser when the cell is gone", () => {
    expect(scrollAfter(geometry, { left: 400, top: 300 }, undefined)).toEqual({ left: 400, top: 300 });
    expect(scrollAfter(geometry, { left: 400, top: 300 }, { row: -1, column: 20, x: 104, y: 56 })).toEqual({
      left: 460,
      top: 300,
    });
  });
});
