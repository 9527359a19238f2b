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

/** One group a state and a reason; `why` stands behind the count. */
export const toRestViews = <Row extends { readonly state: PairState }>(
  rows: readonly Row[],
  noun: string,
  why: { readonly [State in Folded]: string | ((row: Row) => string) },
  toItem: (row: Row) => RestView["items"][number],
): readonly RestView[] =>
  folded.flatMap((state) => {
    const words = why[state];
    const say = typeof words === "string" ? () => words : words;
    const ofState = rows.filter((row) => row.state === state);
    return [...new Set(ofState.map(say))].map((reason) => {
      const group = ofState.filter((row) => say(row) === reason);
      return { state, summary: `+${counted(group.length, noun)} ${reason}`, items: group.map(toItem) };
    });
  });
