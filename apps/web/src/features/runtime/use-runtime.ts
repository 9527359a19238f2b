import type { Problem, RuntimeExplanation } from "@ome-matrix/contract";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { ApiProblem } from "../../api/client.ts";
import { explainRuntimeQuery, type View } from "../../api/queries.ts";
import { type RuntimeView, toRuntimeView } from "./runtime-view.ts";

export interface RuntimeData {
  readonly explanation: RuntimeExplanation | undefined;
  readonly runtime: RuntimeView | undefined;
  readonly problem: Problem | undefined;
  readonly retry: () => void;
}

/** A runtime with what it says to every model; kept while it is fetched again. */
export const useRuntime = (runtimeKey: string, view: View): RuntimeData => {
  const { data, error, refetch } = useQuery(explainRuntimeQuery(runtimeKey, view));
  const problem = error instanceof ApiProblem ? error.problem : undefined;
  const shown = problem?.status === 404 ? undefined : data;
  return {
    explanation: shown,
    runtime: useMemo(() => (shown === undefined ? undefined : toRuntimeView(shown, Date.now())), [shown]),
    problem: shown === undefined ? problem : undefined,
    retry: () => void refetch(),
  };
};
