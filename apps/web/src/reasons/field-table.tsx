import "./field-table.css";
import "./tone.css";
import { classNames } from "../ui/class-names.ts";
import { LongText } from "../ui/long-text.tsx";
import { Table } from "../ui/table.tsx";
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

const FieldRow = ({ field }: { readonly field: FieldView }) => (
  <tr className={classNames(field.differs && "table__failing", field.once && "field-table__once")}>
    <th scope="row" title={field.meaning}>
      <bdi>{field.label}</bdi>
    </th>
    <td className="field-table__model">
      <Side side={field.model} />
    </td>
    <td className="field-table__operator">{field.operator}</td>
    <td className="field-table__entry">
      <Side side={field.entry} />
      {field.operator.length > 1 ? <span className="field-table__inline-operator"> {field.operator}</span> : null}
    </td>
    <td className={`field-table__result tone-${field.tone}`}>
      <span aria-hidden="true">{signs[field.tone]}</span> <span className="field-table__word">{field.result}</span>
      {field.unnamed ? <span className="field-table__unnamed">not in OME’s sentence</span> : null}
    </td>
  </tr>
);

export interface FieldTableProps {
  /** Its accessible name. */
  readonly label: string;
  readonly fields: readonly FieldView[];
}

/** Fields of a model beside those of an entry. */
export const FieldTable = ({ label, fields }: FieldTableProps) => (
  <Table label={label} className="field-table">
    <thead>
      <tr>
        <th scope="col">Field</th>
        <th scope="col">Model</th>
        <th scope="col">Operator</th>
        <th scope="col">Entry</th>
        <th scope="col">Result</th>
      </tr>
    </thead>
    <tbody>
      {fields.map((field) => (
        <FieldRow key={field.id} field={field} />
      ))}
    </tbody>
  </Table>
);
