/**
 * Draws the cells on a canvas that is somewhat larger than the window: scrolling moves it, and now and then paints a strip.
 * Each mark comes from a small picture that is drawn once.
 */
import { pairStates } from "@ome-matrix/matcher";
import { wordsOfState } from "../../reasons/state-words.ts";
import { type MarkShape, markShapes, numberedShapes } from "../../ui/mark-shapes.ts";
import { isInStrength, type Strength } from "./filter-view.ts";
import { cellSize, type Geometry, type Range, visibleColumns, visibleLines } from "./geometry-view.ts";
import { type MatrixData, stateNumber } from "./matrix-data.ts";

export interface Scene {
  /** Of the window on the cells. */
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
}

/** A point of the grid, in its own coordinates. */
interface Corner {
  readonly left: number;
  readonly top: number;
}

export interface Painter {
  /** Paints what is around the window, or only moves the picture while it still covers it. */
  readonly show: (scene: Scene, isNew: boolean) => void;
  /** The theme or the resolution changed: read the colours and draw the marks again. */
  readonly forget: () => void;
}

const markSize = 20;
const inset = (cellSize - markSize) / 2;
/** Cells outside the chosen states and fields: still there, but not in the way. */
const faint = 0.28;
/** The picture reaches this far beyond the window on every side, so that most scrolling only moves it. */
const margin = 10 * cellSize;
const rejected = stateNumber.rejected;

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
      canvas.style.width = `${width}px`;
      canvas.style.height = `${height}px`;
    }
  };

  /** Where the picture's corner is, in the grid's coordinates. */
  let origin: Corner | undefined;

  /** Clears and paints some lines and columns. */
  const paint = (scene: Scene, corner: Corner, lines: Range, columns: Range) => {
    if (context === null || columns.to <= columns.from) return;
    const { geometry, data, strength } = scene;
    const xOf = (column: number) => (geometry.columnLeft[column] ?? 0) - corner.left;
    const left = xOf(columns.from);
    const width = xOf(columns.to - 1) + cellSize - left;
    for (let line = lines.from; line < lines.to; line++) {
      const y = line * cellSize - corner.top;
      context.clearRect(left, y, width, cellSize);
      const entry = geometry.lines[line];
      if (entry?.kind !== "row" || scene.sentences.has(entry.row)) continue;
      const model = scene.models[entry.row] ?? -1;
      if (model < 0) continue;
      const related = scene.relatedGroup[entry.group] ?? -1;
      const start = model * data.runtimes.length;
      for (let column = columns.from; column < columns.to; column++) {
        const runtime = scene.runtimes[column] ?? -1;
        if (runtime < 0) continue;
        const x = xOf(column);
        // The ground where a group of models meets the runtimes made for it.
        if (geometry.groupOfColumn[column] === related) {
          context.fillStyle = colorOf("var(--surface-2)");
          context.fillRect(x, y, cellSize, cellSize);
        }
        const state = data.states[start + runtime] ?? 0;
        const number = data.numbers[start + runtime] ?? 0;
        // Rejected cells are quiet enough as they are.
        const isQuiet = state < rejected && !isInStrength(strength, state, number, data.fields[start + runtime] ?? 0);
        if (isQuiet) context.globalAlpha = faint;
        context.drawImage(spriteOf(state, number), x, y, cellSize, cellSize);
        if (isQuiet) context.globalAlpha = 1;
      }
    }
  };

  /** Lines and columns between two points of the grid; those that are cut belong to it. */
  const linesOf = ({ geometry }: Scene, from: number, to: number): Range =>
    visibleLines(geometry, Math.max(0, from), Math.max(0, to - Math.max(0, from)));
  const columnsOf = ({ geometry }: Scene, from: number, to: number): Range =>
    visibleColumns(geometry, Math.max(0, from), Math.max(0, to - Math.max(0, from)));

  /** Moves what is painted already and paints only what comes into the picture. */
  const shift = (scene: Scene, before: Corner, after: Corner, width: number, height: number) => {
    if (context === null) return;
    const x = before.left - after.left;
    const y = before.top - after.top;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.globalCompositeOperation = "copy";
    context.drawImage(canvas, Math.round(x * ratio), Math.round(y * ratio));
    context.globalCompositeOperation = "source-over";
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    const lines = linesOf(scene, after.top, after.top + height);
    const columns = columnsOf(scene, after.left, after.left + width);
    if (y < 0) paint(scene, after, linesOf(scene, before.top + height - cellSize, after.top + height), columns);
    if (y > 0) paint(scene, after, linesOf(scene, after.top, before.top + cellSize), columns);
    if (x < 0) paint(scene, after, lines, columnsOf(scene, before.left + width - cellSize, after.left + width));
    if (x > 0) paint(scene, after, lines, columnsOf(scene, after.left, before.left + cellSize));
  };

  const covers = (scene: Scene, corner: Corner): boolean =>
    scene.left >= corner.left &&
    scene.top >= corner.top &&
    scene.left <= corner.left + 2 * margin &&
    scene.top <= corner.top + 2 * margin;

  /** More room ahead than behind, in the direction of the scroll. */
  const cornerFor = (scene: Scene, before: Corner | undefined): Corner => {
    const ahead = (now: number, then: number | undefined) =>
      Math.round(now - margin + (then === undefined ? 0 : Math.sign(now - then - margin) * margin * 0.8));
    return { left: ahead(scene.left, before?.left), top: ahead(scene.top, before?.top) };
  };

  return {
    show: (scene, isNew) => {
      if (context === null || scene.width <= 0 || scene.height <= 0) return;
      const width = scene.width + 2 * margin;
      const height = scene.height + 2 * margin;
      const before = isNew || ratio !== window.devicePixelRatio ? undefined : origin;
      let corner = before;
      if (corner === undefined || !covers(scene, corner)) {
        corner = cornerFor(scene, before);
        const isNear =
          before !== undefined &&
          Math.abs(before.left - corner.left) < width - cellSize &&
          Math.abs(before.top - corner.top) < height - cellSize;
        if (before !== undefined && isNear && Number.isInteger(ratio)) shift(scene, before, corner, width, height);
        else {
          fit(width, height);
          context.setTransform(ratio, 0, 0, ratio, 0, 0);
          context.clearRect(0, 0, width, height);
          const lines = linesOf(scene, corner.top, corner.top + height);
          paint(scene, corner, lines, columnsOf(scene, corner.left, corner.left + width));
        }
        origin = corner;
      }
      canvas.style.transform = `translate(${corner.left - scene.left}px, ${corner.top - scene.top}px)`;
    },
    forget: () => {
      sprites.clear();
      colors.clear();
      origin = undefined;
    },
  };
};
