/** What a preview changes on the page: which cells, and how many there are of each state before and after. */
import { pairStates } from "@ome-matrix/matcher";
import { wordsOfState } from "../../reasons/state-words.ts";
import { cellOfPair, changedCells, type MatrixData } from "./matrix-data.ts";
import { sayCell } from "./row-view.ts";

export interface CountChange {
  readonly label: string;
  readonly before: number;
  readonly after: number;
}

export interface PreviewSummary {
  readonly cells: number;
  /** Only states of which the number changes. */
  readonly counts: readonly CountChange[];
}

/** Cells beyond this are not ringed: then it is another matrix, not a change of this one. */
const mostCells = 50_000;

/** As in the legend, the best first. */
const legendOrder = pairStates.flatMap((state) =>
  state === "near-miss" ? [wordsOfState(state, 1).label, wordsOfState(state, 2).label] : [wordsOfState(state).label],
);

const countStates = ({ states, numbers }: MatrixData): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (let cell = 0; cell < states.length; cell++) {
    const { label } = wordsOfState(pairStates[states[cell] ?? 0] ?? "error", numbers[cell]);
    counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  return counts;
};

export const pairKey = (modelKey: string, runtimeKey: string): string => `${modelKey} ${runtimeKey}`;

export interface Previewed {
  /** In the data of the preview. */
  readonly cells: ReadonlySet<number>;
  /** What each changed pair is now, by `pairKey`. */
  readonly was: ReadonlyMap<string, string>;
  readonly summary: PreviewSummary;
}

export const toPreviewed = (before: MatrixData, after: MatrixData): Previewed => {
  const cells = changedCells(before, after, mostCells) ?? new Set<number>();
  const was = new Map<string, string>();
  for (const cell of cells) {
    const modelKey = after.models[Math.floor(cell / after.runtimes.length)]?.key ?? "";
    const runtimeKey = after.runtimes[cell % after.runtimes.length]?.key ?? "";
    const facts = cellOfPair(before, modelKey, runtimeKey);
    if (facts !== undefined) was.set(pairKey(modelKey, runtimeKey), sayCell(facts));
  }
  const counted = countStates(before);
  const counts = [...countStates(after)];
  const gone = [...counted.keys()].filter((label) => !counts.some(([other]) => other === label));
  return {
    cells,
    was,
    summary: {
      cells: cells.size,
      counts: [...counts, ...gone.map((label): [string, number] => [label, 0])]
        .sort(([one], [other]) => legendOrder.indexOf(one) - legendOrder.indexOf(other))
        .map(([label, number]) => ({ label, before: counted.get(label) ?? 0, after: number }))
        .filter((change) => change.before !== change.after),
    },
  };
};

/** After the name of a cell that the preview changes. */
export const sayPreviewed = (
  was: ReadonlyMap<string, string> | undefined,
  modelKey: string,
  runtimeKey: string,
): string => {
  const now = was?.get(pairKey(modelKey, runtimeKey));
  return now === undefined ? "" : ` in the preview; now ${now}`;
};
