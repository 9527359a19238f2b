import { memo } from "react";
import { toRuntimePage } from "../../api/links.ts";
import type { View } from "../../api/queries.ts";
import { classNames } from "../../ui/class-names.ts";
import { Tag } from "../../ui/tag.tsx";
import { GridPart } from "./grid-part.tsx";
import { PlainLink } from "./plain-link.tsx";
import type { ColumnView } from "./row-view.ts";

export interface GridColumnHeadProps {
  readonly column: ColumnView;
  readonly view: View;
  readonly left: number;
  readonly ariaColumnIndex: number;
  readonly isHovered: boolean;
  readonly isFocused: boolean;
  /** The column's name takes the grid's one tab stop. */
  readonly headIsTabStop: boolean;
  readonly onFocusHead: (key: string) => void;
}

export const GridColumnHead = memo(
  ({ column, view, left, ariaColumnIndex, isHovered, isFocused, headIsTabStop, onFocusHead }: GridColumnHeadProps) => (
    <GridPart
      role="columnheader"
      aria-colindex={ariaColumnIndex}
      className={classNames(
        "grid-column",
        isHovered && "grid-column--hovered",
        isFocused && "grid-column--focused",
        column.disabled && "grid-column--disabled",
        column.unreadable && "grid-column--unreadable",
      )}
      style={{ left }}
    >
      <PlainLink
        target={toRuntimePage(column.key, view)}
        className="grid-column__name"
        title={`${column.name}${column.remark}`}
        tabIndex={headIsTabStop ? 0 : -1}
        onFocus={() => onFocusHead(column.key)}
      >
        <span className="sr-only">
          {column.name}
          {column.remark}
        </span>
        <span aria-hidden="true">
          <span className="grid-dim">{column.prefix}</span>
          <bdi>{column.short}</bdi>
          {column.tag === undefined ? null : (
            <>
              {" "}
              <Tag title={column.tag.title}>{column.tag.text}</Tag>
            </>
          )}
        </span>
      </PlainLink>
    </GridPart>
  ),
);
