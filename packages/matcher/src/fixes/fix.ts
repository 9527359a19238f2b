/** The vocabulary of fixes: closed lists, each code with its facts. Sentences are not made here. */
import type { ReasonCode, SkipCode } from "../reasons.ts";
import type { ModelKind, ResourceName, RuntimeKind } from "../resources.ts";
import type { JsonObject } from "./json-value.ts";
import type { Patch } from "./patch.ts";

/** What is changed, one code for each way to change it; by risk (spec 5.2). */
export const fixCodes = [
  /** A field that OME left empty, with what the entry asks for. */
  "model/fill-field",
  /** The whole pipeline that OME would record from the `model_index.json` that was given. */
  "model/record-pipeline",
  /** A malformed version or size that can only mean one thing. */
  "model/correct-value",
  "runtime/correct-value",
  /** `autoSelect: true` on the first matching entry, where only that is missing. */
  "runtime/auto-select",
  /** A new entry with the model's own values: nothing that matches today is lost. */
  "runtime/append-entry",
  /** `spec.model.kind` of the InferenceService made that of the model: without it there is no workload (spec 3.7). */
  "service/model-kind",
  /** The runtime named on the InferenceService. */
  "service/name-runtime",
  "service/accelerator-class",
  "service/deployment-mode",
  /** `disabled: false`: OME refuses every InferenceService with a disabled model (spec 3.7). */
  "model/enable",
  /** `distribution: PerNode`: sharded models cannot be served yet. */
  "model/distribute-per-node",
  /** A field removed, only on a model that OME never reads (spec 4.2). */
  "model/clear-field",
  "runtime/size-range",
  "runtime/accelerator-class",
  "runtime/deployment-mode",
  "runtime/enable",
  "runtime/weight",
  "runtime/priority",
  /** A field of an existing entry: what matched it may be lost. */
  "runtime/change-entry",
] as const;
export type FixCode = (typeof fixCodes)[number];

/** Least first: (a) to (e) of the design, section 5, and where the others belong. */
export const fixRisks = [
  /** (a) */
  "fill-model",
  /** A value that could not be read means what it was meant to mean. */
  "correct-value",
  /** (b) */
  "enable-auto-select",
  /** (c) */
  "append-entry",
  /** (d) Nothing but this one InferenceService changes. */
  "change-service",
  /** A value that OME could read is another one, or gone. */
  "change-model",
  /** (e) */
  "change-runtime",
] as const;
export type FixRisk = (typeof fixRisks)[number];

export const riskOf: { readonly [Code in FixCode]: FixRisk } = {
  "model/fill-field": "fill-model",
  "model/record-pipeline": "fill-model",
  "model/correct-value": "correct-value",
  "runtime/correct-value": "correct-value",
  "runtime/auto-select": "enable-auto-select",
  "runtime/append-entry": "append-entry",
  "service/model-kind": "change-service",
  "service/name-runtime": "change-service",
  "service/accelerator-class": "change-service",
  "service/deployment-mode": "change-service",
  "model/enable": "change-model",
  "model/distribute-per-node": "change-model",
  "model/clear-field": "change-model",
  "runtime/size-range": "change-runtime",
  "runtime/accelerator-class": "change-runtime",
  "runtime/deployment-mode": "change-runtime",
  "runtime/enable": "change-runtime",
  "runtime/weight": "change-runtime",
  "runtime/priority": "change-runtime",
  "runtime/change-entry": "change-runtime",
};

export const targetKinds = [
  "BaseModel",
  "ClusterBaseModel",
  "ServingRuntime",
  "ClusterServingRuntime",
  "InferenceService",
] as const satisfies readonly (ModelKind | RuntimeKind | "InferenceService")[];
export type TargetKind = (typeof targetKinds)[number];

/** One patch of one object. */
export interface Change {
  readonly target: ResourceName<TargetKind>;
  readonly patch: Patch;
  /** Restores what the patch changed, also after the API has filled in its defaults. */
  readonly undo: Patch;
}

/** What a fix claims and nothing here can verify. */
export const claimCodes = [
  /** The software of the runtime can load a model with this value, or without the field when there is no value. */
  "runtime-loads-model",
  /** The model's files say so. */
  "files-say",
  /** A model of this size runs on this runtime. */
  "runtime-carries-size",
  /** The runtime runs on this accelerator class. */
  "runtime-runs-on-class",
  /** The runtime was written for this deployment mode, or for any. */
  "runtime-runs-in-mode",
  /** The service does without the class or the mode that it asked for. */
  "service-does-without",
  /** Every node has room for the whole model. */
  "node-holds-model",
] as const;
export type ClaimCode = (typeof claimCodes)[number];

