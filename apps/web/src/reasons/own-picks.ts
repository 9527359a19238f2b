/** In the view of all namespaces: where a namespace has a ServingRuntime of its own that OME picks there. */
import type { ModelSummary, RuntimeName } from "@ome-matrix/contract";

/** A namespace and the ServingRuntime of its own that OME picks there. */
export interface OwnPick {
  readonly namespace: string;
  readonly runtime: RuntimeName;
}

/** A ClusterBaseModel that a BaseModel of its name hides in a namespace is not the one that is served there. */
export const isOwnPick = (
  model: Pick<ModelSummary, "shadowedIn">,
  runtime: Pick<RuntimeName, "namespace">,
): runtime is { readonly namespace: string } =>
  runtime.namespace !== undefined && !model.shadowedIn.includes(runtime.namespace);

/** Of the runtimes that are ranked for a model, the best of each namespace. */
export const toOwnPicks = (
  model: Pick<ModelSummary, "shadowedIn">,
  ranked: readonly { readonly runtime: RuntimeName; readonly rank: number }[],
): readonly OwnPick[] => {
  const best = new Map<string, { readonly runtime: RuntimeName; readonly rank: number }>();
  for (const { runtime, rank } of ranked) {
    if (!isOwnPick(model, runtime)) continue;
    const known = best.get(runtime.namespace);
    if (known === undefined || rank < known.rank) best.set(runtime.namespace, { runtime, rank });
  }
  return [...best]
    .map(([namespace, { runtime }]) => ({ namespace, runtime }))
    .toSorted((one, other) => (one.namespace < other.namespace ? -1 : 1));
};
