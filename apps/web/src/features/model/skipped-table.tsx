import { ObjectName } from "../../reasons/object-name.tsx";
import { PhraseText } from "../../reasons/phrase-text.tsx";
import { StateMark } from "../../reasons/state-mark.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import type { SkippedView } from "./model-view.ts";

const columns: readonly Column<SkippedView>[] = [
  { head: "State", look: "mark", cell: () => <StateMark state="pin-only" size={18} labelled /> },
  { head: "Runtime", look: "name", cell: ({ link, scope }) => <ObjectName link={link} scope={scope} /> },
  { head: "Why it is not picked", cell: ({ reason }) => <PhraseText sentence={reason} /> },
  { head: "Score", look: "number", cell: ({ score }) => score },
];

/** What matches and is not picked automatically, with the reason. */
export const SkippedTable = ({ skipped }: { readonly skipped: readonly SkippedView[] }) => (
  <Table
    label="Runtimes that can only be named"
    columns={columns}
    rows={skipped}
    keyOf={({ key }) => key}
    className="object-table"
  />
);
