/** What the API server fills in when it stores an object (spec 1), as far as matching reads it. */
import { isJsonObject, type Json, type JsonObject, memberOf } from "./json-value.ts";

const known = new WeakMap<JsonObject, JsonObject>();

/** The object with the API's defaults. One that has been through an API server comes back as it is. */
export function withApiDefaults(object: JsonObject): JsonObject {
  const before = known.get(object);
  if (before !== undefined) return before;
  const filled = change(object, "spec", (spec) => fillSpec(spec, object["kind"] === "InferenceService"));
  known.set(object, filled);
  return filled;
}

function fillSpec(spec: JsonObject, isService: boolean): JsonObject {
  const filled = fillVersionedNames(spec);
  const formats = memberOf(filled, "supportedModelFormats");
  const withFormats = Array.isArray(formats) ? fillFormats(filled, formats) : filled;
  if (!isService) return withFormats;
  const withModel = change(withFormats, "model", (model) => fill(model, "kind", "ClusterBaseModel"));
  return change(withModel, "runtime", (runtime) =>
    fill(fill(runtime, "kind", "ClusterServingRuntime"), "autoSync", true),
  );
}

function fillFormats(spec: JsonObject, formats: readonly Json[]): JsonObject {
  const filled = formats.map((entry) => (isJsonObject(entry) ? fillVersionedNames(entry) : entry));
  return filled.every((entry, index) => entry === formats[index]) ? spec : { ...spec, supportedModelFormats: filled };
}

function fillVersionedNames(holder: JsonObject): JsonObject {
  const fillName = (named: JsonObject) => fill(fill(named, "operator", "Equal"), "weight", 1);
  return change(change(holder, "modelFormat", fillName), "modelFramework", fillName);
}

function fill(object: JsonObject, key: string, value: Json): JsonObject {
  return (memberOf(object, key) ?? null) === null ? { ...object, [key]: value } : object;
}

/** The object with one member changed; the very same where it does not change or is no object. */
function change(object: JsonObject, key: string, to: (member: JsonObject) => JsonObject): JsonObject {
  const member = memberOf(object, key);
  if (!isJsonObject(member)) return object;
  const changed = to(member);
  return changed === member ? object : { ...object, [key]: changed };
}
