/** Notes as they are drawn: the same note about several fields is told once, with all of them. */
import type { NoteResponse } from "@ome-matrix/contract";
import { fieldLabel } from "./field-label.ts";
import { listed, type Phrase, phrase, value } from "./phrase.ts";
import { noteWords } from "./reason-words.ts";

export interface NoteView {
  readonly code: string;
  readonly title: string;
  readonly meaning: Phrase;
  /** The fields it is about here, with their values; empty when it names none. */
  readonly where: Phrase;
}

const wherePart = (note: NoteResponse): Phrase => {
  if (note.path === undefined) return note.value === undefined ? [] : phrase`${value(note.value)}`;
  const label = fieldLabel(note.path);
  return note.value === undefined ? phrase`${label}` : phrase`${label} ${value(note.value)}`;
};

export const toNoteViews = (notes: readonly NoteResponse[]): readonly NoteView[] =>
  [...new Set(notes.map((note) => note.code))].map((code) => {
    const places = notes
      .filter((note) => note.code === code)
      .map(wherePart)
      .filter((place) => place.length > 0);
    return { code, ...noteWords[code], where: listed(places) };
  });
