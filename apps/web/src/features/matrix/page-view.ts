/** Which of the page's states is drawn: the matrix, or what stands in its place and what to do about it. */
import type { ClusterState, KindState, Problem } from "@ome-matrix/contract";
import { escapeControls } from "@ome-matrix/matcher";
import { capitalized, withFullStop } from "../../reasons/phrase.ts";
import type { FilteredMatrix } from "./filter-view.ts";
import type { MatrixData } from "./matrix-data.ts";
import type { Layout } from "./matrix-view.ts";
import { countFilters, type MatrixSearch } from "./url-state.ts";

export interface RequestFault {
  readonly problem: Problem;
  /** No answer at all. */
  readonly unreachable: boolean;
}

export type PageView =
  | { readonly kind: "ready" }
  | { readonly kind: "loading"; readonly subject: string }
  | {
      readonly kind: "instead";
      readonly icon: "empty" | "lock" | "find" | "warning" | "unplugged" | "clock";
      readonly tone: "calm" | "error";
      readonly title: string;
      readonly text: string;
      readonly code?: string | undefined;
      readonly action?: PageAction | undefined;
      /** Names that may have been meant. */
      readonly suggestions?: readonly string[] | undefined;
      /** Models and runtimes could not be looked at: numbers of them would be zeros that mean nothing. */
      readonly isBlind?: true;
    };

export type PageAction = "clear-filters" | "all-namespaces" | "any-service" | "try-again" | "show-anyway";

const modelKinds = ["ClusterBaseModel", "BaseModel"];
const runtimeKinds = ["ClusterServingRuntime", "ServingRuntime"];
const omeKinds = [...modelKinds, ...runtimeKinds];

const kindsOf = (cluster: ClusterState | undefined, kinds: readonly string[]): readonly KindState[] =>
  cluster?.kinds.filter(({ kind }) => kinds.includes(kind)) ?? [];

/** Kinds that could not be looked at: an empty list and "could not look" are different answers. */
const unseen = (kinds: readonly KindState[]): readonly KindState[] =>
  kinds.filter(({ state }) => state === "forbidden" || state === "failed" || state === "absent");

const toSentences = (...texts: readonly string[]): string =>
  texts
    .filter((text) => text !== "")
    .map(withFullStop)
    .join(" ");

const toText = ({ detail, advice }: Problem): string => toSentences(detail, advice);

const sayFault = (
  { problem, unreachable }: RequestFault,
  search: MatrixSearch,
  cluster: ClusterState | undefined,
): PageView => {
  if (unreachable) {
    return {
      kind: "instead",
      icon: "unplugged",
      tone: "error",
      title: problem.title,
      text: toText(problem),
      action: "try-again",
    };
  }
  // It would be waited for in vain: what the matrix is to be seen from may not be looked at.
  if (
    problem.code === "not-ready" &&
    search.service !== undefined &&
    unseen(kindsOf(cluster, ["InferenceService"])).length > 0
  ) {
    return {
      kind: "instead",
      icon: "lock",
      tone: "calm",
      title: `What ${search.service ?? "the InferenceService"} asks for cannot be seen`,
      text: toText(problem),
      action: "any-service",
    };
  }
  if (problem.code === "namespace-not-followed") {
    return {
      kind: "instead",
      icon: "lock",
      tone: "calm",
      title: `The namespace ${search.namespace ?? ""} is not followed`,
      text: toText(problem),
      action: "all-namespaces",
    };
  }
  if (problem.code === "not-ready") return { kind: "loading", subject: "Reading the cluster" };
  if (problem.code === "namespace-not-found" || problem.code === "service-not-found") {
    const what = problem.code === "namespace-not-found" ? "namespace" : "InferenceService";
    const name = problem.code === "namespace-not-found" ? search.namespace : search.service;
    return {
      kind: "instead",
      icon: "find",
      tone: "calm",
      title: `There is no ${what} ${name ?? ""}`.trim(),
      text: `${problem.detail.replace(/[.\s]*$/, "")}. The link may be old, or the ${what} may be gone.`,
      action: problem.code === "namespace-not-found" ? "all-namespaces" : "any-service",
      suggestions: problem.suggestions,
    };
  }
  return {
    kind: "instead",
    icon: "warning",
    tone: "error",
    title: problem.title,
    text: toText(problem),
    code: problem.id === "" ? undefined : `Problem id ${problem.id}`,
    action: "try-again",
  };
};

/** Neither models nor runtimes can be seen, in whatever way each of their kinds fails. */
const sayBlind = (kinds: readonly KindState[], cluster: ClusterState | undefined): PageView => {
  const everything = cluster?.kinds ?? kinds;
  const blind = unseen(everything);
  const reasons = [...new Set(unseen(kinds).map(({ message }) => message ?? "They could not be listed"))];
  const advice = [...new Set(unseen(kinds).map((kind) => kind.advice ?? ""))];
  // Each kind has the same to say with its own name in it; the notices above have them all.
  const isForbidden = kinds.some(({ state }) => state === "forbidden");
  return {
    kind: "instead",
    icon: isForbidden ? "lock" : "unplugged",
    tone: isForbidden ? "calm" : "error",
    title:
      blind.length === everything.length
        ? "Nothing could be read from the cluster"
        : "Neither models nor runtimes could be read",
    text: toSentences(
      ...reasons.slice(0, 1).map(capitalized),
      "There may be models and runtimes, but they cannot be seen",
      ...(isForbidden ? ["The rights that are missing stand above, ready to copy"] : advice.slice(0, 1)),
    ),
    action: "try-again",
    isBlind: true,
  };
};

