/**
 * The marks as data: one drawing for the page's SVG and for the canvas of a grid. Each fits a square of 20 units.
 */
export type MarkShape =
  | "star"
  | "ring"
  | "pin"
  | "diamond"
  | "diamond-dashed"
  | "dot"
  | "slash"
  | "question"
  | "hatch"
  | "triangle";

export interface MarkStroke {
  readonly path: string;
  /** Stroke width in units; absent: not stroked. */
  readonly width?: number;
  readonly dash?: readonly number[];
  /** `ink`: the mark's colour; `ground`: what is cut out of it; `soft`: the pale fill. */
  readonly fill?: "ink" | "ground" | "soft";
}

/** A circle as a path, since a canvas path understands path data only. */
const circle = (x: number, y: number, radius: number): string =>
  `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0z`;

export const markShapes: Readonly<Record<MarkShape, readonly MarkStroke[]>> = {
  star: [
    { path: "M3 0h14a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3h-14a3 3 0 0 1-3-3v-14a3 3 0 0 1 3-3z", fill: "ink" },
    { path: "M10 3.6l1.9 4.1 4.5.5-3.3 3.1.9 4.4-4-2.2-4 2.2.9-4.4-3.3-3.1 4.5-.5z", fill: "ground" },
  ],
  ring: [{ path: circle(10, 10, 8), width: 1.5 }],
  pin: [{ path: "M7 3.5h6M8 3.5v4.2L5.6 11h8.8L12 7.7V3.5M10 11v5.5", width: 1.5 }],
  diamond: [{ path: "M10 1.2L18.8 10 10 18.8 1.2 10z", width: 1.5, fill: "soft" }],
  "diamond-dashed": [{ path: "M10 1.6L18.4 10 10 18.4 1.6 10z", width: 1, dash: [2.6, 2] }],
  dot: [{ path: circle(10, 10, 1.5), fill: "ink" }],
  slash: [{ path: "M6 14L14 6", width: 1.5 }],
  question: [
    { path: "M7.4 7.6a2.7 2.7 0 1 1 4.1 2.3c-.9.6-1.5 1.1-1.5 2.2", width: 1.4 },
    { path: circle(10, 14.6, 0.9), fill: "ink" },
  ],
  hatch: [{ path: "M2 6l4-4M2 10l8-8M2 14L14 2M2 18L18 2M6 18L18 6M10 18l8-8M14 18l4-4", width: 1 }],
  triangle: [
    { path: "M10 2.5l8 14.5H2z", width: 1.5 },
    { path: "M10 7.5v4.5", width: 1.6 },
    { path: circle(10, 14.4, 1), fill: "ink" },
  ],
};

/** Shapes that leave room for a number. */
export const numberedShapes: readonly MarkShape[] = ["ring", "diamond", "diamond-dashed"];
