/**
 * Unknown JSON, looked at with care: own keys only, `null` is unset, and every problem is noted rather than thrown.
 */
import type { Read, ReadProblem } from "../resources.ts";
import { escapeControls } from "../values/escape.ts";

export type JsonObject = Readonly<Record<string, unknown>>;

/** Collects what could not be read. */
export type Problems = ReadProblem[];

export function toRead<Value>(value: Value, problems: Problems): Read<Value> {
  const [first, ...rest] = problems;
  return first === undefined ? { ok: true, value } : { ok: false, problems: [first, ...rest] };
}

/** A field of an object; a key that is inherited (`constructor`) is no field. */
export function fieldOf(object: JsonObject | undefined, key: string): unknown {
  return object !== undefined && Object.hasOwn(object, key) ? object[key] : undefined;
}

export function readObject(value: unknown, path: string, problems: Problems): JsonObject | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === "object" && !Array.isArray(value)) return value as JsonObject;
  return fail(value, path, "an object", problems);
}

export function readText(value: unknown, path: string, problems: Problems): string | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === "string" ? value : fail(value, path, "a text", problems);
}

export function readBoolean(value: unknown, path: string, problems: Problems): boolean | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === "boolean" ? value : fail(value, path, "true or false", problems);
}

/** A whole number of 32 bits, as OME stores it. */
export function readInteger(value: unknown, path: string, problems: Problems): number | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === "number" && Number.isInteger(value) && value >= -(2 ** 31) && value < 2 ** 31) return value;
  return fail(value, path, "a whole number of 32 bits", problems);
}

/**
 * A whole number of 64 bits, as OME stores it. A number beyond 2^53 − 1 has lost digits when its JSON was read, and a
 * score made of it would be wrong: such a value has to come as a `bigint`.
 */
export function readLongInteger(value: unknown, path: string, problems: Problems): number | bigint | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === "number" && Number.isSafeInteger(value)) return value;
  if (typeof value === "bigint" && BigInt.asIntN(64, value) === value) return value;
  const isRounded = typeof value === "number" && Number.isInteger(value) && Math.abs(value) <= 2 ** 63;
  const expected = isRounded
    ? "a whole number within ±(2^53 − 1), beyond which JSON loses digits"
    : "a whole number of 64 bits";
  return fail(value, path, expected, problems);
}

export function readList(value: unknown, path: string, problems: Problems): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : (fail(value, path, "a list", problems) ?? []);
}

/** A path to a key that may be long or hold anything. */
export function pathToKey(path: string, key: string): string {
  return `${path}.${shorten(key)}`;
}

export function fail(value: unknown, path: string, expected: string, problems: Problems): undefined {
  problems.push({ path, expected, found: describe(value) });
  return undefined;
}

function describe(value: unknown): string {
  if (value === null || value === undefined) return "nothing";
  if (Array.isArray(value)) return "a list";
  switch (typeof value) {
    case "string":
      return `the text "${shorten(value)}"`;
    case "number":
    case "bigint":
      return `the number ${shorten(String(value))}`;
    case "boolean":
      return String(value);
    case "object":
      return "an object";
    default:
      return `a ${typeof value}`;
  }
}

const longestShown = 40;

function shorten(text: string): string {
  if (text.length <= longestShown) return escapeControls(text);
  return `${escapeControls(text.slice(0, longestShown))}…`;
}
