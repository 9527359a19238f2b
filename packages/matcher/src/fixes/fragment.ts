/** A change as the part of a manifest that says the same, for those who keep manifests (spec 5.4, "any patch"). */
import type { Change } from "./fix.ts";
import { isJsonObject, type Json, type JsonObject, type MutableJson, setMember } from "./json-value.ts";
import { fromPointer, type PatchOperation } from "./patch.ts";
import { toYaml, yamlComment } from "./to-yaml.ts";

/**
 * The fields to set, as YAML, and what to remove as comments. Of a list only the entry that changes is shown, told apart by
 * its format and architecture; the others stay as they are.
 */
export function manifestFragment({ target, patch }: Change): string {
  const head = {
    apiVersion: "ome.io/v1beta1",
    kind: target.kind,
    metadata: { name: target.name, ...(target.namespace === undefined ? {} : { namespace: target.namespace }) },
  };
  const { body, comments } = patch.type === "merge" ? fromMerge(patch.body) : fromOperations(patch.operations);
  const document = mergeObjects(head, body);
  return [...comments.map((comment) => `${yamlComment(comment)}\n`), toYaml(document)].join("");
}

interface Fragment {
  readonly body: JsonObject;
  readonly comments: readonly string[];
}

function fromMerge(patch: JsonObject): Fragment {
  const comments: string[] = [];
  const keep = (object: JsonObject, path: string): JsonObject | undefined => {
    const kept: { [key: string]: MutableJson } = {};
    for (const [key, value] of Object.entries(object)) {
      const where = path === "" ? key : `${path}.${key}`;
      if (value === null) comments.push(`remove ${where}`);
      else if (isJsonObject(value) && Object.keys(value).length > 0) {
        const inner = keep(value, where);
        if (inner !== undefined) setMember(kept, key, inner as MutableJson);
      } else setMember(kept, key, value as MutableJson);
    }
    return Object.keys(kept).length === 0 ? undefined : kept;
  };
  return { body: keep(patch, "") ?? {}, comments };
}

function fromOperations(operations: readonly PatchOperation[]): Fragment {
  const comments: string[] = [];
  const body: { [key: string]: MutableJson } = {};
  /** By path of the list and index; what its tests and its changes say of it. */
  const entries = new Map<string, { readonly list: readonly string[]; readonly index: string; item: Json }>();
  const changed = new Set<string>();
  for (const operation of operations) {
    const steps = fromPointer(operation.path) ?? [];
    const at = steps.findIndex((step) => step === "-" || /^[0-9]+$/.test(step));
    const key = at < 0 ? "" : JSON.stringify(steps.slice(0, at + 1));
    if (operation.op !== "test" && at >= 0) changed.add(key);
    if (operation.op === "remove") comments.push(`remove ${showPath(steps)}`);
    else if (at < 0) setDeep(body, steps, operation.value);
    else {
      const known = entries.get(key) ?? { list: steps.slice(0, at), index: steps[at] ?? "", item: {} };
      const inner = steps.slice(at + 1);
      if (inner.length === 0) known.item = operation.value;
      else {
        const item: { [key: string]: MutableJson } = isMutable(known.item) ? known.item : {};
        setDeep(item, inner, operation.value);
        known.item = item;
      }
      entries.set(key, known);
    }
  }
  for (const [key, { list, index, item }] of entries) {
    if (!changed.has(key)) continue;
    comments.push(
      index === "-"
        ? `append to ${list.join(".")}; the entries that are there stay as they are`
        : `entry ${index} of ${list.join(".")}, counted from 0; its other fields and the other entries stay as they are`,
    );
    const before = list.reduce<MutableJson | undefined>(
      (value, step) => (isMutable(value) && Object.hasOwn(value, step) ? value[step] : undefined),
      body,
    );
    setDeep(body, list, [...(Array.isArray(before) ? before : []), item]);
  }
  return { body, comments };
}

function showPath(steps: readonly string[]): string {
  return steps.reduce(
    (path, step) => (/^[0-9]+$/.test(step) ? `${path}[${step}]` : path === "" ? step : `${path}.${step}`),
    "",
  );
}

function setDeep(body: { [key: string]: MutableJson }, steps: readonly string[], value: Json): void {
  let current = body;
  for (const step of steps.slice(0, -1)) {
    const next = Object.hasOwn(current, step) ? current[step] : undefined;
    if (isMutable(next)) current = next;
    else {
      const created: { [key: string]: MutableJson } = {};
      setMember(current, step, created);
      current = created;
    }
  }
  const last = steps.at(-1);
  if (last !== undefined) setMember(current, last, value as MutableJson);
}

function isMutable(value: unknown): value is { [key: string]: MutableJson } {
  return isJsonObject(value);
}

/** The head first; a patch of metadata joins it. */
function mergeObjects(head: JsonObject, body: JsonObject): JsonObject {
  const merged: { [key: string]: MutableJson } = {};
  for (const [key, value] of Object.entries(head)) setMember(merged, key, value as MutableJson);
  for (const [key, value] of Object.entries(body)) {
    const before = Object.hasOwn(merged, key) ? merged[key] : undefined;
    const joined = isJsonObject(before) && isJsonObject(value) ? mergeObjects(before, value) : value;
    setMember(merged, key, joined as MutableJson);
  }
  return merged;
}
