/** The list of InferenceServices -> exactly what its page draws: problems first. */
import type { ServiceList, ServiceRow } from "@ome-matrix/contract";
import { escapeControls, type PairState, serviceResultCodes } from "@ome-matrix/matcher";
import {
  counted,
  modelLink,
  type Phrase,
  pairLink,
  phrase,
  runtimeLink,
  shownValue,
  value,
} from "../../reasons/phrase.ts";
import { resultWords, type Severity, serviceNoteWords } from "../../reasons/service-words.ts";
import { type ToldView, toDrift, toInUse, toReady } from "./in-use-view.ts";

export interface ServiceRowView {
  readonly key: string;
  /** From where its model and its runtime have to be seen: what it asks for decides. */
  readonly view: { readonly namespace: string; readonly service: string };
  readonly name: string;
  readonly namespace: string;
  readonly severity: Severity;
  readonly mark: PairState;
  readonly model: Phrase;
  /** What is wrong with the model's kind; empty when nothing is. */
  readonly modelRemark: string;
  readonly asks: string;
  /** The runtime's name, or why there is none. */
  readonly runtime: ToldView;
  /** `picked`, `named`; empty where there is none. */
  readonly how: string;
  readonly declares: ToldView;
  readonly inUse: ToldView;
  readonly drift: ToldView;
  readonly ready: ToldView;
}

export interface ServicesView {
  readonly rows: readonly ServiceRowView[];
  /** Of those that the search leaves, before the filter for problems. */
  readonly found: number;
  readonly problems: number;
  /** `11 services, 4 to look at`, and of a search `2 of 11 services, none to look at` */
  readonly summary: string;
  /** Kinds without which all this is said; empty when everything is known. */
}

const severities: readonly Severity[] = ["problem", "attention", "fine"];

/** The worst that is known of it: what it gets, what must be known about it, drift, and that it is not ready. */
export const severityOf = ({ result, notes, drift, inUse }: ServiceRow): Severity => {
  const all: readonly Severity[] = [
    resultWords[result.code].severity,
    ...notes.map((code) => serviceNoteWords[code].severity),
    drift.length > 0 || inUse.ready?.status === "False" ? "attention" : "fine",
  ];
  return severities.find((severity) => all.includes(severity)) ?? "fine";
};

const declaresTold = { yes: "pass", no: "fail", "no model": "none", "–": "none" } as const;

const toModel = ({ model, foundModel }: ServiceRow): Phrase => {
  if (foundModel !== undefined) return phrase`${modelLink(foundModel)}`;
  return model?.name === undefined ? phrase`none` : phrase`${value(model.name)}`;
};

const toRuntime = ({ result, foundModel, runtime }: ServiceRow): Pick<ServiceRowView, "runtime" | "how"> => {
  const { title, severity } = resultWords[result.code];
  if (result.runtime === undefined || severity === "problem") {
    const named = runtime?.name === undefined ? phrase`` : phrase` ${value(runtime.name)}`;
    return { runtime: { text: phrase`${title}${named}`, tone: "fail" }, how: "" };
  }
  const link = foundModel === undefined ? runtimeLink(result.runtime) : pairLink(foundModel, result.runtime);
  return { runtime: { text: phrase`${link}`, tone: "pass" }, how: title };
};

const toRow = (row: ServiceRow): ServiceRowView => {
  const severity = severityOf(row);
  const { declares, mark } = resultWords[row.result.code];
  return {
    key: row.key,
    view: { namespace: row.namespace, service: row.name },
    name: shownValue(row.name),
    namespace: escapeControls(row.namespace),
    severity,
    // A runtime that is picked and gets no workload is no good news.
    mark: severity === "problem" && resultWords[row.result.code].severity === "fine" ? "error" : mark,
    model: toModel(row),
    modelRemark: row.notes.includes("model/wrong-kind") ? "wrong kind, so no workload" : "",
    asks: escapeControls(row.asks),
    ...toRuntime(row),
    declares: { text: phrase`${declares}`, tone: declaresTold[declares] },
    inUse: toInUse(row.inUse),
    drift: toDrift(row),
    ready: toReady(row.inUse),
  };
};

const matches = (row: ServiceRow, q: string): boolean => {
  const wanted = q.trim().toLowerCase().split(/\s+/u);
  const texts = [row.namespace, row.name, row.model?.name, row.result.runtime?.name, row.runtime?.name, row.asks];
  const text = [...texts, resultWords[row.result.code].title].filter(Boolean).join(" ").toLowerCase();
  return wanted.every((word) => text.includes(word));
};

const byUrgency = (one: ServiceRow, other: ServiceRow): number =>
  severities.indexOf(severityOf(one)) - severities.indexOf(severityOf(other)) ||
  serviceResultCodes.indexOf(one.result.code) - serviceResultCodes.indexOf(other.result.code) ||
  (one.key < other.key ? -1 : 1);

export const toServicesView = (
  { services }: ServiceList,
  { q = "", problems = false }: { readonly q?: string | undefined; readonly problems?: boolean | undefined },
): ServicesView => {
  const found = services.filter((row) => matches(row, q));
  const urgent = found.filter((row) => severityOf(row) !== "fine");
  const shown = problems ? urgent : found;
  return {
    rows: shown.toSorted(byUrgency).map(toRow),
    found: found.length,
    problems: urgent.length,
    summary: `${found.length === services.length ? "" : `${found.length.toLocaleString("en")} of `}${counted(services.length, "service")}, ${urgent.length === 0 ? "none" : urgent.length} to look at`,
  };
};
