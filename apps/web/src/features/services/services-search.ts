import { readText } from "../../api/view-search.ts";

/** The list's search parameters. Absent means the default, so that a plain page has a plain address. */
export interface ServicesSearch {
  readonly namespace?: string;
  readonly q?: string;
  readonly problems?: true;
}

export const readServicesSearch = (search: Readonly<Record<string, unknown>>): ServicesSearch => {
  const namespace = readText(search["namespace"]);
  const q = readText(search["q"], 200);
  const problems = search["problems"] === true || search["problems"] === "true";
  return {
    ...(namespace === undefined ? {} : { namespace }),
    ...(q === undefined ? {} : { q }),
    ...(problems ? { problems: true } : {}),
  };
};
