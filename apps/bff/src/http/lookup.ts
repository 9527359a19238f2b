import { readResourceKey, type WatchedKind } from "@ome-matrix/contract";
import type { ModelObject, RuntimeObject, ServiceObject } from "../snapshot/change.ts";
import { claimNamespaceOf } from "../snapshot/service-world.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { AppError } from "./problem.ts";
import { similarNames } from "./similar.ts";

/** How the two sides of the matrix are found and spoken of. */
const sides = {
  model: {
    code: "model-not-found",
    /** By name, the namespace's own goes first (spec 3.7). */
    namespaced: "BaseModel",
    cluster: "ClusterBaseModel",
    list: "/api/models",
  },
  runtime: {
    code: "runtime-not-found",
    namespaced: "ServingRuntime",
    cluster: "ClusterServingRuntime",
    list: "/api/runtimes",
  },
} as const;
type Side = keyof typeof sides;

/** A kind that was never listed may hold the object: then "there is none" would be a guess. */
export const requireListed = (snapshot: Snapshot, kinds: readonly WatchedKind[], wanted: string): void => {
  for (const kind of kinds) {
    const { state, message, advice } = snapshot.conditions[kind];
    if (snapshot.listed.has(kind) || state === "absent") continue;
    throw new AppError("not-ready", {
      detail: `Whether there is a ${kind} "${wanted}" is not known: its kind has not been listed (${message ?? state})`,
      advice: advice ?? "Try again in a moment",
    });
  }
};

/** Where the cluster does not have a kind, looking for one of its objects is no use: what to say then, and what to do. */
export const toAbsence = (snapshot: Snapshot, kinds: readonly WatchedKind[]): { text: string; advice?: string } => {
  const absent = kinds
    .map((kind) => ({ kind, ...snapshot.conditions[kind] }))
    .filter(({ state }) => state === "absent");
  const texts = absent.map(({ kind, message }) => `; ${message ?? `the cluster has no kind ${kind}`}`);
  const advice = absent[0]?.advice;
  return { text: texts.join(""), ...(advice === undefined ? {} : { advice }) };
};

/** Whatever is in a namespace outside those that are followed is not known, so that "there is none" would be a guess. */
const isNotFollowed = (snapshot: Snapshot, namespace: string | undefined): namespace is string => {
  const { followedIn } = snapshot.conditions.BaseModel;
  return namespace !== undefined && followedIn !== undefined && !followedIn.includes(namespace);
};

/** Refuses to say anything of a namespace that is not followed. */
export const requireFollowed = (snapshot: Snapshot, namespace: string | undefined): void => {
  if (!isNotFollowed(snapshot, namespace)) return;
  const followed = snapshot.conditions.BaseModel.followedIn ?? [];
  throw new AppError("namespace-not-followed", {
    detail: `What is in the namespace "${namespace}" is not known: only ${followed.join(", ")} ${followed.length === 1 ? "is" : "are"} followed`,
    advice: `Ask with one of these, or start OME Matrix with --namespace ${namespace} too`,
  });
};

/** The namespace that a resource key names, if it is one of a namespaced kind. */
export const namespaceOf = (text: string | undefined): string | undefined => {
  const key = text?.includes("/") ? readResourceKey(text) : undefined;
  return key?.namespace;
};

