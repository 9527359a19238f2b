import {
  acceleratorClassPlaces,
  differingFields,
  gates,
  mismatchCodes,
  noteCodes,
  rankSteps,
  versionCauses,
} from "@ome-matrix/matcher";
import { z } from "zod";
import { inheritance } from "./inheritance.ts";
import { pairState, view } from "./matrix.ts";
import { runtimeName } from "./names.ts";
import { modelSummary, runtimeSummary, serviceSummary } from "./resources.ts";
import { integer64 } from "./text.ts";

const differingField = z.enum(differingFields);

export const mismatch = z
  .object({
    code: z.enum(mismatchCodes),
    field: differingField,
    path: z.string(),
    component: z.string().optional(),
    model: z.string().optional(),
    runtime: z.string().optional(),
    operator: z.string().optional(),
    cause: z.enum(versionCauses).optional(),
    namedByOme: z.boolean(),
    /** OME's words for it, letter for letter. */
    message: z.string(),
  })
  .meta({ id: "Mismatch" });

export const fieldComparison = z
  .object({
    path: z.string(),
    field: differingField,
    model: z.string().optional(),
    runtime: z.string().optional(),
    operator: z.string().optional(),
    outcome: z.enum(["same", "accepted", "differs", "not-asked", "not-compared"]),
  })
  .meta({ id: "FieldComparison" });

export const entryReport = z
  .object({
    index: z.int().nonnegative(),
    matches: z.boolean(),
    ofAnotherKind: z.boolean(),
    differences: z.int().nonnegative(),
    mismatches: z.array(mismatch),
    fields: z.array(fieldComparison),
  })
  .meta({ id: "EntryReport" });

const place = z.object({ place: z.enum(acceleratorClassPlaces), name: z.string() });

/** The reason of a gate that does not hold, with OME's own sentence. */
export const reason = z
  .discriminatedUnion("code", [
    z.object({ code: z.literal("model/no-format"), message: z.string() }),
    z.object({ code: z.literal("runtime/disabled"), message: z.string() }),
    z.object({
      code: z.literal("accelerator-class/not-supported"),
      required: z.array(place),
      missing: z.array(z.string()),
      listed: z.array(z.string()),
      message: z.string(),
    }),
    z.object({
      code: z.literal("deployment-mode/differs"),
      component: z.enum(["engine", "decoder"]),
      runtime: z.string(),
      requested: z.string(),
      message: z.string(),
    }),
    z.object({ code: z.literal("formats/none-defined"), label: z.string(), message: z.string() }),
    z.object({ code: z.literal("formats/no-entry-matches"), label: z.string(), message: z.string() }),
    z.object({
      code: z.literal("size/outside-range"),
      size: z.string(),
      min: z.string().optional(),
      max: z.string().optional(),
      message: z.string(),
    }),
    z.object({ code: z.literal("auto-select/not-enabled"), message: z.string() }),
    z.object({ code: z.literal("auto-select/not-on-matching-entry"), format: z.string(), message: z.string() }),
    z.object({ code: z.literal("score/not-positive"), message: z.string() }),
  ])
  .meta({ id: "Reason" });
export type Reason = z.infer<typeof reason>;

export const gateReport = z
  .object({
    gate: z.enum(gates),
    outcome: z.enum(["passed", "failed", "not-reached"]),
    /** What it says on its own, also when OME does not reach it; absent when it cannot be asked. */
    holds: z.boolean().optional(),
    failure: reason.optional(),
  })
  .meta({ id: "GateReport" });

export const note = z
  .object({
    code: z.enum(noteCodes),
    path: z.string().optional(),
    entry: z.int().nonnegative().optional(),
    value: z.string().optional(),
  })
  .meta({ id: "Note" });

export const entryScore = z
  .object({
    index: z.int().nonnegative(),
    outcome: z.enum(["counted", "excluded", "no-match"]),
    autoSelect: z.boolean().optional(),
    formatWeight: integer64,
    frameworkWeight: integer64,
    formatWeightReplaced: z.boolean(),
    frameworkWeightReplaced: z.boolean(),
    priority: z.int(),
    score: integer64,
  })
  .meta({ id: "EntryScore" });

export const scoreReport = z
  .object({ score: integer64, givenBy: z.int().nonnegative().optional(), entries: z.array(entryScore) })
  .meta({ id: "ScoreReport" });

export const verdict = z
  .object({
    compatible: z.boolean(),
    qualifies: z.boolean(),
    gates: z.array(gateReport),
    /** The first failed gate, with OME's sentence; absent when it qualifies. */
    reason: reason.optional(),
    entries: z.array(entryReport),
    matchedEntry: z.int().nonnegative().optional(),
    closestEntry: z.int().nonnegative().optional(),
    differences: z.int().nonnegative(),
    differingFields: z.array(differingField),
    ofAnotherKind: z.boolean(),
    score: scoreReport,
    weight: integer64.optional(),
    priority: z.int().optional(),
    warnings: z.array(z.string()),
    notes: z.array(note),
  })
  .meta({ id: "Verdict" });
