import "./note-list.css";
import type { NoteView } from "./note-view.ts";
import { PhraseText } from "./phrase-text.tsx";

/** Surprising rules, beside what they explain. */
export const NoteList = ({ notes }: { readonly notes: readonly NoteView[] }) =>
  notes.map((note) => (
    <p key={note.code} className="note">
      <strong>{note.title}</strong> <PhraseText sentence={note.meaning} />
      {note.where.length === 0 ? null : (
        <span className="note__where">
          {" "}
          Here: <PhraseText sentence={note.where} />.
        </span>
      )}
    </p>
  ));
