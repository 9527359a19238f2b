/** The matcher: does this runtime accept this model, and if not, exactly why. */

export { type ExplainRow, formatTable } from "./format-table.ts";
// One pair
export { judge, rejectModel } from "./judge.ts";
export { computeMatrix, type Matrix, type MatrixInput, type MatrixRow } from "./matrix.ts";
// Unknown JSON to known resources
export { readInferenceService } from "./read/inference-service.ts";
export { readModel, readModelSpec } from "./read/model.ts";
export { readRuntime, readRuntimeSpec } from "./read/runtime.ts";
export {
  type DifferingField,
  differingFields,
  type EntryReport,
  type EntryScore,
  type FieldComparison,
  type Gate,
  type GateReport,
  gates,
  type MatchDetails,
  type Mismatch,
  type MismatchCode,
  type ModelRejection,
  mismatchCodes,
  type Note,
  type NoteCode,
  noteCodes,
  type PairState,
  pairStates,
  type RankingKey,
  type RankStep,
  type ReasonCode,
  type Rejection,
  type RejectionCode,
  rankSteps,
  ruleSet,
  type ScoreReport,
  type Skip,
  type SkipCode,
  type Verdict,
  type VersionCause,
  versionCauses,
  type Warning,
} from "./reasons.ts";
// What OME records on a model
export {
  type DropReason,
  dropReasons,
  type Recorded,
  type RecordNote,
  type RecordNoteCode,
  recordConfig,
  recordModelIndex,
  recordNoteCodes,
} from "./record.ts";
// What is matched, and the closed vocabulary of reasons
export {
  type AcceleratorClassPlace,
  acceleratorClassPlaces,
  type DeploymentModes,
  type DiffusionComponent,
  type DiffusionPipeline,
  type Entry,
  type EntryVersionedName,
  type InferenceService,
  type InferenceServiceSpec,
  type Model,
  type ModelKind,
  type ModelSizeRange,
  type ModelSpec,
  type PipelineComponent,
  pipelineComponents,
  type Read,
  type ReadProblem,
  type ResourceName,
  type Runtime,
  type RuntimeKind,
  type RuntimeSpec,
  type VersionedName,
} from "./resources.ts";
// Words
export {
  explainTable,
  sayEntry,
  sayMismatch,
  sayModelRejection,
  sayNoRuntimeFound,
  sayReadProblem,
  sayReason,
  sayRejection,
  saySkip,
  sayWarning,
} from "./say.ts";
export { scoreRuntime } from "./score.ts";
// Many
export { type Judged, type Ranked, type Selection, select } from "./select.ts";
export { escapeControls } from "./values/escape.ts";
export { formatLabel } from "./values/label.ts";
export { compareByBytes } from "./values/order.ts";
export { parseSize, sizeRangeText } from "./values/size.ts";
// Values: versions, sizes, the label, order and shown form of texts
export { acceptsVersion, parseVersion, type Version, type VersionComparison } from "./values/version.ts";
