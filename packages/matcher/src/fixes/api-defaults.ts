/** What the API server fills in when it stores an object (spec 1), as far as matching reads it. */
import { copyJson, isJsonObject, type JsonObject, type MutableJson } from "./json-value.ts";

type MutableObject = { [key: string]: MutableJson };

const known = new WeakMap<JsonObject, JsonObject>();

/** The object with the API's defaults. Objects that have been through an API server come back equal. */
export function withApiDefaults(object: JsonObject): JsonObject {
  const before = known.get(object);
  if (before !== undefined) return before;
  const copy = copyJson(object);
  const spec = objectAt(copy, "spec");
  if (spec !== undefined) fillSpec(spec, object["kind"] === "InferenceService");
  const filled = isObject(copy) ? copy : {};
  known.set(object, filled);
  return filled;
}

function fillSpec(spec: MutableObject, isService: boolean): void {
  fillVersionedNames(spec);
  const formats = Object.hasOwn(spec, "supportedModelFormats") ? spec["supportedModelFormats"] : undefined;
  if (Array.isArray(formats)) {
    for (const entry of formats) if (isObject(entry)) fillVersionedNames(entry);
  }
  if (!isService) return;
  fill(objectAt(spec, "model"), "kind", "ClusterBaseModel");
  fill(objectAt(spec, "runtime"), "kind", "ClusterServingRuntime");
  fill(objectAt(spec, "runtime"), "autoSync", true);
}

function fillVersionedNames(holder: MutableObject): void {
  for (const key of ["modelFormat", "modelFramework"]) {
    fill(objectAt(holder, key), "operator", "Equal");
    fill(objectAt(holder, key), "weight", 1);
  }
}

function fill(object: MutableObject | undefined, key: string, value: MutableJson): void {
  if (object !== undefined && (!Object.hasOwn(object, key) || object[key] === null)) object[key] = value;
}

function objectAt(value: MutableJson, key: string): MutableObject | undefined {
  const member = isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  return isObject(member) ? member : undefined;
}

function isObject(value: MutableJson | undefined): value is MutableObject {
  return isJsonObject(value);
}
