import type { PairExplanation, Problem } from "@ome-matrix/contract";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { ApiProblem } from "../../api/client.ts";
import { explainPairQuery, type View } from "../../api/queries.ts";
import { type PairView, toPairView } from "./pair-view.ts";

export interface PairData {
  readonly explanation: PairExplanation | undefined;
  readonly pair: PairView | undefined;
  /** Why there is nothing to show. A failed refetch of a pair that is still there leaves the last known one. */
  readonly problem: Problem | undefined;
  readonly retry: () => void;
}

const isGone = (problem: Problem): boolean => problem.status === 404;

/** A pair and its explanation; kept while it is fetched again. */
export const usePair = (modelKey: string, runtimeKey: string, view: View): PairData => {
  const { data, error, refetch } = useQuery(explainPairQuery(modelKey, runtimeKey, view));
  const problem = error instanceof ApiProblem ? error.problem : undefined;
  const shown = problem !== undefined && isGone(problem) ? undefined : data;
  return {
    explanation: shown,
    pair: useMemo(() => (shown === undefined ? undefined : toPairView(shown)), [shown]),
    problem: shown === undefined ? problem : undefined,
    retry: () => void refetch(),
  };
};
