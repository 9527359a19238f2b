import { randomUUID } from "node:crypto";
import type { Clock } from "./clock.ts";
import { at, copyJson, isObject, type Json, type JsonObject, member, sameJson, text } from "./json.ts";
import { apiVersionOf, type Kind, kinds, namespaceKind } from "./kinds.ts";
import { readMetadata, validateMetadata } from "./metadata.ts";
import { applyJsonPatch, applyMergePatch } from "./patch.ts";
import { conform, type FieldError, type FieldPath, fieldName, validate } from "./schema.ts";
import { alreadyExists, badRequest, conflict, forbidden, invalid, notFound } from "./status.ts";
import { keyOf, type Store } from "./store.ts";

export interface WriteOptions {
  readonly dryRun: boolean;
  readonly fieldValidation: "Ignore" | "Warn" | "Strict";
  /** What the body states more than once. */
  readonly duplicates?: readonly FieldPath[];
  /** Writes the status and nothing else, instead of everything but the status. */
  readonly subresource?: "status";
}

export interface Written {
  readonly object: JsonObject;
  readonly warnings: readonly string[];
}

export interface Patch {
  readonly type: "json" | "merge";
  readonly body: Json;
}

/** What a delete may insist on. */
export interface Preconditions {
  readonly uid?: string;
  readonly resourceVersion?: string;
}

/** An object as a manifest states it: complete, or everything that is wrong with it. */
export interface ReadObject {
  readonly object: JsonObject;
  readonly unknown: readonly FieldPath[];
  readonly errors: readonly FieldError[];
}

/** The rules of the API over the store: what may be written, and what is filled in. */
export interface Registry {
  get(kind: Kind, namespace: string, name: string): JsonObject;
  create(kind: Kind, namespace: string, body: Json, options: WriteOptions): Written;
  update(kind: Kind, namespace: string, name: string, body: Json, options: WriteOptions): Written;
  patch(kind: Kind, namespace: string, name: string, patch: Patch, options: WriteOptions): Written;
  /** The object when finalizers still hold it; undefined when it is gone. */
  remove(
    kind: Kind,
    namespace: string,
    name: string,
    preconditions: Preconditions,
    dryRun: boolean,
  ): { readonly removed: JsonObject; readonly remaining?: JsonObject };
  /** Stores an object read from a manifest, its status included; creates its namespace. */
  load(kind: Kind, object: JsonObject): void;
  /** Takes an object of a manifest away; a namespace only once nothing is in it. */
  unload(kind: Kind, namespace: string, name: string): void;
  ensureNamespace(name: string): void;
}

const permanentNamespaces: readonly string[] = ["default", "kube-system"];

/** Reads one object of a manifest as the API would, but reports everything that is wrong instead of throwing. */
export function readObject(kind: Kind, document: JsonObject): ReadObject {
  const read = readMetadata(document["metadata"]);
  const { metadata: _metadata, apiVersion: _apiVersion, kind: _kind, ...rest } = document;
  const conformed = conform(rest, kind.schema);
  const metadata = { ...read.metadata };
  if (kind.namespaced) metadata["namespace"] = text(metadata, "namespace") || "default";
  else delete metadata["namespace"];
  const wrongType: readonly FieldError[] =
    read.wrongType === undefined
      ? validateMetadata(kind, metadata)
      : [{ path: read.wrongType.path, reason: "FieldValueTypeInvalid", message: read.wrongType.message }];
  return {
    object: { apiVersion: apiVersionOf(kind), kind: kind.kind, metadata, ...(conformed.value as JsonObject) },
    unknown: [...read.unknown, ...conformed.unknown],
    errors: [...wrongType, ...validate(conformed.value, kind.schema)],
  };
}

