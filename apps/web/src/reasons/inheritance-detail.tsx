import "./inheritance-detail.css";
import { CodeBlock } from "../ui/code-block.tsx";
import { type Column, Table } from "../ui/table.tsx";
import { Tag } from "../ui/tag.tsx";
import type { InheritanceView } from "./inheritance-view.ts";
import { PhraseText } from "./phrase-text.tsx";

type Merged = InheritanceView["merged"][number];

const columns: readonly Column<Merged>[] = [
  { head: "Field", look: "name", cell: ({ field }) => field },
  { head: "Value", cell: ({ value }) => <bdi>{value}</bdi> },
  { head: "From", cell: ({ from }) => <PhraseText sentence={[from]} /> },
];

const ChainError = ({ error }: { readonly error: NonNullable<InheritanceView["error"]> }) => (
  <>
    <p className="chain-error">
      <strong>{error.title}</strong> <PhraseText sentence={error.meaning} /> Here, child first: <bdi>{error.names}</bdi>
      .
    </p>
    <CodeBlock text={error.text} copyLabel="Copy OME’s text about the chain">
      <bdi>{error.shown}</bdi>
    </CodeBlock>
  </>
);

/** A chain, why it does not resolve, and what a named runtime is checked with. */
export const InheritanceDetail = ({ inheritance }: { readonly inheritance: InheritanceView }) => (
  <>
    <ol className="chain" aria-label="Chain, root first">
      {inheritance.chain.map((runtime) => (
        <li key={runtime.key} className="chain__link">
          <PhraseText sentence={[runtime.runtime]} />
          {runtime.roles.map((role) => (
            <Tag key={role}>{role}</Tag>
          ))}
          <span className="chain__facts">
            {runtime.scope} · {runtime.own}
          </span>
        </li>
      ))}
    </ol>
    {inheritance.error === undefined ? null : <ChainError error={inheritance.error} />}
    {inheritance.merged.length === 0 ? null : (
      <Table
        label="What the runtime is checked with when it is named"
        columns={columns}
        rows={inheritance.merged}
        keyOf={({ field }) => field}
      />
    )}
  </>
);
