import "./matrix-grid.css";
import {
  type KeyboardEvent,
  type PointerEvent,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import type { View } from "../../api/queries.ts";
import { classNames } from "../../ui/class-names.ts";
import { CellCard } from "./cell-card.tsx";
import type { Coverage, FilteredMatrix } from "./filter-view.ts";
import {
  cellSize,
  columnAt,
  moveFocus,
  type Position,
  rowAt,
  scrollInto,
  toGeometry,
  wholeColumns,
} from "./geometry-view.ts";
import { GridFoot } from "./grid-foot.tsx";
import { GridHeader } from "./grid-header.tsx";
import { GridOverlay } from "./grid-overlay.tsx";
import { GridPart } from "./grid-part.tsx";
import { GridRow } from "./grid-row.tsx";
import { gridSizes } from "./grid-sizes-view.ts";
import type { GridViewport } from "./grid-viewport.ts";
import type { MatrixData } from "./matrix-data.ts";
import { type Layout, type NearMisses, type Pair, sayFolded } from "./matrix-view.ts";
import { type Previewed, sayPreviewed } from "./preview-view.ts";
import {
  type ColumnView,
  type RowNames,
  type RowView,
  sayBand,
  sayFoot,
  sayPair,
  shortenColumns,
  toColumnView,
  toRowNames,
  toRowView,
} from "./row-view.ts";
import { useFrame } from "./use-frame.ts";
import { useGridDrawing, useGridLayers } from "./use-grid-drawing.ts";
import type { Changed } from "./use-matrix.ts";

export interface FocusRequest {
  readonly pair: Pair;
  /** A new number asks again, also for the same pair. */
  readonly token: number;
  /** Take the keyboard's focus along; otherwise only the place is remembered and shown. */
  readonly takeFocus: boolean;
}

export interface MatrixGridProps {
  readonly data: MatrixData;
  readonly coverage: Coverage;
  readonly filtered: FilteredMatrix;
  readonly layout: Layout;
  readonly view: View;
  readonly changed: Changed | undefined;
  readonly previewed: Previewed | undefined;
  readonly nearMisses: NearMisses;
  /** The pair whose explanation is open beside the grid. */
  readonly open: Pair | undefined;
  /** How much of the grid's right the explanation covers. */
  readonly covered: number;
  readonly focusRequest: FocusRequest | undefined;
  /** Another value: a person asked for other rows and columns. */
  readonly asked: string;
  readonly isFiltered: boolean;
  readonly viewport: GridViewport;
  readonly onOpen: (pair: Pair) => void;
  readonly onFocusPair: (pair: Pair | undefined) => void;
  /** The pointer is over the grid, or a cell has the focus: nothing may move. */
  readonly onHold: (held: boolean) => void;
  readonly onToggleUnfolded: (axis: "models" | "runtimes") => void;
}

/** Keys, not indexes: the focus stays with its pair when rows are added or change places. */
interface Focus {
  readonly modelKey: string | undefined;
  readonly runtimeKey: string | undefined;
}

/** Characters of a runtime's name that fit along the slope. */
const columnNameRoom = 23;
/** Milliseconds without scrolling after which the pointer counts again. */
const settled = 80;

const indexOf = (keys: readonly string[]): ReadonlyMap<string, number> =>
  new Map(keys.map((key, index) => [key, index]));

const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);

const isSame = (one: Position | undefined, other: Position | undefined): boolean =>
  one?.row === other?.row && one?.column === other?.column;

/**
 * Cells are painted on a canvas; names, summaries and the focused cell are real elements of a grid with one tab stop.
 * Everything lies on a stage that stays in the scroller's window, and moves together when the scroller scrolls.
 */