export function createRegistry(store: Store, clock: Clock): Registry {
  const timestamp = (): string => new Date(clock.now()).toISOString().replace(/\.\d+Z$/, "Z");
  const find = (kind: Kind, namespace: string, name: string): JsonObject | undefined =>
    store.get(kind.plural, keyOf(namespace, name));
  const get = (kind: Kind, namespace: string, name: string): JsonObject => {
    const found = find(kind, namespace, name);
    if (found === undefined) throw notFound(kind, name);
    return found;
  };

  const put = (kind: Kind, key: string, object: JsonObject): JsonObject =>
    store.put(kind.plural, key, (revision) => setMetadata(object, { resourceVersion: String(revision) }));

  const ensureNamespace = (name: string): void => {
    if (store.get(namespaceKind.plural, keyOf("", name)) !== undefined) return;
    put(
      namespaceKind,
      keyOf("", name),
      finishNew(namespaceKind, { apiVersion: "v1", kind: "Namespace", metadata: { name } }),
    );
  };

  const finishNew = (kind: Kind, object: JsonObject): JsonObject => {
    const fresh = setMetadata(object, { uid: randomUUID(), creationTimestamp: timestamp() });
    if (kind !== namespaceKind) return setMetadata(fresh, { generation: 1 });
    const name = text(member(object, "metadata"), "name") ?? "";
    const labels = at(object, "metadata", "labels");
    return {
      ...setMetadata(fresh, { labels: { ...(isObject(labels) ? labels : {}), "kubernetes.io/metadata.name": name } }),
      spec: { finalizers: ["kubernetes"] },
      status: { phase: "Active" },
    };
  };

  const namespaceIsEmpty = (name: string): boolean =>
    kinds.every((kind) => !kind.namespaced || !store.list(kind.plural).some(({ key }) => key.startsWith(`${name}/`)));

  const update = (kind: Kind, namespace: string, name: string, body: Json, options: WriteOptions): Written => {
    const existing = get(kind, namespace, name);
    const decoded = decode(kind, body, options);
    checkAddress(kind, decoded.metadata, namespace, name);
    const old = isObject(existing["metadata"]) ? existing["metadata"] : {};
    const uid = text(decoded.metadata, "uid");
    if (uid !== undefined && uid !== text(old, "uid")) {
      throw conflict(
        kind,
        name,
        `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${text(old, "uid")}`,
      );
    }
    const revision = text(decoded.metadata, "resourceVersion");
    if (revision === undefined || revision === "") {
      const message = "Invalid value: 0: must be specified for an update";
      throw invalid(kind, name, [{ path: ["metadata", "resourceVersion"], reason: "FieldValueInvalid", message }]);
    }
    if (revision !== text(old, "resourceVersion")) throw conflict(kind, name);

    const isStatus = options.subresource === "status";
    const metadata = isStatus ? { ...old } : { ...decoded.metadata, ...systemMetadata(old) };
    const next: JsonObject = { apiVersion: apiVersionOf(kind), kind: kind.kind, metadata };
    const source = isStatus ? existing : decoded.rest;
    for (const [key, value] of Object.entries(source)) {
      if (!Object.hasOwn(next, key) && key !== "status") next[key] = value;
    }
    const status = member(isStatus ? decoded.rest : existing, "status");
    if (status !== undefined) next["status"] = status;
    check(kind, name, metadata, next);
    if (sameJson(next, existing)) return { object: existing, warnings: decoded.warnings };

    const finished = withGeneration(next, existing);
    if (options.dryRun) return { object: finished, warnings: decoded.warnings };
    if (text(metadata, "deletionTimestamp") !== undefined && !hasFinalizers(finished)) {
      store.remove(kind.plural, keyOf(namespace, name));
      return { object: finished, warnings: decoded.warnings };
    }
    return { object: put(kind, keyOf(namespace, name), finished), warnings: decoded.warnings };
  };

  return {
    get,
    ensureNamespace,
    update,

    create(kind, namespace, body, options) {
      const decoded = decode(kind, body, options);
      const metadata = { ...decoded.metadata };
      for (const key of ["uid", "creationTimestamp", "generation", "deletionTimestamp", "deletionGracePeriodSeconds"]) {
        delete metadata[key];
      }
      const prefix = text(metadata, "generateName");
      if ((text(metadata, "name") ?? "") === "" && prefix !== undefined && prefix !== "") {
        metadata["name"] = `${prefix}${randomUUID().slice(0, 5)}`;
      }
      const name = text(metadata, "name") ?? "";
      checkAddress(kind, metadata, namespace, name);
      if (kind.namespaced) {
        metadata["namespace"] = namespace;
        if (find(namespaceKind, "", namespace) === undefined) throw notFound(namespaceKind, namespace);
      } else {
        delete metadata["namespace"];
      }
      if (Object.hasOwn(metadata, "resourceVersion")) {
        if (metadata["resourceVersion"] !== "")
          throw badRequest("resourceVersion should not be set on objects to be created");
        delete metadata["resourceVersion"];
      }
      // A new object has no status: it is written through the subresource, by the operator.
      const { status: _status, ...rest } = decoded.rest;
      const object: JsonObject = { apiVersion: apiVersionOf(kind), kind: kind.kind, metadata, ...rest };
      check(kind, name, metadata, object);
      if (find(kind, namespace, name) !== undefined) throw alreadyExists(kind, name);
      const finished = finishNew(kind, object);
      const stored = options.dryRun ? finished : put(kind, keyOf(namespace, name), finished);
      return { object: stored, warnings: decoded.warnings };
    },

    patch(kind, namespace, name, patch, options) {
      const existing = get(kind, namespace, name);
      const patched =
        patch.type === "json" ? applyJsonPatch(existing, patch.body) : applyMergePatch(existing, patch.body);
      return update(kind, namespace, name, patched, options);
    },

    remove(kind, namespace, name, preconditions, dryRun) {
      const existing = get(kind, namespace, name);
      const metadata = member(existing, "metadata");
      for (const [field, label] of [
        ["uid", "UID"],
        ["resourceVersion", "ResourceVersion"],
      ] as const) {
        const wanted = preconditions[field];
        const found = text(metadata, field);
        if (wanted !== undefined && wanted !== found) {
          throw conflict(
            kind,
            name,
            `Precondition failed: ${label} in precondition: ${wanted}, ${label} in object meta: ${found}`,
          );
        }
      }
      if (kind === namespaceKind && permanentNamespaces.includes(name)) {
        throw forbidden(kind, name, "this namespace may not be deleted");
      }
      if (hasFinalizers(existing)) {
        if (text(metadata, "deletionTimestamp") !== undefined || dryRun)
          return { removed: existing, remaining: existing };
        const marked = setMetadata(existing, { deletionTimestamp: timestamp(), deletionGracePeriodSeconds: 0 });
        return { removed: existing, remaining: put(kind, keyOf(namespace, name), marked) };
      }
      if (dryRun) return { removed: existing };
      if (kind === namespaceKind) {
        for (const inside of kinds.filter((other) => other.namespaced)) {
          for (const { key } of store.list(inside.plural)) {
            if (key.startsWith(`${name}/`)) store.remove(inside.plural, key);
          }
        }
      }
      store.remove(kind.plural, keyOf(namespace, name));
      return { removed: existing };
    },

    load(kind, object) {
      const metadata = isObject(object["metadata"]) ? object["metadata"] : {};
      const namespace = text(metadata, "namespace") ?? "";
      const name = text(metadata, "name") ?? "";
      if (kind.namespaced) ensureNamespace(namespace);
      const existing = find(kind, namespace, name);
      const stated = { ...object, metadata: { ...metadata } };
      // What the cluster decides is not the manifest's to say; an exported object may well carry it.
      for (const key of [
        "uid",
        "resourceVersion",
        "generation",
        "deletionTimestamp",
        "deletionGracePeriodSeconds",
        "generateName",
      ]) {
        delete stated.metadata[key];
      }
      const created = text(metadata, "creationTimestamp");
      const fresh = finishNew(kind, stated);
      const dated = created === undefined ? fresh : setMetadata(fresh, { creationTimestamp: created });
      if (existing === undefined) {
        put(kind, keyOf(namespace, name), dated);
        return;
      }
      const old = isObject(existing["metadata"]) ? existing["metadata"] : {};
      const kept = setMetadata(dated, systemMetadata(old));
      if (sameJson(kept, existing)) return;
      put(kind, keyOf(namespace, name), withGeneration(kept, existing));
    },

    unload(kind, namespace, name) {
      if (kind === namespaceKind && (permanentNamespaces.includes(name) || !namespaceIsEmpty(name))) return;
      store.remove(kind.plural, keyOf(namespace, name));
    },
  };
}

