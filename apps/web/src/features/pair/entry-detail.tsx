import { FieldTable } from "../../reasons/field-table.tsx";
import { NoteList } from "../../reasons/note-list.tsx";
import { PhraseText } from "../../reasons/phrase-text.tsx";
import { Disclosure } from "../../ui/disclosure.tsx";
import type { EntryView } from "./entries-view.ts";

/** One entry beside the model, field by field, with the rules that surprise. */
export const EntryDetail = ({ entry }: { readonly entry: EntryView }) => (
  <>
    <FieldTable label={`${entry.title}, beside the model`} fields={entry.fields} />
    <NoteList notes={entry.notes} />
    {entry.meanings.length === 0 ? null : (
      <Disclosure className="disclosure--fold" summary="What these differences mean">
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
