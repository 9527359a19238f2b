import "./object-table.css";
import { DetailSection } from "../ui/detail-page.tsx";
import { Disclosure } from "../ui/disclosure.tsx";
import { type Column, Table } from "../ui/table.tsx";
import type { NearView } from "./near-view.ts";
import { ObjectName } from "./object-name.tsx";
import { PhraseText } from "./phrase-text.tsx";
import { RestList } from "./rest-list.tsx";
import type { RestView } from "./rest-view.ts";
import { StateMark } from "./state-mark.tsx";

type Noun = "runtime" | "model";

const columnsFor = (noun: Noun): readonly Column<NearView>[] => [
  {
    head: "Differences",
    look: "mark",
    cell: ({ differences }) => <StateMark state="near-miss" differences={differences} size={18} labelled />,
  },
  {
    head: noun === "runtime" ? "Runtime" : "Model",
    look: "name",
    cell: ({ link, scope }) => <ObjectName link={link} scope={scope} />,
  },
  {
    head: "What differs",
    cell: ({ points }) =>
      points.map((point) => (
        <span key={point.id} className="object-table__line">
          <PhraseText sentence={point.title} />: <PhraseText sentence={point.brief} />
        </span>
      )),
  },
];

/** Enough to see who is near; the rest is one step away. */
const shownFirst = 8;

const NearTable = ({ rows, noun }: { readonly rows: readonly NearView[]; readonly noun: Noun }) => {
  const label = `Nearest ${noun}s and what differs`;
  const table = { columns: columnsFor(noun), keyOf: (row: NearView) => row.key, className: "object-table" };
  return (
    <>
      <Table {...table} label={label} rows={rows.slice(0, shownFirst)} />
      {rows.length <= shownFirst ? null : (
        <Disclosure className="disclosure--fold" summary={`+${rows.length - shownFirst} more near misses`}>
          <Table {...table} label={`${label}, continued`} rows={rows.slice(shownFirst)} />
        </Disclosure>
      )}
    </>
  );
};

export interface NearSectionProps {
  readonly id: string;
  readonly rows: readonly NearView[];
  readonly noun: Noun;
  /** What stands there when nothing is near. */
  readonly none: string;
  readonly rest?: readonly RestView[];
}

/** What is near, with both values of everything that differs, and what is further away. */
export const NearSection = ({ id, rows, noun, none, rest = [] }: NearSectionProps) => (
  <DetailSection id={id} heading={`Nearest ${noun}s`} note="fewest differences first">
    {rows.length === 0 ? <p className="detail-page__quiet">{none}</p> : <NearTable rows={rows} noun={noun} />}
    <RestList rest={rest} />
  </DetailSection>
);
