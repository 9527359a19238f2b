import type { View } from "./queries.ts";

/** A text of a sensible length, or nothing. */
export const readText = (value: unknown, longest = 317): string | undefined => {
  const text = typeof value === "number" ? String(value) : value;
  return typeof text === "string" && text !== "" && text.length <= longest ? text : undefined;
};

/** The search parameters of every page. A service without its namespace is nonsense and dropped. */
export const readViewSearch = (search: Readonly<Record<string, unknown>>): { namespace?: string; service?: string } => {
  const namespace = readText(search["namespace"]);
  if (namespace === undefined) return {};
  const service = readText(search["service"]);
  return service === undefined ? { namespace } : { namespace, service };
};

/** Only what all pages share, from a page's own search parameters. */
export const toView = (search: View): View => readViewSearch({ ...search });
