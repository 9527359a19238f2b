/** The matrix page's data: three queries, and what follows from them and the address. */
import type { MatrixResponse } from "@ome-matrix/contract";
import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { ApiProblem } from "../../api/client.ts";
import { clusterQuery, matrixQuery, servicesQuery } from "../../api/queries.ts";
import { toView } from "../../api/view-search.ts";
import {
  type Coverage,
  type Covered,
  type Filtered,
  type FilteredMatrix,
  filterMatrix,
  toCoverage,
} from "./filter-view.ts";
import { changedCells, type LaidOut, type MatrixData, toMatrixData } from "./matrix-data.ts";
import { isLayoutUntouched, keepLayout, type LaidOutBefore, type Layout, toLayout } from "./matrix-view.ts";
import { type PageView, type RequestFault, toPageView } from "./page-view.ts";
import { type Previewed, toPreviewed } from "./preview-view.ts";
import type { MatrixSearch } from "./url-state.ts";

export interface Changed {
  readonly cells: ReadonlySet<number>;
  /** performance.now() of the change. */
  readonly at: number;
}

export interface Matrix {
  readonly page: PageView;
  readonly data: MatrixData | undefined;
  readonly coverage: Coverage | undefined;
  readonly filtered: FilteredMatrix | undefined;
  readonly layout: Layout | undefined;
  /** Says when a person, rather than the cluster, asked for another layout. */
  readonly request: string;
  /** The filter and the order that the layout follows; without what is folded. */
  readonly asked: string;
  readonly changed: Changed | undefined;
  /** What a preview changes; undefined while there is none to show. */
  readonly previewed: Previewed | undefined;
  readonly services: readonly { readonly name: string; readonly asks: string }[];
  /** An answer for another view is still on its way. */
  readonly isBehind: boolean;
  readonly retry: () => void;
}

const toFault = (error: Error | null): RequestFault | undefined => {
  if (error === null) return undefined;
  if (error instanceof ApiProblem) return { problem: error.problem, unreachable: error.unreachable };
  throw error;
};

/** What the filter and the order depend on; the open pair is not part of it. */
const requestOf = ({
  q,
  states,
  fields,
  scope,
  capability,
  problems,
  order,
  all,
}: Partial<Record<keyof MatrixSearch, unknown>>): string =>
  JSON.stringify([q, states, fields, scope, capability, problems, order, all]);

/** The cells that changed with the newest answer, while the view stayed the same. */
const useChanged = (data: MatrixData | undefined, view: string): Changed | undefined => {
  const previous = useRef<{ readonly data: MatrixData; readonly view: string } | undefined>(undefined);
  const [changed, setChanged] = useState<Changed | undefined>(undefined);
  useEffect(() => {
    const before = previous.current;
    if (data === undefined || before?.data === data) return;
    previous.current = { data, view };
    if (before === undefined || before.view !== view) {
      setChanged(undefined);
      return;
    }
    const cells = changedCells(before.data, data);
    if (cells !== undefined && cells.size > 0) setChanged({ cells, at: performance.now() });
    // The numbers of cells belong to one answer.
    else setChanged(undefined);
  }, [data, view]);
  return changed;
};

/** `preview` stands in for the cluster's own matrix. */
export const useMatrix = (search: MatrixSearch, preview: MatrixResponse | undefined): Matrix => {
  const view = toView(search);
  const cluster = useQuery(clusterQuery());
  const matrix = useQuery(matrixQuery(view));
  const services = useQuery({
    ...servicesQuery({ namespace: view.namespace }),
    // A namespace that does not exist is the matrix's message to give.
    enabled: view.namespace !== undefined && cluster.data?.namespaces.includes(view.namespace) === true,
  });
  // What was worked out of the matrix before: where it is known what changed since, only that is worked out anew.
  const laidOut = useRef<LaidOut | undefined>(undefined);
  const covered = useRef<Covered | undefined>(undefined);
  const known = useRef<(Filtered & { readonly request: string }) | undefined>(undefined);
  const own = useMemo(() => {
    if (matrix.data === undefined) return undefined;
    const next = toMatrixData(matrix.data, laidOut.current);
    laidOut.current = { matrix: matrix.data, data: next };
    return next;
  }, [matrix.data]);
  const shown = useMemo(() => (preview === undefined ? undefined : toMatrixData(preview)), [preview]);
  const data = own === undefined ? undefined : (shown ?? own);
  const previewed = useMemo(
    () => (own === undefined || shown === undefined ? undefined : toPreviewed(own, shown)),
    [own, shown],
  );
  const coverage = useMemo(() => {
    if (data === undefined) return undefined;
    const next = toCoverage(data, covered.current);
    covered.current = { data, coverage: next };
    return next;
  }, [data]);
  // Typing stays quick while thousands of rows are filtered behind it.
  const request = useDeferredValue(requestOf(search));
  const isCurrent = request === requestOf(search);
  const asked = useRef(search);
  if (isCurrent) asked.current = search;
  const filtered = useMemo(() => {
    if (data === undefined || coverage === undefined) return undefined;
    const before = known.current?.request === request ? known.current : undefined;
    const next = filterMatrix(data, coverage, asked.current, before);
    known.current = { data, coverage, filtered: next, request };
    return next;
  }, [data, coverage, request]);
  const last = useRef<(LaidOutBefore & { readonly request: string }) | undefined>(undefined);
  const layout = useMemo(() => {
    if (data === undefined || coverage === undefined || filtered === undefined) return undefined;
    const before = last.current;
    const isUntouched =
      before?.request === request && isLayoutUntouched(before, data, coverage, filtered, asked.current.order);
    const next = isUntouched
      ? before.layout
      : keepLayout(before?.layout, toLayout(data, coverage, filtered, asked.current));
    last.current = { data, coverage, filtered, layout: next, request };
    return next;
  }, [data, coverage, filtered, request]);
  const fault = toFault(matrix.error);
  // Entering and leaving a preview is no change in the cluster.
  const source = JSON.stringify([view, preview === undefined ? undefined : search.preview]);
  const changed = useChanged(matrix.isPlaceholderData ? undefined : data, source);
  return {
    page: toPageView({ cluster: cluster.data, fault, data, filtered, layout, search }),
    data,
    coverage,
    filtered,
    layout,
    request: `${source} ${request}`,
    asked: requestOf({ ...asked.current, all: undefined }),
    changed,
    previewed,
    services: services.data?.services ?? [],
    isBehind: matrix.isPlaceholderData,
    retry: () => {
      void matrix.refetch();
      void cluster.refetch();
    },
  };
};
