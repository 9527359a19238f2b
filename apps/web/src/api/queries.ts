/** Key and function of every query, together. The first part of a key says what live.ts makes out of date. */
import {
  type ChangesBody,
  type ClusterState,
  type EffectResponse,
  type MatrixChanges,
  type MatrixResponse,
  type ModelExplanation,
  type PairExplanation,
  type PairFixes,
  pathToCluster,
  pathToEffect,
  pathToExplain,
  pathToFixes,
  pathToMatrix,
  pathToRuntimes,
  pathToService,
  pathToServices,
  type RuntimeExplanation,
  type RuntimeList,
  type ServiceExplanation,
  type ServiceList,
  type ViewParameters,
} from "@ome-matrix/contract";
import { keepPreviousData, queryOptions, skipToken } from "@tanstack/react-query";
import { fetchJson, postJson } from "./client.ts";
import { applyChanges } from "./matrix-changes.ts";

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

/** The same list for what comes of each service, which depends on models and runtimes as well. */
export const serviceResultsQuery = (view: View = {}) =>
  queryOptions({
    queryKey: ["service results", { namespace: view.namespace }] as const,
    queryFn: ({ signal }) => fetchJson<ServiceList>(pathToServices(view), signal),
    placeholderData: keepPreviousData,
  });

export const explainServiceQuery = (service: { readonly namespace: string; readonly name: string }) =>
  queryOptions({
    queryKey: ["explain", "service", service.namespace, service.name] as const,
    queryFn: ({ signal }) => fetchJson<ServiceExplanation>(pathToService(service), signal),
  });

export const matrixQuery = (view: View = {}) =>
  queryOptions({
    queryKey: ["matrix", keyOf(view)] as const,
    queryFn: async ({ signal, client }): Promise<MatrixResponse> => {
      // Of a large matrix that is there already, only what changed is sent.
      const before = client.getQueryData<MatrixResponse>(["matrix", keyOf(view)]);
      if (before !== undefined) {
        const answer = await fetchJson<MatrixResponse | MatrixChanges>(pathToMatrix(view, before), signal);
        const matrix = "since" in answer ? applyChanges(before, answer) : answer;
        if (matrix !== undefined) return matrix;
      }
      return fetchJson<MatrixResponse>(pathToMatrix(view), signal);
    },
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

export const fixesQuery = (modelKey: string, runtimeKey: string, view: View = {}) =>
  queryOptions({
    queryKey: ["fixes", modelKey, runtimeKey, keyOf(view)] as const,
    queryFn: ({ signal }) => fetchJson<PairFixes>(pathToFixes({ model: modelKey, runtime: runtimeKey }, view), signal),
  });

/** The fixes that follow from a `model_index.json` as well. */
export const fixesWithIndexQuery = (modelKey: string, runtimeKey: string, view: View, modelIndex: unknown) =>
  queryOptions({
    queryKey: ["fixes", modelKey, runtimeKey, keyOf(view), modelIndex] as const,
    queryFn: ({ signal }) =>
      postJson<PairFixes>(pathToFixes({ model: modelKey, runtime: runtimeKey }, view), { modelIndex }, signal),
  });

/** The `model_index.json` that somebody pasted for a model: kept for all its pairs as long as the page is open. */
export const evidenceQuery = (modelKey: string) =>
  queryOptions<unknown>({ queryKey: ["evidence", modelKey], queryFn: skipToken, gcTime: Number.POSITIVE_INFINITY });

export const effectQuery = (body: ChangesBody) =>
  queryOptions({
    queryKey: ["effect", body] as const,
    queryFn: ({ signal }) => postJson<EffectResponse>(pathToEffect(), body, signal),
  });

/** The matrix as it would be after some changes. */
export const previewQuery = (body: ChangesBody, view: View = {}) =>
  queryOptions({
    queryKey: ["preview", body, keyOf(view)] as const,
    queryFn: ({ signal }) => postJson<MatrixResponse>(pathToMatrix(view), body, signal),
    structuralSharing: false,
  });
