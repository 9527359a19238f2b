/**
 * Which verdicts may be wrong, missing or old because a kind cannot be followed. The line above every page and the one beside a
 * verdict both look here.
 */
import type { ClusterState, KindState, WatchedKind } from "@ome-matrix/contract";
import { capitalized } from "./phrase.ts";

/** `unseen`: what there is of the kind is not known. `old`: it is shown as it was. */
export type Trouble = "unseen" | "old";

/** It may be listed and not watched: shown as of the last list, which is made anew again and again. */
export const isUnwatched = ({ missingVerb }: KindState): boolean => missingVerb === "watch";

/** What is wrong with a kind, as far as verdicts go. A kind that the cluster does not have hides nothing. */
export const troubleOf = (kind: KindState): Trouble | undefined => {
  const { state, count, followedIn, worstIn } = kind;
  if (state === "stale" || isUnwatched(kind)) return "old";
  if (state === "failed") return "unseen";
  if (state !== "forbidden") return undefined;
  // The right was lost while running: what was known before is still shown.
  const isEverywhere = followedIn?.length === worstIn?.length;
  return count > 0 && isEverywhere ? "old" : "unseen";
};

/** Verdicts come of these. */
const judged: readonly WatchedKind[] = ["ClusterBaseModel", "BaseModel", "ClusterServingRuntime", "ServingRuntime"];

const effects: { readonly [Kind in WatchedKind]: { readonly [State in Trouble]: string } } = {
  ClusterBaseModel: {
    unseen: "Models of the whole cluster are missing, and a service that uses one seems to have no model.",
    old: "The rows of the cluster’s models, and what services get that use one, may be out of date.",
  },
  BaseModel: {
    unseen:
      "Models of a namespace’s own are missing, and they go before the cluster’s: a service there may get another model than is shown, or seem to have none.",
    old: "The rows of a namespace’s own models, and what services get that use one, may be out of date.",
  },
  ClusterServingRuntime: {
    unseen:
      "Runtimes of the whole cluster are missing: what is picked, the ranks, “no runtime” and what services get may be wrong.",
    old: "The columns of the cluster’s runtimes, what is picked, the ranks and what services get may be out of date.",
  },
  ServingRuntime: {
    unseen:
      "A namespace’s own runtimes are missing, and they go before the cluster’s: what is picked in a namespace, the ranks, “no runtime” and what services get may be wrong.",
    old: "The columns of a namespace’s own runtimes, what is picked there, the ranks and what services get may be out of date.",
  },
  InferenceService: {
    unseen:
      "Services are missing from every list, also from what a fix would touch, and nothing can be seen from one. Other verdicts do not depend on services.",
    old: "What services ask for and what they use, and the matrix as seen from one, may be out of date. Other verdicts do not depend on services.",
  },
  AcceleratorClass: {
    unseen: "No verdict depends on AcceleratorClasses. Whether one that a fix adds exists is not known.",
    old: "No verdict depends on AcceleratorClasses. Whether one that a fix adds still exists is not known.",
  },
  Namespace: {
    unseen:
      "No verdict depends on Namespaces. One in which nothing was found is missing from the choices; its name can be typed in there.",
    old: "No verdict depends on Namespaces. A new one may be missing from the choices.",
  },
};

/** What a trouble with these kinds does to verdicts, in sentences. */
export const sayEffects = (kinds: readonly KindState[], trouble: Trouble): readonly string[] => {
  const names = kinds.map(({ kind }) => kind);
  if (judged.every((kind) => names.includes(kind))) {
    return [
      trouble === "old"
        ? "Every verdict may be out of date."
        : "Without models and runtimes there is no verdict at all.",
    ];
  }
  return kinds.map(({ kind }) => effects[kind][trouble]);
};

/** What a page is about. */
export type Subject = "model" | "runtime" | "pair" | "service" | "services";

/** What a page says that depends on a kind. What it says of the object itself is told by the object's own kind. */
const dependents: { readonly [About in Subject]: { readonly [Kind in WatchedKind]?: string } } = {
  model: {
    ClusterServingRuntime: "what is picked and every rank",
    ServingRuntime: "what is picked and every rank",
    InferenceService: "the list of services",
  },
  runtime: {
    ClusterBaseModel: "which models it serves",
    BaseModel: "which models it serves",
    ClusterServingRuntime: "for which models it is picked",
    ServingRuntime: "for which models it is picked",
    InferenceService: "the list of services",
  },
  pair: {
    ClusterServingRuntime: "what is picked for the model",
    ServingRuntime: "what is picked for the model",
  },
  service: {
    ClusterBaseModel: "which model it gets",
    BaseModel: "which model it gets",
    ClusterServingRuntime: "which runtime it gets",
    ServingRuntime: "which runtime it gets",
    InferenceService: "what it asks for and uses",
  },
  services: {
    ClusterBaseModel: "which models they get",
    BaseModel: "which models they get",
    ClusterServingRuntime: "which runtimes they get",
    ServingRuntime: "which runtimes they get",
    InferenceService: "the list",
  },
};

const unseenWords = "cannot be read: “not found” may only mean “not seen”";

const join = (parts: readonly string[], last: string): string =>
  parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")}${last}${parts.at(-1)}`;

export const pluralOf = (kind: WatchedKind): string => (kind.endsWith("s") ? `${kind}es` : `${kind}s`);

export interface Doubt {
  /** `What is picked and the rank may be wrong.` */
  readonly title: string;
  /** `ServingRuntimes cannot be read.` */
  readonly text: string;
}

/**
 * What may be wrong of what a page says, and why; undefined when nothing may. `shown`: the kinds of the objects that the page is
 * about, which may be shown as they were.
 */
export const toDoubt = (
  cluster: ClusterState | undefined,
  subject: Subject,
  shown: readonly (string | undefined)[],
): Doubt | undefined => {
  const kinds = cluster?.kinds ?? [];
  if (kinds.length > 0 && kinds.every((kind) => kind.state === "stale" && !isUnwatched(kind))) {
    return { title: "All of this may be out of date.", text: "The Kubernetes API does not answer." };
  }
  const troubled = kinds.flatMap((state) => {
    const trouble = troubleOf(state);
    const isShown = shown.includes(state.kind) && trouble === "old";
    const what = isShown ? `what is said of ${pluralOf(state.kind)}` : dependents[subject][state.kind];
    return trouble === undefined || what === undefined
      ? []
      : [{ kind: state.kind, trouble, what, unwatched: isUnwatched(state) }];
  });
  if (troubled.length === 0) return undefined;
  const unseen = troubled.filter(({ trouble }) => trouble === "unseen");
  const old = troubled.filter(({ trouble, unwatched }) => trouble === "old" && !unwatched);
  const listed = troubled.filter(({ unwatched }) => unwatched);
  const say = (concerned: typeof troubled, how: string): string =>
    concerned.length === 0
      ? ""
      : `${join(
          concerned.map(({ kind }) => pluralOf(kind)),
          " and ",
        )} ${how}.`;
  const what = join([...new Set(troubled.map((each) => each.what))], ", and ");
  return {
    title: `${capitalized(what)} may be ${unseen.length === 0 ? "out of date" : "wrong"}.`,
    text: [
      say(unseen, subject === "pair" ? "cannot be read" : unseenWords),
      say(old, "are not up to date"),
      say(listed, "are as of the last list, since this account may not watch them"),
    ]
      .filter((text) => text !== "")
      .join(" "),
  };
};
