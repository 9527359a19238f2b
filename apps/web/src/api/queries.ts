/** Key and function of every query, together. The first part of a key says what live.ts makes out of date. */
import {
  type ClusterState,
  type MatrixResponse,
  type ModelExplanation,
  type PairExplanation,
  pathToCluster,
  pathToExplain,
  pathToMatrix,
  pathToRuntimes,
  pathToServices,
  type RuntimeExplanation,
  type RuntimeList,
  type ServiceList,
  type ViewParameters,
} from "@ome-matrix/contract";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { fetchJson } from "./client.ts";

/** From where the page looks: a namespace, and an InferenceService of it. */
export type View = ViewParameters;

const keyOf = (view: View) => ({ namespace: view.namespace, service: view.service });

export const clusterQuery = () =>
  queryOptions({
    queryKey: ["cluster"] as const,
    queryFn: ({ signal }) => fetchJson<ClusterState>(pathToCluster(), signal),
  });

export const runtimesQuery = (view: View = {}) =>
  queryOptions({
    queryKey: ["runtimes", { namespace: view.namespace }] as const,
    queryFn: ({ signal }) => fetchJson<RuntimeList>(pathToRuntimes(view), signal),
    placeholderData: keepPreviousData,
  });

export const servicesQuery = (view: View = {}) =>
  queryOptions({
    queryKey: ["services", { namespace: view.namespace }] as const,
    queryFn: ({ signal }) => fetchJson<ServiceList>(pathToServices(view), signal),
    placeholderData: keepPreviousData,
  });

export const matrixQuery = (view: View = {}) =>
  queryOptions({
    queryKey: ["matrix", keyOf(view)] as const,
    queryFn: ({ signal }) => fetchJson<MatrixResponse>(pathToMatrix(view), signal),
    placeholderData: keepPreviousData,
    // Thousands of rows: comparing them deeply costs more than drawing them again.
    structuralSharing: false,
  });

export const explainPairQuery = (modelKey: string, runtimeKey: string, view: View = {}) =>
  queryOptions({
    queryKey: ["explain", "pair", modelKey, runtimeKey, keyOf(view)] as const,
    queryFn: ({ signal }) =>
      fetchJson<PairExplanation>(pathToExplain({ model: modelKey, runtime: runtimeKey }, view), signal),
  });

export const explainModelQuery = (modelKey: string, view: View = {}) =>
  queryOptions({
    queryKey: ["explain", "model", modelKey, keyOf(view)] as const,
    queryFn: ({ signal }) => fetchJson<ModelExplanation>(pathToExplain({ model: modelKey }, view), signal),
  });

export const explainRuntimeQuery = (runtimeKey: string, view: View = {}) =>
  queryOptions({
    queryKey: ["explain", "runtime", runtimeKey, keyOf(view)] as const,
    queryFn: ({ signal }) => fetchJson<RuntimeExplanation>(pathToExplain({ runtime: runtimeKey }, view), signal),
  });