export interface Claim {
  readonly code: ClaimCode;
  /** As in a mismatch: below the model's `spec` or the entry; else below the `spec` of the runtime or the service. */
  readonly path: string;
  readonly value?: string;
  /** The `model_index.json` that was given says so too. */
  readonly confirmed?: true;
}

/** What to mind about this fix on these objects (spec 5.4). */
export const warningCodes = [
  /** A ClusterServingRuntime or ClusterBaseModel: every namespace is concerned. */
  "cluster-wide",
  /** Applying the manifest again takes it back; `managers` names who does. */
  "managed",
  /** OME does not watch models: apply a rejected InferenceService again, or change an existing one. */
  "models-not-watched",
  /** OME fills empty fields only: what is set stays, also when the files change. */
  "stays-on-model",
  /** OME never records a pipeline for models on a PVC. */
  "pvc-has-no-pipeline",
  /** OME may still fill in the field by itself, and then it no longer matches. */
  "may-be-filled-in",
  /** An entry asks for more or for something else: models that matched it may be lost. */
  "narrows",
  /** Automatic selection may pick the runtime for other InferenceServices as well. */
  "widens",
  /** InferenceServices that name no runtime may move to this one when OME selects again. */
  "services-may-move",
  /** InferenceServices that name the runtime follow at once; `names` lists them. */
  "services-follow",
  /** InferenceServices pinned with `autoSync: false` report drift and are no longer updated; `names` lists them. */
  "services-pinned",
  /** Runtimes that inherit from this one change with it; `names` lists them. */
  "children-follow",
  /** Picked automatically, the runtime runs without what it inherits: name it instead. */
  "runs-without-inherited",
  /** The runtime inherits its formats: with an entry of its own it no longer does, for InferenceServices that name it. */
  "hides-inherited-formats",
  /** Checks become warnings, and a better runtime that comes later is not picked. */
  "named-is-unchecked",
  /** The named runtime does not declare the model: OME warns and goes on. */
  "named-does-not-declare",
  /** Whether the accelerator class exists is not known; the webhook refuses one that does not. */
  "class-not-known",
  /** A runtime written for one mode may break in another, as with variables of LeaderWorkerSet. */
  "mode-may-break",
  /** No InferenceService was given: there is a manifest to write, and nothing to patch. */
  "nothing-to-patch",
  /** The InferenceService names a runtime, `names` has which if it is another: automatic selection is hypothetical (spec 3.5). */
  "service-names-runtime",
  /** `spec.model.kind` is not the kind of the model, which `names` has: no workload, whatever the runtime (spec 3.7). */
  "service-has-no-workload",
] as const;
export type WarningCode = (typeof warningCodes)[number];

export interface FixWarning {
  readonly code: WarningCode;
  readonly target?: ResourceName<TargetKind>;
  readonly managers?: readonly Manager[];
  /** As far as they are known, sorted; services as `namespace/name`. */
  readonly names?: readonly string[];
}

export const managers = ["helm", "argo-cd", "flux", "kubectl-apply"] as const;
export type Manager = (typeof managers)[number];

/** What `judge` and automatic selection say of the objects after the fix. */
export interface Verified {
  /** Compatible by the runtime's own spec; for `named` by the spec it is checked with, inherited fields included. */
  readonly matches: boolean;
  /** The first entry that matches, counted from 0. */
  readonly entry?: number;
  readonly score: bigint;
  /** Among all that qualify for the model in the namespace. */
  readonly rank?: number;
  readonly of?: number;
  readonly selected: boolean;
  readonly outcome: "selected" | "candidate" | "pin-only" | "named";
  /** What still keeps automatic selection away: what remains after this fix. */
  readonly remains?: SkipCode;
  /** The model is disabled, which matching does not look at: no InferenceService gets it (spec 3.7). */
  readonly modelDisabled?: true;
}

