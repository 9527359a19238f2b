/** Looking into JSON of which nothing is known. */

export type JsonRecord = Readonly<Record<string, unknown>>;

export const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The value at a path; undefined when there is none, `null` included. */
export const at = (value: unknown, ...path: readonly string[]): unknown => {
  let found: unknown = value;
  for (const name of path) {
    if (!isRecord(found) || !Object.hasOwn(found, name)) return undefined;
    found = found[name];
  }
  return found ?? undefined;
};

/** The text at a path; undefined when anything else is there. */
export const textAt = (value: unknown, ...path: readonly string[]): string | undefined => {
  const found = at(value, ...path);
  return typeof found === "string" ? found : undefined;
};

export const listAt = (value: unknown, ...path: readonly string[]): readonly unknown[] => {
  const found = at(value, ...path);
  return Array.isArray(found) ? found : [];
};

export const textsAt = (value: unknown, ...path: readonly string[]): string[] =>
  listAt(value, ...path).filter((item) => typeof item === "string");

/** The texts of a map; values that are none are left out. */
export const textMapAt = (value: unknown, ...path: readonly string[]): Record<string, string> => {
  const found = at(value, ...path);
  if (!isRecord(found)) return {};
  const entries = Object.entries(found).filter((entry): entry is [string, string] => typeof entry[1] === "string");
  return Object.fromEntries(entries);
};

/** An object without its undefined properties, whose names are ours. Called for every part of every event, hence the loop. */
export const defined = <Value extends object>(
  value: Value,
): { [Key in keyof Value]: Exclude<Value[Key], undefined> } => {
  const result: Record<string, unknown> = {};
  for (const [name, part] of Object.entries(value)) if (part !== undefined) result[name] = part;
  return result as { [Key in keyof Value]: Exclude<Value[Key], undefined> };
};