export const MatrixGrid = (props: MatrixGridProps) => {
  const { data, coverage, filtered, layout, view, changed, nearMisses, open, covered, focusRequest, viewport } = props;
  const { onOpen, onFocusPair, onHold, onToggleUnfolded } = props;
  const cardId = useId();
  const layers = useGridLayers();
  const stage = useRef<HTMLDivElement>(null);
  const frame = useFrame(layers.scroller);
  const [hover, setHover] = useState<Position | undefined>(undefined);
  const [focus, setFocus] = useState<Focus | undefined>(undefined);
  const [hasFocus, setHasFocus] = useState(false);
  const [byKeyboard, setByKeyboard] = useState(false);
  const [dismissed, setDismissed] = useState<Position | undefined>(undefined);
  const wantsFocus = useRef(false);
  const scrolledAt = useRef(0);

  const geometry = useMemo(() => toGeometry(layout.models, layout.runtimes), [layout]);
  const rowOfKey = useMemo(() => indexOf(layout.models.keys), [layout]);
  const columnOfKey = useMemo(() => indexOf(layout.runtimes.keys), [layout]);
  const columnKeys = layout.runtimes.keys;
  const sizes = gridSizes(frame.width);
  const { namespace } = view;

  // Rows and columns are worked out when they come into the window, and once.
  const lastNames = useRef<RowNames | undefined>(undefined);
  const rowNames = useMemo(() => {
    lastNames.current = toRowNames(data, layout.models, namespace, sizes.nameRoom, lastNames.current);
    return lastNames.current.names;
  }, [data, layout, namespace, sizes.nameRoom]);
  const rowViewOf = useMemo(() => {
    const known = new Map<string, RowView>();
    return (key: string): RowView => {
      const row = known.get(key) ?? toRowView(data, coverage, key, rowNames.get(key) ?? key, namespace);
      known.set(key, row);
      return row;
    };
  }, [data, coverage, rowNames, namespace]);
  const columnViewOf = useMemo(() => {
    const names = shortenColumns(data, layout.runtimes, columnNameRoom);
    const known = new Map<string, ColumnView>();
    return (key: string): ColumnView => {
      const column = known.get(key) ?? toColumnView(data, coverage, key, names.get(key) ?? key);
      known.set(key, column);
      return column;
    };
  }, [data, coverage, layout]);

  const foldedModels = sayFolded(layout.models, "models", props.isFiltered);
  const foldedRuntimes = sayFolded(layout.runtimes, "runtimes", props.isFiltered);
  const hasModelFold = foldedModels !== undefined || layout.models.unfolded;
  const hasRuntimeFold = foldedRuntimes !== undefined || layout.runtimes.unfolded;
  const strip = hasRuntimeFold ? cellSize : 0;
  const body = {
    width: Math.max(cellSize * 2, frame.width - sizes.head - strip - sizes.sum),
    height: Math.max(cellSize * 2, frame.height - sizes.columnHead - sizes.foot),
  };
  const { width: bodyWidth, height: bodyHeight } = body;
  const contentHeight = geometry.height + (hasModelFold ? cellSize : 0) + 8;
  // Room to scroll the last columns out from under the explanation.
  const coveredBody = Math.max(0, covered - sizes.sum - strip);
  const clear = Math.max(cellSize * 2, body.width - coveredBody);

  // What the painter needs, apart from what changes with every frame.
  const still = useMemo(() => {
    const sentences = new Set<number>();
    const models = Int32Array.from(layout.models.keys, (key, row) => {
      const index = data.modelIndex.get(key) ?? -1;
      if ((data.models[index]?.problems.length ?? 0) > 0) sentences.add(row);
      return index;
    });
    const runtimes = Int32Array.from(layout.runtimes.keys, (key) => data.runtimeIndex.get(key) ?? -1);
    const relatedGroup = Int32Array.from(layout.models.groups, (group) =>
      group.kind === "related"
        ? layout.runtimes.groups.findIndex((other) => other.kind === "related" && other.label === group.label)
        : -1,
    );
    return {
      geometry,
      data,
      strength: filtered.strength,
      sentences,
      models,
      runtimes,
      relatedGroup,
      width: bodyWidth,
      height: bodyHeight,
    };
  }, [data, filtered, layout, geometry, bodyWidth, bodyHeight]);

  const toPosition = (place: Focus | undefined): Position | undefined => {
    if (place === undefined) return undefined;
    const row = place.modelKey === undefined ? -1 : rowOfKey.get(place.modelKey);
    const column = place.runtimeKey === undefined ? -1 : columnOfKey.get(place.runtimeKey);
    return row === undefined || column === undefined ? undefined : { row, column };
  };
  const toFocus = (position: Position): Focus => ({
    modelKey: position.row < 0 ? undefined : layout.models.keys[position.row],
    runtimeKey: position.column < 0 ? undefined : columnKeys[position.column],
  });
  const toPair = (position: Position): Pair | undefined => {
    const { modelKey, runtimeKey } = toFocus(position);
    return modelKey === undefined || runtimeKey === undefined ? undefined : { modelKey, runtimeKey };
  };
  const firstNear = nearMisses.first() ?? 0;
  const start = { row: Math.floor(firstNear / columnKeys.length), column: firstNear % columnKeys.length };
  const focused = toPosition(focus) ?? start;
  const opened = toPosition(open);
  const marked = opened ?? (hasFocus ? focused : undefined);

  const drawing = useGridDrawing({
    layers,
    scene: still,
    viewport,
    asked: props.asked,
    focused: focus,
    rowOfKey,
    columnOfKey,
  });
  const { stickyGroup } = drawing;
  const stickyBand = stickyGroup === undefined ? undefined : layout.models.groups[stickyGroup];

  const reveal = ({ row, column }: Position) => {
    const element = layers.scroller.current;
    if (element === null) return;
    const line = geometry.lineOfRow[Math.max(0, row)] ?? 0;
    const left = geometry.columnLeft[Math.max(0, column)] ?? 0;
    const { scrollTop, scrollLeft } = element;
    // The first row and column bring the band and the gap before them along.
    const top = line <= 1 ? 0 : scrollInto(line * cellSize, cellSize, scrollTop, body.height, cellSize);
    element.scrollTo({
      top: row < 0 ? scrollTop : top,
      left: column < 0 ? scrollLeft : column === 0 ? 0 : scrollInto(left, cellSize, scrollLeft, clear, 8),
    });
  };

  const goTo = (position: Position) => {
    setFocus(toFocus(position));
    wantsFocus.current = true;
    reveal(position);
    onFocusPair(toPair(position));
  };

  // The element that stands for the focused place is made anew when the place changes.
  useLayoutEffect(() => {
    if (!wantsFocus.current) return;
    const target = stage.current?.querySelector<HTMLElement>('[role="grid"] [tabindex="0"]');
    if (target === null || target === undefined) return;
    wantsFocus.current = false;
    if (document.activeElement !== target) target.focus({ preventScroll: true });
  });

  const answered = useRef<number | undefined>(undefined);
  useEffect(() => {
    if (focusRequest === undefined || answered.current === focusRequest.token) return;
    const position = toPosition(focusRequest.pair);
    if (position === undefined) return;
    answered.current = focusRequest.token;
    if (focusRequest.takeFocus) {
      setByKeyboard(true);
      goTo(position);
    } else {
      setFocus(focusRequest.pair);
      reveal(position);
    }
  });

  viewport.scrollTo = (row, column) => {
    layers.scroller.current?.scrollTo({
      top: (geometry.lineOfRow[row] ?? 0) * cellSize - body.height / 2,
      left: (geometry.columnLeft[column] ?? 0) - body.width / 2,
    });
  };

  useEffect(() => () => onHold(false), [onHold]);

  const openAt = (position: Position) => {
    const pair = toPair(position);
    if (pair !== undefined) onOpen(pair);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.metaKey) return;
    setByKeyboard(true);
    if (event.key === "Escape") setDismissed(focused);
    if ((event.key === "Enter" || event.key === " ") && toPair(focused) !== undefined) {
      event.preventDefault();
      openAt(focused);
      return;
    }
    const next = moveFocus(focused, event.key, event.ctrlKey, {
      rows: layout.models.keys.length,
      columns: columnKeys.length,
      page: Math.max(1, Math.floor(body.height / cellSize) - 2),
    });
    if (next === undefined) return;
    event.preventDefault();
    setDismissed(undefined);
    goTo(next);
  };

  /** The cell under the pointer. */
  const positionOf = (event: { readonly clientX: number; readonly clientY: number; readonly target: EventTarget }) => {
    const element = layers.scroller.current;
    if (element === null || !(event.target instanceof Element)) return undefined;
    if (event.target.closest("[data-outside]") !== null) return undefined;
    const box = element.getBoundingClientRect();
    const x = event.clientX - box.left - sizes.head;
    const y = event.clientY - box.top - sizes.columnHead;
    if (x < 0 || y < 0 || x >= body.width || y >= body.height) return undefined;
    const column = columnAt(geometry, x + element.scrollLeft);
    const whole = wholeColumns(geometry, element.scrollLeft, body.width);
    if (column === undefined || column < whole.from || column >= whole.to) return undefined;
    const row = rowAt(geometry, y + element.scrollTop);
    return row === undefined || still.sentences.has(row) ? undefined : { row, column };
  };

  const onPointerMove = (event: PointerEvent) => {
    // While the grid scrolls, the browser reports moves of a pointer that stands still.
    if (event.pointerType === "touch" || performance.now() - scrolledAt.current < settled) return;
    const position = positionOf(event);
    if (isSame(position, hover)) return;
    setHover(position);
    setByKeyboard(false);
    setDismissed(undefined);
  };

  const { window } = drawing;
  const lines = range(window.lineFrom, Math.min(window.lineTo, geometry.lines.length));
  const columns = range(window.columnFrom, Math.min(window.columnTo, columnKeys.length));
  // The focused place stays in the document when it is scrolled out, and the focus with it.
  const focusedLine = focused.row < 0 ? -1 : (geometry.lineOfRow[focused.row] ?? -1);
  if (focusedLine >= 0 && !lines.includes(focusedLine)) lines.push(focusedLine);
  if (focused.row < 0 && focused.column >= 0 && !columns.includes(focused.column)) columns.push(focused.column);
  const columnViews = columns.map((column) => ({ column, columnView: columnViewOf(columnKeys[column] ?? "") }));

  const focusRowHead = useCallback((key: string) => setFocus({ modelKey: key, runtimeKey: undefined }), []);
  const focusColumnHead = useCallback((key: string) => setFocus({ modelKey: undefined, runtimeKey: key }), []);

  // One card: for the pointer, or for a focus that came by the keyboard.
  const carded = byKeyboard && hasFocus ? focused : hover;
  const card =
    carded === undefined || open !== undefined || isSame(carded, dismissed) || still.sentences.has(carded.row)
      ? undefined
      : toPair(carded);
  const cardPlace = () => ({
    x: sizes.head + (geometry.columnLeft[carded?.column ?? 0] ?? 0) - (layers.scroller.current?.scrollLeft ?? 0),
    y:
      sizes.columnHead +
      (geometry.lineOfRow[carded?.row ?? 0] ?? 0) * cellSize -
      (layers.scroller.current?.scrollTop ?? 0),
  });

  const cssSizes: Readonly<Record<string, string>> = {
    "--grid-head": `${sizes.head}px`,
    "--grid-column-head": `${sizes.columnHead}px`,
    "--grid-sum": `${sizes.sum}px`,
    "--grid-strip": `${strip}px`,
    "--grid-foot": `${sizes.foot}px`,
    "--grid-body-width": `${body.width}px`,
    "--grid-body-height": `${body.height}px`,
  };

  return (
    <div
      className={classNames("matrix-grid", sizes.narrow && "matrix-grid--narrow")}
      style={cssSizes}
      onPointerEnter={(event) => {
        if (event.pointerType !== "touch") onHold(true);
      }}
      onPointerLeave={() => {
        setHover(undefined);
        onHold(hasFocus);
      }}
    >
      <div
        ref={layers.scroller}
        className="matrix-grid__scroller"
        onScroll={() => {
          scrolledAt.current = performance.now();
          if (hover !== undefined) setHover(undefined);
          drawing.onScroll();
        }}
      >
        <div
          style={{
            width: sizes.head + geometry.width + strip + sizes.sum + coveredBody,
            height: sizes.columnHead + contentHeight + sizes.foot,
          }}
        >
          <div ref={stage} className="matrix-grid__stage" style={{ width: frame.width, height: frame.height }}>
            <GridPart
              role="grid"
              aria-label="Models and runtimes"
              aria-rowcount={geometry.lines.length + 2}
              aria-colcount={columnKeys.length + 5}
              aria-readonly="true"
              onPointerMove={onPointerMove}
              onPointerLeave={() => setHover(undefined)}
              onKeyDown={onKeyDown}
              onClick={(event) => {
                const position = positionOf(event);
                if (position === undefined) return;
                setByKeyboard(false);
                goTo(position);
                openAt(position);
              }}
              onFocus={(event) => {
                setHasFocus(true);
                if (event.target.matches(":focus-visible")) setByKeyboard(true);
                onHold(true);
              }}
              onBlur={(event) => {
                if (event.currentTarget.contains(event.relatedTarget)) return;
                setHasFocus(false);
                onHold(event.currentTarget.matches(":hover"));
              }}
            >
              <GridHeader
                layers={layers}
                view={view}
                geometry={geometry}
                runtimes={layout.runtimes}
                columns={columnViews}
                hovered={hover?.column}
                marked={marked?.column}
                tabStop={focused.row < 0 ? focused.column : undefined}
                onFocusHead={focusColumnHead}
              />
              <GridPart role="presentation" className="grid-body">
                <div className="grid-cells">
                  <canvas ref={layers.canvas} />
                  <GridOverlay
                    layers={layers}
                    geometry={geometry}
                    window={window}
                    hover={hover}
                    open={opened}
                    changed={changed}
                    previewed={props.previewed?.cells}
                    models={still.models}
                    runtimes={still.runtimes}
                    width={data.runtimes.length}
                  />
                </div>
                <GridPart ref={layers.rows} role="presentation" className="grid-layer">
                  {lines.map((line) => {
                    const entry = geometry.lines[line];
                    if (entry === undefined) return null;
                    const group = layout.models.groups[entry.group];
                    if (entry.kind === "band") {
                      return group === undefined ? null : (
                        <GridPart
                          key={`band ${group.label}`}
                          role="row"
                          aria-rowindex={line + 2}
                          className={classNames("grid-band", line === 0 && "grid-band--first")}
                          style={{ top: line * cellSize }}
                          data-outside
                        >
                          <GridPart role="rowheader" aria-colspan={columnKeys.length + 5}>
                            <b>{group.label}</b> <small>{sayBand(data, coverage, group, layout.runtimes)}</small>
                          </GridPart>
                        </GridPart>
                      );
                    }
                    const key = layout.models.keys[entry.row] ?? "";
                    const isFocusedRow = focused.row === entry.row;
                    const runtimeKey = isFocusedRow ? columnKeys[focused.column] : undefined;
                    return (
                      <GridRow
                        key={key}
                        row={rowViewOf(key)}
                        view={view}
                        top={line * cellSize}
                        ariaRowIndex={line + 2}
                        isHovered={hover?.row === entry.row}
                        isFocused={marked?.row === entry.row}
                        headIsTabStop={isFocusedRow && focused.column < 0}
                        onFocusHead={focusRowHead}
                      >
                        {runtimeKey === undefined ? null : (
                          <GridPart
                            key={runtimeKey}
                            ref={layers.focusCell}
                            role="gridcell"
                            tabIndex={0}
                            aria-colindex={focused.column + 2}
                            aria-label={`${sayPair(data, key, runtimeKey)}${sayPreviewed(props.previewed?.was, key, runtimeKey)}`}
                            aria-describedby={card?.modelKey === key ? cardId : undefined}
                            className="grid-cell"
                            style={{ left: sizes.head + (geometry.columnLeft[focused.column] ?? 0) }}
                          />
                        )}
                      </GridRow>
                    );
                  })}
                </GridPart>
              </GridPart>
              <GridFoot
                layers={layers}
                geometry={geometry}
                ariaRowIndex={geometry.lines.length + 2}
                columns={columnViews}
                summary={sayFoot(data, coverage)}
              />
            </GridPart>
            {stickyBand?.label === undefined ? null : (
              <div className="grid-band grid-band--sticky" aria-hidden="true" data-outside>
                <b>{stickyBand.label}</b> <small>{sayBand(data, coverage, stickyBand, layout.runtimes)}</small>
              </div>
            )}
            {hasModelFold ? (
              <div className="grid-folds">
                <div ref={layers.fold} className="grid-layer">
                  <div className="grid-fold-line" style={{ top: geometry.height }}>
                    <span>{foldedModels ?? "All models are shown"}</span>
                    <button type="button" onClick={() => onToggleUnfolded("models")}>
                      {layout.models.unfolded ? "fold" : "show"}
                    </button>
                  </div>
                </div>
              </div>
            ) : null}
            {hasRuntimeFold ? (
              <button type="button" className="grid-fold-strip" onClick={() => onToggleUnfolded("runtimes")}>
                <span>{foldedRuntimes ?? "All runtimes are shown"}</span>{" "}
                <span className="grid-fold-strip__verb">{layout.runtimes.unfolded ? "fold" : "show"}</span>
              </button>
            ) : null}
          </div>
        </div>
      </div>
      {card === undefined ? null : (
        <CellCard id={cardId} pair={card} data={data} view={view} frame={frame} {...cardPlace()} />
      )}
    </div>
  );
};
