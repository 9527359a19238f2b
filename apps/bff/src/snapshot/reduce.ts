import { isDeepStrictEqual } from "node:util";
import { toResourceKey, type WatchedKind, watchedKinds } from "@ome-matrix/contract";
import type { Change, ClusterObject, ModelObject, RuntimeObject, ServiceObject } from "./change.ts";
import type { Snapshot } from "./snapshot.ts";

/** What a step changed. */
export interface Touched {
  readonly kinds: readonly WatchedKind[];
  readonly keys: readonly string[];
}

export interface Step {
  readonly snapshot: Snapshot;
  /** Absent when nothing changed; the snapshot is then the same one. */
  readonly touched?: Touched;
}

type Objects = { -readonly [Kind in WatchedKind]: ReadonlyMap<string, ClusterObject> };

const compareTexts = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);

const compareObjects = (left: ClusterObject, right: ClusterObject): number =>
  compareTexts(left.kind, right.kind) ||
  compareTexts(left.namespace ?? "", right.namespace ?? "") ||
  compareTexts(left.name, right.name);

/** All that is shown or judged is in these two; a status written again, or a change in fields we drop, is none. */
const isSame = (left: ClusterObject, right: ClusterObject): boolean =>
  left.document === right.document &&
  isDeepStrictEqual(
    "summary" in left ? left.summary : left.problems,
    "summary" in right ? right.summary : right.problems,
  );

const freeze = <Value extends ClusterObject>(object: Value): Value => Object.freeze(object);

/** A BaseModel hides the ClusterBaseModel of its name in its namespace (spec 3.7). */
const withShadows = (clusterModel: ModelObject, shadowedIn: readonly string[]): ModelObject =>
  clusterModel.summary.shadowedIn.join("/") === shadowedIn.join("/")
    ? clusterModel
    : freeze({ ...clusterModel, summary: { ...clusterModel.summary, shadowedIn: [...shadowedIn] } });

const isModel = (object: ClusterObject): object is ModelObject =>
  object.kind === "BaseModel" || object.kind === "ClusterBaseModel";
const isRuntime = (object: ClusterObject): object is RuntimeObject =>
  object.kind === "ServingRuntime" || object.kind === "ClusterServingRuntime";
const isService = (object: ClusterObject): object is ServiceObject => object.kind === "InferenceService";

/**
 * A sorted list after some of its objects came, changed or went: those that stay keep their order, and the others are put in
 * where they belong.
 */
const merged = <Value extends ClusterObject>(
  known: readonly Value[],
  touched: ReadonlySet<string>,
  current: (key: string) => Value | undefined,
): readonly Value[] => {
  const others = [...touched].flatMap((key) => current(key) ?? []).sort(compareObjects);
  const list: Value[] = [];
  let next = 0;
  for (const object of known) {
    for (let other = others[next]; other !== undefined && compareObjects(other, object) < 0; other = others[++next]) {
      list.push(other);
    }
    if (!touched.has(object.key)) list.push(object);
  }
  for (; next < others.length; next++) list.push(others[next] as Value);
  return Object.freeze(list);
};

/** Kinds whose objects tell of namespaces. */
const withNamespaces: readonly WatchedKind[] = ["BaseModel", "ServingRuntime", "InferenceService", "Namespace"];

const namespacesOf = (objects: Objects): readonly string[] => {
  const names = new Set<string>();
  for (const kind of withNamespaces) {
    for (const object of objects[kind].values()) {
      if (object.kind === "Namespace") names.add(object.name);
      else if (object.namespace !== undefined) names.add(object.namespace);
    }
  }
  return Object.freeze([...names].sort(compareTexts));
};

/**
 * The snapshot after some changes: one revision on, or the very same one when nothing changed. Objects that did not change
 * stay the same objects, which is what the matrix cache goes by.
 */
