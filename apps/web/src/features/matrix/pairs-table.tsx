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
import { Table } from "../../ui/table.tsx";
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

/** The same pairs as a list, for those who cannot use a grid, and for those who like lists. */
export const PairsTable = ({ pairs, total, view, open, was, onOpen }: PairsTableProps) => {
  const [shown, setShown] = useState(portion);
  const visible = pairs.slice(0, shown);
  return (
    <div className="pairs">
      <Table label="Pairs">
        <thead>
          <tr>
            <th scope="col">State</th>
            <th scope="col">Model</th>
            <th scope="col">Runtime</th>
            <th scope="col" className="table__number">
              Rank
            </th>
            <th scope="col" className="table__number">
              Off
            </th>
            <th scope="col">What differs</th>
          </tr>
        </thead>
        <tbody>
          {visible.map((pair) => {
            const isOpen = open?.modelKey === pair.modelKey && open.runtimeKey === pair.runtimeKey;
            const isNear = pair.state === "near-miss";
            const before = was?.get(pairKey(pair.modelKey, pair.runtimeKey));
            const isRanked = pair.state === "selected" || pair.state === "candidate";
            return (
              <tr
                key={`${pair.modelKey} ${pair.runtimeKey}`}
                className={classNames(isOpen && "pairs__open", before !== undefined && "pairs__previewed")}
              >
                <td>
                  <Button
                    look="text"
                    className="pairs__state"
                    aria-label={`Explain ${pair.model} and ${pair.runtime}: ${wordsOfState(pair.state, pair.number).label}`}
                    onClick={() => onOpen(pair)}
                  >
                    <StateMark
                      state={pair.state}
                      differences={isNear ? pair.number : undefined}
                      rank={pair.state === "candidate" ? pair.number : undefined}
                    />
                    {isNear ? "Near miss" : wordsOfState(pair.state).label}
                  </Button>
                </td>
                <td>
                  <Link {...toModelPage(pair.modelKey, view)} className="pairs__name">
                    <bdi>{pair.model}</bdi>
                  </Link>
                </td>
                <td>
                  <Link {...toRuntimePage(pair.runtimeKey, view)} className="pairs__name">
                    <bdi>{pair.runtime}</bdi>
                  </Link>
                </td>
                <td className="table__number">{isRanked && pair.number > 0 ? pair.number : ""}</td>
                <td className="table__number">{isNear ? pair.number : ""}</td>
                <td className="pairs__differs">
                  {pair.fields.map((field) => fieldWords[field].title).join(", ")}
                  {before === undefined ? null : <span className="pairs__was"> now: {before}</span>}
                </td>
              </tr>
            );
          })}
        </tbody>
      </Table>
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
