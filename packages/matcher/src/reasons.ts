/**
 * The closed vocabulary: every reason a pair can have, as data. A code is never reused and never renamed.
 * The sentences OME prints for them stand in say.ts, and nowhere else.
 */
import type { AcceleratorClassPlace, RuntimeKind } from "./resources.ts";

/** The rule set that this package implements; the page names it. */
export const ruleSet = "OME v1.3";

/** OME's order. The first five decide compatibility, the last two automatic selection (spec 2.1, 3.1). */
export const gates = [
  "disabled",
  "accelerator-class",
  "deployment-mode",
  "formats",
  "size",
  "auto-select",
  "score",
] as const;
export type Gate = (typeof gates)[number];

/**
 * What a near miss is counted in (design, section 3), and what the page filters by. The index is the bit in `Matrix.fields`.
 */
export const differingFields = [
  "cache-provider",
  "pipeline",
  "architecture",
  "quantization",
  "format-name",
  "format-version",
  "framework-name",
  "framework-version",
  "size",
  "accelerator-class",
  "deployment-mode",
] as const;
export type DifferingField = (typeof differingFields)[number];

/** Every way in which one entry can differ from a model (spec 2.2, 2.8), in the order OME lists them. */
export const mismatchCodes = [
  "cache-provider/not-configured",
  "pipeline/missing-on-model",
  "pipeline-class/differs",
  "pipeline-class/missing-on-model",
  "pipeline-component/missing-on-model",
  "pipeline-library/differs",
  "pipeline-type/differs",
  /** The model has no additional component at all; one mismatch for each key the entry asks for. */
  "additional-components/missing-on-model",
  /** The model has additional components, but not this one. */
  "additional-component/missing-on-model",
  "architecture/differs",
  "architecture/missing-on-model",
  "architecture/missing-on-runtime",
  "quantization/differs",
  "quantization/missing-on-model",
  "quantization/missing-on-runtime",
  "format-name/differs",
  "format-version/not-accepted",
  "format-version/missing-on-model",
  "format-version/missing-on-runtime",
  "framework/missing-on-model",
  /** Only an entry the API refuses. */
  "framework/missing-on-runtime",
  "framework-name/differs",
  "framework-version/not-accepted",
  "framework-version/missing-on-model",
  "framework-version/missing-on-runtime",
  /** Only an entry the API refuses: it has no modelFormat and nothing else differs. */
  "entry/unknown",
] as const;
export type MismatchCode = (typeof mismatchCodes)[number];

/** What OME's sentence does not tell about two versions that do not go together (spec 2.4). */
export const versionCauses = [
  "unparsable-on-model",
  "unparsable-on-runtime",
  "unparsable-on-both",
  /** `Equal` (or unset), and the versions are not equal. */
  "not-equal",
  /** A suffix on either side turned an ordering operator into equality. */
  "suffix-forces-equality",
  /** An ordering operator or an unknown one, and the numbers of parts differ. */
  "parts-differ",
  /** The same, and only one side begins with `v`. */
  "prefix-differs",
  /** An ordering operator: the entry's version is an upper limit, and the model is above it (or at it, for GreaterThan). */
  "above-limit",
  /** An operator OME does not know counts as a strict equality. */
  "unknown-operator",
] as const;
export type VersionCause = (typeof versionCauses)[number];

export interface Mismatch {
  readonly code: MismatchCode;
  /** What it counts as. Mismatches of one pipeline component count once. */
  readonly field: DifferingField;
  /** Where to look, below the model's `spec` and below the entry: `modelFramework.version`, `diffusionPipeline.vae.library`. */
  readonly path: string;
  /** The component's name in OME's sentence, for the pipeline codes. */
  readonly component?: string;
  /** The value as written; absent = unset. */
  readonly model?: string;
  readonly runtime?: string;
  /** The entry's operator as written, for versions. */
  readonly operator?: string;
  readonly cause?: VersionCause;
  /** OME's sentence names only the first mismatch of a pipeline; the others are ours. */
  readonly namedByOme: boolean;
}

/** How one field of an entry compares with the model: one row of the side-by-side table. */
export interface FieldComparison {
  readonly path: string;
  readonly field: DifferingField;
  readonly model?: string;
  readonly runtime?: string;
  readonly operator?: string;
  /** `not-asked`: the entry leaves it out and so it is not compared (pipelines). `not-compared`: a name before it differs. */
  readonly outcome: "same" | "accepted" | "differs" | "not-asked" | "not-compared";
}

