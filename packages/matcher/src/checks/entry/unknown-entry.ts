import type { Mismatch } from "../../reasons.ts";
import type { Entry } from "../../resources.ts";
import { toMismatch } from "../check.ts";

/**
 * An entry without modelFormat never matches. OME has words for it only when nothing else differs (spec 2.2, the fallbacks);
 * the API refuses such an entry.
 */
export function unknownEntry(entry: Entry, mismatchesSoFar: number): readonly Mismatch[] {
  if (entry.modelFormat !== undefined || mismatchesSoFar > 0) return [];
  return [toMismatch({ code: "entry/unknown", field: "format-name", path: "modelFormat" })];
}
