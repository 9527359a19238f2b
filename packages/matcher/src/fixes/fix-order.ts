/** The order in which fixes are offered. */
import { type Fix, fixCodes, fixRisks } from "./fix.ts";
import type { JsonObject } from "./json-value.ts";

/** Least risk first; then fewer changes, fewer operations, the order of the codes, the entry, the patch itself. */
export function compareFixes(one: Fix, other: Fix): number {
  const operations = ({ changes }: Fix) =>
    changes.reduce(
      (count, { patch }) => count + (patch.type === "json" ? patch.operations.length : leafCount(patch.body)),
      0,
    );
  return (
    fixRisks.indexOf(one.risk) - fixRisks.indexOf(other.risk) ||
    one.changes.length - other.changes.length ||
    operations(one) - operations(other) ||
    fixCodes.indexOf(one.code) - fixCodes.indexOf(other.code) ||
    (one.entry ?? -1) - (other.entry ?? -1) ||
    compareTexts(JSON.stringify(one.changes), JSON.stringify(other.changes))
  );
}

function leafCount(body: JsonObject): number {
  return Object.values(body).reduce<number>(
    (count, value) =>
      count +
      (typeof value === "object" && value !== null && !Array.isArray(value) ? leafCount(value as JsonObject) : 1),
    0,
  );
}

function compareTexts(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1;
}