export interface EntryReport {
  /** Zero-based index in `spec.supportedModelFormats`. */
  readonly index: number;
  readonly matches: boolean;
  /** Format, framework, architecture, quantization or pipeline class are set on both sides and differ (design, section 3). */
  readonly ofAnotherKind: boolean;
  /** All of them, in OME's order. */
  readonly mismatches: readonly Mismatch[];
  /** How many points differ: the mismatches, with those of one pipeline component counted once. */
  readonly differences: number;
  /** All fields that either side sets, side by side, in OME's order. */
  readonly fields: readonly FieldComparison[];
}

/** Why a pair is not compatible: the first failed of the first five gates (spec 2.1). */
export type Rejection =
  | { readonly code: "runtime/disabled" }
  | {
      readonly code: "accelerator-class/not-supported";
      readonly required: readonly { readonly place: AcceleratorClassPlace; readonly name: string }[];
      readonly missing: readonly string[];
      readonly listed: readonly string[];
    }
  | {
      readonly code: "deployment-mode/differs";
      readonly component: "engine" | "decoder";
      readonly runtime: string;
      readonly requested: string;
    }
  | { readonly code: "formats/none-defined"; readonly label: string }
  | { readonly code: "formats/no-entry-matches"; readonly label: string; readonly entries: readonly EntryReport[] }
  | { readonly code: "size/outside-range"; readonly size: string; readonly min?: string; readonly max?: string };
export type RejectionCode = Rejection["code"];

/** Why automatic selection skips a compatible runtime (spec 3.5). */
export type Skip =
  | { readonly code: "auto-select/not-enabled" }
  | { readonly code: "auto-select/not-on-matching-entry"; readonly format: string }
  | { readonly code: "score/not-positive" };
export type SkipCode = Skip["code"];

/** Why a model cannot be evaluated at all (spec 2.0). */
export type ModelRejection = { readonly code: "model/no-format" };

/** Every code a pair or a model can be turned down with; each has a section in docs/reasons.md. */
export type ReasonCode = RejectionCode | SkipCode | ModelRejection["code"] | MismatchCode;

export interface GateReport {
  readonly gate: Gate;
  /** OME stops at the first failure. */
  readonly outcome: "passed" | "failed" | "not-reached";
  /** What the gate says on its own, also when OME does not reach it; undefined when it cannot be asked (no entry matches: score of what?). */
  readonly holds: boolean | undefined;
  /** Why it does not hold. */
  readonly failure?: Rejection | Skip;
}

/** Surprising rules, told where they bite. Facts are values as written. */
export const noteCodes = [
  /** An ordering operator makes the entry's version an upper limit for the model (spec 2.4). */
  "version/upper-limit",
  /** `Equal` is exact: the entry's version is no minimum. */
  "version/exact",
  "version/suffix-forces-equality",
  "version/unparsable",
  "version/parts-or-prefix",
  "version/unknown-operator",
  /** A value on one side only never matches (spec 2.2). */
  "field/one-sided",
  /** `""` is a value. */
  "field/empty-text",
  /** OME walks additional components in random order and may name another key (spec 2.8). */
  "pipeline/random-order",
  /** Only the first mismatch of a pipeline is in OME's sentence. */
  "pipeline/first-only",
  /** A size or bound that is set and reads as 0 or NaN: `4b`, `7GB` (spec 2.5). */
  "size/reads-as-zero",
  "size/reads-as-not-a-number",
  /** The model states no size, so the range is not checked. */
  "size/not-stated",
  /** min above max: no size fits. */
  "size/empty-range",
  /** `weight: 0` counts as 10 (format) or 5 (framework) (spec 3.2). */
  "score/weight-zero",
  /** Another entry than the matching one gave the score. */
  "score/from-another-entry",
  /** The matching entry does not enable automatic selection, another one does (K12, K14). */
  "auto-select/through-another-entry",
  /** The reason is misleading: the entry leaves autoSelect unset, and the weights are not positive (K17). */
  "auto-select/weights-not-positive",
  /** The classes of engine and decoder are pooled (spec 2.6). */
  "accelerator-class/pooled",
  /** The InferenceService names no model, so its classes are not checked (spec 2.6). */
  "accelerator-class/not-checked",
  /** An annotation that is no mode counts as none (spec 2.7). */
  "deployment-mode/not-a-mode",
  /** Sharded models cannot be served yet. */
  "cache-provider/none-exists",
] as const;
export type NoteCode = (typeof noteCodes)[number];

