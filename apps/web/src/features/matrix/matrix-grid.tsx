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
import { StateMark } from "../../reasons/state-mark.tsx";
import { classNames } from "../../ui/class-names.ts";
import { CellCard } from "./cell-card.tsx";
import type { Coverage, FilteredMatrix } from "./filter-view.ts";
import {
  cellSize,
  columnAt,
  columnBefore,
  type Geometry,
  moveFocus,
  type Position,
  rowAt,
  scrollInto,
  toGeometry,
  visibleColumns,
  visibleLines,
} from "./geometry-view.ts";
import { GridColumnHead } from "./grid-column-head.tsx";
import { GridRow } from "./grid-row.tsx";
import { gridSizes } from "./grid-sizes-view.ts";
import type { GridViewport } from "./grid-viewport.ts";
import type { MatrixData } from "./matrix-data.ts";
import { type Layout, type Pair, sayFolded } from "./matrix-view.ts";
import { createPainter, type Painter, type Scene } from "./paint-cells.ts";
import { sayBand, sayPair, shortenColumns, shortenRows, toColumnView, toRowView } from "./row-view.ts";
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
  readonly nearMisses: Int32Array;
  /** The pair whose explanation is open beside the grid. */
  readonly open: Pair | undefined;
  readonly focusRequest: FocusRequest | undefined;
  /** Another value: what is on screen was asked for anew, so the grid starts at its corner. */
  readonly startAgain: string;
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

interface Window {
  readonly lineFrom: number;
  readonly lineTo: number;
  readonly columnFrom: number;
  readonly columnTo: number;
}

const flashMilliseconds = 1_200;
/** The window of real elements grows in steps, so that most scroll events change nothing in the document. */
const step = 8;

const toSteps = (from: number, to: number, count: number): readonly [number, number] => [
  Math.max(0, Math.floor(from / step) * step - step),
  Math.min(count, Math.ceil(to / step) * step + step),
];

const indexOf = (keys: readonly string[]): ReadonlyMap<string, number> =>
  new Map(keys.map((key, index) => [key, index]));