const sayEmpty = (
  cluster: ClusterState | undefined,
  what: "models" | "runtimes",
  others: number,
  namespace: string | undefined,
): PageView => {
  const kinds = kindsOf(cluster, what === "models" ? modelKinds : runtimeKinds);
  const blind = unseen(kinds);
  if (blind.length > 0) {
    const first = blind[0];
    return {
      kind: "instead",
      icon: "lock",
      tone: "calm",
      title: `${blind.map(({ kind }) => `${kind}s`).join(" and ")}: ${first?.state ?? "failed"}`,
      text: toSentences(
        first?.message ?? "They could not be listed",
        `There may be ${what}, but they cannot be seen`,
        first?.advice ?? "",
      ),
      isBlind: true,
    };
  }
  const noun = what === "models" ? "runtimes" : "models";
  const side =
    others === 0
      ? ""
      : others === 1
        ? `There is 1 ${noun.slice(0, -1)}. `
        : `There are ${others.toLocaleString("en")} ${noun}. `;
  const where = namespace === undefined ? "some namespace" : escapeControls(namespace);
  return what === "models"
    ? {
        kind: "instead",
        icon: "empty",
        tone: "calm",
        title: "No models here",
        text: `${side}A model appears as soon as a ClusterBaseModel, or a BaseModel of ${where}, is applied.`,
        code: "kubectl get clusterbasemodels,basemodels --all-namespaces",
      }
    : {
        kind: "instead",
        icon: "empty",
        tone: "calm",
        title: "No runtimes yet",
        text: `${side}No model can be served before a ClusterServingRuntime, or a ServingRuntime of ${where}, is applied. OME's own catalog is a start.`,
        code: "kubectl apply -k config/runtimes",
      };
};

/** In this order: no answer, not yet, not installed, nothing there, nothing read, nothing left by the filter, the matrix. */
export const toPageView = (input: {
  readonly cluster: ClusterState | undefined;
  readonly fault: RequestFault | undefined;
  readonly data: MatrixData | undefined;
  readonly filtered: FilteredMatrix | undefined;
  readonly layout: Layout | undefined;
  readonly search: MatrixSearch;
}): PageView => {
  const { cluster, fault, data, filtered, layout, search } = input;
  // What is on screen stays there while the server does not answer; the shell says since when.
  const dataIsUsable = data !== undefined && (fault === undefined || fault.unreachable);
  if (!dataIsUsable && fault !== undefined) return sayFault(fault, search, cluster);
  if (data === undefined || filtered === undefined || layout === undefined) {
    return { kind: "loading", subject: "Reading models and runtimes" };
  }
  const kinds = kindsOf(cluster, omeKinds);
  if (kinds.length > 0 && kinds.every(({ state }) => state === "absent")) {
    return {
      kind: "instead",
      icon: "empty",
      tone: "calm",
      title: "OME is not installed here",
      text: "The cluster has none of OME's kinds. Install OME's resource definitions, or choose another context.",
      code: "kubectl api-resources --api-group=ome.io",
    };
  }
  if (data.models.length === 0 && data.runtimes.length === 0 && kinds.some(({ state }) => state === "connecting")) {
    return { kind: "loading", subject: "Reading models and runtimes" };
  }
  const isBlindOn = (side: readonly string[]): boolean => unseen(kindsOf(cluster, side)).length > 0;
  if (data.models.length === 0 && data.runtimes.length === 0 && isBlindOn(modelKinds) && isBlindOn(runtimeKinds)) {
    return sayBlind(kinds, cluster);
  }
  if (data.models.length === 0) return sayEmpty(cluster, "models", data.runtimes.length, search.namespace);
  if (data.runtimes.length === 0) return sayEmpty(cluster, "runtimes", data.models.length, search.namespace);
  if (
    search.all === undefined &&
    countFilters(search) === 0 &&
    data.models.every((model) => model.format === undefined && model.problems.length === 0)
  ) {
    return {
      kind: "instead",
      icon: "clock",
      tone: "calm",
      title: "OME has not read any model yet",
      text: `All ${data.models.length.toLocaleString("en")} models are without a format: OME fills it in when it has downloaded or parsed them. Nothing can be judged before that.`,
      code: "kubectl get clusterbasemodels,basemodels --all-namespaces",
      action: "show-anyway",
    };
  }
  if (layout.models.keys.length === 0 || layout.runtimes.keys.length === 0) {
    const total = (data.models.length * data.runtimes.length).toLocaleString("en");
    return countFilters(search) > 0
      ? {
          kind: "instead",
          icon: "find",
          tone: "calm",
          title: "No pair matches the filter",
          text: `0 of ${total} pairs. Nothing is wrong with the cluster.`,
          action: "clear-filters",
        }
      : {
          kind: "instead",
          icon: "find",
          tone: "calm",
          title: "No runtime comes near any model",
          text: `All ${total} pairs are rejected: the runtimes are made for other kinds of model.`,
          action: "show-anyway",
        };
  }
  return { kind: "ready" };
};
