import type { View } from "../../api/queries.ts";
import { StateMark } from "../../reasons/state-mark.tsx";
import { cellSize, type Geometry } from "./geometry-view.ts";
import { GridColumnHead } from "./grid-column-head.tsx";
import { GridPart } from "./grid-part.tsx";
import type { Axis } from "./matrix-view.ts";
import type { ColumnView } from "./row-view.ts";
import type { GridLayers } from "./use-grid-drawing.ts";

export interface GridHeaderProps {
  readonly layers: GridLayers;
  readonly view: View;
  readonly geometry: Geometry;
  readonly runtimes: Axis;
  /** Those in the window: their place in the layout, and what to draw. */
  readonly columns: readonly { readonly column: number; readonly columnView: ColumnView }[];
  readonly hovered: number | undefined;
  /** Of the open or the focused pair. */
  readonly marked: number | undefined;
  /** The column whose name is the grid's tab stop. */
  readonly tabStop: number | undefined;
  readonly onFocusHead: (key: string) => void;
}

const summaries = [
  { state: "selected", title: "Runtimes that OME could pick" },
  { state: "pin-only", title: "Runtimes that work when named" },
  { state: "near-miss", title: "Runtimes that are 1 off" },
] as const;

/** Below fewer columns no more than a letter of the label would fit; the bracket's title has it. */
const fewestToName = 2;

export const GridHeader = ({ layers, view, geometry, runtimes, columns, ...rest }: GridHeaderProps) => {
  const groups = new Set(columns.map(({ column }) => geometry.groupOfColumn[column] ?? 0));
  const firstOfGroup = (group: number) => geometry.columnLeft[geometry.groupOfColumn.indexOf(group)] ?? 0;
  return (
    <GridPart role="row" aria-rowindex={1} className="grid-header">
      <GridPart role="columnheader" aria-colindex={1} className="grid-head grid-corner" data-outside>
        <span className="grid-head__name">Model</span>
        <span className="grid-head__size">Size</span>
        <span className="grid-head__version">Framework</span>
      </GridPart>
      <GridPart role="presentation" className="grid-columns" data-outside>
        <GridPart ref={layers.columns} role="presentation" className="grid-layer">
          {columns.map(({ column, columnView }) => (
            <GridColumnHead
              key={columnView.key}
              column={columnView}
              view={view}
              left={geometry.columnLeft[column] ?? 0}
              ariaColumnIndex={column + 2}
              isHovered={rest.hovered === column}
              isFocused={rest.marked === column}
              headIsTabStop={rest.tabStop === column}
              onFocusHead={rest.onFocusHead}
            />
          ))}
        </GridPart>
      </GridPart>
      <div className="grid-brackets" aria-hidden="true">
        <div ref={layers.brackets} className="grid-layer">
          {[...groups].map((group) => {
            const { label, keys = [] } = runtimes.groups[group] ?? {};
            return label === undefined ? null : (
              <div
                key={label}
                className="grid-bracket"
                title={label}
                style={{ left: firstOfGroup(group), width: keys.length * cellSize }}
              >
                {keys.length < fewestToName ? null : <span>{label}</span>}
              </div>
            );
          })}
        </div>
      </div>
      <GridPart role="presentation" className="grid-sum grid-sum--head" data-outside>
        {summaries.map(({ state, title }) => (
          <GridPart key={state} role="columnheader" title={title}>
            <span className="sr-only">{title}</span>
            <StateMark state={state} differences={state === "near-miss" ? 1 : undefined} size={18} />
          </GridPart>
        ))}
        <GridPart role="columnheader" className="grid-verdict">
          OME selects
        </GridPart>
      </GridPart>
    </GridPart>
  );
};
