import { copyJson, isObject, type Json, type JsonObject } from "./json.ts";

/** The part of a structural OpenAPI v3 schema that the resources use, in its own words. */
export interface Schema {
  readonly type?: "object" | "array" | "string" | "integer" | "number" | "boolean";
  readonly format?: "int32" | "int64" | "date-time";
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema;
  readonly items?: Schema;
  readonly required?: readonly string[];
  readonly default?: Json;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly "x-kubernetes-int-or-string"?: true;
  readonly "x-kubernetes-preserve-unknown-fields"?: true;
}

/** Where a value stands: member names and list positions. */
export type FieldPath = readonly (string | number)[];

/** One thing that is wrong with an object, in the words of the API server. */
export interface FieldError {
  readonly path: FieldPath;
  readonly reason:
    | "FieldValueRequired"
    | "FieldValueInvalid"
    | "FieldValueTypeInvalid"
    | "FieldValueNotSupported"
    | "FieldValueForbidden";
  /** Without the field: `Required value`. */
  readonly message: string;
}

/** `spec.supportedModelFormats[0].priority` */
export function fieldName(path: FieldPath): string {
  return path.reduce<string>(
    (name, step) => (typeof step === "number" ? `${name}[${step}]` : name === "" ? step : `${name}.${step}`),
    "",
  );
}

/** Nobody reads more of them, and a small body can hold a great many. */
const maxErrors = 100;

function propertySchema(schema: Schema, key: string): Schema | undefined {
  const properties = schema.properties;
  if (properties !== undefined && Object.hasOwn(properties, key)) return properties[key];
  return schema.additionalProperties;
}

/**
 * A copy in the shape that would be stored: unknown fields removed, nulls of known fields dropped, defaults
 * filled in. In this order, as the API server does it: a null counts as absent, so a default takes its place;
 * only a null inside a list is left for `validate` to refuse.
 */
export function conform(value: Json, schema: Schema): { readonly value: Json; readonly unknown: readonly FieldPath[] } {
  const unknown: FieldPath[] = [];
  return { value: conformValue(value, schema, [], unknown), unknown };
}

function conformValue(value: Json, schema: Schema, path: FieldPath, unknown: FieldPath[]): Json {
  if (Array.isArray(value)) {
    const items = schema.items;
    return items === undefined
      ? copyJson(value)
      : value.map((item, index) => conformValue(item, items, [...path, index], unknown));
  }
  return isObject(value) ? conformObject(value, schema, path, unknown) : value;
}

function conformObject(value: JsonObject, schema: Schema, path: FieldPath, unknown: FieldPath[]): JsonObject {
  const kept: JsonObject = {};
  for (const [key, found] of Object.entries(value)) {
    if (key === "__proto__") continue;
    const known = propertySchema(schema, key);
    if (known !== undefined) {
      if (found !== null) kept[key] = conformValue(found, known, [...path, key], unknown);
    } else if (schema["x-kubernetes-preserve-unknown-fields"]) {
      kept[key] = copyJson(found);
    } else if (unknown.length < maxErrors) {
      unknown.push([...path, key]);
    }
  }
  for (const [key, property] of Object.entries(schema.properties ?? {})) {
    if (property.default !== undefined && !Object.hasOwn(kept, key)) kept[key] = copyJson(property.default);
  }
  return kept;
}

/** What the schema does not allow in the value, in the order of the value's members; of very many mistakes the first ones. */
export function validate(value: Json, schema: Schema): readonly FieldError[] {
  const errors: FieldError[] = [];
  validateInto(errors, value, schema, []);
  return errors.slice(0, maxErrors);
}

function validateInto(errors: FieldError[], value: Json, schema: Schema, path: FieldPath): void {
  if (errors.length >= maxErrors) return;
  const typeError = checkType(value, schema, path);
  if (typeError !== undefined) {
    errors.push(typeError);
  } else if (Array.isArray(value)) {
    const items = schema.items;
    if (items === undefined) return;
    for (const [index, item] of value.entries()) validateInto(errors, item, items, [...path, index]);
  } else if (isObject(value)) {
    for (const key of schema.required ?? []) {
      if (Object.hasOwn(value, key)) continue;
      errors.push({ path: [...path, key], reason: "FieldValueRequired", message: "Required value" });
    }
    for (const [key, found] of Object.entries(value)) {
      const known = propertySchema(schema, key);
      if (known !== undefined) validateInto(errors, found, known, [...path, key]);
    }
  } else {
    errors.push(...validateScalar(value, schema, path));
  }
}

function validateScalar(value: Json, schema: Schema, path: FieldPath): readonly FieldError[] {
  const errors: FieldError[] = [];
  const invalid = (message: string): void => {
    errors.push({ path, reason: "FieldValueInvalid", message: `Invalid value: ${JSON.stringify(value)}: ${message}` });
  };
  const where = `${fieldName(path)} in body`;
  if (typeof value === "string") {
    if (schema.enum !== undefined && !schema.enum.includes(value)) {
      const supported = schema.enum.map((name) => JSON.stringify(name)).join(", ");
      errors.push({
        path,
        reason: "FieldValueNotSupported",
        message: `Unsupported value: ${JSON.stringify(value)}: supported values: ${supported}`,
      });
    }
    // Lengths count characters, not UTF-16 units.
    const length = [...value].length;
    if (schema.minLength !== undefined && length < schema.minLength) {
      invalid(`${where} should be at least ${schema.minLength} chars long`);
    }
    if (schema.maxLength !== undefined && length > schema.maxLength) {
      invalid(`${where} should be at most ${schema.maxLength} chars long`);
    }
    if (schema.pattern !== undefined && !new RegExp(schema.pattern, "u").test(value)) {
      invalid(`${where} should match '${schema.pattern}'`);
    }
    if (schema.format === "date-time" && !isDateTime(value)) {
      invalid(`${where} must be of type date-time: ${JSON.stringify(value)}`);
    }
  }
  if (typeof value === "number") {
    if (schema.minimum !== undefined && value < schema.minimum) {
      invalid(`${where} should be greater than or equal to ${schema.minimum}`);
    }
    if (schema.format !== undefined && !isInRange(value, schema.format)) {
      invalid(`Checked value must be of type ${schema.type} with format ${schema.format} in ${fieldName(path)}`);
    }
  }
  return errors;
}

function checkType(value: Json, schema: Schema, path: FieldPath): FieldError | undefined {
  const found = typeName(value);
  const wanted = schema["x-kubernetes-int-or-string"] ? ["integer", "string"] : schema.type ? [schema.type] : undefined;
  if (wanted === undefined || wanted.includes(found) || (found === "integer" && wanted.includes("number")))
    return undefined;
  const message = `${fieldName(path)} in body must be of type ${wanted.join(",")}: "${found}"`;
  return { path, reason: "FieldValueTypeInvalid", message: `Invalid value: "${found}": ${message}` };
}

/** The name of the value's type in OpenAPI's words. */
export function typeName(value: Json): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value;
}

function isDateTime(value: string): boolean {
  return (
    /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/.test(value) &&
    !Number.isNaN(Date.parse(value))
  );
}

function isInRange(value: number, format: string): boolean {
  // 2^63 itself is what the largest int64 becomes as a JavaScript number.
  const bits = format === "int32" ? 31 : format === "int64" ? 63 : undefined;
  if (bits === undefined) return true;
  return value >= -(2 ** bits) && (bits === 31 ? value < 2 ** 31 : value <= 2 ** 63);
}