interface Decoded {
  readonly metadata: JsonObject;
  /** Spec, status and whatever else the schema knows, pruned and with defaults. */
  readonly rest: JsonObject;
  readonly warnings: readonly string[];
}

function decode(kind: Kind, body: Json, options: WriteOptions): Decoded {
  if (!isObject(body))
    throw badRequest(`couldn't get version/kind; json parse error: json: cannot unmarshal into ${kind.kind}`);
  const foundKind = body["kind"];
  const foundVersion = body["apiVersion"];
  if (typeof foundKind !== "string" || foundKind === "")
    throw badRequest("Object 'Kind' is missing in the body of the request");
  if (typeof foundVersion !== "string" || foundVersion !== apiVersionOf(kind)) {
    throw badRequest(
      `the API version in the data (${String(foundVersion ?? "")}) does not match the expected API version (${apiVersionOf(kind)})`,
    );
  }
  if (foundKind !== kind.kind && kind !== namespaceKind) {
    const message = `Invalid value: ${JSON.stringify(foundKind)}: must be ${kind.kind}`;
    const name = text(member(body, "metadata"), "name") ?? "";
    throw invalid(kind, name, [{ path: ["kind"], reason: "FieldValueInvalid", message }]);
  }
  if (foundKind !== kind.kind) {
    throw badRequest(
      `${foundKind} in version ${JSON.stringify(kind.version)} cannot be handled as a ${kind.kind}: the kind in the data does not match the resource`,
    );
  }
  const read = readMetadata(body["metadata"]);
  if (read.wrongType !== undefined) {
    throw badRequest(
      `${kind.kind} in version ${JSON.stringify(kind.version)} cannot be handled as a ${kind.kind}: ${read.wrongType.message}`,
    );
  }
  const { metadata: _metadata, apiVersion: _apiVersion, kind: _kind, ...rest } = body;
  const conformed = conform(rest, kind.schema);
  const unknown = [
    ...(options.duplicates ?? []).map((path) => `duplicate field ${JSON.stringify(fieldName(path))}`),
    ...[...read.unknown, ...conformed.unknown].map((path) => `unknown field ${JSON.stringify(fieldName(path))}`),
  ];
  if (unknown.length > 0 && options.fieldValidation === "Strict") {
    throw badRequest(`strict decoding error: ${unknown.join(", ")}`);
  }
  return {
    metadata: copyJson(read.metadata),
    rest: conformed.value as JsonObject,
    warnings: options.fieldValidation === "Warn" ? unknown : [],
  };
}

