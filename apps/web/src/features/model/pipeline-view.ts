/** The model's diffusion pipeline beside the entry that comes closest, or none where neither has one. */
import type { PairExplanation } from "@ome-matrix/contract";
import { type FieldView, toFieldViews } from "../../reasons/field-view.ts";
import { type NoteView, toNoteViews } from "../../reasons/note-view.ts";
import { type Phrase, pairLink, phrase } from "../../reasons/phrase.ts";

export interface PipelineView {
  readonly against: Phrase;
  readonly fields: readonly FieldView[];
  readonly notes: readonly NoteView[];
}

export const toPipelineView = ({ model, runtime, verdict }: PairExplanation): PipelineView | undefined => {
  const index = verdict?.matchedEntry ?? verdict?.closestEntry;
  const entry = index === undefined ? undefined : verdict?.entries[index];
  if (entry === undefined) return undefined;
  const fields = toFieldViews({
    mismatches: entry.mismatches,
    fields: entry.fields.filter((field) => field.field === "pipeline"),
  });
  if (fields.length === 0) return undefined;
  return {
    against: phrase`beside ${pairLink(model, runtime)}, entry ${entry.index + 1}`,
    fields,
    notes: toNoteViews(
      verdict?.notes.filter(
        (note) => note.code.startsWith("pipeline/") && (note.entry ?? entry.index) === entry.index,
      ) ?? [],
    ),
  };
};
