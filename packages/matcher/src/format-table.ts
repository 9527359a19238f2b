/** The text form of the explain table (spec 3.5). */
import { escapeControls } from "./values/escape.ts";

/** One row, in the words of the table. */
export interface ExplainRow {
  readonly runtime: string;
  readonly scope: "Namespaced" | "Cluster";
  /** `Yes` = automatic selection may pick it, which is more than compatible. */
  readonly compatible: "Yes" | "No";
  /** Of the first entry that matches; `-` on a No row. */
  readonly priority: string;
  /** WEIGHT is not the score (spec 3.5). */
  readonly weight: string;
  readonly reason: string;
}

const columns = [
  ["RUNTIME", "runtime"],
  ["SCOPE", "scope"],
  ["COMPATIBLE", "compatible"],
  ["PRIORITY", "priority"],
  ["WEIGHT", "weight"],
  ["REASON", "reason"],
] as const;

/**
 * The table as text: a header and one line a row, without a line break at the end. Columns are as wide as their widest
 * cell plus two spaces, counted in code points; nothing is wrapped, cut or padded at the end of a line.
 */
export function formatTable(rows: readonly ExplainRow[]): string {
  const cells = [
    columns.map(([title]): string => title),
    ...rows.map((row) => columns.map(([, key]) => escapeControls(row[key]))),
  ];
  const widths = columns.map((_, column) => {
    let widest = 0;
    for (const line of cells) widest = Math.max(widest, widthOf(line[column] ?? ""));
    return widest;
  });
  return cells
    .map((line) =>
      line
        .map((cell, column) =>
          column === columns.length - 1 ? cell : cell + " ".repeat((widths[column] ?? 0) - widthOf(cell) + 2),
        )
        .join(""),
    )
    .join("\n");
}

function widthOf(text: string): number {
  let width = 0;
  for (const _ of text) width++;
  return width;
}
