import "./matrix-page.css";
import type { MatrixResponse } from "@ome-matrix/contract";
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { toView } from "../../api/view-search.ts";
import { Button } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Icon } from "../../ui/icon.tsx";
import { PageState } from "../../ui/page-state.tsx";
import { SkipLink } from "../../ui/skip-link.tsx";
import { useMediaQuery } from "../../ui/use-media-query.ts";
import { DensityMap } from "./density-map.tsx";
import { FilterPanel } from "./filter-panel.tsx";
import { isInStrength } from "./filter-view.ts";
import { createGridViewport } from "./grid-viewport.ts";
import { KeyboardHelp } from "./keyboard-help.tsx";
import { type FocusRequest, MatrixGrid } from "./matrix-grid.tsx";
import { MatrixSkeleton } from "./matrix-skeleton.tsx";
import { findNeighbours, type Neighbours, newNearMisses, type Pair, toggleUnfolded } from "./matrix-view.ts";
import { ModelList } from "./model-list.tsx";
import type { PageAction, PageView } from "./page-view.ts";
import { PairsTable } from "./pairs-table.tsx";
import type { PreviewSummary } from "./preview-view.ts";
import { listPairs } from "./row-view.ts";
import { StateChips } from "./state-chips.tsx";
import { SeenFrom, ServiceSelect, ShowAs, Toolbar } from "./toolbar.tsx";
import { countFilters, type MatrixSearch, withoutFilters } from "./url-state.ts";
import { useMatrix } from "./use-matrix.ts";
import { useSteadyLayout } from "./use-steady-layout.ts";

export interface PairPanel extends Pair {
  readonly onClose: () => void;
  readonly onOpenPair: (modelKey: string, runtimeKey: string) => void;
  readonly neighbours: Neighbours;
}

export interface MatrixPageProps {
  readonly search: MatrixSearch;
  /** Typing and stepping replace the history entry, everything else adds one. */
  readonly onSearch: (next: MatrixSearch, options?: { readonly replace?: boolean }) => void;
  /** Draws the explanation of the open pair; another feature does that. */
  readonly renderPair: (panel: PairPanel) => ReactNode;
  /** The matrix as it would be after a change. */
  readonly preview?: MatrixPreview | undefined;
}

export interface MatrixPreview {
  /** The pair that the change is for. */
  readonly pair: Pair;
  /** Undefined while it is worked out, and when it cannot be. */
  readonly matrix: MatrixResponse | undefined;
  /** Says above the matrix that this is a preview; another feature does that. */
  readonly renderBand: (summary: PreviewSummary | undefined) => ReactNode;
}

const mostPairs = 20_000;
/** Of the explanation beside the grid; on narrower screens it covers the grid. */
const drawerWidth = 656;

const withoutPair = ({ model: _model, runtime: _runtime, ...rest }: MatrixSearch): MatrixSearch => rest;

const actionWords: Readonly<Record<PageAction, string>> = {
  "clear-filters": "Clear the filters",
  "all-namespaces": "See all namespaces",
  "any-service": "Without an InferenceService",
  "try-again": "Try again",
  "show-anyway": "Show them anyway",
};

const toAction = (action: PageAction, search: MatrixSearch): MatrixSearch => {
  const { namespace, service: _service, ...rest } = search;
  switch (action) {
    case "clear-filters":
      return withoutFilters(search);
    case "all-namespaces":
      return rest;
    case "any-service":
      return namespace === undefined ? rest : { ...rest, namespace };
    case "show-anyway":
      return { ...search, all: "both" };
    case "try-again":
      return search;
  }
};

const Instead = ({
  page,
  search,
  onSearch,
  retry,
}: {
  readonly page: Extract<PageView, { kind: "instead" }>;
  readonly search: MatrixSearch;
  readonly onSearch: MatrixPageProps["onSearch"];
  readonly retry: () => void;
}) => {
  const { action } = page;
  return (
    <PageState
      icon={page.icon}
      tone={page.tone}
      title={page.title}
      code={page.code}
      action={
        action === undefined ? undefined : (
          <>
            <Button onClick={() => (action === "try-again" ? retry() : onSearch(toAction(action, search)))}>
              {actionWords[action]}
            </Button>
            {action === "all-namespaces"
              ? page.suggestions?.map((name) => (
                  <Button key={name} onClick={() => onSearch({ ...toAction(action, search), namespace: name })}>
                    {name}
                  </Button>
                ))
              : null}
          </>
        )
      }
    >
      {page.text}
    </PageState>
  );
};

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

