import { type ModelExplanation, pathToExplain } from "@ome-matrix/contract";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { inBasePath } from "../../api/base-path.ts";
import { explainModelQuery, explainPairQuery, matrixQuery, runtimesQuery, type View } from "../../api/queries.ts";
import { type Explained, useExplained } from "../../reasons/use-explained.ts";
import {
  type CommandView,
  type ModelView,
  mayBePickedElsewhere,
  readOwnPicks,
  type SizeRanges,
  toCommands,
  toModelView,
} from "./model-view.ts";
import { type PipelineView, toPipelineView } from "./pipeline-view.ts";

export interface ModelData extends Explained<ModelExplanation> {
  readonly model: ModelView | undefined;
  readonly commands: CommandView | undefined;
  readonly pipeline: PipelineView | undefined;
}

/** A model with what every runtime says about it. */
export const useModel = (modelKey: string, view: View): ModelData => {
  const explained = useExplained(explainModelQuery(modelKey, view));
  const shown = explained.explanation;
  const list = useQuery(runtimesQuery(view));
  const runtimes = list.data?.runtimes;
  // What one model gets in other namespaces is told by the matrix of all of them only.
  const asksElsewhere = shown !== undefined && mayBePickedElsewhere(shown);
  const everywhere = useQuery({ ...matrixQuery(), enabled: asksElsewhere });
  const matrix = asksElsewhere ? everywhere.data : undefined;
  const model = useMemo(() => {
    // The order depends on the ranges: better a moment later than twice.
    if (shown === undefined || list.isPending) return undefined;
    const ranges: SizeRanges = new Map(runtimes?.map(({ key, sizeRange }) => [key, sizeRange]));
    return toModelView(shown, ranges, Date.now(), matrix === undefined ? [] : readOwnPicks(matrix, shown.model.key));
  }, [shown, runtimes, list.isPending, matrix]);
  const runtimeKey = model?.pipelineRuntime?.key;
  // The fields side by side are part of a pair's explanation only.
  const pair = useQuery({
    ...explainPairQuery(shown?.model.key ?? modelKey, runtimeKey ?? "", view),
    enabled: runtimeKey !== undefined,
  });
  return {
    ...explained,
    model,
    commands: useMemo(
      () =>
        shown === undefined
          ? undefined
          : toCommands(
              shown,
              `${window.location.origin}${inBasePath(pathToExplain({ model: shown.model.key }, view))}`,
            ),
      [shown, view],
    ),
    pipeline: useMemo(
      () => (runtimeKey === undefined || pair.data === undefined ? undefined : toPipelineView(pair.data)),
      [pair.data, runtimeKey],
    ),
  };
};
