import type { JsonObject } from "./json.ts";

/** One change of one object. */
export interface Change {
  readonly revision: number;
  readonly resource: string;
  readonly key: string;
  readonly type: "ADDED" | "MODIFIED" | "DELETED";
  /** The object after the change; for a deletion its last state, with the revision of the deletion. */
  readonly object: JsonObject;
  readonly previous: JsonObject | undefined;
}

export interface Entry {
  readonly key: string;
  readonly object: JsonObject;
}

/** Objects, one revision that counts every change, and a bounded history. Knows nothing of kinds. */
export interface Store {
  revision(): number;
  /** The oldest revision that a watch or a list may still start from. */
  oldest(): number;
  get(resource: string, key: string): JsonObject | undefined;
  /** In the order of the keys. */
  list(resource: string): readonly Entry[];
  /** The list as it was at a revision; undefined when the history does not reach that far back. */
  listAt(resource: string, revision: number): readonly Entry[] | undefined;
  /** Stores what `build` makes of the revision of this change. */
  put(resource: string, key: string, build: (revision: number) => JsonObject): JsonObject;
  remove(resource: string, key: string): JsonObject | undefined;
  /** The changes after a revision; undefined when some of them are forgotten. */
  since(revision: number): readonly Change[] | undefined;
  /** Forgets the history, and makes every revision handed out so far too old. */
  compact(): void;
  subscribe(listener: (change: Change) => void): () => void;
}

/** The key of an object among those of its resource; empty namespace for cluster-scoped ones. */
export function keyOf(namespace: string, name: string): string {
  return `${namespace}/${name}`;
}

function withRevision(object: JsonObject, revision: number): JsonObject {
  const metadata = object["metadata"];
  if (typeof metadata !== "object" || metadata === null || Array.isArray(metadata)) return object;
  return { ...object, metadata: { ...metadata, resourceVersion: String(revision) } };
}

function byKey(left: Entry, right: Entry): number {
  return left.key < right.key ? -1 : left.key > right.key ? 1 : 0;
}

function toEntries(objects: ReadonlyMap<string, JsonObject>): Entry[] {
  return [...objects].map(([key, object]) => ({ key, object })).sort(byKey);
}

/** An empty store whose first change gets the revision after `firstRevision`. */
export function createStore(options: { readonly firstRevision: number; readonly historyLimit: number }): Store {
  const resources = new Map<string, Map<string, JsonObject>>();
  const sorted = new Map<string, readonly Entry[]>();
  const listeners = new Set<(change: Change) => void>();
  let history: Change[] = [];
  let revision = options.firstRevision;
  let oldest = options.firstRevision;

  const objectsOf = (resource: string): Map<string, JsonObject> => {
    const known = resources.get(resource);
    if (known !== undefined) return known;
    const fresh = new Map<string, JsonObject>();
    resources.set(resource, fresh);
    return fresh;
  };

  const record = (change: Change): void => {
    sorted.delete(change.resource);
    history.push(change);
    // Forgetting in blocks keeps each change cheap.
    if (history.length > options.historyLimit * 1.25) {
      const forgotten = history.slice(0, history.length - options.historyLimit);
      history = history.slice(forgotten.length);
      oldest = forgotten.at(-1)?.revision ?? oldest;
    }
    for (const listener of [...listeners]) listener(change);
  };

  const list = (resource: string): readonly Entry[] => {
    const known = sorted.get(resource);
    if (known !== undefined) return known;
    const entries = toEntries(objectsOf(resource));
    sorted.set(resource, entries);
    return entries;
  };

  // Changes are in order of revision, so the first one after a revision is found by halving.
  const since = (after: number): readonly Change[] | undefined => {
    if (after < oldest) return undefined;
    let low = 0;
    let high = history.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((history[middle]?.revision ?? 0) > after) high = middle;
      else low = middle + 1;
    }
    return history.slice(low);
  };

  return {
    revision: () => revision,
    oldest: () => oldest,
    get: (resource, key) => resources.get(resource)?.get(key),
    list,
    listAt(resource, wanted) {
      const later = since(wanted)?.filter((change) => change.resource === resource);
      if (later === undefined) return undefined;
      if (later.length === 0) return list(resource);
      const objects = new Map(objectsOf(resource));
      for (const change of later.reverse()) {
        if (change.previous === undefined) objects.delete(change.key);
        else objects.set(change.key, change.previous);
      }
      return toEntries(objects);
    },
    put(resource, key, build) {
      const objects = objectsOf(resource);
      const previous = objects.get(key);
      revision += 1;
      const object = build(revision);
      objects.set(key, object);
      record({ revision, resource, key, type: previous === undefined ? "ADDED" : "MODIFIED", object, previous });
      return object;
    },
    remove(resource, key) {
      const objects = objectsOf(resource);
      const previous = objects.get(key);
      if (previous === undefined) return undefined;
      revision += 1;
      objects.delete(key);
      record({ revision, resource, key, type: "DELETED", object: withRevision(previous, revision), previous });
      return previous;
    },
    since,
    compact() {
      revision += 1;
      oldest = revision;
      history = [];
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
