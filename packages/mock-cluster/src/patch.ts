import jsonPatch from "fast-json-patch";
import { copyJson, isObject, type Json, type JsonObject, member } from "./json.ts";
import { badRequest, patchFailed, tooLarge } from "./status.ts";

const maxOperations = 10_000;

/**
 * RFC 7386. Written out because the library for it stops at the first member named `constructor`
 * and breaks on one named `hasOwnProperty`, which are ordinary annotation keys.
 */
export function applyMergePatch(target: Json | undefined, patch: Json): Json {
  if (!isObject(patch)) return copyJson(patch);
  const merged: JsonObject = isObject(target) ? { ...target } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (key === "__proto__") continue;
    if (value === null) delete merged[key];
    else merged[key] = applyMergePatch(member(merged, key), value);
  }
  return merged;
}

type Operation =
  | { readonly op: "add" | "replace" | "test"; readonly path: string; readonly value: Json }
  | { readonly op: "remove"; readonly path: string }
  | { readonly op: "move" | "copy"; readonly path: string; readonly from: string };

function readOperation(value: Json): Operation {
  const op = member(value, "op");
  const path = member(value, "path");
  const from = member(value, "from");
  if (typeof path !== "string") throw patchFailed();
  switch (op) {
    case "add":
    case "replace":
    case "test":
      return { op, path, value: copyJson(member(value, "value") ?? null) };
    case "remove":
      return { op, path };
    case "move":
    case "copy":
      if (typeof from !== "string") throw patchFailed();
      return { op, path, from };
    default:
      throw patchFailed();
  }
}

function steps(pointer: string): readonly string[] {
  if (pointer === "") return [];
  if (!pointer.startsWith("/")) throw patchFailed();
  return pointer
    .slice(1)
    .split("/")
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function isIndex(step: string): boolean {
  return /^(0|[1-9]\d*)$/.test(step);
}

function child(value: Json | undefined, step: string): Json | undefined {
  if (Array.isArray(value)) return isIndex(step) ? value[Number(step)] : undefined;
  return member(value, step);
}

/**
 * The library follows inherited members: `/spec/toString/call` would change a function of this process.
 * So every step of a pointer has to be a member of the document's own before the library sees it.
 */
function checkPointer(document: Json, pointer: string, mustExist: boolean | "in-lists"): void {
  const path = steps(pointer);
  const last = path.at(-1);
  if (path.includes("__proto__")) throw patchFailed();
  const parent = path.slice(0, -1).reduce<Json | undefined>(child, document);
  if (last === undefined) return;
  // The API server's library replaces a member that is not there, against the RFC; an item of a list it does not.
  if (mustExist === true || (mustExist === "in-lists" && !isObject(parent))) {
    if (child(parent, last) === undefined) throw patchFailed();
  } else if (Array.isArray(parent)) {
    if (last !== "-" && !(isIndex(last) && Number(last) <= parent.length)) throw patchFailed();
  } else if (!isObject(parent)) {
    throw patchFailed();
  }
}

function apply(document: Json, operation: Operation): Json {
  switch (operation.op) {
    case "add":
      checkPointer(document, operation.path, false);
      break;
    case "test":
    case "remove":
      checkPointer(document, operation.path, true);
      break;
    case "replace":
      checkPointer(document, operation.path, "in-lists");
      break;
    case "move":
    case "copy":
      checkPointer(document, operation.from, true);
      if (operation.op === "move" && `${operation.path}/`.startsWith(`${operation.from}/`)) {
        if (operation.path === operation.from) return document;
        throw patchFailed();
      }
      checkPointer(document, operation.path, false);
      break;
  }
  try {
    return jsonPatch.applyOperation<Json>(document, operation, false, true, true).newDocument;
  } catch {
    throw patchFailed();
  }
}

/** RFC 6902, all or nothing. */
export function applyJsonPatch(target: Json, patch: Json): Json {
  if (!Array.isArray(patch)) {
    throw badRequest("error decoding patch: json: cannot unmarshal object into Go value of type jsonpatch.Patch");
  }
  if (patch.length > maxOperations) {
    throw tooLarge(`The allowed maximum operations in a JSON patch is ${maxOperations}, got ${patch.length}`);
  }
  return patch.map(readOperation).reduce(apply, copyJson(target));
}
