/**
 * What moves while the grid scrolls: the painted cells and the layers of real elements, together in one animation frame.
 * React renders only when other rows or columns come into the window.
 */
import { createRef, type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import {
  cellSize,
  columnBefore,
  type Geometry,
  scrollAfter,
  visibleColumns,
  visibleLines,
  wholeColumns,
} from "./geometry-view.ts";
import type { GridViewport } from "./grid-viewport.ts";
import { createPainter, type Painter, type Scene } from "./paint-cells.ts";

export interface GridWindow {
  readonly lineFrom: number;
  readonly lineTo: number;
  readonly columnFrom: number;
  readonly columnTo: number;
}

export interface GridLayers {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly canvas: RefObject<HTMLCanvasElement | null>;
  readonly columns: RefObject<HTMLDivElement | null>;
  readonly brackets: RefObject<HTMLDivElement | null>;
  readonly rows: RefObject<HTMLDivElement | null>;
  /** Rings and tints over the cells. */
  readonly overlay: RefObject<HTMLDivElement | null>;
  readonly foot: RefObject<HTMLDivElement | null>;
  readonly fold: RefObject<HTMLDivElement | null>;
  readonly focusCell: RefObject<HTMLDivElement | null>;
}

/** One object for the grid's whole life, so that hooks may depend on it. */
export const useGridLayers = (): GridLayers => {
  const [layers] = useState(
    (): GridLayers => ({
      scroller: createRef(),
      canvas: createRef(),
      columns: createRef(),
      brackets: createRef(),
      rows: createRef(),
      overlay: createRef(),
      foot: createRef(),
      fold: createRef(),
      focusCell: createRef(),
    }),
  );
  return layers;
};

export interface GridDrawingOptions {
  readonly layers: GridLayers;
  /** Apart from where it is scrolled to. */
  readonly scene: Omit<Scene, "left" | "top">;
  readonly viewport: GridViewport;
  /** Another value: a person asked for other rows and columns. */
  readonly asked: string;
  /** The pair that has the focus, or had it last. */
  readonly focused: { readonly modelKey: string | undefined; readonly runtimeKey: string | undefined } | undefined;
  readonly rowOfKey: ReadonlyMap<string, number>;
  readonly columnOfKey: ReadonlyMap<string, number>;
}

export interface GridDrawing {
  readonly window: GridWindow;
  /** The group at the top whose band is scrolled out. */
  readonly stickyGroup: number | undefined;
  readonly onScroll: () => void;
}

/** The window of real elements grows in steps, so that most scroll events change nothing in the document. */
const step = 4;

const toSteps = (from: number, to: number, count: number): readonly [number, number] => [
  Math.max(0, Math.floor(from / step) * step - step),
  Math.min(count, Math.ceil(to / step) * step + step),
];

/** Less room than this holds no name. */
const leastLabel = 36;

/** The name of a group of columns stays readable while its bracket is partly scrolled out, or goes as a whole. */
const shiftBrackets = (layer: HTMLElement, left: number, windowWidth: number): void => {
  for (const bracket of layer.children) {
    const label = bracket.firstElementChild;
    if (!(bracket instanceof HTMLElement) || !(label instanceof HTMLElement)) continue;
    const start = Number.parseFloat(bracket.style.left);
    const end = start + Number.parseFloat(bracket.style.width);
    const hidden = Math.max(0, left - start);
    const isCut = hidden > 0 || end > left + windowWidth;
    const room = Math.min(end, left + windowWidth) - Math.max(start, left);
    label.style.transform = hidden === 0 ? "" : `translateX(${hidden}px)`;
    label.style.maxWidth = isCut ? `${Math.max(0, room - 8)}px` : "";
    label.style.visibility = isCut && room < leastLabel ? "hidden" : "";
  }
};

/** Columns that are not in the window from edge to edge: neither half a mark nor a piece of a name. */
const cutColumns = (layers: GridLayers, scene: GridDrawingOptions["scene"], left: number): void => {
  const { cutLeft, cutRight } = wholeColumns(scene.geometry, left, scene.width);
  const clip = cutLeft === 0 && cutRight === 0 ? "" : `inset(0 ${cutRight}px 0 ${cutLeft}px)`;
  for (const part of [layers.canvas.current?.parentElement, layers.foot.current?.parentElement]) {
    if (part && part.style.clipPath !== clip) part.style.clipPath = clip;
  }
  for (const head of layers.columns.current?.children ?? []) {
    if (!(head instanceof HTMLElement)) continue;
    const start = Number.parseFloat(head.style.left) - left;
    head.toggleAttribute("data-cut", start < 0 || start + cellSize > scene.width);
  }
};

interface Anchor {
  readonly modelKey: string;
  readonly y: number;
  readonly runtimeKey: string;
  readonly x: number;
}

interface Corner {
  readonly left: number;
  readonly top: number;
}

/** The focused pair and where it is; undefined while it is not on screen. */
const toFocusAnchor = (options: GridDrawingOptions, { left, top }: Corner): Anchor | undefined => {
  const { modelKey, runtimeKey } = options.focused ?? {};
  if (modelKey === undefined || runtimeKey === undefined) return undefined;
  const { geometry, width, height } = options.scene;
  const line = geometry.lineOfRow[options.rowOfKey.get(modelKey) ?? -1];
  const start = geometry.columnLeft[options.columnOfKey.get(runtimeKey) ?? -1];
  if (line === undefined || start === undefined) return undefined;
  const x = start - left;
  const y = line * cellSize - top;
  const isSeen = x > -cellSize && x < width && y > -cellSize && y < height;
  return isSeen ? { modelKey, runtimeKey, x, y } : undefined;
};

/** The first pair on screen and where it is. */
const toAnchor = (scene: GridDrawingOptions["scene"], left: number, top: number): Anchor | undefined => {
  const { geometry, data, models, runtimes } = scene;
  const lines = visibleLines(geometry, top, scene.height);
  const column = columnBefore(geometry, left);
  const runtime = data.runtimes[runtimes[column] ?? -1];
  for (let line = lines.from; line < lines.to; line++) {
    const entry = geometry.lines[line];
    const model = entry?.kind === "row" ? data.models[models[entry.row] ?? -1] : undefined;
    if (model === undefined || runtime === undefined) continue;
    const x = (geometry.columnLeft[column] ?? 0) - left;
    return { modelKey: model.key, y: line * cellSize - top, runtimeKey: runtime.key, x };
  }
  return undefined;
};

export const useGridDrawing = (options: GridDrawingOptions): GridDrawing => {
  const { layers, viewport, rowOfKey, columnOfKey, asked } = options;
  const { geometry } = options.scene;
  const [shown, setShown] = useState<GridWindow>({ lineFrom: 0, lineTo: 40, columnFrom: 0, columnTo: 56 });
  const [stickyGroup, setStickyGroup] = useState<number | undefined>(undefined);
  const painter = useRef<Painter | undefined>(undefined);
  const latest = useRef(options.scene);
  const latestOptions = useRef(options);
  const painted = useRef<GridDrawingOptions["scene"] | undefined>(undefined);
  latest.current = options.scene;
  latestOptions.current = options;
  const anchor = useRef<Anchor | undefined>(undefined);
  const focusAnchor = useRef<Anchor | undefined>(undefined);
  const drawnAt = useRef<Corner>({ left: 0, top: 0 });

  const draw = useCallback(() => {
    const element = layers.scroller.current;
    if (element === null) return;
    const scene = latest.current;
    const left = element.scrollLeft;
    const top = element.scrollTop;
    for (const layer of [layers.columns, layers.brackets, layers.foot]) {
      if (layer.current !== null) layer.current.style.transform = `translateX(${-left}px)`;
    }
    for (const layer of [layers.rows, layers.fold]) {
      if (layer.current !== null) layer.current.style.transform = `translateY(${-top}px)`;
    }
    if (layers.focusCell.current !== null) layers.focusCell.current.style.transform = `translateX(${-left}px)`;
    if (layers.brackets.current !== null) shiftBrackets(layers.brackets.current, left, scene.width);
    cutColumns(layers, scene, left);
    if (layers.overlay.current !== null) {
      layers.overlay.current.style.transform = `translate(${-left}px, ${-top}px)`;
    }
    painter.current?.show({ ...scene, left, top }, painted.current !== scene);
    painted.current = scene;

    const lines = visibleLines(scene.geometry, top, scene.height);
    const columns = visibleColumns(scene.geometry, left, scene.width);
    const [lineFrom, lineTo] = toSteps(lines.from, lines.to, scene.geometry.lines.length);
    const [columnFrom, columnTo] = toSteps(columns.from, columns.to, scene.geometry.columnLeft.length);
    setShown((before) =>
      before.lineFrom === lineFrom &&
      before.lineTo === lineTo &&
      before.columnFrom === columnFrom &&
      before.columnTo === columnTo
        ? before
        : { lineFrom, lineTo, columnFrom, columnTo },
    );
    const topLine = scene.geometry.lines[Math.floor(top / cellSize)];
    setStickyGroup(topLine?.kind === "row" ? topLine.group : undefined);
    anchor.current = toAnchor(scene, left, top);
    focusAnchor.current = toFocusAnchor(latestOptions.current, { left, top });
    drawnAt.current = { left, top };
    viewport.report({
      columnFrom: columns.from,
      columnTo: columns.to,
      rowFrom: top / cellSize,
      rowTo: (top + scene.height) / cellSize,
    });
  }, [layers, viewport]);

  const drawSoon = useRef(0);
  const onScroll = useCallback(() => {
    if (drawSoon.current !== 0) return;
    drawSoon.current = requestAnimationFrame(() => {
      drawSoon.current = 0;
      draw();
    });
  }, [draw]);

  // The canvas: made once, told when the theme changes.
  useEffect(() => {
    if (layers.canvas.current === null) return;
    const made = createPainter(layers.canvas.current);
    painter.current = made;
    painted.current = undefined;
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
      painter.current = undefined;
    };
  }, [draw, layers]);

  // What the cluster changes moves nothing: the pair at the corner stays where it was. When a person asks for other rows, the
  // focused pair stays if it was on screen.
  const drawnGeometry = useRef<Geometry>(geometry);
  const drawnFor = useRef(asked);
  useLayoutEffect(() => {
    const element = layers.scroller.current;
    if (element === null) return;
    const kept = drawnFor.current === asked ? anchor.current : focusAnchor.current;
    if (drawnGeometry.current !== geometry) {
      const place =
        kept === undefined
          ? undefined
          : {
              row: rowOfKey.get(kept.modelKey) ?? -1,
              column: columnOfKey.get(kept.runtimeKey) ?? -1,
              x: kept.x,
              y: kept.y,
            };
      element.scrollTo(scrollAfter(geometry, drawnAt.current, place));
    }
    drawnGeometry.current = geometry;
    drawnFor.current = asked;
  }, [geometry, asked, rowOfKey, columnOfKey, layers]);

  // Whatever React renders is painted with it.
  useLayoutEffect(draw);

  return { window: shown, stickyGroup, onScroll };
};
