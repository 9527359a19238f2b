import type { Problem } from "@ome-matrix/contract";
import { type DefaultError, type QueryKey, type UseQueryOptions, useQuery } from "@tanstack/react-query";
import { ApiProblem } from "../api/client.ts";

export interface Explained<Explanation> {
  /** Kept while it is fetched again, and when that fails; gone when the server says that its object is. */
  readonly explanation: Explanation | undefined;
  /** Why there is nothing to show. */
  readonly problem: Problem | undefined;
  readonly retry: () => void;
}

/** What the server explains, as long as there is something to explain. */
export const useExplained = <Explanation, Key extends QueryKey>(
  query: UseQueryOptions<Explanation, DefaultError, Explanation, Key>,
): Explained<Explanation> => {
  const { data, error, refetch, isPlaceholderData } = useQuery(query);
  const problem = error instanceof ApiProblem ? error.problem : undefined;
  // What stands in for an answer is the answer to another question.
  const explanation = problem?.status === 404 || isPlaceholderData ? undefined : data;
  return {
    explanation,
    problem: explanation === undefined ? problem : undefined,
    retry: () => void refetch(),
  };
};
