/**
 * Edits of one object, and the patch and its undo that they become (spec 5.1).
 *
 * 1. Edits of maps only become a merge patch. As soon as one goes through a list, all become a JSON patch.
 * 2. A JSON patch begins with tests of every entry it touches: the index may have come to mean another entry.
 * 3. What has no parent yet is added together with the parents that are missing.
 * 4. The undo removes what was created, the parents that were created included, so that what the API filled in there goes
 *    with it; everything else gets its old value back.
 */
import {
  copyJson,
  isJsonObject,
  type Json,
  type JsonObject,
  jsonEquals,
  type MutableJson,
  memberOf,
  setMember,
} from "./json-value.ts";
import { applyPatch, fromPointer, type Patch, type PatchOperation, toPointer } from "./patch.ts";

/** A member's name, an index of a list, or the end of a list. */
export type Step = string | number;
export const endOfList = -1;

/** One value to set, or to remove where `to` is undefined. On maps a value is a leaf: a text, a list, an empty object. */
export interface Edit {
  readonly path: readonly Step[];
  readonly to: Json | undefined;
}

/** The patch for the edits, and the one that takes it back. */
export function toPatches(object: unknown, edits: readonly Edit[]): { readonly patch: Patch; readonly undo: Patch } {
  if (!goThroughList(edits)) return toMergePatches(object, edits);
  const { patch, changes } = toJsonPatch(object, edits);
  const after = applyPatch(object, patch);
  return { patch, undo: after.ok ? undoOf(object, after.object, changes) : { type: "json", operations: [] } };
}

/** The patch alone. */
export function toPatch(object: unknown, edits: readonly Edit[]): Patch {
  return goThroughList(edits) ? toJsonPatch(object, edits).patch : toMergePatches(object, edits).patch;
}

function goThroughList(edits: readonly Edit[]): boolean {
  return edits.some(({ path }) => path.some((step) => typeof step === "number"));
}

// ---- merge patches ----

function toMergePatches(object: unknown, edits: readonly Edit[]) {
  const body: { [key: string]: MutableJson } = {};
  const undo: { [key: string]: MutableJson } = {};
  for (const { path, to } of edits) {
    const keys = path.map(String);
    setAt(body, keys, to === undefined ? null : copyJson(to));
    const created = firstMissing(object, keys);
    if (created === undefined) setAt(undo, keys, copyJson(valueAt(object, keys) ?? null));
    else if (to !== undefined) setAt(undo, keys.slice(0, created + 1), null);
  }
  return { patch: { type: "merge", body }, undo: { type: "merge", body: undo } } as const;
}

/** Index of the first step that the object does not have; undefined when it has them all. */
function firstMissing(object: unknown, keys: readonly string[]): number | undefined {
  for (let length = 1; length <= keys.length; length++) {
    if ((valueAt(object, keys.slice(0, length)) ?? undefined) === undefined) return length - 1;
  }
  return undefined;
}

function setAt(body: { [key: string]: MutableJson }, keys: readonly string[], value: MutableJson): void {
  let current = body;
  for (const key of keys.slice(0, -1)) {
    const next = Object.hasOwn(current, key) ? current[key] : undefined;
    // Above it everything is taken back already.
    if (next === null) return;
    if (isMutable(next)) {
      current = next;
    } else {
      const created: { [key: string]: MutableJson } = {};
      setMember(current, key, created);
      current = created;
    }
  }
  const last = keys.at(-1);
  if (last === undefined) return;
  // An empty object next to members of it says nothing more.
  const known = Object.hasOwn(current, last) ? current[last] : undefined;
  if (isMutable(known) && isMutable(value) && Object.keys(value).length === 0) return;
  setMember(current, last, value);
}

function isMutable(value: MutableJson | undefined): value is { [key: string]: MutableJson } {
  return isJsonObject(value);
}

// ---- JSON patches ----

function toJsonPatch(object: unknown, edits: readonly Edit[]) {
  const tests = touchedEntries(object, edits).flatMap((entry) => identityTests(object, entry));
  const changes: PatchOperation[] = [];
  for (const { path, to } of edits) addOperation(object, path, to, changes);
  const patch: Patch = { type: "json", operations: [...tests, ...changes] };
  return { patch, changes };
}

/** Paths of the list items that edits go through; for an append, the item that is the last one now. */
function touchedEntries(object: unknown, edits: readonly Edit[]): readonly (readonly Step[])[] {
  const entries = new Map<string, readonly Step[]>();
  for (const { path } of edits) {
    const at = path.findIndex((step) => typeof step === "number");
    if (at < 0) continue;
    const list = path.slice(0, at);
    const length = lengthAt(object, list);
    const index = path[at] === endOfList ? length - 1 : Number(path[at]);
    if (index < 0 || index >= length) continue;
    const entry = [...list, index];
    entries.set(toPointer(entry), entry);
  }
  return [...entries.values()];
}

