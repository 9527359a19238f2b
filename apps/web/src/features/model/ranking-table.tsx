import "../../reasons/near-table.css";
import { PhraseText } from "../../reasons/phrase-text.tsx";
import { StateMark } from "../../reasons/state-mark.tsx";
import { Table } from "../../ui/table.tsx";
import type { RankedView, SkippedView } from "./model-view.ts";

/** What automatic selection would pick, in its order, and what put each before the next. */
export const RankingTable = ({ ranked }: { readonly ranked: readonly RankedView[] }) => (
  <Table label="Runtimes in rank order" className="near-table">
    <thead>
      <tr>
        <th scope="col" className="w-7">
          <span className="sr-only">Rank</span>
        </th>
        <th scope="col">Runtime</th>
        <th scope="col" className="table__number">
          Score
        </th>
        <th scope="col" className="table__number">
          Size distance
        </th>
        <th scope="col" className="pl-3">
          Before the next by
        </th>
      </tr>
    </thead>
    <tbody>
      {ranked.map((row) => (
        <tr key={row.key}>
          <td>
            <StateMark state={row.state} rank={row.rank} size={18} labelled />
            {row.state === "candidate" ? null : <span className="sr-only">{row.rank}</span>}
          </td>
          <th scope="row" className={row.rank === 1 ? "" : "font-normal"}>
            <PhraseText sentence={[row.runtime]} />
            <bdi className="near-table__scope">{row.scope}</bdi>
          </th>
          <td className="table__number">{row.score}</td>
          <td className="table__number">{row.sizeDistance}</td>
          <td className="pl-3">
            <PhraseText sentence={row.decidedBy} />
          </td>
        </tr>
      ))}
    </tbody>
  </Table>
);

/** What matches and is not picked automatically, with the reason. */
export const SkippedTable = ({ skipped }: { readonly skipped: readonly SkippedView[] }) => (
  <Table label="Runtimes that can only be named" className="near-table">
    <thead>
      <tr>
        <th scope="col" className="w-7">
          <span className="sr-only">State</span>
        </th>
        <th scope="col">Runtime</th>
        <th scope="col">Why it is not picked</th>
        <th scope="col" className="table__number">
          Score
        </th>
      </tr>
    </thead>
    <tbody>
      {skipped.map((row) => (
        <tr key={row.key}>
          <td>
            <StateMark state="pin-only" size={18} labelled />
          </td>
          <th scope="row" className="font-normal">
            <PhraseText sentence={[row.runtime]} />
            <bdi className="near-table__scope">{row.scope}</bdi>
          </th>
          <td>
            <PhraseText sentence={row.reason} />
          </td>
          <td className="table__number">{row.score}</td>
        </tr>
      ))}
    </tbody>
  </Table>
);
