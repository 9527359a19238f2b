/** The lines of the phone's list: fixed heights, so that thousands of models cost no more than a screenful. */
import type { Geometry, Range } from "./geometry-view.ts";

/** The label, and what is counted below it. */
export const bandHeight = 50;
export const modelHeight = 70;
/** Of a model that has a word of verdict only. */
export const markLessHeight = 54;

/** By line: its top; one more for the end of the last. */
export const toLineTops = (geometry: Geometry, hasMarks: (row: number) => boolean = () => true): Int32Array => {
  const tops = new Int32Array(geometry.lines.length + 1);
  for (const [index, line] of geometry.lines.entries()) {
    tops[index + 1] =
      (tops[index] ?? 0) + (line.kind === "band" ? bandHeight : hasMarks(line.row) ? modelHeight : markLessHeight);
  }
  return tops;
};

/** The lines between two heights, and a few more on both sides. */
export const linesBetween = (tops: Int32Array, from: number, to: number, overscan = 6): Range => {
  const count = tops.length - 1;
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tops[middle + 1] ?? 0) <= from) low = middle + 1;
    else high = middle;
  }
  let end = low;
  while (end < count && (tops[end] ?? 0) < to) end++;
  return { from: Math.max(0, low - overscan), to: Math.min(count, end + overscan) };
};
