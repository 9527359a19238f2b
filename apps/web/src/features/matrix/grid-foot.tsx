import type { Geometry } from "./geometry-view.ts";
import { GridPart } from "./grid-part.tsx";
import type { ColumnView } from "./row-view.ts";
import type { GridLayers } from "./use-grid-drawing.ts";

export interface GridFootProps {
  readonly layers: GridLayers;
  readonly geometry: Geometry;
  readonly ariaRowIndex: number;
  readonly columns: readonly { readonly column: number; readonly columnView: ColumnView }[];
  /** `72 of 209 models have`, `an automatic runtime`. */
  readonly summary: readonly string[];
}

/** What each runtime serves, below its column. */
export const GridFoot = ({ layers, geometry, ariaRowIndex, columns, summary }: GridFootProps) => (
  <GridPart role="row" aria-rowindex={ariaRowIndex} className="grid-foot" data-outside>
    <GridPart role="rowheader" aria-colindex={1} className="grid-foot__head">
      <span>Models served</span>
      <span className="grid-foot__near">near misses, 1 off</span>
    </GridPart>
    <GridPart role="presentation" className="grid-foot__cells">
      <GridPart ref={layers.foot} role="presentation" className="grid-layer">
        {columns.map(({ column, columnView }) => (
          <GridPart
            key={columnView.key}
            role="gridcell"
            aria-colindex={column + 2}
            aria-label={`${columnView.name} serves ${columnView.served}, ${columnView.oneOff} are 1 off`}
            className="grid-foot__cell"
            style={{ left: geometry.columnLeft[column] ?? 0 }}
          >
            <span className={columnView.served === 0 ? "grid-count--none" : undefined}>{columnView.served || "–"}</span>
            <span className={columnView.oneOff === 0 ? "grid-count--none" : "grid-foot__near"}>
              {columnView.oneOff || "–"}
            </span>
          </GridPart>
        ))}
      </GridPart>
    </GridPart>
    <GridPart role="gridcell" className="grid-foot__sum">
      {summary.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </GridPart>
  </GridPart>
);
