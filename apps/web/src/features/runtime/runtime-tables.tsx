import { ObjectName } from "../../reasons/object-name.tsx";
import { StateMark } from "../../reasons/state-mark.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import type { EntryView, ServedView } from "./runtime-view.ts";

const servedColumns: readonly Column<ServedView>[] = [
  { head: "State", look: "mark", cell: ({ state, rank }) => <StateMark state={state} rank={rank} size={18} /> },
  { head: "Model", look: "name", cell: ({ link, scope }) => <ObjectName link={link} scope={scope} /> },
  { head: "Size", look: "number", cell: ({ size }) => size },
  { head: "How", cell: ({ how }) => how },
  { head: "Score", look: "number", cell: ({ score }) => score },
];

/** The models that this runtime matches: picked first, then by rank, then those for which it has to be named. */
export const ServedTable = ({ served }: { readonly served: readonly ServedView[] }) => (
  <Table
    label="Models, and how it serves them"
    columns={servedColumns}
    rows={served}
    keyOf={({ key }) => key}
    className="object-table"
  />
);

const entryColumns: readonly Column<EntryView>[] = [
  { head: "Entry", look: "name", cell: ({ index }) => index + 1 },
  { head: "Format", look: "mono", cell: ({ format }) => <bdi>{format}</bdi> },
  { head: "Framework", look: "mono", cell: ({ framework }) => <bdi>{framework}</bdi> },
  { head: "Architecture", look: "mono", cell: ({ architecture }) => <bdi>{architecture}</bdi> },
  { head: "Quantization", cell: ({ quantization }) => <bdi>{quantization}</bdi> },
  { head: "Pipeline", cell: ({ pipeline }) => <bdi>{pipeline}</bdi> },
  { head: "autoSelect", cell: ({ autoSelect }) => autoSelect },
  { head: "Priority", cell: ({ priority }) => priority },
];

/** What the runtime declares to support. */
export const EntriesTable = ({ entries }: { readonly entries: readonly EntryView[] }) => (
  <Table label="Entries of supportedModelFormats" columns={entryColumns} rows={entries} keyOf={({ index }) => index} />
);
