import { isObject, type Json, type JsonObject, text } from "./json.ts";
import { type Kind, namespaceKind } from "./kinds.ts";
import { checkLabelName, checkSubdomain, isLabelValue, isQualifiedName } from "./names.ts";
import { type FieldError, type FieldPath, typeName } from "./schema.ts";

const maxAnnotationBytes = 256 * 1024;

type MetadataField = "string" | "integer" | "strings" | "stringMap" | "ownerReferences" | "ignored";

// What a client may send. Anything else is unknown; managedFields is known and not kept.
const fields: Readonly<Record<string, MetadataField>> = {
  annotations: "stringMap",
  creationTimestamp: "string",
  deletionGracePeriodSeconds: "integer",
  deletionTimestamp: "string",
  finalizers: "strings",
  generateName: "string",
  generation: "integer",
  labels: "stringMap",
  managedFields: "ignored",
  name: "string",
  namespace: "string",
  ownerReferences: "ownerReferences",
  resourceVersion: "string",
  selfLink: "ignored",
  uid: "string",
};

/** Metadata as it was sent, reduced to what can be stored; or the first value of a wrong type. */
export interface ReadMetadata {
  readonly metadata: JsonObject;
  readonly unknown: readonly FieldPath[];
  readonly wrongType?: { readonly path: FieldPath; readonly message: string };
}

function wrongType(path: FieldPath, found: Json, wanted: string): ReadMetadata {
  const name = typeName(found) === "integer" ? "number" : typeName(found) === "boolean" ? "bool" : typeName(found);
  const field = ["ObjectMeta", ...path.filter((step) => typeof step === "string").slice(1, 2)].join(".");
  const message = `json: cannot unmarshal ${name} into Go struct field ${field} of type ${wanted}`;
  return { metadata: {}, unknown: [], wrongType: { path, message } };
}

/** Reads `metadata`: nulls count as absent, in a map of strings as the empty string. */
export function readMetadata(value: Json | undefined): ReadMetadata {
  if (value === undefined || value === null) return { metadata: {}, unknown: [] };
  if (!isObject(value)) return wrongType(["metadata"], value, "v1.ObjectMeta");
  const metadata: JsonObject = {};
  const unknown: FieldPath[] = [];
  for (const [key, found] of Object.entries(value)) {
    const path = ["metadata", key];
    const field = Object.hasOwn(fields, key) ? fields[key] : undefined;
    if (field === undefined) unknown.push(path);
    if (field === undefined || field === "ignored" || found === null) continue;
    switch (field) {
      case "string":
        if (typeof found !== "string") return wrongType(path, found, "string");
        metadata[key] = found;
        break;
      case "integer":
        if (typeof found !== "number" || !Number.isInteger(found)) return wrongType(path, found, "int64");
        metadata[key] = found;
        break;
      case "strings":
      case "ownerReferences": {
        if (!Array.isArray(found))
          return wrongType(path, found, field === "strings" ? "[]string" : "[]v1.OwnerReference");
        const odd = found.findIndex((item) => (field === "strings" ? typeof item !== "string" : !isObject(item)));
        if (odd !== -1)
          return wrongType([...path, odd], found[odd] ?? null, field === "strings" ? "string" : "v1.OwnerReference");
        if (found.length > 0) metadata[key] = found;
        break;
      }
      case "stringMap": {
        if (!isObject(found)) return wrongType(path, found, "map[string]string");
        const map: JsonObject = {};
        for (const [name, item] of Object.entries(found)) {
          if (item !== null && typeof item !== "string") return wrongType([...path, name], item, "string");
          map[name] = item ?? "";
        }
        if (Object.keys(map).length > 0) metadata[key] = map;
        break;
      }
    }
  }
  return { metadata, unknown };
}

/** What the API server refuses about a name, a label, an annotation. */
export function validateMetadata(kind: Kind, metadata: JsonObject): readonly FieldError[] {
  const errors: FieldError[] = [];
  const refuse = (path: FieldPath, value: Json, why: string): void => {
    errors.push({ path, reason: "FieldValueInvalid", message: `Invalid value: ${JSON.stringify(value)}: ${why}` });
  };
  const name = text(metadata, "name") ?? "";
  if (name === "") {
    errors.push({
      path: ["metadata", "name"],
      reason: "FieldValueRequired",
      message: "Required value: name or generateName is required",
    });
  } else {
    const why = kind === namespaceKind ? checkLabelName(name) : checkSubdomain(name);
    if (why !== undefined) refuse(["metadata", "name"], name, why);
  }
  const namespace = text(metadata, "namespace");
  if (kind.namespaced && namespace !== undefined) {
    const why = checkLabelName(namespace);
    if (why !== undefined) refuse(["metadata", "namespace"], namespace, why);
  }
  const badKey =
    "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
  const badValue =
    "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";
  for (const [key, value] of Object.entries(metadata["labels"] ?? {})) {
    if (!isQualifiedName(key)) refuse(["metadata", "labels"], key, badKey);
    if (!isLabelValue(value)) refuse(["metadata", "labels"], value, badValue);
  }
  const finalizers = metadata["finalizers"];
  for (const finalizer of Array.isArray(finalizers) ? finalizers : []) {
    if (!isQualifiedName(String(finalizer))) refuse(["metadata", "finalizers"], finalizer, badKey);
  }
  let bytes = 0;
  for (const [key, value] of Object.entries(metadata["annotations"] ?? {})) {
    // Keys of annotations are compared in lower case.
    if (!isQualifiedName(key.toLowerCase())) refuse(["metadata", "annotations"], key, badKey);
    bytes += Buffer.byteLength(key) + Buffer.byteLength(String(value));
  }
  if (bytes > maxAnnotationBytes) {
    errors.push({
      path: ["metadata", "annotations"],
      reason: "FieldValueInvalid",
      message: `Too long: may not be more than ${maxAnnotationBytes} bytes`,
    });
  }
  return errors;
}
