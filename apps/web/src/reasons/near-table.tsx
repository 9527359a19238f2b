import "./near-table.css";
import { Disclosure } from "../ui/disclosure.tsx";
import { Table } from "../ui/table.tsx";
import type { NearView } from "./near-view.ts";
import { PhraseText } from "./phrase-text.tsx";
import { StateMark } from "./state-mark.tsx";

const NearRows = ({
  label,
  noun,
  rows,
}: {
  readonly label: string;
  readonly noun: string;
  readonly rows: readonly NearView[];
}) => (
  <Table label={label} className="near-table">
    <thead>
      <tr>
        <th scope="col" className="near-table__mark">
          <span className="sr-only">Differences</span>
        </th>
        <th scope="col">{noun}</th>
        <th scope="col">What differs</th>
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <tr key={row.key}>
          <td className="near-table__mark">
            <StateMark state="near-miss" differences={row.differences} size={18} labelled />
          </td>
          <th scope="row">
            <PhraseText sentence={[row.link]} />
            <span className="near-table__scope">{row.scope}</span>
          </th>
          <td>
            {row.points.map((point) => (
              <span key={point.id} className="near-table__point">
                <PhraseText sentence={point.title} />: <PhraseText sentence={point.brief} />
              </span>
            ))}
          </td>
        </tr>
      ))}
    </tbody>
  </Table>
);

export interface NearTableProps {
  readonly rows: readonly NearView[];
  /** `Runtime` or `Model`. */
  readonly noun: string;
  readonly label: string;
}

/** Enough to see who is near; the rest is one step away. */
const shownFirst = 8;

/** What is near, with both values of everything that differs. */
export const NearTable = ({ rows, noun, label }: NearTableProps) => (
  <>
    <NearRows label={label} noun={noun} rows={rows.slice(0, shownFirst)} />
    {rows.length <= shownFirst ? null : (
      <Disclosure className="near-table__more" summary={`+${rows.length - shownFirst} more near misses`}>
        <NearRows label={`${label}, continued`} noun={noun} rows={rows.slice(shownFirst)} />
      </Disclosure>
    )}
  </>
);
