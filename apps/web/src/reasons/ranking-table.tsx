import "./object-table.css";
import { Disclosure } from "../ui/disclosure.tsx";
import { type Column, Table } from "../ui/table.tsx";
import { ObjectName } from "./object-name.tsx";
import { PhraseText } from "./phrase-text.tsx";
import type { RankedView } from "./ranked-view.ts";
import { RankingRules } from "./ranking-rules.tsx";
import { StateMark } from "./state-mark.tsx";

const columns: readonly Column<RankedView>[] = [
  {
    head: "Rank",
    look: "mark",
    cell: ({ rank }) => (
      <>
        <StateMark state={rank === 1 ? "selected" : "candidate"} rank={rank} size={18} labelled />
        {rank === 1 ? <span className="sr-only">1</span> : null}
      </>
    ),
  },
  { head: "Runtime", look: "name", cell: ({ link, scope }) => <ObjectName link={link} scope={scope} /> },
  { head: "Score", look: "number", cell: ({ score }) => score },
  { head: "Size distance", look: "number", cell: ({ sizeDistance }) => sizeDistance },
  { head: "Before the next by", cell: ({ decidedBy }) => <PhraseText sentence={decidedBy} /> },
];

const shownFirst = 6;

export interface RankingTableProps {
  readonly rows: readonly RankedView[];
  /** The one that the reader looks at. */
  readonly currentKey?: string;
}

/** What automatic selection would pick, in its order, and what put each before the next. */
export const RankingTable = ({ rows, currentKey }: RankingTableProps) => {
  const table = {
    columns,
    keyOf: ({ key }: RankedView) => key,
    propsOf: ({ key }: RankedView) => (key === currentKey ? ({ "aria-current": "true" } as const) : {}),
    className: "object-table",
  };
  return (
    <>
      <Table {...table} label="Runtimes in rank order" rows={rows.slice(0, shownFirst)} />
      {rows.length <= shownFirst ? null : (
        <Disclosure className="disclosure--fold" summary={`+${rows.length - shownFirst} more that qualify`}>
          <Table {...table} label="Runtimes in rank order, continued" rows={rows.slice(shownFirst)} />
        </Disclosure>
      )}
      <RankingRules />
    </>
  );
};
