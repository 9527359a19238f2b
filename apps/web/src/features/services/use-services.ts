import type { Problem } from "@ome-matrix/contract";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { ApiProblem } from "../../api/client.ts";
import { explainServiceQuery, serviceResultsQuery } from "../../api/queries.ts";
import { toServicePageView } from "./service-page-view.ts";
import type { ServicesSearch } from "./services-search.ts";
import { toServicesView } from "./services-view.ts";

const toProblem = (error: unknown): Problem | undefined => (error instanceof ApiProblem ? error.problem : undefined);

/** The list, kept while it is fetched again. */
export const useServices = (search: ServicesSearch) => {
  const { data, error, refetch, isPlaceholderData } = useQuery(serviceResultsQuery({ namespace: search.namespace }));
  const problem = toProblem(error);
  const shown = problem?.status === 404 || isPlaceholderData ? undefined : data;
  const { q, problems } = search;
  return {
    /** Whether there is any, whatever the filters leave. */
    total: shown?.services.length ?? 0,
    services: useMemo(
      () => (shown === undefined ? undefined : toServicesView(shown, { q, problems })),
      [shown, q, problems],
    ),
    problem: shown === undefined ? problem : undefined,
    retry: () => void refetch(),
  };
};

/** One of them, likewise. */
export const useService = (service: { readonly namespace: string; readonly name: string }) => {
  const { data, error, refetch } = useQuery(explainServiceQuery(service));
  const problem = toProblem(error);
  const shown = problem?.status === 404 ? undefined : data;
  return {
    explanation: shown,
    page: useMemo(() => (shown === undefined ? undefined : toServicePageView(shown, Date.now())), [shown]),
    problem: shown === undefined ? problem : undefined,
    retry: () => void refetch(),
  };
};
