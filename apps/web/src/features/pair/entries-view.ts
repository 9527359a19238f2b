/** One pair -> the runtime's entries beside the model. */
import type { EntryReportResponse, NoteResponse, VerdictResponse } from "@ome-matrix/contract";
import { toEntryDifferences } from "../../reasons/differences.ts";
import { type FieldView, toFieldViews } from "../../reasons/field-view.ts";
import { type NoteView, toNoteViews } from "../../reasons/note-view.ts";
import { capitalized, countInWords, listed, type Phrase, phrase } from "../../reasons/phrase.ts";
import { mismatchWords, versionCauseWords } from "../../reasons/reason-words.ts";
import { notesAt } from "./note-places-view.ts";

export interface EntryView {
  readonly index: number;
  readonly title: string;
  readonly summary: Phrase;
  readonly matches: boolean;
  readonly fields: readonly FieldView[];
  readonly notes: readonly NoteView[];
  /** Each kind of difference once, in words. */
  readonly meanings: readonly MeaningView[];
}

export interface MeaningView {
  readonly code: string;
  readonly title: string;
  readonly meaning: Phrase;
}

export interface EntriesView {
  /** The one that matches, or else the closest. */
  readonly entry: EntryView | undefined;
  readonly otherEntries: readonly EntryView[];
}

const entrySummary = (entry: EntryReportResponse): Phrase => {
  if (entry.matches) return phrase`matches`;
  const differences = toEntryDifferences(entry.mismatches);
  const titles = listed(differences.map((difference) => difference.title));
  return phrase`${differences.length === 1 ? "one difference" : `${countInWords(differences.length)} differences`}: ${titles}`;
};

/** Each kind of difference once; for versions with what their values alone do not tell. */
const toMeanings = (entry: EntryReportResponse): readonly MeaningView[] => {
  const meanings = new Map<string, MeaningView>();
  for (const { code, cause } of entry.mismatches) {
    const words = mismatchWords[code];
    const why = cause === undefined ? [] : phrase` ${versionCauseWords[cause].meaning}`;
    const key = `${code} ${cause ?? ""}`;
    meanings.set(key, { code: key, title: capitalized(words.title), meaning: [...words.meaning, ...why] });
  }
  return [...meanings.values()];
};

const toEntryView = (entry: EntryReportResponse, total: number, notes: readonly NoteResponse[]): EntryView => {
  return {
    index: entry.index,
    title: `Entry ${entry.index + 1} of ${total}`,
    summary: entrySummary(entry),
    matches: entry.matches,
    fields: toFieldViews(entry),
    notes: toNoteViews(notes),
    meanings: toMeanings(entry),
  };
};

/** The entry that matches or comes closest is read first; its notes and those about no entry stand below it. */
export const toEntries = (verdict: VerdictResponse): EntriesView => {
  const firstIndex = verdict.matchedEntry ?? verdict.closestEntry ?? 0;
  const notes = notesAt(verdict, "entries");
  const views = verdict.entries.map((entry) =>
    toEntryView(
      entry,
      verdict.entries.length,
      notes.filter((note) => (note.entry ?? firstIndex) === entry.index),
    ),
  );
  return {
    entry: views.find((view) => view.index === firstIndex),
    otherEntries: views.filter((view) => view.index !== firstIndex),
  };
};
