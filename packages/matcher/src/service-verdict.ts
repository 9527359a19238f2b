/** The closed vocabulary of what an InferenceService gets (spec 3.6 to 3.8, chapter 6). A code is never reused and never renamed. */
import type { Chain, InheritingRuntime } from "./inherit.ts";
import type { ServiceFacts } from "./read/service-facts.ts";
import type { Verdict } from "./reasons.ts";
import type { InferenceService, ModelKind, ModelSpec, ResourceName, RuntimeKind, RuntimeSpec } from "./resources.ts";
import type { Selection } from "./select.ts";

/** In the order of urgency in a list: what has no runtime first. */
export const serviceResultCodes = [
  /** The InferenceService itself cannot be read. */
  "service-unreadable",
  "model-not-found",
  "model-unreadable",
  /** `spec.disabled` on the model. */
  "model-disabled",
  /** A ClusterBaseModel whose files are on a claim of another namespace. */
  "model-elsewhere",
  /** Named runtimes only; automatic selection finds nothing for it. */
  "model-sharded",
  "model-without-format",
  "runtime-not-found",
  "runtime-unreadable",
  /** With what it inherits. */
  "runtime-disabled",
  "inheritance-broken",
  "nothing-selected",
  /** Neither a model nor a runtime is named. */
  "no-model",
  "does-not-declare",
  /** A named runtime, and no model to compare it with (v1.3). */
  "named-without-model",
  "declares",
  "selected",
] as const;
export type ServiceResultCode = (typeof serviceResultCodes)[number];

/** What else must be known about it, beside the result. */
export const serviceNoteCodes = [
  /** `spec.model.kind` is not the kind of the model that the name means: admitted, but gets no workload (spec 3.7). */
  "model/wrong-kind",
  /** A BaseModel stands in front of a ClusterBaseModel of its name (spec 3.7). */
  "model/shadows",
  /** The webhook leaves automatic selection until later (spec 3.6). */
  "selection/own-image",
  /** The runtime that is picked inherits, and runs without what it inherits (spec 6.1). */
  "selection/without-parent",
  /** A ServingRuntime of the same name is not the one that is meant (spec 3.8). */
  "runtime/namespaced-passed-over",
  /** There is no ClusterServingRuntime of the name; the namespace's own is taken (spec 3.8). */
  "runtime/namespaced-taken",
  /** The runtime lists no classes: class and policy are dropped silently (spec 3.8). */
  "runtime/class-dropped",
  /** Without a model no class is checked (spec 2.6). */
  "runtime/class-not-checked",
  /** `autoSync: false`: what runs is a snapshot, and it gets no advisory event (spec 6.1, 6.5). */
  "runtime/pinned",
] as const;
export type ServiceNoteCode = (typeof serviceNoteCodes)[number];

/** A model as far as InferenceServices are concerned with it; without `spec` it cannot be read. */
export interface ServableModel extends ResourceName<ModelKind> {
  readonly spec: ModelSpec | undefined;
  /** `spec.disabled`: nothing is served with it (spec 3.7). */
  readonly disabled?: boolean;
  /** Of a ClusterBaseModel on a claim: the only namespace that can use it (spec 3.7). */
  readonly claimNamespace?: string;
}

/** A runtime with the name of its parent; without `spec` it cannot be read. */
export interface NameableRuntime extends ResourceName<RuntimeKind> {
  readonly spec: RuntimeSpec | undefined;
  readonly inheritsFrom?: string;
}

export interface ServiceToJudge extends InferenceService {
  readonly facts: ServiceFacts;
}

export type ServiceModel =
  | { readonly code: "not-named" }
  | { readonly code: "not-found"; readonly name: string }
  | {
      readonly code: "found";
      readonly model: ServableModel;
      /** The ClusterBaseModel of its name that it stands in front of. */
      readonly shadows?: ResourceName<ModelKind>;
    };

export interface ServiceResult {
  readonly code: ServiceResultCode;
  /** The one picked or named; of `runtime-unreadable` the one that cannot be read, which may be an ancestor. */
  readonly runtime?: ResourceName<RuntimeKind>;
}

/** What a list shows. */
export interface ServiceBrief {
  readonly model: ServiceModel;
  readonly result: ServiceResult;
  readonly notes: readonly ServiceNoteCode[];
}

/** A named runtime, or one that was picked and inherits. */
export interface ServiceChain {
  readonly runtime: InheritingRuntime;
  readonly chain: Chain;
}

/** One InferenceService, fully explained. */
export interface ServiceVerdict extends ServiceBrief {
  /** What automatic selection does; absent where a runtime is named or there is no model to select for. */
  readonly selection?: Selection;
  readonly inheritance?: ServiceChain;
  /** The spec that a named runtime is checked with, with what it inherits. */
  readonly merged?: RuntimeSpec;
  /** Of a named runtime, by the merged spec. */
  readonly verdict?: Verdict;
}
