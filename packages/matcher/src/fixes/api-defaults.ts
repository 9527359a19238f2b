/** What the API server fills in when it stores an object (spec 1), as far as matching reads it. */
import { copyJson, isJsonObject, type JsonObject, type MutableJson } from "./json-value.ts";

type MutableObject = { [key: string]: MutableJson };

/** The object with the API's defaults. Objects that have been through an API server come back equal. */
export function withApiDefaults(object: JsonObject): JsonObject {
  const copy = copyJson(object);
  const spec = objectAt(copy, "spec");
  if (spec === undefined) return object;
  fillVersionedName(spec, { hasWeight: true });
  const formats = spec["supportedModelFormats"];
  if (Array.isArray(formats)) {
    for (const entry of formats) if (isObject(entry)) fillVersionedName(entry, { hasWeight: true });
  }
  if (object["kind"] === "InferenceService") {
    fill(objectAt(spec, "model"), "kind", "ClusterBaseModel");
    const runtime = objectAt(spec, "runtime");
    fill(runtime, "kind", "ClusterServingRuntime");
    fill(runtime, "autoSync", true);
  }
  return copy as JsonObject;
}

function fillVersionedName(holder: MutableObject, { hasWeight }: { readonly hasWeight: boolean }): void {
  for (const key of ["modelFormat", "modelFramework"]) {
    const named = objectAt(holder, key);
    fill(named, "operator", "Equal");
    if (hasWeight) fill(named, "weight", 1);
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