export interface Note {
  readonly code: NoteCode;
  /** Where it bites: a path as in Mismatch, or below the runtime's `spec`. */
  readonly path?: string;
  /** The entry it is about, when it is about one. */
  readonly entry?: number;
  /** The value that surprises, as written. */
  readonly value?: string;
}

/** Warnings OME's matcher returns for a compatible pair, in this order (spec 2.8). */
export type Warning = "auto-select-not-enabled" | "size-not-stated";

/** Of the first entry that matches (spec 2.8). */
export interface MatchDetails {
  readonly formatMatch: boolean;
  readonly frameworkMatch: boolean;
  readonly architectureMatch: boolean;
  readonly quantizationMatch: boolean;
  readonly diffusionPipelineMatch: boolean;
  readonly sizeMatch: boolean;
  readonly autoSelectEnabled: boolean;
  readonly priority: number;
  readonly weight: bigint;
}

/** One entry's part in the score (spec 3.2). */
export interface EntryScore {
  readonly index: number;
  /** `excluded`: autoSelect is false. `no-match`: format or framework do not match. */
  readonly outcome: "counted" | "excluded" | "no-match";
  /** As written. */
  readonly autoSelect?: boolean;
  /** As they count, after 0 was replaced by 10 or 5. */
  readonly formatWeight: bigint;
  readonly frameworkWeight: bigint;
  readonly formatWeightReplaced: boolean;
  readonly frameworkWeightReplaced: boolean;
  readonly priority: number;
  /** (formatWeight + frameworkWeight) × priority, wrapped to 64 bits; 0 when not counted. */
  readonly score: bigint;
}

export interface ScoreReport {
  /** Never below 0. Worked out without regard to compatibility. */
  readonly score: bigint;
  /** The first entry with that score; undefined when the score is 0 because no entry gave one. */
  readonly givenBy?: number;
  readonly entries: readonly EntryScore[];
}

/** One pair, fully explained. */
export interface Verdict {
  /** Gates 1 to 5 hold: OME "supports" it. */
  readonly compatible: boolean;
  /** All gates hold: automatic selection may pick it. */
  readonly qualifies: boolean;
  /** In OME's order, always all seven. */
  readonly gates: readonly GateReport[];
  readonly rejection?: Rejection;
  readonly skip?: Skip;
  readonly entries: readonly EntryReport[];
  /** The first entry that matches, also when another gate fails. */
  readonly matchedEntry?: number;
  /** The entry with the fewest differences, the first on equal counts; undefined without entries. */
  readonly closestEntry?: number;
  /** All points that differ: those of the closest entry, size, class and mode. 0 when compatible. */
  readonly differences: number;
  /** Which fields those are, each once, in the order of `differingFields`. */
  readonly differingFields: readonly DifferingField[];
  /** All entries are of another kind, or there is none: rejected rather than near miss. */
  readonly ofAnotherKind: boolean;
  readonly score: ScoreReport;
  /** WEIGHT of `explain` (spec 3.5); undefined unless an entry matches. */
  readonly weight?: bigint;
  readonly priority?: number;
  readonly warnings: readonly Warning[];
  readonly details: MatchDetails;
  readonly notes: readonly Note[];
}

/** The nine states of a cell (design, section 3). The index is the byte in `Matrix.states` and the digit on the wire. */
export const pairStates = [
  "selected",
  "candidate",
  "pin-only",
  "near-miss",
  "rejected",
  "disabled",
  "unknown",
  "not-applicable",
  "error",
] as const;
export type PairState = (typeof pairStates)[number];

/** What decided between two neighbours in the ranking (spec 3.3). */
export const rankSteps = ["kind", "score", "size-distance", "name"] as const;
export type RankStep = (typeof rankSteps)[number];

/** A runtime in the ranking. */
export interface RankingKey {
  readonly kind: RuntimeKind;
  readonly name: string;
  readonly score: bigint;
  /** In parameters; 0 without a range, undefined when the model states no size and distance is not compared. */
  readonly sizeDistance?: number;
}
