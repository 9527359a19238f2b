/** Which of its notes a verdict shows where. */
import type { NoteResponse, VerdictResponse } from "@ome-matrix/contract";
import type { NoteCode } from "@ome-matrix/matcher";

type NotePlace = "checks" | "entries" | "score";

const notePlaces: { readonly [Code in NoteCode]: NotePlace } = {
  "version/upper-limit": "entries",
  "version/exact": "entries",
  "version/suffix-forces-equality": "entries",
  "version/unparsable": "entries",
  "version/parts-or-prefix": "entries",
  "version/unknown-operator": "entries",
  "field/one-sided": "entries",
  "field/empty-text": "entries",
  "pipeline/random-order": "entries",
  "pipeline/first-only": "entries",
  "cache-provider/none-exists": "entries",
  "size/reads-as-zero": "checks",
  "size/reads-as-not-a-number": "checks",
  "size/not-stated": "checks",
  "size/empty-range": "checks",
  "accelerator-class/pooled": "checks",
  "accelerator-class/not-checked": "checks",
  "deployment-mode/not-a-mode": "checks",
  "score/weight-zero": "score",
  "score/from-another-entry": "score",
  "auto-select/through-another-entry": "score",
  "auto-select/weights-not-positive": "score",
};

/** The notes that belong to one place. */
export const notesAt = ({ notes }: VerdictResponse, place: NotePlace): readonly NoteResponse[] =>
  notes.filter(({ code }) => notePlaces[code] === place);
