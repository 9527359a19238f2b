import type { PairState } from "@ome-matrix/matcher";
import type { MarkShape } from "../ui/mark-shapes.ts";

export interface StateWords {
  readonly shape: MarkShape;
  /** As in the legend. */
  readonly label: string;
  /** One short sentence, without a full stop. */
  readonly meaning: string;
  /** The mark's colour. */
  readonly color: string;
  /** The colour of a word or a number in this state: readable as text. */
  readonly textColor: string;
}

const words: Readonly<Record<Exclude<PairState, "near-miss">, StateWords>> = {
  selected: {
    shape: "star",
    label: "Selected",
    meaning: "OME would pick this runtime",
    color: "var(--sel)",
    textColor: "var(--sel)",
  },
  candidate: {
    shape: "ring",
    label: "Candidate",
    meaning: "OME could pick this runtime; the number is its rank",
    color: "var(--cand)",
    textColor: "var(--cand)",
  },
  "pin-only": {
    shape: "pin",
    label: "Pin only",
    meaning: "works when an InferenceService names the runtime; OME never picks it by itself",
    color: "var(--pin)",
    textColor: "var(--pin)",
  },
  rejected: {
    shape: "dot",
    label: "Rejected",
    meaning: "made for another kind of model",
    color: "var(--rej)",
    textColor: "var(--text-3)",
  },
  disabled: {
    shape: "slash",
    label: "Disabled",
    meaning: "the runtime is disabled",
    color: "var(--dis)",
    textColor: "var(--text-3)",
  },
  unknown: {
    shape: "question",
    label: "Unknown",
    meaning: "OME has not read the model's files yet",
    color: "var(--unk)",
    textColor: "var(--text-3)",
  },
  "not-applicable": {
    shape: "hatch",
    label: "Not applicable",
    meaning: "the two are in different namespaces",
    color: "var(--na)",
    textColor: "var(--text-3)",
  },
  error: {
    shape: "triangle",
    label: "Error",
    meaning: "the object cannot be read",
    color: "var(--err)",
    textColor: "var(--err)",
  },
};

const nearMissOfOne: StateWords = {
  shape: "diamond",
  label: "Near miss, 1 off",
  meaning: "one value keeps the runtime from accepting the model",
  color: "var(--near-line)",
  textColor: "var(--near)",
};
const nearMissOfMore: StateWords = {
  shape: "diamond-dashed",
  label: "Near miss, 2 or more off",
  meaning: "several values keep the runtime from accepting the model",
  color: "var(--near2-line)",
  textColor: "var(--near2)",
};

/** Mark, word, meaning and colour of a state; a near miss reads differently when one value differs. */
export const wordsOfState = (state: PairState, differences = 1): StateWords => {
  if (state !== "near-miss") return words[state];
  return differences <= 1 ? nearMissOfOne : nearMissOfMore;
};
