import type {
  KindState,
  ModelSummary,
  ReadProblem,
  RuntimeSummary,
  ServiceSummary,
  WatchedKind,
} from "@ome-matrix/contract";
import type { InferenceServiceSpec, ModelSpec, RuntimeSpec } from "@ome-matrix/matcher";

/** What is kept of every object. */
interface Kept<Kind extends WatchedKind> {
  readonly kind: Kind;
  /** The resource key of the contract. */
  readonly key: string;
  readonly namespace?: string;
  readonly name: string;
  /** The fields that may leave the BFF, for the YAML view; as JSON, which takes a fraction of the memory. */
  readonly document: string;
}

export interface ModelObject extends Kept<"BaseModel" | "ClusterBaseModel"> {
  readonly summary: ModelSummary;
  /** Absent when the object cannot be read; `summary.problems` says why. */
  readonly spec?: ModelSpec;
}

export interface RuntimeObject extends Kept<"ServingRuntime" | "ClusterServingRuntime"> {
  readonly summary: RuntimeSummary;
  readonly spec?: RuntimeSpec;
}

export interface ServiceObject extends Kept<"InferenceService"> {
  readonly namespace: string;
  readonly summary: ServiceSummary;
  readonly spec?: InferenceServiceSpec;
}

/** Of accelerator classes and namespaces only the name matters. */
export interface NamedObject extends Kept<"AcceleratorClass" | "Namespace"> {
  readonly problems: readonly ReadProblem[];
}

export type ClusterObject = ModelObject | RuntimeObject | ServiceObject | NamedObject;

/** How well a kind can be followed. */
export interface KindCondition {
  readonly state: KindState["state"];
  readonly since: string;
  readonly message?: string;
  readonly advice?: string;
  /** Which right is missing, where that is what is wrong. Without `watch`, what is known is as of the last list. */
  readonly missingVerb?: KindState["missingVerb"];
  /** The only namespaces in which the kind is followed; absent: all of them. */
  readonly followedIn?: readonly string[];
  /** Of these, those in which it is in this state; in the others it is in a better one. */
  readonly worstIn?: readonly string[];
}

/** What a source tells the snapshot. */
export type Change =
  /** All objects of a kind: what is not among them is gone. */
  | {
      readonly type: "listed";
      readonly kind: WatchedKind;
      readonly objects: readonly ClusterObject[];
      /** All of this namespace only; what is in others stays. */
      readonly namespace?: string;
      /** Other namespaces of the kind have not been listed yet, so that "none" does not mean none. */
      readonly isPart?: boolean;
    }
  | { readonly type: "put"; readonly object: ClusterObject }
  | { readonly type: "removed"; readonly kind: WatchedKind; readonly key: string }
  | { readonly type: "condition"; readonly kind: WatchedKind; readonly condition: KindCondition }
  /** The manifest reports, which are no part of the snapshot, have changed: clients should ask again. */
  | { readonly type: "reported" };
