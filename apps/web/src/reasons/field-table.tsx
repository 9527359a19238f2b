import "./field-table.css";
import "./tone.css";
import { classNames } from "../ui/class-names.ts";
import { LongText } from "../ui/long-text.tsx";
import { type Column, Table } from "../ui/table.tsx";
import type { FieldSide, FieldView } from "./field-view.ts";

const signs = { pass: "✓", fail: "✕", none: "–" } as const;

const Side = ({ side }: { readonly side: FieldSide }) =>
  side.isValue ? (
    <code>
      <bdi>
        <LongText text={side.text} />
      </bdi>
    </code>
  ) : (
    <span className="field-table__absent">{side.text}</span>
  );

const Result = ({ field }: { readonly field: FieldView }) => (
  <>
    <span className={`tone-${field.tone}`}>
      <span aria-hidden="true">{signs[field.tone]}</span> <span className="field-table__word">{field.result}</span>
    </span>
    {field.unnamed ? <span className="field-table__unnamed">not in OME’s sentence</span> : null}
  </>
);

const columns: readonly Column<FieldView>[] = [
  { head: "Field", look: "name", cell: ({ label, meaning }) => <bdi title={meaning}>{label}</bdi> },
  { head: "Model", className: "field-table__model", cell: ({ model }) => <Side side={model} /> },
  { head: "Operator", className: "field-table__operator", cell: ({ operator }) => operator },
  {
    head: "Entry",
    className: "field-table__entry",
    cell: ({ entry, operator }) => (
      <>
        <Side side={entry} />
        {operator.length > 1 ? <span className="field-table__inline-operator"> {operator}</span> : null}
      </>
    ),
  },
  { head: "Result", className: "field-table__result", cell: (field) => <Result field={field} /> },
];

export interface FieldTableProps {
  /** Its accessible name. */
  readonly label: string;
  readonly fields: readonly FieldView[];
}

/** Fields of a model beside those of an entry. */
export const FieldTable = ({ label, fields }: FieldTableProps) => (
  <Table
    label={label}
    columns={columns}
    rows={fields}
    keyOf={({ id }) => id}
    propsOf={({ differs, once }) => ({
      className: classNames(differs && "table__failing", once && "field-table__once"),
    })}
    className="field-table"
  />
);
