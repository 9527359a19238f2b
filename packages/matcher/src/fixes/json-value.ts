/** JSON as data: what patches are made of. Members are own members, whatever their names: `__proto__` is a key like any other. */

export interface JsonObject {
  readonly [key: string]: Json;
}
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A value that is being put together. */
export type MutableJson = null | boolean | number | string | MutableJson[] | { [key: string]: MutableJson };

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The own member of an object; undefined for anything else. */
export function memberOf(value: unknown, key: string): Json | undefined {
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** What stands at a path of member names. `null` is unset (spec 1). */
export function jsonAt(value: unknown, ...path: readonly string[]): Json | undefined {
  let current = value as Json | undefined;
  for (const key of path) current = memberOf(current, key);
  return current ?? undefined;
}

export function textAt(value: unknown, ...path: readonly string[]): string | undefined {
  const found = jsonAt(value, ...path);
  return typeof found === "string" ? found : undefined;
}

/** Sets a member without ever touching a prototype. */
export function setMember<Value extends Json>(object: { [key: string]: Value }, key: string, value: Value): void {
  if (key === "__proto__") {
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  } else {
    object[key] = value;
  }
}

/** A copy that shares nothing with the original. What JSON cannot carry is left out. */
export function copyJson(value: unknown): MutableJson {
  if (value === null || typeof value === "boolean" || typeof value === "number" || typeof value === "string") {
    return value;
  }
  if (Array.isArray(value)) return value.map(copyJson);
  const copy: { [key: string]: MutableJson } = {};
  if (typeof value !== "object") return null;
  for (const [key, member] of Object.entries(value)) {
    if (member !== undefined && typeof member !== "function") setMember(copy, key, copyJson(member));
  }
  return copy;
}

/** Equal values, whatever the order of their members. */
export function jsonEquals(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one)) {
    return (
      Array.isArray(other) && one.length === other.length && one.every((item, index) => jsonEquals(item, other[index]))
    );
  }
  if (!isJsonObject(one) || !isJsonObject(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && jsonEquals(memberOf(one, key), memberOf(other, key)))
  );
}

/**
 * JSON of printable ASCII only: everything else is written `\uXXXX`. So control and bidirectional characters are seen,
 * letters that look alike are told apart, and no shell or terminal finds a quote or a line end of its own in it.
 */
export function toAsciiJson(value: Json): string {
  return JSON.stringify(value).replace(/[^ -~]/g, escapeCodeUnit);
}

/** The UTF-16 code unit as JSON escapes it. */
export function escapeCodeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
