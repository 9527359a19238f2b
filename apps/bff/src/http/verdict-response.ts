/** What the matcher says, in the form in which it travels: 64-bit numbers made safe, and OME's own sentence on every reason. */
import {
  type EntryReportResponse,
  type MismatchResponse,
  type NoteResponse,
  type Reason,
  toInteger64,
  type VerdictResponse,
} from "@ome-matrix/contract";
import {
  type EntryReport,
  type Mismatch,
  type ModelRejection,
  type Rejection,
  type Skip,
  sayMismatch,
  sayModelRejection,
  sayRejection,
  saySkip,
  sayWarning,
  type Verdict,
} from "@ome-matrix/matcher";

/** A reason with OME's sentence. */
export const toReason = (failure: Rejection | Skip | ModelRejection): Reason => {
  switch (failure.code) {
    case "model/no-format":
      return { code: failure.code, message: sayModelRejection(failure) };
    case "auto-select/not-enabled":
    case "score/not-positive":
      return { code: failure.code, message: saySkip(failure) };
    case "auto-select/not-on-matching-entry":
      return { code: failure.code, format: failure.format, message: saySkip(failure) };
    case "runtime/disabled":
      return { code: failure.code, message: sayRejection(failure) };
    case "deployment-mode/differs":
    case "size/outside-range":
      return { ...failure, message: sayRejection(failure) };
    case "formats/none-defined":
    case "formats/no-entry-matches":
      return { code: failure.code, label: failure.label, message: sayRejection(failure) };
    case "accelerator-class/not-supported":
      return {
        code: failure.code,
        required: failure.required.map((required) => ({ ...required })),
        missing: [...failure.missing],
        listed: [...failure.listed],
        message: sayRejection(failure),
      };
  }
};

/** Why automatic selection does not take the pair; undefined when it may. */
export const reasonOf = ({ rejection, skip }: Pick<Verdict, "rejection" | "skip">): Reason | undefined => {
  const failure = rejection ?? skip;
  return failure === undefined ? undefined : toReason(failure);
};

const toMismatch = (mismatch: Mismatch): MismatchResponse => ({ ...mismatch, message: sayMismatch(mismatch) });

const toEntry = (entry: EntryReport): EntryReportResponse => ({
  ...entry,
  mismatches: entry.mismatches.map(toMismatch),
  fields: entry.fields.map((field) => ({ ...field })),
});

/** The mismatches of the closest entry. */
export const closestMismatches = ({ entries, closestEntry }: Verdict): MismatchResponse[] =>
  (closestEntry === undefined ? [] : (entries[closestEntry]?.mismatches ?? [])).map(toMismatch);

/** A whole verdict. */
export const toVerdict = (verdict: Verdict): VerdictResponse => {
  const reason = reasonOf(verdict);
  return {
    compatible: verdict.compatible,
    qualifies: verdict.qualifies,
    gates: verdict.gates.map(({ gate, outcome, holds, failure }) => ({
      gate,
      outcome,
      ...(holds === undefined ? {} : { holds }),
      ...(failure === undefined ? {} : { failure: toReason(failure) }),
    })),
    ...(reason === undefined ? {} : { reason }),
    entries: verdict.entries.map(toEntry),
    ...(verdict.matchedEntry === undefined ? {} : { matchedEntry: verdict.matchedEntry }),
    ...(verdict.closestEntry === undefined ? {} : { closestEntry: verdict.closestEntry }),
    differences: verdict.differences,
    differingFields: [...verdict.differingFields],
    ofAnotherKind: verdict.ofAnotherKind,
    score: {
      score: toInteger64(verdict.score.score),
      ...(verdict.score.givenBy === undefined ? {} : { givenBy: verdict.score.givenBy }),
      entries: verdict.score.entries.map((entry) => ({
        ...entry,
        formatWeight: toInteger64(entry.formatWeight),
        frameworkWeight: toInteger64(entry.frameworkWeight),
        score: toInteger64(entry.score),
      })),
    },
    ...(verdict.weight === undefined ? {} : { weight: toInteger64(verdict.weight) }),
    ...(verdict.priority === undefined ? {} : { priority: verdict.priority }),
    warnings: verdict.warnings.map(sayWarning),
    notes: verdict.notes.map((note): NoteResponse => ({ ...note })),
  };
};
