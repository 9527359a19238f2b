import { type DifferingField, differingFields, type PairState, pairStates } from "@ome-matrix/matcher";
import { mostEvidence } from "../../api/links.ts";
import { readText, readViewSearch } from "../../api/view-search.ts";

/** What the legend tells apart: the nine states, a near miss split by how much differs. */
export type LegendKey = Exclude<PairState, "near-miss"> | "near-miss-1" | "near-miss-more";

export const legendKeys: readonly LegendKey[] = pairStates.flatMap((state): readonly LegendKey[] =>
  state === "near-miss" ? ["near-miss-1", "near-miss-more"] : [state],
);

/** What is on screen when the URL says nothing: matches and near misses. */
export const defaultStates: readonly LegendKey[] = [
  "selected",
  "candidate",
  "pin-only",
  "near-miss-1",
  "near-miss-more",
];

export const orders = ["related", "name", "age", "coverage"] as const;
export type Order = (typeof orders)[number];

const scopes = ["cluster", "namespaced"] as const;
const shows = ["grid", "pairs"] as const;
const unfoldings = ["models", "runtimes", "both"] as const;

/** The matrix page's search parameters. Absent means the default, so that a plain page has a plain address. */
export interface MatrixSearch {
  readonly namespace?: string;
  readonly service?: string;
  readonly q?: string;
  readonly states?: readonly LegendKey[];
  readonly fields?: readonly DifferingField[];
  readonly scope?: (typeof scopes)[number];
  readonly capability?: string;
  readonly problems?: true;
  readonly order?: Exclude<Order, "related">;
  readonly show?: "pairs";
  /** Which axes show everything. */
  readonly all?: (typeof unfoldings)[number];
  /** The pair whose drawer is open. */
  readonly model?: string;
  readonly runtime?: string;
  /** A fix of a pair: the matrix as it would be. Model key, runtime key and the fix's name; keys contain no comma. */
  readonly preview?: readonly [modelKey: string, runtimeKey: string, fixId: string];
  /** What the previewed fix rests on: the pipeline of a pasted `model_index.json`, in short. */
  readonly evidence?: string;
}

const readPreview = (value: unknown): MatrixSearch["preview"] => {
  const parts = Array.isArray(value) ? value.map(String) : (readText(value, 5000)?.split(",") ?? []);
  const [modelKey = "", runtimeKey = "", ...rest] = parts;
  const fixId = rest.join(",");
  return modelKey === "" || runtimeKey === "" || fixId === "" ? undefined : [modelKey, runtimeKey, fixId];
};

const readOne = <Value extends string>(value: unknown, known: readonly Value[]): Value | undefined =>
  known.find((candidate) => candidate === value);

/** A comma-separated list -> its known members, each once and in the known order; undefined when none is left. */
const readList = <Value extends string>(value: unknown, known: readonly Value[]): readonly Value[] | undefined => {
  const parts = Array.isArray(value) ? value : typeof value === "string" ? value.split(",") : [];
  const list = known.filter((candidate) => parts.includes(candidate));
  return list.length === 0 ? undefined : list;
};

const isDefault = (states: readonly LegendKey[]): boolean =>
  states.length === defaultStates.length && states.every((state) => defaultStates.includes(state));

/** Anything -> the page's search parameters; what makes no sense is dropped. */
export const readMatrixSearch = (search: Readonly<Record<string, unknown>>): MatrixSearch => {
  const q = readText(search["q"], 200);
  const states = readList(search["states"], legendKeys);
  const fields = readList(search["fields"], differingFields);
  const scope = readOne(search["scope"], scopes);
  const capability = readText(search["capability"]);
  const problems = search["problems"] === true || search["problems"] === "true";
  const order = readOne(search["order"], orders);
  const show = readOne(search["show"], shows);
  const all = search["all"] === true || search["all"] === "true" ? "both" : readOne(search["all"], unfoldings);
  const model = readText(search["model"], 2000);
  const runtime = readText(search["runtime"], 2000);
  const preview = readPreview(search["preview"]);
  const evidence = preview === undefined ? undefined : readText(search["evidence"], mostEvidence);
  return {
    ...readViewSearch(search),
    ...(q === undefined ? {} : { q }),
    ...(states === undefined || isDefault(states) ? {} : { states }),
    ...(fields === undefined ? {} : { fields }),
    ...(scope === undefined ? {} : { scope }),
    ...(capability === undefined ? {} : { capability }),
    ...(problems ? { problems } : {}),
    ...(order === undefined || order === "related" ? {} : { order }),
    ...(show === "pairs" ? { show } : {}),
    ...(all === undefined ? {} : { all }),
    // Half a pair opens nothing.
    ...(model === undefined || runtime === undefined ? {} : { model, runtime }),
    ...(preview === undefined ? {} : { preview }),
    ...(evidence === undefined ? {} : { evidence }),
  };
};

/** How many of the filters are set; the view and the order are no filters. */
export const countFilters = (search: MatrixSearch): number =>
  [search.q, search.states, search.fields, search.scope, search.capability, search.problems].filter(
    (value) => value !== undefined,
  ).length;

/** The same page without its filters. */
export const withoutFilters = (search: MatrixSearch): MatrixSearch => {
  const {
    q: _q,
    states: _states,
    fields: _fields,
    scope: _scope,
    capability: _capability,
    problems: _problems,
    ...rest
  } = search;
  return rest;
};

/** Adds or removes one member of a list. */
export const toggled = <Value>(list: readonly Value[], value: Value): readonly Value[] =>
  list.includes(value) ? list.filter((member) => member !== value) : [...list, value];
