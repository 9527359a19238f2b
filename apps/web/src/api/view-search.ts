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

/**
 * The router lays what a route reads over what the address says, so whatever the route drops would come back as it stands there.
 * Dropped is therefore said aloud: the name stays, without a value.
 */
export const strictly =
  <Search extends object>(read: (search: Readonly<Record<string, unknown>>) => Search) =>
  (search: Readonly<Record<string, unknown>>): Search => ({
    ...Object.fromEntries(Object.keys(search).map((name) => [name, undefined])),
    ...read(search),
  });
