import type { Problem } from "@ome-matrix/contract";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { ApiProblem } from "../../api/client.ts";
import { effectQuery, fixesQuery, fixesWithIndexQuery, type View } from "../../api/queries.ts";
import { type EffectLine, toEffectLines } from "./effect-view.ts";
import { type FixCardView, type FixesView, toFixesView } from "./fixes-view.ts";

export interface Evidence {
  /** A request with the file is on its way. */
  readonly isAsking: boolean;
  readonly problem: Problem | undefined;
  readonly isGiven: boolean;
  readonly give: (modelIndex: unknown) => void;
  readonly takeBack: () => void;
}

export interface FixesData {
  readonly fixes: FixesView | undefined;
  readonly problem: Problem | undefined;
  readonly retry: () => void;
  readonly evidence: Evidence;
  /** Fixes that follow without evidence: a link to a preview finds them. */
  readonly linkable: ReadonlySet<string>;
}

const problemOf = (error: Error | null): Problem | undefined =>
  error instanceof ApiProblem ? error.problem : undefined;

/** The fixes of a pair, with those that a `model_index.json` adds; kept while they are fetched again. */
export const useFixes = (modelKey: string, runtimeKey: string, view: View): FixesData => {
  const [modelIndex, setModelIndex] = useState<unknown>(undefined);
  const isGiven = modelIndex !== undefined;
  const plain = useQuery(fixesQuery(modelKey, runtimeKey, view));
  const withIndex = useQuery({ ...fixesWithIndexQuery(modelKey, runtimeKey, view, modelIndex), enabled: isGiven });
  const shown = (isGiven ? withIndex.data : undefined) ?? plain.data;
  const plainFixes = plain.data?.fixes;
  return {
    fixes: useMemo(() => (shown === undefined ? undefined : toFixesView(shown)), [shown]),
    problem: shown === undefined ? problemOf(plain.error) : undefined,
    retry: () => void plain.refetch(),
    evidence: {
      isAsking: isGiven && withIndex.isFetching,
      problem: isGiven ? problemOf(withIndex.error) : undefined,
      isGiven,
      give: setModelIndex,
      takeBack: () => setModelIndex(undefined),
    },
    linkable: useMemo(() => new Set(plainFixes?.map(({ id }) => id)), [plainFixes]),
  };
};

export interface EffectData {
  readonly lines: readonly EffectLine[] | undefined;
  readonly problem: Problem | undefined;
}

/** What a fix changes elsewhere; asked for when its card is open. */
export const useEffectOf = (body: NonNullable<FixCardView["body"]>): EffectData => {
  const { data, error } = useQuery(effectQuery(body));
  return {
    lines: useMemo(() => (data === undefined ? undefined : toEffectLines(data)), [data]),
    problem: data === undefined ? problemOf(error) : undefined,
  };
};
