/** Draws the cells on a canvas: what is visible and nothing else, each mark from a picture that is drawn once. */
import { pairStates } from "@ome-matrix/matcher";
import { wordsOfState } from "../../reasons/state-words.ts";
import { type MarkShape, markShapes, numberedShapes } from "../../ui/mark-shapes.ts";
import { isInStrength, type Strength } from "./filter-view.ts";
import { cellSize, type Geometry, visibleColumns, visibleLines } from "./geometry-view.ts";
import type { MatrixData } from "./matrix-data.ts";

export interface Scene {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly top: number;
  readonly geometry: Geometry;
  readonly data: MatrixData;
  readonly strength: Strength;
  /** By row and by column of the layout: the index in the data, or -1 when the object is gone. */
  readonly models: Int32Array;
  readonly runtimes: Int32Array;
  /** Rows whose cells give way to a sentence. */
  readonly sentences: ReadonlySet<number>;
  /** By group of rows: the group of columns that is related to it, or -1. */
  readonly relatedGroup: Int32Array;
  readonly hover: { readonly row: number; readonly column: number } | undefined;
  /** The pair whose explanation is open. */
  readonly open: { readonly row: number; readonly column: number } | undefined;
  readonly changed: ReadonlySet<number> | undefined;
  /** 1: changed just now, 0: faded. */
  readonly flash: number;
}

export interface Painter {
  readonly paint: (scene: Scene) => void;
  /** The theme or the resolution changed: read the colours and draw the marks again. */
  readonly forget: () => void;
}

const markSize = 20;
const inset = (cellSize - markSize) / 2;
/** Cells outside the chosen states and fields: still there, but not in the way. */
const faint = 0.28;

