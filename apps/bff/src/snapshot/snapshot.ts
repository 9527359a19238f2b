import { type WatchedKind, watchedKinds } from "@ome-matrix/contract";
import type { ClusterObject, KindCondition, ModelObject, RuntimeObject, ServiceObject } from "./change.ts";

/** What is true now. Never changed, only replaced. */
export interface Snapshot {
  /** Grows by one with every change. */
  readonly revision: number;
  readonly updatedAt: string;
  readonly objects: { readonly [Kind in WatchedKind]: ReadonlyMap<string, ClusterObject> };
  readonly conditions: { readonly [Kind in WatchedKind]: KindCondition };
  /** Kinds that have been listed once, so that "none" means none. */
  readonly listed: ReadonlySet<WatchedKind>;
  /** Sorted by kind, namespace and name, as all lists here. */
  readonly models: readonly ModelObject[];
  readonly runtimes: readonly RuntimeObject[];
  readonly services: readonly ServiceObject[];
  /** Listed ones, and those that objects are in. */
  readonly namespaces: readonly string[];
}

/** Nothing known yet. */
export const emptySnapshot = (now: Date): Snapshot => {
  const since = now.toISOString();
  const perKind = <Value>(value: () => Value): { readonly [Kind in WatchedKind]: Value } => ({
    ClusterBaseModel: value(),
    BaseModel: value(),
    ClusterServingRuntime: value(),
    ServingRuntime: value(),
    InferenceService: value(),
    AcceleratorClass: value(),
    Namespace: value(),
  });
  return Object.freeze({
    revision: 0,
    updatedAt: since,
    objects: perKind(() => new Map<string, ClusterObject>()),
    conditions: perKind((): KindCondition => ({ state: "connecting", since })),
    listed: new Set<WatchedKind>(),
    models: [],
    runtimes: [],
    services: [],
    namespaces: [],
  });
};

/** Kinds of which it is not known yet what there is: not listed once, and not known to be out of reach. */
export const kindsNotKnown = ({ listed, conditions }: Snapshot): readonly WatchedKind[] =>
  watchedKinds.filter(
    (kind) => !listed.has(kind) && conditions[kind].state !== "forbidden" && conditions[kind].state !== "absent",
  );

/** Of these nothing can be known: they were never listed, or the cluster does not have them (any more). */
export const unknownKinds = ({ listed, conditions }: Snapshot, kinds: readonly WatchedKind[]): WatchedKind[] =>
  kinds.filter((kind) => !listed.has(kind) || conditions[kind].state === "absent");

export const modelKinds: readonly WatchedKind[] = ["BaseModel", "ClusterBaseModel"];
export const runtimeKinds: readonly WatchedKind[] = ["ServingRuntime", "ClusterServingRuntime"];

/** Whether an object counts in a namespace: cluster-scoped ones do everywhere. */
export const isVisibleIn = (object: { readonly namespace?: string }, namespace: string | undefined): boolean =>
  namespace === undefined || object.namespace === undefined || object.namespace === namespace;
