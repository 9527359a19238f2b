import { cellSize, type Geometry, type Position } from "./geometry-view.ts";
import type { GridLayers, GridWindow } from "./use-grid-drawing.ts";
import type { Changed } from "./use-matrix.ts";

export interface GridOverlayProps {
  readonly layers: GridLayers;
  readonly geometry: Geometry;
  readonly window: GridWindow;
  readonly hover: Position | undefined;
  /** The pair whose explanation is open. */
  readonly open: Position | undefined;
  readonly changed: Changed | undefined;
  /** Cells that a preview changes. */
  readonly previewed: ReadonlySet<number> | undefined;
  /** By row and by column: the index in the data. */
  readonly models: Int32Array;
  readonly runtimes: Int32Array;
  /** Runtimes in the data: the length of a row of cells. */
  readonly width: number;
}

/** More rings than this are a blur. */
const mostRings = 300;

/** What lies over the painted cells and changes without painting them again: crosshair, rings, flashes. */
export const GridOverlay = ({
  layers,
  geometry,
  window,
  hover,
  open,
  changed,
  previewed,
  ...rest
}: GridOverlayProps) => {
  const place = ({ row, column }: Position) => ({
    left: geometry.columnLeft[column] ?? 0,
    top: (geometry.lineOfRow[row] ?? 0) * cellSize,
  });
  const among = (cells: ReadonlySet<number> | undefined): readonly Position[] => {
    const found: Position[] = [];
    for (let line = window.lineFrom; cells !== undefined && line < window.lineTo; line++) {
      const entry = geometry.lines[line];
      if (entry?.kind !== "row") continue;
      const start = (rest.models[entry.row] ?? -1) * rest.width;
      for (let column = window.columnFrom; column < window.columnTo && found.length < mostRings; column++) {
        if (start >= 0 && cells.has(start + (rest.runtimes[column] ?? -1))) found.push({ row: entry.row, column });
      }
    }
    return found;
  };
  return (
    <div ref={layers.overlay} className="grid-layer grid-overlay" aria-hidden="true">
      {hover === undefined ? null : (
        <>
          <div
            className="grid-tint"
            style={{ left: 0, width: geometry.width, top: place(hover).top, height: cellSize }}
          />
          <div
            className="grid-tint"
            style={{
              left: place(hover).left,
              width: cellSize,
              top: window.lineFrom * cellSize,
              height: (window.lineTo - window.lineFrom) * cellSize,
            }}
          />
          <div className="grid-ring grid-ring--hover" style={place(hover)} />
        </>
      )}
      {open === undefined ? null : <div className="grid-ring grid-ring--open" style={place(open)} />}
      {among(previewed).map((position) => (
        <div
          key={`preview ${position.row} ${position.column}`}
          className="grid-ring grid-ring--preview"
          style={place(position)}
        />
      ))}
      {among(changed?.cells).map((position) => (
        <div
          key={`${changed?.at} ${position.row} ${position.column}`}
          className="grid-ring grid-ring--changed"
          style={place(position)}
        />
      ))}
    </div>
  );
};
