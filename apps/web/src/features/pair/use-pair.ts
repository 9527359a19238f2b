import type { PairExplanation } from "@ome-matrix/contract";
import { useMemo } from "react";
import { explainPairQuery, type View } from "../../api/queries.ts";
import { type Explained, useExplained } from "../../reasons/use-explained.ts";
import { type PairView, toPairView } from "./pair-view.ts";

export interface PairData extends Explained<PairExplanation> {
  readonly pair: PairView | undefined;
}

/** A pair and its explanation. */
export const usePair = (modelKey: string, runtimeKey: string, view: View): PairData => {
  const explained = useExplained(explainPairQuery(modelKey, runtimeKey, view));
  const { explanation } = explained;
  return {
    ...explained,
    pair: useMemo(() => (explanation === undefined ? undefined : toPairView(explanation)), [explanation]),
  };
};
