/** What a page folds away: how many, and why. */
import type { PairState } from "@ome-matrix/matcher";
import { counted, type Part } from "./phrase.ts";

export interface RestView {
  readonly state: PairState;
  /** `+172 runtimes made for other kinds of model` */
  readonly summary: string;
  readonly items: readonly { readonly key: string; readonly link: Part }[];
}

const folded = ["rejected", "disabled", "not-applicable", "unknown", "error"] as const satisfies readonly PairState[];
type Folded = (typeof folded)[number];

export const toRestViews = <Row extends { readonly state: PairState }>(
  rows: readonly Row[],
  noun: string,
  why: { readonly [State in Folded]: string },
  toItem: (row: Row) => RestView["items"][number],
): readonly RestView[] =>
  folded.flatMap((state): readonly RestView[] => {
    const items = rows.filter((row) => row.state === state).map(toItem);
    return items.length === 0 ? [] : [{ state, summary: `+${counted(items.length, noun)} ${why[state]}`, items }];
  });
