import "../../reasons/near-table.css";
import { PhraseText } from "../../reasons/phrase-text.tsx";
import { StateMark } from "../../reasons/state-mark.tsx";
import { Table } from "../../ui/table.tsx";
import type { EntryView, ServedView } from "./runtime-view.ts";

/** The models that this runtime matches: picked first, then by rank, then those for which it has to be named. */
export const ServedTable = ({ served }: { readonly served: readonly ServedView[] }) => (
  <Table label="Models, and how it serves them" className="near-table">
    <thead>
      <tr>
        <th scope="col" className="w-7">
          <span className="sr-only">State</span>
        </th>
        <th scope="col">Model</th>
        <th scope="col" className="table__number">
          Size
        </th>
        <th scope="col">How</th>
        <th scope="col" className="table__number">
          Score
        </th>
      </tr>
    </thead>
    <tbody>
      {served.map((row) => (
        <tr key={row.key}>
          <td>
            <StateMark state={row.state} rank={row.rank} size={18} />
          </td>
          <th scope="row" className="font-normal">
            <PhraseText sentence={[row.model]} />
            <bdi className="near-table__scope">{row.scope}</bdi>
          </th>
          <td className="table__number">{row.size}</td>
          <td>{row.how}</td>
          <td className="table__number">{row.score}</td>
        </tr>
      ))}
    </tbody>
  </Table>
);

/** What the runtime declares to support. */
export const EntriesTable = ({ entries }: { readonly entries: readonly EntryView[] }) => (
  <Table label="Entries of supportedModelFormats">
    <thead>
      <tr>
        <th scope="col">Entry</th>
        <th scope="col">Format</th>
        <th scope="col">Framework</th>
        <th scope="col">Architecture</th>
        <th scope="col">Quantization</th>
        <th scope="col">Pipeline</th>
        <th scope="col">autoSelect</th>
        <th scope="col">Priority</th>
      </tr>
    </thead>
    <tbody>
      {entries.map((entry) => (
        <tr key={entry.index}>
          <th scope="row" className="font-normal">
            {entry.index + 1}
          </th>
          {[entry.format, entry.framework, entry.architecture].map((text, column) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: three columns in a fixed order
            <td key={column} className="table__mono">
              <bdi>{text}</bdi>
            </td>
          ))}
          <td>
            <bdi>{entry.quantization}</bdi>
          </td>
          <td>
            <bdi>{entry.pipeline}</bdi>
          </td>
          <td>{entry.autoSelect}</td>
          <td>{entry.priority}</td>
        </tr>
      ))}
    </tbody>
  </Table>
);
