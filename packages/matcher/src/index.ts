/** The matcher: does this runtime accept this model, and if not, exactly why. */

// What is matched, and the closed vocabulary of reasons.

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

// Unknown JSON to known resources.

export { readInferenceService } from "./read/inference-service.ts";
export { readModel, readModelSpec } from "./read/model.ts";
export { readRuntime, readRuntimeSpec } from "./read/runtime.ts";

// One pair.

export { judge, rejectModel } from "./judge.ts";
export { scoreRuntime } from "./score.ts";

// One model and all runtimes, and all models.

export {
  computeMatrix,
  type Matrix,
  type MatrixCells,
  type MatrixInput,
  type MatrixRow,
  newRowComputer,
  type VisitRow,
} from "./matrix.ts";
export { type Judged, type Ranked, type Selection, select } from "./select.ts";

// What OME records on a model.

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

// Words: OME's own, letter for letter.

export { type ExplainRow, formatTable } from "./format-table.ts";
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

// Values: versions, sizes, the label, the order and the shown form of texts.

export { escapeControls } from "./values/escape.ts";
export { formatLabel } from "./values/label.ts";
export { compareByBytes } from "./values/order.ts";
export { parseSize, sizeRangeText } from "./values/size.ts";
export { acceptsVersion, parseVersion, type Version, type VersionComparison } from "./values/version.ts";

// Named runtimes and what they inherit.

export {
  type Chain,
  type ChainError,
  type Inheritance,
  type InheritingRuntime,
  longestChain,
  mergeInherited,
  readInheritance,
  resolveChain,
  specWhenNamed,
} from "./inherit.ts";

// InferenceServices: the model each gets, the runtime, and what is in use.

export { claimNamespace } from "./fixes/model-source.ts";
export { type InheritedField, inheritedFields, originsOf } from "./inherited-fields.ts";
export { judgeService, judgeServices, newServiceWorld, type ServiceWorld } from "./judge-service.ts";
export { readServiceFacts, type ServiceFacts } from "./read/service-facts.ts";
export { type ServiceMessage, sayAdvisoryDetail, sayChainError, sayService } from "./say-service.ts";
export {
  type DriftCode,
  driftCodes,
  driftOf,
  type InUse,
  readInUse,
  type ServiceCondition,
} from "./service-in-use.ts";
export {
  type NameableRuntime,
  type ServableModel,
  type ServiceBrief,
  type ServiceModel,
  type ServiceNoteCode,
  type ServiceResult,
  type ServiceResultCode,
  type ServiceToJudge,
  type ServiceVerdict,
  serviceNoteCodes,
  serviceResultCodes,
} from "./service-verdict.ts";

// Fixes: changes that were applied to copies and judged again, and the commands that make them.

export {
  type Effect,
  effectOf,
  type Fleet,
  type FleetObject,
  type NewTie,
  type PairChange,
  type Reach,
  type Replacement,
  type Where,
  type WinnerChange,
} from "./fixes/effect.ts";
export type {
  Change,
  Claim,
  ClaimCode,
  Fix,
  FixCode,
  FixRisk,
  FixWarning,
  Instead,
  Malformed,
  Manager,
  Refusal,
  RefusalCode,
  TargetKind,
  Verified,
  WarningCode,
} from "./fixes/fix.ts";
export { claimCodes, fixCodes, fixRisks, managers, refusalCodes, riskOf, warningCodes } from "./fixes/fix.ts";
export type { IndexedPipeline } from "./fixes/indexed.ts";
export type { Json, JsonObject } from "./fixes/json-value.ts";
export { type CommandSet, type Commands, commandsFor, type NoCommands } from "./fixes/kubectl.ts";
export { applyPatch, type Patch, type Patched, type PatchOperation, type PatchProblem } from "./fixes/patch.ts";
export { type FixInput, type Proposals, proposeFixes } from "./fixes/propose.ts";
export { readFleetObject, replacementOf } from "./fixes/replacement.ts";
export type { FleetModel, ServiceChange, ServiceOutcome } from "./fixes/service-effect.ts";
export { toYaml } from "./fixes/to-yaml.ts";
