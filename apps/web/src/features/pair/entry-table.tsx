import { NoteList } from "../../reasons/note-list.tsx";
import { PhraseText } from "../../reasons/phrase-text.tsx";
import { classNames } from "../../ui/class-names.ts";
import { Disclosure } from "../../ui/disclosure.tsx";
import { Table } from "../../ui/table.tsx";
import type { EntryView, FieldSide, FieldView } from "./pair-view.ts";

const signs = { pass: "✓", fail: "✕", none: "–" } as const;

const Side = ({ side }: { readonly side: FieldSide }) =>
  side.isValue ? (
    <code>
      <bdi>{side.text}</bdi>
    </code>
  ) : (
    <span className="entry-table__absent">{side.text}</span>
  );

const FieldRow = ({ field }: { readonly field: FieldView }) => (
  <tr className={classNames(field.differs && "table__failing", field.equal && "entry-table__equal")}>
    <th scope="row" title={field.meaning}>
      <bdi>{field.label}</bdi>
    </th>
    <td className="entry-table__model">
      <Side side={field.model} />
    </td>
    <td className="entry-table__operator">{field.operator}</td>
    <td className="entry-table__entry">
      <Side side={field.entry} />
    </td>
    <td className={`entry-table__result tone-${field.tone}`}>
      <span aria-hidden="true">{signs[field.tone]}</span> <span className="entry-table__word">{field.result}</span>
      {field.unnamed ? <span className="entry-table__unnamed">not in OME’s sentence</span> : null}
    </td>
  </tr>
);

/** One entry beside the model, field by field, with the rules that surprise. */
export const EntryTable = ({ entry }: { readonly entry: EntryView }) => (
  <>
    <Table label={`${entry.title}, beside the model`} className="entry-table">
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
        {entry.fields.map((field) => (
          <FieldRow key={field.id} field={field} />
        ))}
      </tbody>
    </Table>
    <NoteList notes={entry.notes} />
    {entry.meanings.length === 0 ? null : (
      <Disclosure className="drawer__fold" summary="What these differences mean">
        <dl className="entry-meanings">
          {entry.meanings.map((meaning) => (
            <div key={meaning.code}>
              <dt>{meaning.title}</dt>
              <dd>
                <PhraseText sentence={meaning.meaning} />
              </dd>
            </div>
          ))}
        </dl>
      </Disclosure>
    )}
  </>
);
