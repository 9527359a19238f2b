/** The two kinds of patches kubectl sends to custom resources (spec 5.1), applied to a copy. */
import {
  copyJson,
  isJsonObject,
  type Json,
  type JsonObject,
  jsonEquals,
  type MutableJson,
  setMember,
} from "./json-value.ts";

/** One operation of RFC 6902, of the four that are used. */
export type PatchOperation =
  | { readonly op: "add" | "replace" | "test"; readonly path: string; readonly value: Json }
  | { readonly op: "remove"; readonly path: string };

/** `merge` is RFC 7386, for maps; `json` is RFC 6902, for lists. */
export type Patch =
  | { readonly type: "merge"; readonly body: JsonObject }
  | { readonly type: "json"; readonly operations: readonly PatchOperation[] };

/** Why a patch cannot be applied: one failing operation rejects the whole patch. */
export interface PatchProblem {
  /** Index of the operation. */
  readonly operation: number;
  readonly path: string;
  readonly why: "no-such-parent" | "no-such-member" | "not-an-index" | "test-failed" | "not-a-pointer";
}

export type Patched =
  | { readonly ok: true; readonly object: JsonObject }
  | { readonly ok: false; readonly problem: PatchProblem };

/** The object after a patch. The object itself is not touched, and the result shares nothing with it or the patch. */
export function applyPatch(object: unknown, patch: Patch): Patched {
  if (patch.type === "merge") return { ok: true, object: toObject(mergePatch(copyJson(object), patch.body)) };
  const root = { value: copyJson(object) };
  for (const [index, operation] of patch.operations.entries()) {
    const why = applyOperation(root, operation);
    if (why !== undefined) return { ok: false, problem: { operation: index, path: operation.path, why } };
  }
  return { ok: true, object: toObject(root.value) };
}

/** The path of an operation (RFC 6901): `~` is `~0`, `/` is `~1`, in this order. */
export function toPointer(steps: readonly (string | number)[]): string {
  return steps.map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** The steps of a path; undefined for one that does not begin with `/`. */
export function fromPointer(pointer: string): readonly string[] | undefined {
  if (pointer === "") return [];
  if (!pointer.startsWith("/")) return undefined;
  return pointer
    .slice(1)
    .split("/")
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function toObject(value: MutableJson): JsonObject {
  return isJsonObject(value) ? value : {};
}

function mergePatch(target: MutableJson | undefined, patch: Json): MutableJson {
  if (!isJsonObject(patch)) return copyJson(patch);
  const merged: { [key: string]: MutableJson } = isMutableObject(target) ? target : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete merged[key];
    else setMember(merged, key, mergePatch(Object.hasOwn(merged, key) ? merged[key] : undefined, value));
  }
  return merged;
}

function isMutableObject(value: MutableJson | undefined): value is { [key: string]: MutableJson } {
  return isJsonObject(value);
}

function applyOperation(root: { value: MutableJson }, operation: PatchOperation): PatchProblem["why"] | undefined {
  const steps = fromPointer(operation.path);
  if (steps === undefined) return "not-a-pointer";
  const last = steps.at(-1);
  if (last === undefined) return applyToRoot(root, operation);
  let parent: MutableJson | undefined = root.value;
  for (const step of steps.slice(0, -1)) parent = childOf(parent, step);
  if (Array.isArray(parent)) return applyToList(parent, last, operation);
  if (isMutableObject(parent)) return applyToObject(parent, last, operation);
  return "no-such-parent";
}

function applyToRoot(root: { value: MutableJson }, operation: PatchOperation): PatchProblem["why"] | undefined {
  if (operation.op === "remove") return "no-such-parent";
  if (operation.op === "test") return jsonEquals(root.value, operation.value) ? undefined : "test-failed";
  root.value = copyJson(operation.value);
  return undefined;
}

function applyToObject(
  parent: { [key: string]: MutableJson },
  key: string,
  operation: PatchOperation,
): PatchProblem["why"] | undefined {
  if (operation.op !== "add" && !Object.hasOwn(parent, key)) return "no-such-member";
  switch (operation.op) {
    case "test":
      return jsonEquals(parent[key], operation.value) ? undefined : "test-failed";
    case "remove":
      delete parent[key];
      return undefined;
    default:
      setMember(parent, key, copyJson(operation.value));
      return undefined;
  }
}

function applyToList(parent: MutableJson[], step: string, operation: PatchOperation): PatchProblem["why"] | undefined {
  const index = operation.op === "add" && step === "-" ? parent.length : toIndex(step);
  if (index === undefined) return "not-an-index";
  if (index >= parent.length + (operation.op === "add" ? 1 : 0)) return "no-such-member";
  switch (operation.op) {
    case "test":
      return jsonEquals(parent[index], operation.value) ? undefined : "test-failed";
    case "remove":
      parent.splice(index, 1);
      return undefined;
    case "replace":
      parent[index] = copyJson(operation.value);
      return undefined;
    case "add":
      parent.splice(index, 0, copyJson(operation.value));
      return undefined;
  }
}

function childOf(value: MutableJson | undefined, step: string): MutableJson | undefined {
  if (Array.isArray(value)) {
    const index = toIndex(step);
    return index === undefined ? undefined : value[index];
  }
  return isMutableObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
}

function toIndex(step: string): number | undefined {
  return /^(0|[1-9][0-9]{0,8})$/.test(step) ? Number(step) : undefined;
}
