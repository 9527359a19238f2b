/** What a check found, in one line each: `code path model|runtime`, so that a table row stays readable. */
import type { EntryFinding } from "../src/checks/check.ts";

export function showFinding({ mismatches, fields, ofAnotherKind }: EntryFinding) {
  return {
    mismatches: mismatches.map(({ code, path, cause }) =>
      [code, path, ...(cause === undefined ? [] : [cause])].join(" "),
    ),
    fields: fields.map(({ path, outcome }) => `${path} ${outcome}`),
    ofAnotherKind,
  };
}