export const MatrixGrid = (props: MatrixGridProps) => {
  const { data, coverage, filtered, layout, view, changed, nearMisses, open, focusRequest, viewport } = props;
  const { onOpen, onFocusPair, onHold, onToggleUnfolded } = props;
  const cardId = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const painter = useRef<Painter | undefined>(undefined);
  const columnsLayer = useRef<HTMLDivElement>(null);
  const bracketsLayer = useRef<HTMLDivElement>(null);
  const rowsLayer = useRef<HTMLDivElement>(null);
  const footLayer = useRef<HTMLDivElement>(null);
  const foldLine = useRef<HTMLDivElement>(null);
  const focusCell = useRef<HTMLDivElement>(null);

  const [frame, setFrame] = useState({ width: 1200, height: 800 });
  const [shownWindow, setShownWindow] = useState<Window>({ lineFrom: 0, lineTo: 40, columnFrom: 0, columnTo: 56 });
  const [stickyGroup, setStickyGroup] = useState<number | undefined>(undefined);
  const [hover, setHover] = useState<Position | undefined>(undefined);
  const [focus, setFocus] = useState<Focus | undefined>(undefined);
  const [hasFocus, setHasFocus] = useState(false);
  const [byKeyboard, setByKeyboard] = useState(false);
  const [dismissed, setDismissed] = useState<string | undefined>(undefined);
  const wantsFocus = useRef(false);

  const geometry = useMemo(() => toGeometry(layout.models, layout.runtimes), [layout]);
  const rowOfKey = useMemo(() => indexOf(layout.models.keys), [layout]);
  const columnOfKey = useMemo(() => indexOf(layout.runtimes.keys), [layout]);
  const sizes = gridSizes(frame.width);
  const rowNames = useMemo(
    () => shortenRows(data, layout.models, view.namespace, sizes.nameRoom),
    [data, layout, view.namespace, sizes.nameRoom],
  );
  const columnNames = useMemo(() => shortenColumns(data, layout.runtimes, 25), [data, layout]);
  const foldedModels = sayFolded(layout.models, "models", props.isFiltered);
  const foldedRuntimes = sayFolded(layout.runtimes, "runtimes", props.isFiltered);
  const hasModelFold = foldedModels !== undefined || layout.models.unfolded;
  const hasRuntimeFold = foldedRuntimes !== undefined || layout.runtimes.unfolded;
  const strip = hasRuntimeFold ? cellSize : 0;
  const body = {
    width: Math.max(cellSize * 2, frame.width - sizes.head - strip - sizes.sum),
    height: Math.max(cellSize * 2, frame.height - sizes.columnHead - sizes.foot),
  };
  const contentHeight = geometry.height + (hasModelFold ? cellSize : 0) + 8;

  // What the painter draws, apart from what changes while scrolling.
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
    return { geometry, data, strength: filtered.strength, sentences, models, runtimes, relatedGroup };
  }, [data, filtered, layout, geometry]);

  const toPosition = (pair: Focus | Pair | undefined): Position | undefined => {
    if (pair === undefined) return undefined;
    const row = pair.modelKey === undefined ? -1 : rowOfKey.get(pair.modelKey);
    const column = pair.runtimeKey === undefined ? -1 : columnOfKey.get(pair.runtimeKey);
    return row === undefined || column === undefined ? undefined : { row, column };
  };
  const toFocus = (position: Position): Focus => ({
    modelKey: position.row < 0 ? undefined : layout.models.keys[position.row],
    runtimeKey: position.column < 0 ? undefined : layout.runtimes.keys[position.column],
  });
  const firstNear = nearMisses[0];
  const start: Position =
    firstNear === undefined
      ? { row: 0, column: 0 }
      : {
          row: Math.floor(firstNear / layout.runtimes.keys.length),
          column: firstNear % layout.runtimes.keys.length,
        };
  const focused = toPosition(focus) ?? start;
  const opened = toPosition(open);

  const latest = useRef<Omit<Scene, "left" | "top" | "flash">>(undefined);
  latest.current = {
    ...still,
    width: body.width,
    height: body.height,
    hover,
    open: opened,
    changed: changed?.cells,
  };
  const changedAt = changed?.at;

  // Where the grid is scrolled to, by key: the same pair stays in place when the layout changes around it.
  const anchor = useRef<{ modelKey: string; y: number; runtimeKey: string; x: number } | undefined>(undefined);

  const draw = useCallback(() => {
    const element = scroller.current;
    const scene = latest.current;
    if (element === null || scene === undefined) return;
    const left = element.scrollLeft;
    const top = element.scrollTop;
    for (const layer of [columnsLayer, bracketsLayer, footLayer]) {
      if (layer.current !== null) layer.current.style.transform = `translateX(${-left}px)`;
    }
    for (const layer of [rowsLayer, foldLine]) {
      if (layer.current !== null) layer.current.style.transform = `translateY(${-top}px)`;
    }
    if (focusCell.current !== null) focusCell.current.style.translate = `${-left}px`;
    // The name of a group stays readable while its bracket is partly scrolled out.
    for (const bracket of bracketsLayer.current?.children ?? []) {
      if (!(bracket instanceof HTMLElement)) continue;
      const hidden = Math.max(0, Math.min(left - bracket.offsetLeft, bracket.offsetWidth - 40));
      bracket.style.textIndent = `${hidden}px`;
    }
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const age = changedAt === undefined ? 1 : (performance.now() - changedAt) / flashMilliseconds;
    painter.current?.paint({ ...scene, left, top, flash: still ? 1 : Math.max(0, 1 - age) });

    const lines = visibleLines(scene.geometry, top, scene.height);
    const columns = visibleColumns(scene.geometry, left, scene.width);
    const [lineFrom, lineTo] = toSteps(lines.from, lines.to, scene.geometry.lines.length);
    const [columnFrom, columnTo] = toSteps(columns.from, columns.to, scene.geometry.columnLeft.length);
    setShownWindow((before) =>
      before.lineFrom === lineFrom &&
      before.lineTo === lineTo &&
      before.columnFrom === columnFrom &&
      before.columnTo === columnTo
        ? before
        : { lineFrom, lineTo, columnFrom, columnTo },
    );
    const topLine = scene.geometry.lines[Math.floor(top / cellSize)];
    setStickyGroup(topLine?.kind === "row" ? topLine.group : undefined);
    viewport.report({
      columnFrom: columns.from,
      columnTo: columns.to,
      rowFrom: top / cellSize,
      rowTo: (top + scene.height) / cellSize,
    });
  }, [changedAt, viewport]);

  const drawSoon = useRef(0);
  const requestDraw = useCallback(() => {
    if (drawSoon.current !== 0) return;
    drawSoon.current = requestAnimationFrame(() => {
      drawSoon.current = 0;
      draw();
    });
  }, [draw]);

  const rememberAnchor = useCallback(() => {
    const element = scroller.current;
    const scene = latest.current;
    if (element === null || scene === undefined) return;
    const lines = visibleLines(scene.geometry, element.scrollTop, scene.height);
    for (let line = lines.from; line < lines.to; line++) {
      const entry = scene.geometry.lines[line];
      if (entry?.kind !== "row") continue;
      const column = columnBefore(scene.geometry, element.scrollLeft);
      const model = scene.data.models[scene.models[entry.row] ?? -1];
      const runtime = scene.data.runtimes[scene.runtimes[column] ?? -1];
      if (model === undefined || runtime === undefined) continue;
      anchor.current = {
        modelKey: model.key,
        y: line * cellSize - element.scrollTop,
        runtimeKey: runtime.key,
        x: (scene.geometry.columnLeft[column] ?? 0) - element.scrollLeft,
      };
      return;
    }
  }, []);

  const onScroll = () => {
    if (hover !== undefined) setHover(undefined);
    requestDraw();
    rememberAnchor();
  };

  // The canvas: made once, told when the theme or the resolution changes.
  useEffect(() => {
    if (canvas.current === null) return;
    const made = createPainter(canvas.current);
    painter.current = made;
    const again = () => {
      made.forget();
      requestAnimationFrame(draw);
    };
    const theme = new MutationObserver(again);
    theme.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
    const forced = matchMedia("(forced-colors: active)");
    forced.addEventListener("change", again);
    draw();
    return () => {
      theme.disconnect();
      forced.removeEventListener("change", again);
    };
  }, [draw]);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const measure = () => {
      if (element.clientWidth > 0) setFrame({ width: element.clientWidth, height: element.clientHeight });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  // A new layout: the same pair stays where it was; a new request starts at the corner.
  const drawnGeometry = useRef<Geometry>(geometry);
  const startedFor = useRef(props.startAgain);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    if (startedFor.current !== props.startAgain) {
      startedFor.current = props.startAgain;
      element.scrollTo({ left: 0, top: 0 });
    } else if (drawnGeometry.current !== geometry && anchor.current !== undefined) {
      const row = rowOfKey.get(anchor.current.modelKey);
      const column = columnOfKey.get(anchor.current.runtimeKey);
      const top = row === undefined ? undefined : (geometry.lineOfRow[row] ?? 0) * cellSize - anchor.current.y;
      const left = column === undefined ? undefined : (geometry.columnLeft[column] ?? 0) - anchor.current.x;
      element.scrollTo({ top: top ?? element.scrollTop, left: left ?? element.scrollLeft });
    }
    drawnGeometry.current = geometry;
  }, [geometry, props.startAgain, rowOfKey, columnOfKey]);

  // Everything that is not scrolling is drawn with the page.
  useLayoutEffect(() => {
    draw();
  });

  // The flash of a changed cell fades by itself.
  useEffect(() => {
    if (changedAt === undefined || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    let next = 0;
    const fade = () => {
      draw();
      if (performance.now() - changedAt < flashMilliseconds) next = requestAnimationFrame(fade);
    };
    next = requestAnimationFrame(fade);
    return () => cancelAnimationFrame(next);
  }, [changedAt, draw]);

  const reveal = (position: Position) => {
    const element = scroller.current;
    if (element === null) return;
    const line = geometry.lineOfRow[Math.max(0, position.row)] ?? 0;
    const isFirstLine = line <= 1;
    element.scrollTo({
      top:
        position.row < 0
          ? element.scrollTop
          : isFirstLine
            ? 0
            : scrollInto(line * cellSize, cellSize, element.scrollTop, body.height, cellSize),
      left:
        position.column < 0
          ? element.scrollLeft
          : position.column === 0
            ? 0
            : scrollInto(geometry.columnLeft[position.column] ?? 0, cellSize, element.scrollLeft, body.width, 8),
    });
  };

  const goTo = (position: Position) => {
    const next = toFocus(position);
    setFocus(next);
    wantsFocus.current = true;
    reveal(position);
    onFocusPair(
      next.modelKey === undefined || next.runtimeKey === undefined
        ? undefined
        : { modelKey: next.modelKey, runtimeKey: next.runtimeKey },
    );
  };

  // The element that stands for the focused place is made anew when the place changes.
  const stage = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!wantsFocus.current) return;
    const target = stage.current?.querySelector<HTMLElement>('[role="grid"] [tabindex="0"]');
    if (target === null || target === undefined) return;
    wantsFocus.current = false;
    if (document.activeElement !== target) target.focus({ preventScroll: true });
  });

  const asked = useRef<number | undefined>(undefined);
  useEffect(() => {
    if (focusRequest === undefined || asked.current === focusRequest.token) return;
    const position = toPosition(focusRequest.pair);
    if (position === undefined) return;
    asked.current = focusRequest.token;
    if (focusRequest.takeFocus) {
      setByKeyboard(true);
      goTo(position);
    } else {
      setFocus(toFocus(position));
      reveal(position);
    }
  });

  viewport.scrollTo = (row, column) => {
    scroller.current?.scrollTo({
      top: (geometry.lineOfRow[row] ?? 0) * cellSize - body.height / 2,
      left: (geometry.columnLeft[column] ?? 0) - body.width / 2,
    });
  };

  useEffect(() => () => onHold(false), [onHold]);

  const openAt = (position: Position) => {
    const { modelKey, runtimeKey } = toFocus(position);
    if (modelKey !== undefined && runtimeKey !== undefined) onOpen({ modelKey, runtimeKey });
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.metaKey) return;
    setByKeyboard(true);
    if (event.key === "Escape" && open === undefined) {
      setDismissed(`${focused.row} ${focused.column}`);
      return;
    }
    if ((event.key === "Enter" || event.key === " ") && focused.row >= 0 && focused.column >= 0) {
      event.preventDefault();
      openAt(focused);
      return;
    }
    const size = {
      rows: layout.models.keys.length,
      columns: layout.runtimes.keys.length,
      page: Math.max(1, Math.floor(body.height / cellSize) - 2),
    };
    const next = moveFocus(focused, event.key, event.ctrlKey, size);
    if (next === undefined) return;
    event.preventDefault();
    setDismissed(undefined);
    goTo(next);
  };

  const positionOf = (event: { readonly clientX: number; readonly clientY: number; readonly target: EventTarget }) => {
    const element = scroller.current;
    if (element === null || !(event.target instanceof Element)) return undefined;
    if (event.target.closest("[data-outside]") !== null) return undefined;
    const box = element.getBoundingClientRect();
    const x = event.clientX - box.left - sizes.head;
    const y = event.clientY - box.top - sizes.columnHead;
    if (x < 0 || y < 0 || x >= body.width || y >= body.height) return undefined;
    if (stickyGroup !== undefined && y < cellSize && layout.models.groups[stickyGroup]?.label !== undefined) {
      return undefined;
    }
    const column = columnAt(geometry, x + element.scrollLeft);
    const row = rowAt(geometry, y + element.scrollTop);
    return row === undefined || column === undefined || still.sentences.has(row) ? undefined : { row, column };
  };

  const onPointerMove = (event: PointerEvent) => {
    if (event.pointerType === "touch") return;
    const position = positionOf(event);
    if (position?.row !== hover?.row || position?.column !== hover?.column) {
      setHover(position);
      setByKeyboard(false);
      setDismissed(undefined);
    }
  };

  const lines: number[] = [];
  for (let line = shownWindow.lineFrom; line < Math.min(shownWindow.lineTo, geometry.lines.length); line++) {
    lines.push(line);
  }
  // The focused row stays in the document when it is scrolled out, and the focus with it.
  const focusedLine = focused.row < 0 ? -1 : (geometry.lineOfRow[focused.row] ?? -1);
  if (focusedLine >= 0 && !lines.includes(focusedLine)) lines.push(focusedLine);
  const columns: number[] = [];
  for (
    let column = shownWindow.columnFrom;
    column < Math.min(shownWindow.columnTo, layout.runtimes.keys.length);
    column++
  ) {
    columns.push(column);
  }
  if (focused.row < 0 && focused.column >= 0 && !columns.includes(focused.column)) columns.push(focused.column);
  const groups = new Set(columns.map((column) => geometry.groupOfColumn[column] ?? 0));
  const columnKeys = layout.runtimes.keys;
  const columnViews = new Map(
    columns.map((column) => {
      const key = columnKeys[column] ?? "";
      return [column, toColumnView(data, coverage, key, columnNames.get(key) ?? key)];
    }),
  );

  const focusHead = useCallback((key: string) => setFocus({ modelKey: key, runtimeKey: undefined }), []);
  const focusColumn = useCallback((key: string) => setFocus({ modelKey: undefined, runtimeKey: key }), []);

  const marked = byKeyboard && hasFocus ? focused : (hover ?? (hasFocus ? focused : undefined));
  const cardAt =
    marked === undefined ||
    open !== undefined ||
    marked.row < 0 ||
    marked.column < 0 ||
    (hover === undefined && !byKeyboard) ||
    dismissed === `${marked.row} ${marked.column}` ||
    still.sentences.has(marked.row)
      ? undefined
      : toFocus(marked);
  const element = scroller.current;
  const cardPlace =
    marked === undefined
      ? { x: 0, y: 0 }
      : {
          x: sizes.head + (geometry.columnLeft[marked.column] ?? 0) - (element?.scrollLeft ?? 0),
          y: sizes.columnHead + (geometry.lineOfRow[marked.row] ?? 0) * cellSize - (element?.scrollTop ?? 0),
        };
  const stickyLabel = stickyGroup === undefined ? undefined : layout.models.groups[stickyGroup];

  return (
    <div
      className={classNames("matrix-grid", sizes.narrow && "matrix-grid--narrow")}
      style={
        {
          "--grid-head": `${sizes.head}px`,
          "--grid-column-head": `${sizes.columnHead}px`,
          "--grid-sum": `${sizes.sum}px`,
          "--grid-strip": `${strip}px`,
          "--grid-foot": `${sizes.foot}px`,
          "--grid-body-width": `${body.width}px`,
          "--grid-body-height": `${body.height}px`,
        } as Record<string, string>
      }
      onPointerEnter={(event) => {
        if (event.pointerType !== "touch") onHold(true);
      }}
      onPointerLeave={() => {
        setHover(undefined);
        onHold(hasFocus);
      }}
    >
      <div ref={scroller} className="matrix-grid__scroller" onScroll={onScroll}>
        <div
          style={{
            width: sizes.head + geometry.width + strip + sizes.sum,
            height: sizes.columnHead + contentHeight + sizes.foot,
          }}
        >
          {/* biome-ignore lint/a11y/noStaticElementInteractions: the grid inside it is operated; this hears what bubbles */}
          <div
            ref={stage}
            className="matrix-grid__stage"
            style={{ width: frame.width, height: frame.height }}
            onPointerMove={onPointerMove}
            onPointerLeave={() => setHover(undefined)}
            onKeyDown={(event) => {
              if (event.target instanceof Element && event.target.closest('[role="grid"]') !== null) onKeyDown(event);
            }}
            onClick={(event) => {
              const position = positionOf(event);
              if (position === undefined) return;
              setByKeyboard(false);
              goTo(position);
              openAt(position);
            }}
            onFocus={(event) => {
              if (event.target.closest('[role="grid"]') === null) return;
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
            {/* biome-ignore lint/a11y/useSemanticElements: thousands of cells are painted, not made of elements */}
            {/* biome-ignore lint/a11y/useFocusableInteractive: one of its cells is the tab stop */}
            <div
              role="grid"
              aria-label="Models and runtimes"
              aria-rowcount={geometry.lines.length + 2}
              aria-colcount={columnKeys.length + 5}
              aria-readonly="true"
            >
              {/* biome-ignore lint/a11y/useSemanticElements: as above */}
              {/* biome-ignore lint/a11y/useFocusableInteractive: as above */}
              <div role="row" aria-rowindex={1} className="grid-header">
                {/* biome-ignore lint/a11y/useSemanticElements: as above */}
                {/* biome-ignore lint/a11y/useFocusableInteractive: as above */}
                <div role="columnheader" aria-colindex={1} className="grid-head grid-corner" data-outside>
                  <span className="grid-head__name">Model</span>
                  <span className="grid-head__size">Size</span>
                  <span className="grid-head__version">Framework</span>
                </div>
                <div className="grid-columns" role="presentation" data-outside>
                  <div ref={columnsLayer} className="grid-layer" role="presentation">
                    {columns.map((column) => {
                      const columnView = columnViews.get(column);
                      return columnView === undefined ? null : (
                        <GridColumnHead
                          key={columnView.key}
                          column={columnView}
                          view={view}
                          left={geometry.columnLeft[column] ?? 0}
                          ariaColumnIndex={column + 2}
                          isHovered={hover?.column === column}
                          isFocused={(opened ?? (hasFocus ? focused : undefined))?.column === column}
                          headIsTabStop={focused.row < 0 && focused.column === column}
                          onFocusHead={focusColumn}
                        />
                      );
                    })}
                  </div>
                </div>
                <div className="grid-brackets" aria-hidden="true">
                  <div ref={bracketsLayer} className="grid-layer">
                    {[...groups].map((group) => {
                      const keys = layout.runtimes.groups[group]?.keys ?? [];
                      const label = layout.runtimes.groups[group]?.label;
                      const first = columnOfKey.get(keys[0] ?? "") ?? 0;
                      return label === undefined ? null : (
                        <div
                          key={label}
                          className="grid-bracket"
                          title={label}
                          style={{ left: geometry.columnLeft[first] ?? 0, width: keys.length * cellSize }}
                        >
                          {label}
                        </div>
                      );
                    })}
                  </div>
                </div>
                <div className="grid-sum grid-sum--head" role="presentation" data-outside>
                  {(
                    [
                      ["selected", "Runtimes that OME could pick"],
                      ["pin-only", "Runtimes that work when named"],
                      ["near-miss", "Runtimes that are 1 off"],
                    ] as const
                  ).map(([state, title]) => (
                    // biome-ignore lint/a11y/useSemanticElements: as above
                    // biome-ignore lint/a11y/useFocusableInteractive: as above
                    <span key={state} role="columnheader" aria-label={title} title={title}>
                      <StateMark state={state} differences={state === "near-miss" ? 1 : undefined} size={18} />
                    </span>
                  ))}
                  {/* biome-ignore lint/a11y/useSemanticElements: as above */}
                  {/* biome-ignore lint/a11y/useFocusableInteractive: as above */}
                  <span role="columnheader" className="grid-verdict">
                    OME selects
                  </span>
                </div>
              </div>

              <div className="grid-body" role="presentation">
                <canvas ref={canvas} className="grid-canvas" aria-hidden="true" />
                <div ref={rowsLayer} className="grid-layer" role="presentation">
                  {lines.map((line) => {
                    const entry = geometry.lines[line];
                    if (entry === undefined) return null;
                    const group = layout.models.groups[entry.group];
                    if (entry.kind === "band") {
                      return group === undefined ? null : (
                        // biome-ignore lint/a11y/useSemanticElements: as above
                        // biome-ignore lint/a11y/useFocusableInteractive: as above
                        <div
                          key={`band ${group.label}`}
                          role="row"
                          aria-rowindex={line + 2}
                          className={classNames("grid-band", line === 0 && "grid-band--first")}
                          style={{ transform: `translateY(${line * cellSize}px)` }}
                        >
                          {/* biome-ignore lint/a11y/useSemanticElements: as above */}
                          {/* biome-ignore lint/a11y/useFocusableInteractive: as above */}
                          <span role="rowheader" aria-colspan={columnKeys.length + 5}>
                            <b>{group.label}</b> <small>{sayBand(data, coverage, group, layout.runtimes)}</small>
                          </span>
                        </div>
                      );
                    }
                    const key = layout.models.keys[entry.row] ?? "";
                    const isFocusedRow = focused.row === entry.row;
                    const hasCell = isFocusedRow && focused.column >= 0;
                    const pairKey = columnKeys[focused.column] ?? "";
                    return (
                      <GridRow
                        key={key}
                        row={toRowView(data, coverage, key, rowNames.get(key) ?? key, view.namespace)}
                        view={view}
                        top={line * cellSize}
                        ariaRowIndex={line + 2}
                        isHovered={hover?.row === entry.row}
                        isFocused={(opened ?? (hasFocus ? focused : undefined))?.row === entry.row}
                        headIsTabStop={isFocusedRow && focused.column < 0}
                        onFocusHead={focusHead}
                      >
                        {hasCell ? (
                          // biome-ignore lint/a11y/useSemanticElements: as above
                          <div
                            key={pairKey}
                            ref={focusCell}
                            role="gridcell"
                            tabIndex={0}
                            aria-colindex={focused.column + 2}
                            aria-label={sayPair(data, key, pairKey)}
                            aria-describedby={cardAt?.modelKey === key ? cardId : undefined}
                            className="grid-cell"
                            style={{ left: sizes.head + (geometry.columnLeft[focused.column] ?? 0) }}
                          />
                        ) : null}
                      </GridRow>
                    );
                  })}
                </div>
              </div>

              {/* biome-ignore lint/a11y/useSemanticElements: as above */}
              {/* biome-ignore lint/a11y/useFocusableInteractive: as above */}
              <div role="row" aria-rowindex={geometry.lines.length + 2} className="grid-foot" data-outside>
                {/* biome-ignore lint/a11y/useSemanticElements: as above */}
                {/* biome-ignore lint/a11y/useFocusableInteractive: as above */}
                <div role="rowheader" aria-colindex={1} className="grid-foot__head">
                  <span>Models served</span>
                  <span className="grid-foot__near">near misses, 1 off</span>
                </div>
                <div className="grid-foot__cells" role="presentation">
                  <div ref={footLayer} className="grid-layer" role="presentation">
                    {columns.map((column) => {
                      const columnView = columnViews.get(column);
                      return columnView === undefined ? null : (
                        // biome-ignore lint/a11y/useSemanticElements: as above
                        // biome-ignore lint/a11y/useFocusableInteractive: as above
                        <div
                          key={columnView.key}
                          role="gridcell"
                          aria-colindex={column + 2}
                          aria-label={`${columnView.name} serves ${columnView.served}, ${columnView.oneOff} are 1 off`}
                          className="grid-foot__cell"
                          style={{ left: geometry.columnLeft[column] ?? 0 }}
                        >
                          <span className={columnView.served === 0 ? "grid-count--none" : undefined}>
                            {columnView.served || "–"}
                          </span>
                          <span className={columnView.oneOff === 0 ? "grid-count--none" : "grid-foot__near"}>
                            {columnView.oneOff || "–"}
                          </span>
                        </div>
                      );
                    })}
                  </div>
                </div>
                {/* biome-ignore lint/a11y/useSemanticElements: as above */}
                {/* biome-ignore lint/a11y/useFocusableInteractive: as above */}
                <div role="gridcell" className="grid-foot__sum">
                  <span>
                    {coverage.winner.reduce((sum, column) => sum + (column >= 0 ? 1 : 0), 0).toLocaleString("en")} of{" "}
                    {data.models.length.toLocaleString("en")} models have
                  </span>
                  <span>an automatic runtime</span>
                </div>
              </div>
            </div>

            {stickyLabel?.label === undefined || stickyGroup === undefined ? null : (
              <div className="grid-band grid-band--sticky" aria-hidden="true" data-outside>
                <span>
                  <b>{stickyLabel.label}</b> <small>{sayBand(data, coverage, stickyLabel, layout.runtimes)}</small>
                </span>
              </div>
            )}
            <div className="grid-folds">
              {hasModelFold ? (
                <div ref={foldLine} className="grid-layer">
                  <div className="grid-fold-line" style={{ top: geometry.height }} data-outside>
                    <span>{foldedModels ?? "All models are shown"}</span>
                    <button type="button" onClick={() => onToggleUnfolded("models")}>
                      {layout.models.unfolded ? "fold" : "show"}
                    </button>
                  </div>
                </div>
              ) : null}
            </div>
            {hasRuntimeFold ? (
              <button
                type="button"
                className="grid-fold-strip"
                data-outside
                onClick={() => onToggleUnfolded("runtimes")}
              >
                <span>{foldedRuntimes ?? "All runtimes are shown"}</span>{" "}
                <span className="grid-fold-strip__verb">{layout.runtimes.unfolded ? "fold" : "show"}</span>
              </button>
            ) : null}
          </div>
        </div>
      </div>
      {cardAt?.modelKey === undefined || cardAt.runtimeKey === undefined ? null : (
        <CellCard
          id={cardId}
          pair={{ modelKey: cardAt.modelKey, runtimeKey: cardAt.runtimeKey }}
          data={data}
          view={view}
          x={cardPlace.x}
          y={cardPlace.y}
          frame={frame}
        />
      )}
    </div>
  );
};
