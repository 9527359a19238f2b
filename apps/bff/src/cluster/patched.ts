/** What a patch would make of an object, as far as the object is kept here. */
import { applyPatch, type JsonObject, type Patch, readFleetObject } from "@ome-matrix/matcher";
import type { ClusterObject } from "../snapshot/change.ts";
import type { PatchableObject, PatchedObject, Patching } from "../snapshot/patching.ts";
import { asStructure, toDocument } from "./allow-list.ts";
import { at, isRecord } from "./json.ts";
import { readObject } from "./read.ts";

const lastApplied = "kubectl.kubernetes.io/last-applied-configuration";

/**
 * The object as it is stored, as far as it may be known: allowed fields only. Of the last-applied-configuration, which tells
 * who applies the object, there is the name without the content.
 */
const storedObject = (object: PatchableObject): JsonObject => {
  const document = JSON.parse(object.document) as JsonObject;
  // Of what can be read nothing was cut that is read; of what cannot, a remark must not be taken for a text.
  const stored = object.spec === undefined ? (asStructure(document) as JsonObject) : document;
  if (!object.summary.managedBy.includes("kubectl-apply")) return stored;
  const metadata = isRecord(stored["metadata"]) ? stored["metadata"] : {};
  const annotations = isRecord(metadata["annotations"]) ? metadata["annotations"] : {};
  return { ...stored, metadata: { ...metadata, annotations: { ...annotations, [lastApplied]: "" } } } as JsonObject;
};

const identityPaths = [["apiVersion"], ["kind"], ["metadata", "name"], ["metadata", "namespace"]] as const;

/** Applied to a copy. */
const patchObject = (object: PatchableObject, patch: Patch): PatchedObject => {
  const stored = storedObject(object);
  const patched = applyPatch(stored, patch);
  if (!patched.ok) return { ok: false, problem: patched.problem };
  if (identityPaths.some((path) => at(stored, ...path) !== at(patched.object, ...path))) {
    return { ok: false, problem: { why: "identity-changed" } };
  }
  return { ok: true, object: reread(object, patched.object), document: toDocument(object.kind, patched.object) };
};

/** Read like any object of the cluster, with the defaults that the API would fill in. */
const reread = (before: PatchableObject, stored: JsonObject): PatchableObject => {
  const { kind, key, name } = before;
  const { spec: _, ...read } = readObject(kind, stored) as Extract<ClusterObject, { readonly summary: unknown }>;
  const spec = readFleetObject(stored)?.spec;
  const namespace = before.namespace === undefined ? {} : { namespace: before.namespace };
  // A patch changes no names, so a hidden model stays hidden.
  const shadows = "shadowedIn" in before.summary ? { shadowedIn: before.summary.shadowedIn } : {};
  const identity = { kind, key, name, ...namespace };
  return {
    ...read,
    ...identity,
    summary: { ...read.summary, ...identity, ...shadows },
    ...(spec === undefined ? {} : { spec }),
  } as PatchableObject;
};

/** Patches for objects that were read here. */
export const patching: Patching = { stored: storedObject, patched: patchObject };
