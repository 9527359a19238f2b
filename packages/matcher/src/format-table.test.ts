import { expect, test } from "vitest";
import { type ExplainRow, formatTable } from "./format-table.ts";

const row: ExplainRow = { runtime: "a", scope: "Cluster", compatible: "Yes", priority: "1", weight: "2", reason: "-" };
const header = "RUNTIME  SCOPE    COMPATIBLE  PRIORITY  WEIGHT  REASON";

test.each([
  { name: "no rows", rows: [], lines: ["RUNTIME  SCOPE  COMPATIBLE  PRIORITY  WEIGHT  REASON"] },
  { name: "one row", rows: [row], lines: [header, "a        Cluster  Yes         1         2       -"] },
  {
    name: "the widest cell decides",
    rows: [{ ...row, runtime: "a-long-name" }, row],
    lines: [
      "RUNTIME      SCOPE    COMPATIBLE  PRIORITY  WEIGHT  REASON",
      "a-long-name  Cluster  Yes         1         2       -",
      "a            Cluster  Yes         1         2       -",
    ],
  },
  {
    name: "a line stays a line",
    rows: [{ ...row, reason: "x\ny\u202e" }],
    lines: [header, "a        Cluster  Yes         1         2       x\\ny\\u202e"],
  },
  {
    name: "code points are counted",
    rows: [{ ...row, runtime: "🙂🙂" }],
    lines: [header, "🙂🙂       Cluster  Yes         1         2       -"],
  },
])("$name", ({ rows, lines }) => {
  expect(formatTable(rows).split("\n")).toEqual(lines);
});