export const MatrixPage = ({ search, onSearch, renderPair, preview }: MatrixPageProps) => {
  const matrix = useMatrix(search, preview?.matrix);
  const { data, coverage, filtered, page, previewed } = matrix;
  const isPhone = useMediaQuery("(max-width: 600px)");
  const hasDrawerBeside = useMediaQuery("(min-width: 1100px)");
  const hasPanel = useMediaQuery("(min-width: 901px)");
  const [held, setHeld] = useState(false);
  const [filtersAreOpen, setFiltersAreOpen] = useState(false);
  const [helpIsOpen, setHelpIsOpen] = useState(false);
  const [focusRequest, setFocusRequest] = useState<FocusRequest | undefined>(undefined);
  const [viewport] = useState(createGridViewport);
  const focusPair = useRef<Pair | undefined>(undefined);
  const steady = useSteadyLayout(matrix.layout, matrix.request, held);
  const layout = steady.layout;
  // One object for one view, so that rows are not drawn again for nothing.
  const { namespace, service } = search;
  const view = useMemo(() => toView({ namespace, service }), [namespace, service]);

  const open = useMemo<Pair | undefined>(
    () =>
      search.model === undefined || search.runtime === undefined
        ? undefined
        : { modelKey: search.model, runtimeKey: search.runtime },
    [search.model, search.runtime],
  );
  const nearMisses = useMemo(
    () =>
      data === undefined || layout === undefined || filtered === undefined
        ? undefined
        : newNearMisses(data, layout, filtered),
    [data, layout, filtered],
  );

  const openPair = (pair: Pair) => {
    const isStep = open !== undefined;
    // Stepping from pair to pair is one visit: back leads to the grid.
    onSearch({ ...search, model: pair.modelKey, runtime: pair.runtimeKey }, { replace: isStep });
  };
  const close = () => onSearch(withoutPair(search));
  const setFocusPair = useCallback((pair: Pair | undefined) => {
    focusPair.current = pair;
  }, []);

  // The grid follows the open pair; when the explanation closes, the focus goes back to its cell.
  const wasOpen = useRef<Pair | undefined>(undefined);
  useEffect(() => {
    const before = wasOpen.current;
    wasOpen.current = open;
    if (open !== undefined) {
      if (before?.modelKey === open.modelKey && before.runtimeKey === open.runtimeKey) return;
      focusPair.current = open;
      setFocusRequest((last) => ({ pair: open, token: (last?.token ?? 0) + 1, takeFocus: false }));
    } else if (before !== undefined) {
      setFocusRequest((last) => ({ pair: before, token: (last?.token ?? 0) + 1, takeFocus: true }));
    }
  }, [open]);

  // A preview shows the cell that it is for as soon as it is there.
  const previewModel = preview?.matrix === undefined ? undefined : preview.pair.modelKey;
  const previewRuntime = preview?.matrix === undefined ? undefined : preview.pair.runtimeKey;
  useEffect(() => {
    if (previewModel === undefined || previewRuntime === undefined) return;
    const pair = { modelKey: previewModel, runtimeKey: previewRuntime };
    focusPair.current = pair;
    setFocusRequest((last) => ({ pair, token: (last?.token ?? 0) + 1, takeFocus: true }));
  }, [previewModel, previewRuntime]);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isTyping(event.target) || event.ctrlKey || event.metaKey) return;
      if (event.key === "?") {
        event.preventDefault();
        setHelpIsOpen(true);
        return;
      }
      if ((event.key !== "[" && event.key !== "]") || layout === undefined || nearMisses === undefined) return;
      const neighbours = findNeighbours(layout, nearMisses.all(), open ?? focusPair.current);
      const next = event.key === "[" ? neighbours.previous : neighbours.next;
      if (next === undefined) return;
      event.preventDefault();
      if (open !== undefined) {
        onSearch({ ...search, model: next.modelKey, runtime: next.runtimeKey }, { replace: true });
      } else {
        setFocusRequest((last) => ({ pair: next, token: (last?.token ?? 0) + 1, takeFocus: true }));
      }
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [layout, nearMisses, open, onSearch, search]);

  const isFiltered = countFilters(search) > 0;
  const toggle = (axis: "models" | "runtimes") => {
    const { all: _all, ...rest } = search;
    const all = toggleUnfolded(search.all, axis);
    onSearch(all === undefined ? rest : { ...rest, all });
  };
  // Zeros would look like an answer where nothing could be looked at.
  const isBlind = page.kind === "instead" && page.isBlind === true;
  const panel = () =>
    data === undefined || filtered === undefined || isBlind ? null : (
      <FilterPanel data={data} filtered={filtered} search={search} onSearch={onSearch} />
    );
  const filterButton = isBlind ? null : (
    <Button aria-haspopup="dialog" onClick={() => setFiltersAreOpen(true)}>
      <Icon name="filter" /> Filters{isFiltered ? ` (${countFilters(search)})` : ""}
    </Button>
  );
  const counts =
    data === undefined || layout === undefined || isBlind
      ? ""
      : `${layout.models.keys.length.toLocaleString("en")} of ${data.models.length.toLocaleString("en")} models · ` +
        `${layout.runtimes.keys.length.toLocaleString("en")} of ${data.runtimes.length.toLocaleString("en")} runtimes`;

  const content = () => {
    if (page.kind === "loading") return <MatrixSkeleton subject={page.subject} />;
    if (page.kind === "instead") {
      return <Instead page={page} search={search} onSearch={onSearch} retry={matrix.retry} />;
    }
    if (data === undefined || coverage === undefined || filtered === undefined) return null;
    if (layout === undefined || nearMisses === undefined) return null;
    if (search.show === "pairs") {
      const isShown = (cell: number) =>
        isInStrength(filtered.strength, data.states[cell] ?? 0, data.numbers[cell] ?? 0, data.fields[cell] ?? 0);
      return (
        <PairsTable
          pairs={listPairs(data, layout.models, layout.runtimes, isShown, mostPairs)}
          total={filtered.pairs}
          view={view}
          open={open}
          was={previewed?.was}
          onOpen={openPair}
        />
      );
    }
    const common = { data, coverage, filtered, layout, view, isFiltered, onOpen: openPair, onToggleUnfolded: toggle };
    return isPhone ? (
      <ModelList {...common} was={previewed?.was} reveal={previewModel} />
    ) : (
      <MatrixGrid
        {...common}
        changed={matrix.changed}
        previewed={previewed}
        nearMisses={nearMisses}
        open={open}
        covered={open === undefined || !hasDrawerBeside ? 0 : drawerWidth}
        focusRequest={focusRequest}
        asked={matrix.asked}
        viewport={viewport}
        onFocusPair={setFocusPair}
        onHold={setHeld}
      />
    );
  };

  return (
    <div className={classNames("matrix-page", isBlind && "matrix-page--whole")}>
      <h1 className="sr-only">Matrix of models and runtimes</h1>
      {hasPanel && !isBlind ? <SkipLink target="matrix-content">Skip the filters</SkipLink> : null}
      {hasPanel && !isBlind ? (
        <aside className="matrix-page__panel" aria-label="Filters">
          <div className="matrix-page__filters">{panel()}</div>
          {page.kind === "ready" && search.show !== "pairs" && data !== undefined && layout !== undefined ? (
            <DensityMap data={data} layout={layout} viewport={viewport} />
          ) : null}
        </aside>
      ) : null}
      <div className="matrix-page__main" aria-busy={matrix.isBehind}>
        {isPhone ? (
          <div className="matrix-page__phone">
            <div className="matrix-page__phone-line">
              <SeenFrom search={search} onSearch={onSearch} />
              {filterButton}
              <ShowAs search={search} matrixLabel="List" onSearch={onSearch} />
            </div>
            {search.namespace === undefined ? null : (
              <div className="matrix-page__phone-line">
                <ServiceSelect search={search} services={matrix.services} onSearch={onSearch} />
              </div>
            )}
            {filtered === undefined || isBlind ? null : (
              <StateChips filtered={filtered} search={search} onSearch={onSearch} />
            )}
          </div>
        ) : (
          <Toolbar
            search={search}
            services={matrix.services}
            counts={counts}
            onSearch={onSearch}
            filterButton={hasPanel ? null : filterButton}
          />
        )}
        {preview?.renderBand(previewed?.summary)}
        <div
          id="matrix-content"
          className={classNames("matrix-page__content", previewed !== undefined && "matrix-page__content--preview")}
          tabIndex={-1}
        >
          {content()}
          {steady.waiting > 0 ? (
            <Button className="matrix-page__waiting" onClick={steady.apply}>
              {steady.waiting.toLocaleString("en")} {steady.waiting === 1 ? "change" : "changes"} · apply
            </Button>
          ) : null}
        </div>
      </div>
      {open === undefined || layout === undefined || nearMisses === undefined
        ? null
        : renderPair({
            ...open,
            onClose: close,
            onOpenPair: (modelKey, runtimeKey) => openPair({ modelKey, runtimeKey }),
            neighbours: findNeighbours(layout, nearMisses.all(), open),
          })}
      {hasPanel ? null : (
        <Dialog title="Filters" look="sheet" open={filtersAreOpen} onClose={() => setFiltersAreOpen(false)}>
          {panel()}
        </Dialog>
      )}
      <KeyboardHelp open={helpIsOpen} onClose={() => setHelpIsOpen(false)} />
    </div>
  );
};
