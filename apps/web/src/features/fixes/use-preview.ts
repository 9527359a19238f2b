import type { FixResponse, MatrixResponse, Problem } from "@ome-matrix/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { ApiProblem } from "../../api/client.ts";
import type { PreviewName } from "../../api/links.ts";
import { evidenceQuery, fixesQuery, fixesWithIndexQuery, previewQuery, type View } from "../../api/queries.ts";
import { readEvidence } from "./evidence-text.ts";

export interface Preview {
  readonly name: PreviewName;
  /** `gone`: the fix is not offered any more. `failed`: an answer refused. */
  readonly state: "loading" | "ready" | "gone" | "failed";
  readonly matrix: MatrixResponse | undefined;
  readonly fix: FixResponse | undefined;
  readonly problem: Problem | undefined;
}

const problemOf = (error: Error | null): Problem | undefined =>
  error instanceof ApiProblem ? error.problem : undefined;

/**
 * The matrix after a fix that the address names. The fix is looked up in the pair's fixes, so that a link always means a change
 * that is offered now; both are fetched again with every new revision. What the address says about the model's files is
 * kept for the drawer, so that the pair shows the same fix.
 */
export const usePreview = (name: PreviewName | undefined, view: View): Preview | undefined => {
  const { modelKey = "", runtimeKey = "" } = name ?? {};
  const evidence = useMemo(() => readEvidence(name?.evidence), [name?.evidence]);
  const client = useQueryClient();
  useEffect(() => {
    const { queryKey } = evidenceQuery(modelKey);
    if (evidence !== undefined && client.getQueryData(queryKey) === undefined) client.setQueryData(queryKey, evidence);
  }, [client, modelKey, evidence]);
  const plain = useQuery({
    ...fixesQuery(modelKey, runtimeKey, view),
    enabled: name !== undefined && evidence === undefined,
  });
  const withIndex = useQuery({
    ...fixesWithIndexQuery(modelKey, runtimeKey, view, evidence),
    enabled: evidence !== undefined,
  });
  const fixes = evidence === undefined ? plain : withIndex;
  const fix = name === undefined ? undefined : fixes.data?.fixes.find(({ id }) => id === name.fixId);
  const changes = (fix?.changes ?? []).map(({ target, patch }) => ({ target: target.key, patch }));
  const matrix = useQuery({ ...previewQuery({ changes }, view), enabled: changes.length > 0 });
  if (name === undefined) return undefined;
  const problem = problemOf(fixes.error) ?? problemOf(matrix.error);
  const isGone = (fixes.data !== undefined && changes.length === 0) || problem?.status === 404;
  if (isGone) return { name, state: "gone", matrix: undefined, fix, problem };
  if (matrix.data !== undefined) return { name, state: "ready", matrix: matrix.data, fix, problem: undefined };
  return { name, state: problem === undefined ? "loading" : "failed", matrix: undefined, fix, problem };
};
