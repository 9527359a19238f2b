import "./pairs-table.css";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { toModelPage, toRuntimePage } from "../../api/links.ts";
import type { View } from "../../api/queries.ts";
import { fieldWords } from "../../reasons/reason-words.ts";
import { StateMark } from "../../reasons/state-mark.tsx";
import { wordsOfState } from "../../reasons/state-words.ts";
import { Button } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { type Column, Table } from "../../ui/table.tsx";
import type { Pair } from "./matrix-view.ts";
import { pairKey } from "./preview-view.ts";
import type { PairRow } from "./row-view.ts";

export interface PairsTableProps {
  readonly pairs: readonly PairRow[];
  readonly total: number;
  readonly view: View;
  readonly open: Pair | undefined;
  /** In a preview: what changed pairs are now, by `pairKey`. */
  readonly was?: ReadonlyMap<string, string> | undefined;
  readonly onOpen: (pair: Pair) => void;
}

const portion = 100;

const isNear = ({ state }: PairRow): boolean => state === "near-miss";

const isRanked = ({ state, number }: PairRow): boolean => (state === "selected" || state === "candidate") && number > 0;

const State = ({ pair, onOpen }: { readonly pair: PairRow } & Pick<PairsTableProps, "onOpen">) => (
  <Button
    look="text"
    className="pairs__state"
    aria-label={`Explain ${pair.model} and ${pair.runtime}: ${wordsOfState(pair.state, pair.number).label}`}
    onClick={() => onOpen(pair)}
  >
    <StateMark
      state={pair.state}
      differences={isNear(pair) ? pair.number : undefined}
      rank={pair.state === "candidate" ? pair.number : undefined}
    />
    {isNear(pair) ? "Near miss" : wordsOfState(pair.state).label}
  </Button>
);

const columnsFor = (
  { view, onOpen }: PairsTableProps,
  wasOf: (pair: PairRow) => string | undefined,
): readonly Column<PairRow>[] => [
  { head: "State", cell: (pair) => <State pair={pair} onOpen={onOpen} /> },
  {
    head: "Model",
    cell: ({ model, modelKey }) => (
      <Link {...toModelPage(modelKey, view)} className="pairs__name">
        <bdi>{model}</bdi>
      </Link>
    ),
  },
  {
    head: "Runtime",
    cell: ({ runtime, runtimeKey }) => (
      <Link {...toRuntimePage(runtimeKey, view)} className="pairs__name">
        <bdi>{runtime}</bdi>
      </Link>
    ),
  },
  { head: "Rank", look: "number", cell: (pair) => (isRanked(pair) ? pair.number : "") },
  { head: "Off", look: "number", cell: (pair) => (isNear(pair) ? pair.number : "") },
  {
    head: "What differs",
    className: "pairs__differs",
    cell: (pair) => {
      const before = wasOf(pair);
      return (
        <>
          {pair.fields.map((field) => fieldWords[field].title).join(", ")}
          {before === undefined ? null : <span className="pairs__was"> now: {before}</span>}
        </>
      );
    },
  },
];

/** The same pairs as a list, for those who cannot use a grid, and for those who like lists. */
export const PairsTable = (props: PairsTableProps) => {
  const { pairs, total, open, was } = props;
  const [shown, setShown] = useState(portion);
  const visible = pairs.slice(0, shown);
  const wasOf = (pair: PairRow) => was?.get(pairKey(pair.modelKey, pair.runtimeKey));
  return (
    <div className="pairs">
      <Table
        label="Pairs"
        columns={columnsFor(props, wasOf)}
        rows={visible}
        keyOf={({ modelKey, runtimeKey }) => pairKey(modelKey, runtimeKey)}
        propsOf={(pair) => ({
          className: classNames(
            open?.modelKey === pair.modelKey && open.runtimeKey === pair.runtimeKey && "pairs__open",
            wasOf(pair) !== undefined && "pairs__previewed",
          ),
        })}
      />
      <p className="pairs__more">
        {visible.length.toLocaleString("en")} of {total.toLocaleString("en")} pairs
        {visible.length < pairs.length ? (
          <Button small onClick={() => setShown(shown + portion)}>
            Show {Math.min(portion, pairs.length - visible.length)} more
          </Button>
        ) : null}
        {visible.length === pairs.length && pairs.length < total ? " (filter for the rest)" : ""}
      </p>
    </div>
  );
};
