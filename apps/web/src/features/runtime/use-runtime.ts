import type { RuntimeExplanation } from "@ome-matrix/contract";
import { useMemo } from "react";
import { explainRuntimeQuery, type View } from "../../api/queries.ts";
import { type Explained, useExplained } from "../../reasons/use-explained.ts";
import { type RuntimeView, toRuntimeView } from "./runtime-view.ts";

export interface RuntimeData extends Explained<RuntimeExplanation> {
  readonly runtime: RuntimeView | undefined;
}

/** A runtime with what it says to every model. */
export const useRuntime = (runtimeKey: string, view: View): RuntimeData => {
  const explained = useExplained(explainRuntimeQuery(runtimeKey, view));
  const { explanation } = explained;
  const runtime = useMemo(
    () => (explanation === undefined ? undefined : toRuntimeView(explanation, Date.now())),
    [explanation],
  );
  return { ...explained, runtime };
};