export type VerdictResponse = z.infer<typeof verdict>;

/** Where a runtime stands in the ranking, and what put it before the next one. */
export const standing = z
  .object({
    runtime: runtimeName,
    rank: z.int().positive(),
    score: integer64,
    /** In parameters; absent when the model states no size. */
    sizeDistance: z.number().optional(),
    /** The step that placed it before the next one; absent on the last. */
    decidedBy: z.enum(rankSteps).optional(),
  })
  .meta({ id: "Standing" });

const explained = {
  revision: z.int().nonnegative(),
  rules: z.string(),
  view,
  /** The namespace in which the ranking was made; the view's, the model's or runtime's own, or `default`. */
  namespace: z.string(),
  service: serviceSummary.optional(),
};

/** What an InferenceService gets that names a runtime which inherits: it is checked with what it inherits. */
export const named = z
  .object({
    inheritance,
    /** Why the model is not declared; absent when it is, and when `verdict` is. */
    reason: reason.optional(),
    /** Absent when the chain does not resolve or holds a runtime that cannot be read. */
    verdict: verdict.optional(),
  })
  .meta({ id: "Named" });
export type NamedResponse = z.infer<typeof named>;

export const pairExplanation = z
  .object({
    ...explained,
    model: modelSummary,
    runtime: runtimeSummary,
    /** The cell's state in this view. */
    state: pairState,
    /** In this view; for selected and candidate. */
    rank: z.int().positive().optional(),
    /** The first failed gate, also when the model or an object cannot be judged at all. */
    reason: reason.optional(),
    /** Absent when either object cannot be read or the model has no format. */
    verdict: verdict.optional(),
    ranking: z.array(standing),
    /** Of a runtime that inherits, and a model that can be judged. All else is about the runtime's own spec, as automatic selection sees it. */
    named: named.optional(),
    /** Both objects as YAML, cut down to the fields that may leave the BFF. */
    modelYaml: z.string(),
    runtimeYaml: z.string(),
  })
  .meta({ id: "PairExplanation" });
export type PairExplanation = z.infer<typeof pairExplanation>;

/** One pair in a list: of a model's runtimes, or of a runtime's models. */
const pairRow = {
  state: pairState,
  rank: z.int().positive().optional(),
  score: integer64.optional(),
  sizeDistance: z.number().optional(),
  decidedBy: z.enum(rankSteps).optional(),
  differences: z.int().nonnegative(),
  differingFields: z.array(differingField),
  /** The mismatches of the closest entry. */
  mismatches: z.array(mismatch),
  reason: reason.optional(),
};

export const explainRow = z
  .object({
    runtime: runtimeName,
    ...pairRow,
    /** The columns of `kubectl ome runtime explain`. */
    columns: z
      .object({
        runtime: z.string(),
        scope: z.enum(["Namespaced", "Cluster"]),
        compatible: z.enum(["Yes", "No"]),
        priority: z.string(),
        weight: z.string(),
        reason: z.string(),
      })
      .optional(),
  })
  .meta({ id: "ExplainRow" });

export const modelExplanation = z
  .object({
    ...explained,
    model: modelSummary,
    /** What automatic selection does in `namespace`. */
    selected: runtimeName.optional(),
    /** OME's sentence when nothing is selected. */
    message: z.string().optional(),
    checked: z.object({ total: z.int(), namespaced: z.int(), cluster: z.int() }),
    /** Yes rows in rank order, then No rows in OME's order; unreadable runtimes last. */
    rows: z.array(explainRow),
    /** What `kubectl ome runtime explain` prints. */
    table: z.string(),
    /** InferenceServices that name this model. */
    services: z.array(serviceSummary),
    modelYaml: z.string(),
  })
  .meta({ id: "ModelExplanation" });
export type ModelExplanation = z.infer<typeof modelExplanation>;

export const runtimeExplanation = z
  .object({
    ...explained,
    runtime: runtimeSummary,
    rows: z.array(z.object({ model: modelSummary, ...pairRow })),
    /** InferenceServices that name this runtime. */
    services: z.array(serviceSummary),
    runtimeYaml: z.string(),
  })
  .meta({ id: "RuntimeExplanation" });
export type RuntimeExplanation = z.infer<typeof runtimeExplanation>;

export type MismatchResponse = z.infer<typeof mismatch>;
export type EntryReportResponse = z.infer<typeof entryReport>;
export type FieldComparisonResponse = z.infer<typeof fieldComparison>;
export type GateReportResponse = z.infer<typeof gateReport>;
export type NoteResponse = z.infer<typeof note>;
export type ExplainRowResponse = z.infer<typeof explainRow>;
export type Standing = z.infer<typeof standing>;
export type ScoreReportResponse = z.infer<typeof scoreReport>;