const find = (snapshot: Snapshot, side: Side, wanted: string, namespace: string, view: string | undefined) => {
  const { code, namespaced, cluster, list } = sides[side];
  const kinds = [namespaced, cluster] as const;
  const all = [...snapshot.objects[namespaced].values(), ...snapshot.objects[cluster].values()];

  if (wanted.includes("/")) {
    const key = readResourceKey(wanted);
    const similarKeys = (): string[] => {
      const near = similarNames(
        key?.name ?? wanted,
        all.map((object) => object.name),
      );
      return near.flatMap((name) => all.filter((object) => object.name === name).map((object) => object.key));
    };
    const kind = kinds.find((candidate) => candidate === key?.kind);
    const found = kind === undefined ? undefined : snapshot.objects[kind].get(wanted);
    if (found !== undefined && (view === undefined || found.namespace === undefined || found.namespace === view)) {
      return found;
    }
    if (found !== undefined) {
      throw new AppError(code, {
        detail: `${wanted} is in the namespace "${found.namespace}" and cannot be used from "${view}"`,
        advice: `Ask with namespace=${found.namespace}, or without a namespace`,
      });
    }
    requireFollowed(snapshot, kind === namespaced ? key?.namespace : undefined);
    if (kind === undefined) {
      throw new AppError(code, {
        detail: `"${wanted}" is not the key of a ${side}`,
        advice: `Give a name, ${cluster}/NAME or ${namespaced}/NAMESPACE/NAME`,
        suggestions: similarKeys(),
      });
    }
    requireListed(snapshot, [kind], wanted);
    const absence = toAbsence(snapshot, [kind]);
    throw new AppError(code, {
      detail: `There is no ${wanted}${absence.text}`,
      advice: absence.advice ?? `${list} lists what there is`,
      suggestions: similarKeys(),
    });
  }

  const visible = all.filter((object) => object.namespace === undefined || object.namespace === namespace);
  const found = visible.find((object) => object.name === wanted);
  if (found !== undefined) return found;
  requireListed(snapshot, kinds, wanted);
  const elsewhere = all.filter((object) => object.name === wanted).map((object) => object.key);
  const followed = snapshot.conditions.BaseModel.followedIn ?? [];
  const lookedIn = isNotFollowed(snapshot, namespace)
    ? `in the cluster's scope; the namespace "${namespace}" is not followed (only ${followed.join(", ")})`
    : `in the namespace "${namespace}" nor in the cluster's scope`;
  if (elsewhere.length > 0) {
    throw new AppError(code, {
      detail: `There is no ${side} "${wanted}" ${lookedIn}; other namespaces have one`,
      advice: "Ask for one of the suggested keys, or with its namespace",
      suggestions: elsewhere,
    });
  }
  const absence = toAbsence(snapshot, kinds);
  throw new AppError(code, {
    detail: `There is no ${side} "${wanted}" ${lookedIn}${absence.text}`,
    advice: absence.advice ?? `${list} lists what there is`,
    suggestions: similarNames(
      wanted,
      visible.map((object) => object.name),
    ),
  });
};

/** A model by name or key. `namespace` is where to look for a name; `view` what a key must be visible from, if anything. */
export const findModel = (
  snapshot: Snapshot,
  wanted: string,
  namespace: string,
  view: string | undefined,
): ModelObject => find(snapshot, "model", wanted, namespace, view) as ModelObject;

/** A runtime by name or key, likewise. */
export const findRuntime = (
  snapshot: Snapshot,
  wanted: string,
  namespace: string,
  view: string | undefined,
): RuntimeObject => find(snapshot, "runtime", wanted, namespace, view) as RuntimeObject;

/**
 * Where a pair is judged: the namespace that was found, or that of the claim which a model's files are on, where none was
 * asked for. From no other can the model be used (spec 3.7).
 */
export const usableNamespace = (
  found: string,
  view: FoundView,
  model: ModelObject | undefined,
  runtime: RuntimeObject | undefined,
): string => {
  if (view.namespace !== undefined || model === undefined || runtime?.namespace !== undefined) return found;
  return claimNamespaceOf(model) ?? found;
};

/** An InferenceService by its namespace and name, whether it can be read or not. */
export const findService = (snapshot: Snapshot, namespace: string, service: string): ServiceObject => {
  const services = snapshot.services.filter((candidate) => candidate.namespace === namespace);
  const found = services.find((candidate) => candidate.name === service);
  if (found !== undefined) return found;
  requireFollowed(snapshot, namespace);
  requireListed(snapshot, ["InferenceService"], service);
  const absence = toAbsence(snapshot, ["InferenceService"]);
  throw new AppError("service-not-found", {
    detail: `There is no InferenceService "${service}" in the namespace "${namespace}"${absence.text}`,
    advice: absence.advice ?? "/api/services lists what there is",
    suggestions: similarNames(
      service,
      services.map((candidate) => candidate.name),
    ),
  });
};

export interface FoundView {
  readonly namespace?: string | undefined;
  readonly service?: ServiceObject | undefined;
}

/** The namespace and the InferenceService of a request; a problem when there are no such. */
export const findView = (
  snapshot: Snapshot,
  { namespace, service }: { readonly namespace?: string | undefined; readonly service?: string | undefined },
): FoundView => {
  if (namespace === undefined) return {};
  requireFollowed(snapshot, namespace);
  const namespaces = snapshot.conditions.Namespace.state;
  const couldLook = snapshot.listed.has("Namespace") && namespaces !== "forbidden" && namespaces !== "absent";
  if (couldLook && !snapshot.namespaces.includes(namespace)) {
    throw new AppError("namespace-not-found", {
      detail: `There is no namespace "${namespace}", and no object is in it`,
      advice: "/api/cluster lists the namespaces",
      suggestions: similarNames(namespace, snapshot.namespaces),
    });
  }
  if (service === undefined) return { namespace };
  const found = findService(snapshot, namespace, service);
  const [problem] = found.summary.problems;
  if (problem !== undefined) {
    throw new AppError("service-not-found", {
      detail: `What the InferenceService "${service}" asks for is not known, since it cannot be read: ${problem.message}`,
      advice: "Correct it, or ask without the parameter service",
    });
  }
  return { namespace, service: found };
};
