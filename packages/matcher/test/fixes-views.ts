/** Every pair of a cluster in every view, with what is proposed for it. */
import {
  computeMatrix,
  type InheritingRuntime,
  type JsonObject,
  type Model,
  type PairState,
  type Proposals,
  pairStates,
  proposeFixes,
  readInferenceService,
} from "../src/index.ts";
import { type Cluster, isVisible, namespaceOf, read } from "./fixes-cluster.ts";

export interface View {
  readonly namespace: string;
  readonly service?: JsonObject;
}

export interface ProposedPair {
  readonly view: View;
  readonly model: JsonObject;
  readonly runtime: JsonObject;
  readonly state: PairState;
  readonly proposals: Proposals;
}

/** Each namespace by itself, and each InferenceService in its own. */
export function viewsOf(cluster: Cluster): readonly View[] {
  return [
    ...cluster.namespaces.map((namespace) => ({ namespace })),
    ...cluster.services.map((service) => ({ namespace: namespaceOf(service), service })),
  ];
}

export function statesIn(cluster: Cluster, view: View): readonly ProposedPair["state"][][] {
  const models = cluster.models.filter((model) => isVisible(model, view.namespace));
  const runtimes = cluster.runtimes.filter((runtime) => isVisible(runtime, view.namespace));
  const service = view.service === undefined ? undefined : readInferenceService(view.service);
  const { states } = computeMatrix({
    models: models.map(read<Model>),
    runtimes: runtimes.map(read<InheritingRuntime>),
    namespace: view.namespace,
    service: service?.ok ? service.value.spec : undefined,
  });
  return models.map((_, row) =>
    runtimes.map((__, column) => pairStates[states[row * runtimes.length + column] ?? -1] ?? "error"),
  );
}

/** In the order of the cluster; `keep` says which pairs to look at. */
export function proposeAll(
  cluster: Cluster,
  keep: (state: PairState) => boolean = (state) => state !== "selected",
): readonly ProposedPair[] {
  return viewsOf(cluster).flatMap((view) => proposeIn(cluster, view, keep));
}

export function proposeIn(cluster: Cluster, view: View, keep: (state: PairState) => boolean): readonly ProposedPair[] {
  const models = cluster.models.filter((model) => isVisible(model, view.namespace));
  const runtimes = cluster.runtimes.filter((runtime) => isVisible(runtime, view.namespace));
  const states = statesIn(cluster, view);
  const others = runtimes.map(read<InheritingRuntime>);
  return models.flatMap((model, row) =>
    runtimes.flatMap((runtime, column): ProposedPair[] => {
      const state = states[row]?.[column] ?? "error";
      if (!keep(state)) return [];
      const proposals = proposeFixes({
        model,
        runtime,
        ...(view.service === undefined ? {} : { service: view.service }),
        namespace: view.namespace,
        runtimes: others,
        acceleratorClasses: cluster.acceleratorClasses,
        services: cluster.services,
      });
      return [{ view, model, runtime, state, proposals }];
    }),
  );
}
