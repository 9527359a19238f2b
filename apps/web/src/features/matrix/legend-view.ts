/** The legend's lines and the bars of failing fields. */
import type { DifferingField, PairState } from "@ome-matrix/matcher";
import { wordsOfState } from "../../reasons/state-words.ts";
import { type LegendKey, legendKeys } from "./url-state.ts";

export interface LegendItem {
  readonly key: LegendKey;
  readonly state: PairState;
  /** The numbers in the sample mark. */
  readonly differences: number | undefined;
  readonly rank: number | undefined;
  readonly label: string;
  readonly meaning: string;
  readonly count: number;
}

const stateOf = (key: LegendKey): PairState => (key === "near-miss-1" || key === "near-miss-more" ? "near-miss" : key);

const differencesOf = (key: LegendKey): number | undefined =>
  key === "near-miss-1" ? 1 : key === "near-miss-more" ? 2 : undefined;

export const toLegend = (counts: Readonly<Record<LegendKey, number>>): readonly LegendItem[] =>
  legendKeys.map((key) => {
    const words = wordsOfState(stateOf(key), differencesOf(key));
    return {
      key,
      state: stateOf(key),
      differences: differencesOf(key),
      rank: key === "candidate" ? 2 : undefined,
      label: key === "candidate" ? "Candidate, rank" : key === "near-miss-more" ? "Near miss, 2 or more" : words.label,
      meaning: words.meaning,
      count: counts[key],
    };
  });

/** The longest bar is the most frequent field; a field that is there at all stays visible. */
export const toFieldBars = (
  fields: readonly { readonly field: DifferingField; readonly count: number }[],
): readonly { readonly field: DifferingField; readonly count: number; readonly share: number }[] => {
  const most = Math.max(1, ...fields.map(({ count }) => count));
  return fields.map(({ field, count }) => ({ field, count, share: count === 0 ? 0 : Math.max(0.01, count / most) }));
};
