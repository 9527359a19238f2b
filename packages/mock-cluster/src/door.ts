import { copyJson, isObject, type Json, type JsonObject, text } from "./json.ts";
import { type Kind, kinds } from "./kinds.ts";
import { keyOf, type Store } from "./store.ts";

/** Names one object. */
export interface ObjectRef {
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
}

/** A way in for tests, past every check. Nothing of it can be reached by HTTP. */
export interface Door {
  /**
   * Stores any JSON that has a known `kind`. What the metadata lacks is filled in, what it has is kept, however odd;
   * only a resourceVersion is replaced. Returns the name to remove it by, which is made up when it has none.
   */
  put(object: unknown): ObjectRef;
  remove(ref: ObjectRef): void;
}

export function createDoor(store: Store, ensureNamespace: (name: string) => void): Door {
  let nameless = 0;
  return {
    put(object) {
      const copy = copyJson(object as Json);
      if (!isObject(copy)) throw new TypeError("the door takes objects with a kind");
      const kind = findKind(text(copy, "kind"));
      const metadata = copy["metadata"];
      const namespace = kind.namespaced ? (text(metadata, "namespace") ?? "default") : "";
      const name = text(metadata, "name") ?? `nameless-${++nameless}`;
      if (namespace !== "") ensureNamespace(namespace);
      store.put(kind.plural, keyOf(namespace, name), (revision) => withRevision(copy, revision));
      return { kind: kind.kind, ...(kind.namespaced ? { namespace } : {}), name };
    },
    remove(ref) {
      const kind = findKind(ref.kind);
      store.remove(kind.plural, keyOf(kind.namespaced ? (ref.namespace ?? "default") : "", ref.name));
    },
  };
}

function findKind(name: string | undefined): Kind {
  const kind = kinds.find((candidate) => candidate.kind === name);
  if (kind === undefined) throw new TypeError(`the door knows no kind ${JSON.stringify(name)}`);
  return kind;
}

function withRevision(object: JsonObject, revision: number): JsonObject {
  const metadata = object["metadata"];
  if (!isObject(metadata)) return object;
  const given = metadata["resourceVersion"];
  if (given !== undefined && typeof given !== "string") return object;
  return { ...object, metadata: { ...metadata, resourceVersion: String(revision) } };
}