export const reduce = (snapshot: Snapshot, changes: readonly Change[], now: Date): Step => {
  const objects: Objects = { ...snapshot.objects };
  const conditions = { ...snapshot.conditions };
  const listed = new Set(snapshot.listed);
  const opened = new Map<WatchedKind, Map<string, ClusterObject>>();
  /** Kinds that have other objects than before, rather than only changed ones. */
  const regrouped = new Set<WatchedKind>();
  /** Names under which a model came, changed or went. */
  const modelNames = new Set<string>();
  const kinds = new Set<WatchedKind>();
  const keys = new Set<string>();
  let reported = false;

  /** Copies a kind's map the first time it is written to. */
  const open = (kind: WatchedKind): Map<string, ClusterObject> => {
    const map = opened.get(kind) ?? new Map(objects[kind]);
    opened.set(kind, map);
    objects[kind] = map;
    return map;
  };
  const put = (object: ClusterObject): void => {
    const known = objects[object.kind].get(object.key);
    if (known !== undefined && isSame(unshadowed(known), object)) return;
    open(object.kind).set(object.key, freeze(object));
    if (known === undefined) regrouped.add(object.kind);
    if (isModel(object)) modelNames.add(object.name);
    kinds.add(object.kind);
    keys.add(object.key);
  };
  const remove = (kind: WatchedKind, key: string): void => {
    const known = objects[kind].get(key);
    if (known === undefined) return;
    open(kind).delete(key);
    regrouped.add(kind);
    if (isModel(known)) modelNames.add(known.name);
    kinds.add(kind);
    keys.add(key);
  };

  for (const change of changes) {
    switch (change.type) {
      case "listed": {
        const present = new Set(change.objects.map((object) => object.key));
        for (const { key, namespace } of [...objects[change.kind].values()]) {
          const belongs = change.namespace === undefined || change.namespace === namespace;
          if (belongs && !present.has(key)) remove(change.kind, key);
        }
        for (const object of change.objects) put(object);
        if (change.isPart !== true && !listed.has(change.kind)) {
          listed.add(change.kind);
          kinds.add(change.kind);
        }
        break;
      }
      case "put":
        put(change.object);
        break;
      case "removed":
        remove(change.kind, change.key);
        break;
      case "condition":
        if (!isDeepStrictEqual(conditions[change.kind], change.condition)) {
          conditions[change.kind] = change.condition;
          kinds.add(change.kind);
        }
        break;
      case "reported":
        reported = true;
        break;
    }
  }
  if (kinds.size === 0 && !reported) return { snapshot };

  if (modelNames.size > 0) shadow(objects, modelNames, open, (key) => keys.add(key));
  const list = <Value extends ClusterObject>(
    known: readonly Value[],
    ofKinds: readonly WatchedKind[],
    belongs: (object: ClusterObject) => object is Value,
  ): readonly Value[] => {
    if (!ofKinds.some((kind) => opened.has(kind))) return known;
    return merged(known, keys, (key) => {
      for (const kind of ofKinds) {
        const object = objects[kind].get(key);
        if (object !== undefined && belongs(object)) return object;
      }
      return undefined;
    });
  };
  return {
    snapshot: Object.freeze({
      revision: snapshot.revision + 1,
      updatedAt: now.toISOString(),
      objects: Object.freeze(objects),
      conditions: Object.freeze(conditions),
      listed,
      models: list(snapshot.models, ["BaseModel", "ClusterBaseModel"], isModel),
      runtimes: list(snapshot.runtimes, ["ServingRuntime", "ClusterServingRuntime"], isRuntime),
      services: list(snapshot.services, ["InferenceService"], isService),
      namespaces: withNamespaces.some((kind) => regrouped.has(kind)) ? namespacesOf(objects) : snapshot.namespaces,
    }),
    touched: { kinds: watchedKinds.filter((kind) => kinds.has(kind)), keys: [...keys] },
  };
};

/** As it came from the cluster, to be compared with what comes next. */
const unshadowed = (object: ClusterObject): ClusterObject =>
  object.kind === "ClusterBaseModel" ? withShadows(object as ModelObject, []) : object;

/** Works out anew where the models of some names are shadowed. */
const shadow = (
  objects: Objects,
  names: ReadonlySet<string>,
  open: (kind: WatchedKind) => Map<string, ClusterObject>,
  touch: (key: string) => void,
): void => {
  const namespaces = new Map<string, string[]>([...names].map((name) => [name, []]));
  for (const { name, namespace } of objects.BaseModel.values()) {
    if (namespace !== undefined) namespaces.get(name)?.push(namespace);
  }
  for (const [name, shadowedIn] of namespaces) {
    const object = objects.ClusterBaseModel.get(toResourceKey({ kind: "ClusterBaseModel", name }));
    if (object === undefined || !isModel(object)) continue;
    const shadowed = withShadows(object, shadowedIn.sort(compareTexts));
    if (shadowed === object) continue;
    open("ClusterBaseModel").set(object.key, shadowed);
    touch(object.key);
  }
};