/** A change that was applied to copies and judged again, and of which no operation can be left out. */
export interface Fix {
  /** The riskiest of the parts. */
  readonly code: FixCode;
  readonly risk: FixRisk;
  readonly parts: readonly FixCode[];
  /** In the order in which to apply them: model, runtime, InferenceService. None: `manifest` holds what to write. */
  readonly changes: readonly [] | readonly [Change] | readonly [Change, Change];
  /** The part of an InferenceService to write when there is none to patch. */
  readonly manifest?: JsonObject;
  /** The entry that is changed or asked, counted from 0; an appended one has the index it will get. */
  readonly entry?: number;
  readonly addresses: readonly ReasonCode[];
  readonly claims: readonly Claim[];
  readonly verified: Verified;
  readonly warnings: readonly FixWarning[];
}

/** Why an obvious change is not offered. */
export const refusalCodes = [
  // It would be untrue (spec 5.2, "only if wrong").
  "relabel-architecture",
  "relabel-quantization",
  "relabel-format",
  "relabel-framework",
  "relabel-version",
  "relabel-pipeline-class",
  "relabel-pipeline-component",
  "relabel-size",
  /** The model is not known to be quantized, and the entry is for quantized weights. */
  "claim-quantization",
  /** The `model_index.json` that was given says otherwise. */
  "files-say-otherwise",
  /** The class does not go with the architecture that the model states. */
  "class-is-not-the-architecture",
  /** The files were read, and there is no such thing in them. */
  "files-have-none",
  // It would not last.
  "not-durable",
  /** OME recorded it from the files; where it fills it in again, the change would not even last (spec 4.2). */
  "removes-recorded-field",
  /** OME has not read the files yet. */
  "not-read-yet",
  // Nothing to write.
  /** A version that cannot be read matches nothing, a size counts as 0, and what it was meant to be is not clear. */
  "never-parses",
  /** Every entry has a framework, so a model without one matches none, whatever is appended. */
  "no-framework",
  /** The operator refuses the version that the entry itself states. */
  "no-version-known",
  // The API or a webhook would refuse it (spec 5.5, 3.7, 3.8).
  "unknown-accelerator-class",
  "different-priorities",
  "profile-stays-disabled",
  "broken-inheritance",
  "api-refuses-object",
  "mode-combination",
  "no-runtime-for-service",
  "model-disabled",
  /** On a claim of another namespace, which `names` has. */
  "model-elsewhere",
  /** A BaseModel of its name stands in front of it in the namespace that `names` has (spec 3.7). */
  "model-hidden",
  "model-sharded",
  "model-without-format",
  "named-runtime-disabled",
  "pinned-to-a-revision",
  /** `autoSync: false` without a revision: what runs is a snapshot, and is not updated (spec 6.5). */
  "keeps-a-snapshot",
  /** With a list of its own the runtime no longer inherits one: `names` has InferenceServices that rely on it. */
  "hides-inherited-list",
  /** The InferenceService that `names` has names the runtime, which declares the model: nothing is left to do. */
  "named-already",
  /** A ServingRuntime of the namespace comes before every ClusterServingRuntime. */
  "namespace-comes-first",
  /** No priority is high enough. */
  "no-priority-wins",
  /** Nothing is left to do in the namespace that `names` has. */
  "selected-already",
  /** Model, runtime or service cannot be read, or do not meet in this namespace. */
  "not-applicable",
  "not-readable",
] as const;
export type RefusalCode = (typeof refusalCodes)[number];

/** What would be honest instead. Fix codes among them are offered. */
export type Instead =
  | FixCode
  | "another-runtime"
  | "wait-until-read"
  | "correct-by-hand"
  | "unpin-service"
  | "another-namespace";

export interface Refusal {
  readonly code: RefusalCode;
  /** Absent for an object that cannot be read and has no name. */
  readonly target?: ResourceName<TargetKind>;
  /** Below the model's `spec` or the entry, as in a mismatch; else below `spec`. */
  readonly path?: string;
  readonly entry?: number;
  /** What was tried, where it is the change itself that would be refused. */
  readonly parts?: readonly FixCode[];
  /** Two entries that clash, the first first. */
  readonly entries?: readonly number[];
  readonly model?: string;
  readonly runtime?: string;
  /** Names that the reason is about: classes, a chain, a namespace; none of them is empty. */
  readonly names?: readonly string[];
  readonly instead: readonly Instead[];
}

/** A value that OME cannot read and so treats as none at all (spec 2.3, 2.5). */
export interface Malformed {
  readonly target: ResourceName<TargetKind>;
  /** Such as `spec.supportedModelFormats[0].modelFramework.version`. */
  readonly path: string;
  readonly value: string;
  readonly kind: "version" | "size";
  /** Where it can only mean one thing. */
  readonly correction?: string;
}
