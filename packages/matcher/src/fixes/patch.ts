/** The two kinds of patches kubectl sends to custom resources (spec 5.1), applied to a copy. */
import { isJsonObject, type Json, type JsonObject, jsonEquals, memberOf, setMember } from "./json-value.ts";

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

/** The object after a patch. The object itself is not touched; what the patch does not reach is shared with it. */
export function applyPatch(object: unknown, patch: Patch): Patched {
  if (patch.type === "merge") return { ok: true, object: toObject(mergePatch(object as Json, patch.body)) };
  let current = object as Json;
  for (const [index, operation] of patch.operations.entries()) {
    const steps = fromPointer(operation.path);
    const changed = steps === undefined ? failed("not-a-pointer") : changeAt(current, steps, operation);
    if (!changed.ok) return { ok: false, problem: { operation: index, path: operation.path, why: changed.why } };
    current = changed.value;
  }
  return { ok: true, object: toObject(current) };
}

/** The path of an operation (RFC 6901): `~` is `~0`, `/` is `~1`, in this order. */
export function toPointer(steps: readonly (string | number)[]): string {
  return steps.map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** The steps of a path; undefined for one that does not begin with `/` or has a `~` that stands for nothing. */
export function fromPointer(pointer: string): readonly string[] | undefined {
  if (pointer === "") return [];
  if (!pointer.startsWith("/") || /~(?![01])/.test(pointer)) return undefined;
  return pointer
    .slice(1)
    .split("/")
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function toObject(value: Json): JsonObject {
  return isJsonObject(value) ? value : {};
}

function mergePatch(target: Json | undefined, patch: Json): Json {
  if (!isJsonObject(patch)) return patch;
  const merged: { [key: string]: Json } = isJsonObject(target) ? { ...target } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete merged[key];
    else setMember(merged, key, mergePatch(memberOf(merged, key), value));
  }
  return merged;
}

type Changed = { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly why: PatchProblem["why"] };

function failed(why: PatchProblem["why"]): Changed {
  return { ok: false, why };
}

/** A value with an operation done below it, copied along the way there. */
function changeAt(value: Json | undefined, steps: readonly string[], operation: PatchOperation): Changed {
  const [step, ...rest] = steps;
  if (step === undefined) return changeRoot(value, operation);
  if (rest.length === 0) {
    if (Array.isArray(value)) return changeList(value, step, operation);
    return isJsonObject(value) ? changeObject(value, step, operation) : failed("no-such-parent");
  }
  const index = Array.isArray(value) ? toIndex(step) : undefined;
  const child = Array.isArray(value) ? (index === undefined ? undefined : value[index]) : memberOf(value, step);
  const changed = changeAt(child, rest, operation);
  if (!changed.ok || operation.op === "test") return changed.ok ? { ok: true, value: value ?? null } : changed;
  if (Array.isArray(value)) {
    return { ok: true, value: value.map((item, at) => (at === index ? changed.value : item)) };
  }
  return { ok: true, value: withMember(isJsonObject(value) ? value : {}, step, changed.value) };
}

function withMember(object: JsonObject, key: string, value: Json): JsonObject {
  const copy = { ...object };
  setMember(copy, key, value);
  return copy;
}

function changeRoot(value: Json | undefined, operation: PatchOperation): Changed {
  if (operation.op === "remove") return failed("no-such-parent");
  if (operation.op !== "test") return { ok: true, value: operation.value };
  return jsonEquals(value, operation.value) ? { ok: true, value: value ?? null } : failed("test-failed");
}

function changeObject(object: JsonObject, key: string, operation: PatchOperation): Changed {
  if (operation.op !== "add" && !Object.hasOwn(object, key)) return failed("no-such-member");
  switch (operation.op) {
    case "test":
      return jsonEquals(object[key], operation.value) ? { ok: true, value: object } : failed("test-failed");
    case "remove": {
      const copy: { [key: string]: Json } = { ...object };
      delete copy[key];
      return { ok: true, value: copy };
    }
    default:
      return { ok: true, value: withMember(object, key, operation.value) };
  }
}

function changeList(list: readonly Json[], step: string, operation: PatchOperation): Changed {
  const index = operation.op === "add" && step === "-" ? list.length : toIndex(step);
  if (index === undefined) return failed("not-an-index");
  if (index >= list.length + (operation.op === "add" ? 1 : 0)) return failed("no-such-member");
  switch (operation.op) {
    case "test":
      return jsonEquals(list[index], operation.value) ? { ok: true, value: list } : failed("test-failed");
    case "remove":
      return { ok: true, value: list.toSpliced(index, 1) };
    case "replace":
      return { ok: true, value: list.toSpliced(index, 1, operation.value) };
    case "add":
      return { ok: true, value: list.toSpliced(index, 0, operation.value) };
  }
}

function toIndex(step: string): number | undefined {
  return /^(0|[1-9][0-9]{0,8})$/.test(step) ? Number(step) : undefined;
}
