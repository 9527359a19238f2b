import "./density-map.css";
import { pairStates } from "@ome-matrix/matcher";
import { type MouseEvent, useEffect, useRef } from "react";
import { wordsOfState } from "../../reasons/state-words.ts";
import { toGeometry } from "./geometry-view.ts";
import type { GridViewport, ViewportState } from "./grid-viewport.ts";
import type { MatrixData } from "./matrix-data.ts";
import { stateNumber } from "./matrix-data.ts";
import type { Layout } from "./matrix-view.ts";

export interface DensityMapProps {
  readonly data: MatrixData;
  readonly layout: Layout;
  readonly viewport: GridViewport;
}

const edge = 184;
/** Few rows do not become bars. */
const leastCells = 24;

/** Everything at once, one dot a pair, and the frame of what is on screen. A picture beside the grid: the keyboard has the grid. */
export const DensityMap = ({ data, layout, viewport }: DensityMapProps) => {
  const canvas = useRef<HTMLCanvasElement>(null);
  const frame = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const element = canvas.current;
    const context = element?.getContext("2d") ?? null;
    if (element === null || context === null) return;
    const draw = () => {
      const ratio = window.devicePixelRatio || 1;
      element.width = edge * ratio;
      element.height = edge * ratio;
      const rows = layout.models.keys.map((key) => data.modelIndex.get(key) ?? -1);
      const columns = layout.runtimes.keys.map((key) => data.runtimeIndex.get(key) ?? -1);
      const width = element.width / Math.max(leastCells, columns.length);
      const height = element.height / Math.max(leastCells, rows.length);
      const styles = getComputedStyle(element);
      const colors = pairStates.map((state) => {
        const name = /--[\w-]+/.exec(wordsOfState(state).color)?.[0] ?? "--text";
        return styles.getPropertyValue(name).trim();
      });
      const near = stateNumber["near-miss"];
      // What matters most is drawn last, on top.
      for (const wanted of [near, stateNumber["pin-only"], stateNumber.candidate, stateNumber.selected]) {
        context.fillStyle = colors[wanted] ?? "";
        for (const [row, model] of rows.entries()) {
          for (const [column, runtime] of columns.entries()) {
            const cell = model * data.runtimes.length + runtime;
            if (model < 0 || runtime < 0 || data.states[cell] !== wanted) continue;
            context.globalAlpha = wanted === near && (data.numbers[cell] ?? 0) > 1 ? 0.4 : 1;
            context.fillRect(column * width, row * height, Math.max(1, width), Math.max(1, height));
          }
        }
      }
      context.globalAlpha = 1;
    };
    draw();
    const theme = new MutationObserver(draw);
    theme.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
    return () => theme.disconnect();
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
