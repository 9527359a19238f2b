/** The points in which a pair differs, counted as a near miss is: the mismatches of one pipeline component are one point. */
import type { EntryReportResponse, MismatchResponse, Reason, VerdictResponse } from "@ome-matrix/contract";
import type { DifferingField } from "@ome-matrix/matcher";
import { sayMismatch, sayMismatchBriefly } from "./mismatch-sentences.ts";
import { capitalized, code, countInWords, listed, type Phrase, phrase, shownValue, value } from "./phrase.ts";
import { fieldWords } from "./reason-words.ts";

export interface Difference {
  /** One or the same for all mismatches of the point. */
  readonly id: string;
  /** `framework version`, or `scheduler` for a component of the pipeline. */
  readonly title: Phrase;
  /** A sentence with both values for each of its mismatches. */
  readonly sentences: readonly Phrase[];
  /** For a table's cell: both values. */
  readonly brief: Phrase;
  /** The model has no value there at all. */
  readonly missing: boolean;
  /** OME's sentence mentions it. */
  readonly namedByOme: boolean;
}

const pipelineClassPath = "diffusionPipeline.className";

const titleOf = (mismatch: MismatchResponse): Phrase => {
  if (mismatch.field !== "pipeline") return phrase`${fieldWords[mismatch.field].title}`;
  if (mismatch.path === pipelineClassPath) return phrase`pipeline class`;
  if (mismatch.component === undefined) return phrase`diffusion pipeline`;
  return phrase`pipeline component ${value(mismatch.component)}`;
};

const idOf = (mismatch: MismatchResponse): string =>
  mismatch.field === "pipeline" ? `pipeline ${mismatch.component ?? mismatch.path}` : mismatch.field;

/** The mismatches of an entry, those of one pipeline component taken together. */
export const toEntryDifferences = (mismatches: readonly MismatchResponse[]): readonly Difference[] => {
  const points = new Map<string, MismatchResponse[]>();
  for (const mismatch of mismatches) {
    const point = points.get(idOf(mismatch));
    if (point === undefined) points.set(idOf(mismatch), [mismatch]);
    else point.push(mismatch);
  }
  return [...points].flatMap(([id, [first, ...more]]): readonly Difference[] =>
    first === undefined
      ? []
      : [
          {
            id,
            title: titleOf(first),
            sentences: [first, ...more].map(sayMismatch),
            brief: listed([first, ...more].map(sayMismatchBriefly)),
            missing: [first, ...more].every((mismatch) => mismatch.model === undefined),
            namedByOme: [first, ...more].some((mismatch) => mismatch.namedByOme),
          },
        ],
  );
};

/** `[2B, 4B]` as OME writes it, an open bound in words instead of `inf`. */
export const sayRange = (min: string | undefined, max: string | undefined): Phrase => {
  if (min !== undefined && max !== undefined) return phrase`${code(`${shownValue(min)} to ${shownValue(max)}`)}`;
  if (min !== undefined) return phrase`at least ${value(min)}`;
  if (max !== undefined) return phrase`at most ${value(max)}`;
  return phrase`any size`;
};

/** A point outside the entries: size, accelerator class, deployment mode. Undefined for any other reason. */
export const toGateDifference = (reason: Reason): Difference | undefined => {
  switch (reason.code) {
    case "size/outside-range": {
      const range = sayRange(reason.min, reason.max);
      return {
        id: "size",
        title: phrase`size`,
        sentences: [phrase`The runtime takes ${range}; the model has ${value(reason.size)}.`],
        brief: phrase`${value(reason.size)}, runtime takes ${range}`,
        missing: false,
        namedByOme: true,
      };
    }
    case "accelerator-class/not-supported": {
      const missing = listed(reason.missing.map(value));
      const has =
        reason.listed.length === 0
          ? phrase`the runtime lists none`
          : phrase`the runtime lists ${listed(reason.listed.map(value))}`;
      return {
        id: "accelerator-class",
        title: phrase`accelerator class`,
        sentences: [phrase`The InferenceService asks for ${missing}; ${has}.`],
        brief: phrase`${missing} asked for, ${has}`,
        missing: false,
        namedByOme: true,
      };
    }
    case "deployment-mode/differs":
      return {
        id: "deployment-mode",
        title: phrase`deployment mode`,
        sentences: [
          phrase`The runtime’s ${reason.component} is made for ${value(reason.runtime)}; the InferenceService asks for ${value(reason.requested)}.`,
        ],
        brief: phrase`${value(reason.requested)} asked for the ${reason.component}, runtime has ${value(reason.runtime)}`,
        missing: false,
        namedByOme: true,
      };
    default:
      return undefined;
  }
};

/** The entry that comes closest to a model that none matches. */
export const closestOf = ({ entries, closestEntry }: VerdictResponse): EntryReportResponse | undefined =>
  closestEntry === undefined ? undefined : entries[closestEntry];

/** The differences of the closest entry, and those that lie outside the entries. */
export const toVerdictDifferences = (verdict: VerdictResponse): readonly Difference[] => {
  const closest = closestOf(verdict);
  const mismatches = verdict.matchedEntry === undefined ? (closest?.mismatches ?? []) : [];
  return [
    ...toEntryDifferences(mismatches),
    ...verdict.gates.flatMap((gate) => {
      const difference = gate.failure === undefined ? undefined : toGateDifference(gate.failure);
      return difference === undefined ? [] : [difference];
    }),
  ];
};

/** `Two values differ: the size and the framework version.` */
export const sayCount = (differences: readonly Difference[]): Phrase => {
  const count = differences.length;
  const one = count === 1;
  const verb = differences.every((difference) => difference.missing)
    ? one
      ? "is missing"
      : "are missing"
    : one
      ? "differs"
      : "differ";
  const titles = listed(differences.map((difference) => phrase`the ${difference.title}`));
  return phrase`${capitalized(countInWords(count))} ${one ? "value" : "values"} ${verb}: ${titles}.`;
};

/** What a row of a list tells about a pair. */
export interface DifferingRow {
  readonly mismatches: readonly MismatchResponse[];
  readonly differingFields: readonly DifferingField[];
  readonly reason?: Reason | undefined;
}

/** What is known of a size that differs where OME's reason is about something else. */
export interface SizeFacts {
  readonly size?: string | undefined;
  readonly range?: { readonly min?: string | undefined; readonly max?: string | undefined } | undefined;
}

const unexplained = (field: DifferingField, { size, range }: SizeFacts): Difference => {
  const outside =
    range === undefined ? phrase`outside the runtime’s range` : phrase`runtime takes ${sayRange(range.min, range.max)}`;
  const brief =
    field === "size" ? (size === undefined ? outside : phrase`${value(size)}, ${outside}`) : phrase`differs`;
  return {
    id: field,
    title: phrase`${fieldWords[field].title}`,
    sentences: [brief],
    brief,
    missing: false,
    namedByOme: false,
  };
};

/** All points of a pair in a list. Outside the entries only the first failed check comes with its values. */
export const toRowDifferences = (row: DifferingRow, facts: SizeFacts = {}): readonly Difference[] => {
  const fromReason = row.reason === undefined ? undefined : toGateDifference(row.reason);
  const known = [...toEntryDifferences(row.mismatches), ...(fromReason === undefined ? [] : [fromReason])];
  const covered = new Set<string>([...row.mismatches.map((mismatch) => mismatch.field), ...known.map(({ id }) => id)]);
  return [
    ...known,
    ...row.differingFields.filter((field) => !covered.has(field)).map((field) => unexplained(field, facts)),
  ];
};