function lengthAt(object: unknown, path: readonly Step[]): number {
  const list = valueAt(object, path);
  return Array.isArray(list) ? list.length : 0;
}

/** Format name, and architecture where there is one: what tells entries apart (spec 5.1). */
function identityTests(object: unknown, entry: readonly Step[]): readonly PatchOperation[] {
  return [
    [...entry, "modelFormat", "name"],
    [...entry, "modelArchitecture"],
  ].flatMap((path): PatchOperation[] => {
    const value = valueAt(object, path);
    return typeof value === "string" ? [{ op: "test", path: toPointer(path), value }] : [];
  });
}

function addOperation(
  object: unknown,
  path: readonly Step[],
  to: Json | undefined,
  operations: PatchOperation[],
): void {
  if (to === undefined) {
    operations.push({ op: "remove", path: toPointer(path) });
    return;
  }
  let missing = path.length - 1;
  for (let length = 1; length < path.length; length++) {
    if ((valueAt(object, path.slice(0, length)) ?? undefined) !== undefined) continue;
    missing = length - 1;
    break;
  }
  const pointer = toPointer(path.slice(0, missing + 1).map((step) => (step === endOfList ? "-" : step)));
  const value = nest(path.slice(missing + 1), to);
  const before = operations.findIndex((operation) => operation.op === "add" && operation.path === pointer);
  const known = operations[before];
  if (missing < path.length - 1 && known?.op === "add") {
    // The same missing parent: one operation creates it, with all that is to stand in it.
    const joined = applyPatch(known.value, { type: "merge", body: isJsonObject(value) ? value : {} });
    if (joined.ok) operations[before] = { op: "add", path: pointer, value: joined.object };
    return;
  }
  operations.push({ op: "add", path: pointer, value });
}

/** A value inside the parents that do not exist. */
function nest(path: readonly Step[], value: Json): Json {
  const [first, ...rest] = path;
  if (first === undefined) return copyJson(value) as Json;
  if (typeof first === "number") return [nest(rest, value)];
  const object: { [key: string]: MutableJson } = {};
  setMember(object, first, nest(rest, value) as MutableJson);
  return object as JsonObject;
}

/** Backwards, each change taken back; tests first, that nobody changed it since. */
function undoOf(object: unknown, after: JsonObject, changes: readonly PatchOperation[]): Patch {
  const tests: PatchOperation[] = [];
  const operations: PatchOperation[] = [];
  for (const change of [...changes].reverse()) {
    const steps = toSteps(change.path);
    const isAppend = steps.at(-1) === endOfList;
    const path = isAppend ? [...steps.slice(0, -1), lengthAt(after, steps.slice(0, -1)) - 1] : steps;
    const entryAt = path.findIndex((step) => typeof step === "number");
    const now = valueAt(after, path);
    if (isAppend) tests.push(...leafTests(now, path));
    else if (entryAt >= 0) tests.push(...identityTests(after, path.slice(0, entryAt + 1)));
    else tests.push(...leafTests(now, path));
    const old = isAppend ? undefined : valueAt(object, path);
    if (old === undefined || old === null) operations.push({ op: "remove", path: toPointer(path) });
    else operations.push({ op: "add", path: toPointer(path), value: copyJson(old) as Json });
  }
  const distinct = tests.filter((test, index) => tests.findIndex((other) => jsonEquals(other, test)) === index);
  return { type: "json", operations: [...distinct, ...operations] };
}

/** Texts and the like below a value that was set: what the API fills in beside them does not matter. */
function leafTests(value: Json | undefined, path: readonly Step[]): readonly PatchOperation[] {
  if (value === undefined || value === null) return [];
  if (isJsonObject(value)) {
    return Object.entries(value).flatMap(([key, member]) => leafTests(member, [...path, key]));
  }
  if (Array.isArray(value)) return value.flatMap((item, index) => leafTests(item, [...path, index]));
  return [{ op: "test", path: toPointer(path), value }];
}

function toSteps(pointer: string): readonly Step[] {
  // Numbers are indices only below the one list that is patched by index.
  return (fromPointer(pointer) ?? []).map((step, at, steps) => {
    const parent = steps[at - 1];
    if (parent !== "supportedModelFormats" && parent !== "acceleratorClasses") return step;
    return step === "-" ? endOfList : Number(step);
  });
}

/** What stands at a path; undefined where a step leads nowhere. */
export function valueAt(object: unknown, path: readonly Step[]): Json | undefined {
  let current = object as Json | undefined;
  for (const step of path) {
    if (Array.isArray(current)) current = typeof step === "number" ? current[step] : undefined;
    else current = memberOf(current, String(step));
  }
  return current;
}