export const createPainter = (canvas: HTMLCanvasElement): Painter => {
  const context = canvas.getContext("2d");
  const sprites = new Map<number, HTMLCanvasElement>();
  const colors = new Map<string, string>();
  let ratio = 0;

  const colorOf = (value: string): string => {
    const known = colors.get(value);
    if (known !== undefined) return known;
    const name = /^var\((--[\w-]+)\)$/.exec(value)?.[1];
    const color = name === undefined ? value : getComputedStyle(canvas).getPropertyValue(name).trim();
    colors.set(value, color);
    return color;
  };

  const drawShape = (target: CanvasRenderingContext2D, shape: MarkShape, color: string) => {
    const fills = { ink: color, ground: colorOf("var(--sel-fg)"), soft: colorOf("var(--near-soft)") };
    target.lineCap = "round";
    target.lineJoin = "round";
    for (const stroke of markShapes[shape]) {
      const path = new Path2D(stroke.path);
      if (stroke.fill !== undefined) {
        target.fillStyle = fills[stroke.fill];
        target.fill(path);
      }
      if (stroke.width !== undefined) {
        target.strokeStyle = color;
        target.lineWidth = stroke.width;
        target.setLineDash(stroke.dash === undefined ? [] : [...stroke.dash]);
        target.stroke(path);
      }
    }
  };

  const drawSprite = (state: number, number: number): HTMLCanvasElement => {
    const words = wordsOfState(pairStates[state] ?? "error", number);
    const sprite = document.createElement("canvas");
    sprite.width = Math.round(cellSize * ratio);
    sprite.height = sprite.width;
    const target = sprite.getContext("2d");
    if (target === null) return sprite;
    target.scale(ratio, ratio);
    target.translate(inset, inset);
    drawShape(target, words.shape, colorOf(words.color));
    if (number > 0 && numberedShapes.includes(words.shape)) {
      target.fillStyle = colorOf(words.textColor);
      const weight = words.shape === "diamond-dashed" ? 400 : 600;
      target.font = `${weight} ${number > 9 ? 9 : 11}px ${colorOf("var(--font)")}`;
      target.textAlign = "center";
      target.textBaseline = "alphabetic";
      target.fillText(number > 99 ? "…" : String(number), markSize / 2, markSize / 2 + (number > 9 ? 3.2 : 4));
    }
    return sprite;
  };

  const spriteOf = (state: number, number: number): HTMLCanvasElement => {
    const key = state * 256 + number;
    const known = sprites.get(key);
    if (known !== undefined) return known;
    const sprite = drawSprite(state, number);
    sprites.set(key, sprite);
    return sprite;
  };

  const fit = (width: number, height: number) => {
    if (ratio !== window.devicePixelRatio) {
      ratio = window.devicePixelRatio || 1;
      sprites.clear();
    }
    const pixelWidth = Math.round(width * ratio);
    const pixelHeight = Math.round(height * ratio);
    if (canvas.width !== pixelWidth || canvas.height !== pixelHeight) {
      canvas.width = pixelWidth;
      canvas.height = pixelHeight;
    }
  };

  const paint = (scene: Scene) => {
    if (context === null || scene.width <= 0 || scene.height <= 0) return;
    fit(scene.width, scene.height);
    const { geometry, data, left, top, hover, open } = scene;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, scene.width, scene.height);
    const lines = visibleLines(geometry, top, scene.height);
    const columns = visibleColumns(geometry, left, scene.width);
    const xOf = (column: number) => (geometry.columnLeft[column] ?? 0) - left;
    const yOf = (line: number) => line * cellSize - top;

    // The ground where a group of models meets the runtimes made for it.
    context.fillStyle = colorOf("var(--surface-2)");
    for (let line = lines.from; line < lines.to; line++) {
      const entry = geometry.lines[line];
      if (entry?.kind !== "row" || scene.sentences.has(entry.row)) continue;
      const related = scene.relatedGroup[entry.group] ?? -1;
      if (related < 0) continue;
      let first = -1;
      let last = -1;
      for (let column = columns.from; column < columns.to; column++) {
        if (geometry.groupOfColumn[column] !== related) continue;
        if (first < 0) first = column;
        last = column;
      }
      if (first >= 0) context.fillRect(xOf(first), yOf(line), xOf(last) + cellSize - xOf(first), cellSize);
    }

    // The crosshair.
    context.fillStyle = colorOf("var(--cross)");
    if (hover !== undefined && hover.row >= 0) {
      context.fillRect(0, yOf(geometry.lineOfRow[hover.row] ?? 0), scene.width, cellSize);
    }
    if (hover !== undefined && hover.column >= 0) {
      const x = xOf(hover.column);
      for (let line = lines.from; line < lines.to; line++) {
        const entry = geometry.lines[line];
        if (entry?.kind === "row" && entry.row !== hover.row && !scene.sentences.has(entry.row)) {
          context.fillRect(x, yOf(line), cellSize, cellSize);
        }
      }
    }

    for (let line = lines.from; line < lines.to; line++) {
      const entry = geometry.lines[line];
      if (entry?.kind !== "row" || scene.sentences.has(entry.row)) continue;
      const model = scene.models[entry.row] ?? -1;
      if (model < 0) continue;
      const y = yOf(line);
      for (let column = columns.from; column < columns.to; column++) {
        const runtime = scene.runtimes[column] ?? -1;
        if (runtime < 0) continue;
        const cell = model * data.runtimes.length + runtime;
        const state = data.states[cell] ?? 0;
        const number = data.numbers[cell] ?? 0;
        // Rejected cells are quiet enough as they are.
        const quiet = state < 4 && !isInStrength(scene.strength, state, number, data.fields[cell] ?? 0);
        if (quiet) context.globalAlpha = faint;
        context.drawImage(spriteOf(state, number), xOf(column), y, cellSize, cellSize);
        if (quiet) context.globalAlpha = 1;
        if (scene.flash > 0 && scene.changed?.has(cell) === true) {
          context.globalAlpha = scene.flash;
          context.strokeStyle = colorOf("var(--accent)");
          context.setLineDash([]);
          context.lineWidth = 2;
          context.strokeRect(xOf(column) + 2, y + 2, cellSize - 4, cellSize - 4);
          context.globalAlpha = 1;
        }
      }
    }

    const frame = (row: number, column: number, color: string, width: number) => {
      context.strokeStyle = colorOf(color);
      context.setLineDash([]);
      context.lineWidth = width;
      const offset = width / 2;
      context.beginPath();
      context.roundRect(
        xOf(column) + offset,
        yOf(geometry.lineOfRow[row] ?? 0) + offset,
        cellSize - width,
        cellSize - width,
        3,
      );
      context.stroke();
    };
    if (hover !== undefined && hover.row >= 0 && hover.column >= 0)
      frame(hover.row, hover.column, "var(--line-control)", 1);
    if (open !== undefined && open.row >= 0 && open.column >= 0) frame(open.row, open.column, "var(--focus)", 2);
  };

  return {
    paint,
    forget: () => {
      sprites.clear();
      colors.clear();
    },
  };
};
