/** Near misses in a list, the nearest first: of a model's runtimes or of a runtime's models. */
import { type DifferingRow, type SizeFacts, toRowDifferences } from "./differences.ts";
import type { Part, Phrase } from "./phrase.ts";
import { sayScope } from "./scope.ts";

export interface NearView {
  readonly key: string;
  readonly link: Part;
  readonly scope: string;
  readonly differences: number;
  readonly points: readonly { readonly id: string; readonly title: Phrase; readonly brief: Phrase }[];
}

export interface NearRow extends DifferingRow {
  readonly differences: number;
}

/** One of them: `other` is the object that it is listed under. */
export const toNearView = (
  row: NearRow,
  other: { readonly key: string; readonly namespace?: string | undefined },
  link: Part,
  facts: SizeFacts,
): NearView => ({
  key: other.key,
  link,
  scope: sayScope(other),
  differences: row.differences,
  points: toRowDifferences(row, facts).map(({ id, title, brief }) => ({ id, title, brief })),
});

/** The fewest differences first, then by name: the order does not depend on the order of the answer. */
export const byDifferences = (
  one: { readonly differences: number; readonly name: string },
  other: { readonly differences: number; readonly name: string },
): number => one.differences - other.differences || (one.name < other.name ? -1 : one.name > other.name ? 1 : 0);