/** The name and the namespace in the object have to be those of the request. */
function checkAddress(kind: Kind, metadata: JsonObject, namespace: string, name: string): void {
  const foundName = text(metadata, "name") ?? "";
  if (foundName !== name) {
    throw badRequest(`the name of the object (${foundName}) does not match the name on the URL (${name})`);
  }
  const foundNamespace = text(metadata, "namespace") ?? "";
  if (kind.namespaced && foundNamespace !== "" && foundNamespace !== namespace) {
    throw badRequest("the namespace of the provided object does not match the namespace sent on the request");
  }
}

function check(kind: Kind, name: string, metadata: JsonObject, object: JsonObject): void {
  const { metadata: _metadata, apiVersion: _apiVersion, kind: _kind, ...rest } = object;
  const errors = [...validateMetadata(kind, metadata), ...validate(rest, kind.schema)];
  if (errors.length > 0) throw invalid(kind, name, errors);
}

/** The members that stay what they are, whatever a client sends. */
function systemMetadata(old: JsonObject): JsonObject {
  const kept: JsonObject = {};
  for (const key of [
    "name",
    "namespace",
    "uid",
    "creationTimestamp",
    "generation",
    "resourceVersion",
    "deletionTimestamp",
    "deletionGracePeriodSeconds",
    "generateName",
  ]) {
    const value = member(old, key);
    if (value !== undefined) kept[key] = value;
  }
  return kept;
}

function setMetadata(object: JsonObject, members: JsonObject): JsonObject {
  const metadata = object["metadata"];
  return { ...object, metadata: { ...(isObject(metadata) ? metadata : {}), ...members } };
}

/** One generation further when anything but metadata and status differs. */
function withGeneration(next: JsonObject, existing: JsonObject): JsonObject {
  const withoutState = ({ metadata: _metadata, status: _status, ...rest }: JsonObject): JsonObject => rest;
  if (sameJson(withoutState(next), withoutState(existing))) return next;
  const generation = at(existing, "metadata", "generation");
  return setMetadata(next, { generation: (typeof generation === "number" ? generation : 0) + 1 });
}

function hasFinalizers(object: JsonObject): boolean {
  const finalizers = at(object, "metadata", "finalizers");
  return Array.isArray(finalizers) && finalizers.length > 0;
}
