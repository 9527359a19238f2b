import type { PairFixes, Problem } from "@ome-matrix/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { ApiProblem } from "../../api/client.ts";
import { effectQuery, evidenceQuery, fixesQuery, fixesWithIndexQuery, type View } from "../../api/queries.ts";
import { type EffectLine, toEffectLines } from "./effect-view.ts";
import { fitsAddress, toShortIndex } from "./evidence-text.ts";
import { type FixCardView, type FixesView, toFixesView } from "./fixes-view.ts";

export interface Evidence {
  /** A request with the file is on its way. */
  readonly isAsking: boolean;
  readonly problem: Problem | undefined;
  readonly isGiven: boolean;
  /** The file, as JSON. */
  readonly given: unknown;
  readonly give: (modelIndex: unknown) => void;
  readonly takeBack: () => void;
}

export interface FixesData {
  readonly fixes: FixesView | undefined;
  readonly problem: Problem | undefined;
  readonly retry: () => void;
  readonly evidence: Evidence;
  readonly previews: Previews;
}

/** How a link to the preview of a fix finds it. */
export interface Previews {
  /** Fixes that follow without evidence. */
  readonly plain: ReadonlySet<string>;
  /** What the link to any other has to hold; `too-long` for an address. */
  readonly evidence: { readonly text: string } | "too-long" | undefined;
}

const toPreviews = (plain: PairFixes | undefined, given: unknown): Previews => {
  const text = given === undefined ? undefined : toShortIndex(given);
  return {
    plain: new Set(plain?.fixes.map(({ id }) => id)),
    evidence: text === undefined ? undefined : fitsAddress(text) ? { text } : "too-long",
  };
};

const problemOf = (error: Error | null): Problem | undefined =>
  error instanceof ApiProblem ? error.problem : undefined;

/** The fixes of a pair, with those that a `model_index.json` of the model adds; kept while they are fetched again. */
export const useFixes = (modelKey: string, runtimeKey: string, view: View): FixesData => {
  const client = useQueryClient();
  const { data: modelIndex } = useQuery(evidenceQuery(modelKey));
  const isGiven = modelIndex !== undefined;
  const plain = useQuery(fixesQuery(modelKey, runtimeKey, view));
  const withIndex = useQuery({ ...fixesWithIndexQuery(modelKey, runtimeKey, view, modelIndex), enabled: isGiven });
  const shown = (isGiven ? withIndex.data : undefined) ?? plain.data;
  return {
    fixes: useMemo(() => (shown === undefined ? undefined : toFixesView(shown)), [shown]),
    problem: shown === undefined ? problemOf(plain.error) : undefined,
    retry: () => void plain.refetch(),
    evidence: {
      isAsking: isGiven && withIndex.isFetching,
      problem: isGiven ? problemOf(withIndex.error) : undefined,
      isGiven,
      given: modelIndex,
      give: (given) => client.setQueryData(evidenceQuery(modelKey).queryKey, given),
      takeBack: () => client.resetQueries({ queryKey: evidenceQuery(modelKey).queryKey }),
    },
    previews: useMemo(() => toPreviews(plain.data, modelIndex), [plain.data, modelIndex]),
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
