import "./density-map.css";
import { type MouseEvent, useEffect, useRef } from "react";
import { type DensityLevel, densityLevels, leastCells, toDensity } from "./density-view.ts";
import { toGeometry } from "./geometry-view.ts";
import type { GridViewport, ViewportState } from "./grid-viewport.ts";
import type { MatrixData } from "./matrix-data.ts";
import type { Layout } from "./matrix-view.ts";

export interface DensityMapProps {
  readonly data: MatrixData;
  readonly layout: Layout;
  readonly viewport: GridViewport;
}

const edge = 184;

const levelColors: Readonly<Record<DensityLevel, string>> = {
  none: "--surface-2",
  "near-miss-more": "--near-line",
  "near-miss-1": "--near-line",
  "pin-only": "--pin",
  candidate: "--cand",
  selected: "--sel",
};

/** Everything at once, one dot a pair, and the frame of what is on screen. A picture beside the grid: the keyboard has the grid. */
export const DensityMap = ({ data, layout, viewport }: DensityMapProps) => {
  const canvas = useRef<HTMLCanvasElement>(null);
  const frame = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const element = canvas.current;
    const context = element?.getContext("2d") ?? null;
    if (element === null || context === null) return;
    const draw = () => {
      const size = Math.round(edge * (window.devicePixelRatio || 1));
      element.width = size;
      element.height = size;
      const density = toDensity(data, layout, size);
      const styles = getComputedStyle(element);
      const colors = densityLevels.map((level) => styles.getPropertyValue(levelColors[level]).trim());
      const faint = densityLevels.indexOf("near-miss-more");
      for (let y = 0; y < size; y++) {
        for (let from = 0, x = 1; from < size; x++) {
          const level = density[y * size + from] ?? 0;
          if (x < size && density[y * size + x] === level) continue;
          if (level > 0) {
            context.fillStyle = colors[level] ?? "";
            context.globalAlpha = level === faint ? 0.4 : 1;
            context.fillRect(from, y, x - from, 1);
          }
          from = x;
        }
      }
    };
    // After the grid: the picture can wait, the cells cannot.
    const timer = setTimeout(draw, 50);
    const theme = new MutationObserver(draw);
    theme.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
    return () => {
      clearTimeout(timer);
      theme.disconnect();
    };
  }, [data, layout]);

  useEffect(() => {
    const geometry = toGeometry(layout.models, layout.runtimes);
    const rows = Math.max(leastCells, layout.models.keys.length);
    const columns = Math.max(leastCells, layout.runtimes.keys.length);
    const rowOfLine = (line: number): number => {
      for (let at = Math.min(geometry.lines.length - 1, Math.max(0, Math.floor(line))); at >= 0; at--) {
        const entry = geometry.lines[at];
        if (entry?.kind === "row") return entry.row;
      }
      return 0;
    };
    // A few times a second is enough for a picture beside the grid, and leaves the frames to the grid.
    let timer: ReturnType<typeof setTimeout> | undefined;
    let latest: ViewportState | undefined;
    const show = () => {
      timer = undefined;
      if (frame.current === null || latest === undefined) return;
      const { columnFrom, columnTo, rowFrom, rowTo } = latest;
      const from = rowOfLine(rowFrom);
      const to = rowOfLine(rowTo) + 1;
      Object.assign(frame.current.style, {
        left: `${(columnFrom / columns) * 100}%`,
        width: `${((columnTo - columnFrom) / columns) * 100}%`,
        top: `${(from / rows) * 100}%`,
        height: `${((to - from) / rows) * 100}%`,
      });
    };
    const unsubscribe = viewport.subscribe((state) => {
      latest = state;
      timer ??= setTimeout(show, 80);
    });
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [layout, viewport]);

  const goTo = (event: MouseEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const { length: rows } = layout.models.keys;
    const { length: columns } = layout.runtimes.keys;
    viewport.scrollTo(
      Math.min(rows - 1, Math.floor(((event.clientY - box.top) / box.height) * Math.max(leastCells, rows))),
      Math.min(columns - 1, Math.floor(((event.clientX - box.left) / box.width) * Math.max(leastCells, columns))),
    );
  };

  return (
    <div className="density-map" aria-hidden="true">
      <div className="density-map__title">
        <b>Everything</b>
        <span>
          {layout.models.keys.length.toLocaleString("en")} × {layout.runtimes.keys.length.toLocaleString("en")}
        </span>
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: for the pointer only; the keyboard scrolls the grid itself */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above */}
      <div
        className="density-map__picture"
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={(event) => {
          if (event.buttons === 1) goTo(event);
        }}
        onClick={goTo}
      >
        <canvas ref={canvas} />
        <div ref={frame} className="density-map__frame" />
      </div>
    </div>
  );
};
