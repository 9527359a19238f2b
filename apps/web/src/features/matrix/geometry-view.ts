/** Where the cells are. All lines have one height, all columns one width; groups of columns have a gap between them. */
import type { Axis } from "./matrix-view.ts";

export const cellSize = 28;
export const groupGap = 8;
/** Before the first column. */
export const leadingGap = 4;

export type Line =
  | { readonly kind: "band"; readonly group: number }
  | { readonly kind: "row"; readonly row: number; readonly group: number };

export interface Geometry {
  readonly lines: readonly Line[];
  /** By row: the line it is on. */
  readonly lineOfRow: Int32Array;
  /** By column: its left edge. */
  readonly columnLeft: Int32Array;
  /** By column: its group. */
  readonly groupOfColumn: Int32Array;
  readonly width: number;
  readonly height: number;
}

export const toGeometry = (models: Axis, runtimes: Axis): Geometry => {
  const lines: Line[] = [];
  const lineOfRow = new Int32Array(models.keys.length);
  let row = 0;
  for (const [group, { label, keys }] of models.groups.entries()) {
    if (label !== undefined) lines.push({ kind: "band", group });
    for (let index = 0; index < keys.length; index++) {
      lineOfRow[row] = lines.length;
      lines.push({ kind: "row", row, group });
      row++;
    }
  }
  const columnLeft = new Int32Array(runtimes.keys.length);
  const groupOfColumn = new Int32Array(runtimes.keys.length);
  let left = leadingGap;
  let column = 0;
  for (const [group, { keys }] of runtimes.groups.entries()) {
    for (let index = 0; index < keys.length; index++) {
      columnLeft[column] = left;
      groupOfColumn[column] = group;
      left += cellSize;
      column++;
    }
    left += groupGap;
  }
  return { lines, lineOfRow, columnLeft, groupOfColumn, width: left, height: lines.length * cellSize };
};

/** The last column whose left edge is at or before `x`; 0 when there is none before it. */
export const columnBefore = (geometry: Geometry, x: number): number => {
  let low = 0;
  let high = geometry.columnLeft.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((geometry.columnLeft[middle] ?? 0) <= x) low = middle;
    else high = middle - 1;
  }
  return low;
};

/** The column under `x`; undefined in a gap. */
export const columnAt = (geometry: Geometry, x: number): number | undefined => {
  if (geometry.columnLeft.length === 0) return undefined;
  const column = columnBefore(geometry, x);
  const offset = x - (geometry.columnLeft[column] ?? 0);
  return offset >= 0 && offset < cellSize ? column : undefined;
};

/** The row under `y`; undefined on a band or below the last line. */
export const rowAt = (geometry: Geometry, y: number): number | undefined => {
  const line = geometry.lines[Math.floor(y / cellSize)];
  return line?.kind === "row" ? line.row : undefined;
};

export interface Range {
  /** Inclusive. */
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
}

export const visibleLines = (geometry: Geometry, top: number, height: number, overscan = 0): Range => ({
  from: Math.max(0, Math.floor(top / cellSize) - overscan),
  to: Math.min(geometry.lines.length, Math.ceil((top + height) / cellSize) + overscan),
});

export const visibleColumns = (geometry: Geometry, left: number, width: number, overscan = 0): Range => {
  const count = geometry.columnLeft.length;
  if (count === 0) return { from: 0, to: 0 };
  return {
    from: Math.max(0, columnBefore(geometry, left) - overscan),
    to: Math.min(count, columnBefore(geometry, left + width) + 1 + overscan),
  };
};

export interface WholeColumns extends Range {
  /** How much of the window's left and right only cut columns would fill. */
  readonly cutLeft: number;
  readonly cutRight: number;
}

/** The columns that are in the window from edge to edge: half a mark could be any. */
export const wholeColumns = (geometry: Geometry, left: number, width: number): WholeColumns => {
  const { from, to } = visibleColumns(geometry, left, width);
  const startOf = (column: number) => (geometry.columnLeft[column] ?? 0) - left;
  const first = from < to && startOf(from) < 0 ? from + 1 : from;
  const last = to > first && startOf(to - 1) + cellSize > width ? to - 1 : to;
  return {
    from: first,
    to: last,
    cutLeft: first > from ? Math.max(0, startOf(from) + cellSize) : 0,
    cutRight: last < to ? Math.max(0, width - startOf(last)) : 0,
  };
};

/** Where a cell of the grid has the focus: -1 is the header of its row or column. */
export interface Position {
  readonly row: number;
  readonly column: number;
}

export interface GridSize {
  readonly rows: number;
  readonly columns: number;
  /** Rows that fit on the screen. */
  readonly page: number;
}

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));

/** Where a key leads; undefined when the key does not move. The corner (-1, -1) is no place. */
export const moveFocus = (from: Position, key: string, control: boolean, size: GridSize): Position | undefined => {
  const lastRow = size.rows - 1;
  const lastColumn = size.columns - 1;
  const row = (value: number) => clamp(value, from.column === -1 ? 0 : -1, lastRow);
  const column = (value: number) => clamp(value, from.row === -1 ? 0 : -1, lastColumn);
  switch (key) {
    case "ArrowUp":
      return { ...from, row: row(from.row - 1) };
    case "ArrowDown":
      return { ...from, row: row(from.row + 1) };
    case "ArrowLeft":
      return { ...from, column: column(from.column - 1) };
    case "ArrowRight":
      return { ...from, column: column(from.column + 1) };
    case "PageUp":
      return { ...from, row: Math.max(0, row(from.row - size.page)) };
    case "PageDown":
      return { ...from, row: row(from.row + size.page) };
    case "Home":
      return control ? { row: 0, column: 0 } : { ...from, column: 0 };
    case "End":
      return control ? { row: lastRow, column: lastColumn } : { ...from, column: lastColumn };
    default:
      return undefined;
  }
};

/** How far to scroll so that a stretch is inside the window; as little as possible. */
export const scrollInto = (start: number, length: number, scroll: number, window: number, margin = 0): number => {
  if (start - margin < scroll) return Math.max(0, start - margin);
  if (start + length + margin > scroll + window) return start + length + margin - window;
  return scroll;
};

/** A cell and where it is in the window. */
export interface Seen extends Position {
  readonly x: number;
  readonly y: number;
}

/**
 * Where to scroll in another layout: at the edge one stays at the edge, else a cell that was seen stays where it was. `kept` has
 * the cell's place in the new layout; undefined, or a row or column of -1, is one that is gone: the browser clamps.
 */
export const scrollAfter = (
  geometry: Geometry,
  before: { readonly left: number; readonly top: number },
  kept: Seen | undefined,
): { readonly left: number; readonly top: number } => {
  const line = kept === undefined ? undefined : geometry.lineOfRow[kept.row];
  const left = kept === undefined ? undefined : geometry.columnLeft[kept.column];
  return {
    left: before.left <= 0 || left === undefined || kept === undefined ? before.left : Math.max(0, left - kept.x),
    top:
      before.top <= 0 || line === undefined || kept === undefined ? before.top : Math.max(0, line * cellSize - kept.y),
  };
};
