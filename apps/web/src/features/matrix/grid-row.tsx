import { memo, type ReactNode } from "react";
import { toModelPage } from "../../api/links.ts";
import type { View } from "../../api/queries.ts";
import { classNames } from "../../ui/class-names.ts";
import { Icon } from "../../ui/icon.tsx";
import { Tag } from "../../ui/tag.tsx";
import { GridPart } from "./grid-part.tsx";
import { PlainLink } from "./plain-link.tsx";
import type { RowView } from "./row-view.ts";

const Count = ({ count }: { readonly count: number | undefined }) => (
  <GridPart role="gridcell" className={classNames("grid-count", !count && "grid-count--none")}>
    {count === undefined || count === 0 ? "–" : count.toLocaleString("en")}
  </GridPart>
);

export interface GridRowProps {
  readonly row: RowView;
  readonly view: View;
  readonly top: number;
  /** Position among all lines, the header being 1. */
  readonly ariaRowIndex: number;
  readonly isHovered: boolean;
  readonly isFocused: boolean;
  /** The row's name takes the grid's one tab stop. */
  readonly headIsTabStop: boolean;
  readonly onFocusHead: (key: string) => void;
  /** The focused cell, when it is in this row. */
  readonly children: ReactNode;
}

/** What is real about a row: its name and facts, its summary, and the focused cell. */
export const GridRow = memo(
  ({ row, view, top, ariaRowIndex, isHovered, isFocused, headIsTabStop, onFocusHead, children }: GridRowProps) => (
    <GridPart
      role="row"
      aria-rowindex={ariaRowIndex}
      className={classNames("grid-row", isHovered && "grid-row--hovered", isFocused && "grid-row--focused")}
      style={{ top }}
    >
      <GridPart role="rowheader" aria-colindex={1} className="grid-head" data-outside>
        <span className="grid-head__name">
          <PlainLink
            target={toModelPage(row.key, view)}
            title={row.name}
            tabIndex={headIsTabStop ? 0 : -1}
            onFocus={() => onFocusHead(row.key)}
          >
            <bdi aria-hidden={row.short === row.name ? undefined : true}>{row.short}</bdi>
            {row.short === row.name ? null : <span className="sr-only">{row.name}</span>}
          </PlainLink>
          {row.tags.map((tag) => (
            <Tag key={tag.text} title={tag.title}>
              {tag.text}
            </Tag>
          ))}
        </span>
        <span className="grid-head__size" title={row.size}>
          {row.size ?? "–"}
        </span>
        <span className="grid-head__version" title={row.version}>
          {row.version ?? "–"}
        </span>
      </GridPart>
      {row.sentence === undefined ? null : (
        <GridPart role="gridcell" className="grid-sentence" title={row.sentence}>
          <Icon name="warning" size={18} />
          <span>{row.sentence}</span>
        </GridPart>
      )}
      {children}
      <GridPart role="presentation" className="grid-sum" data-outside>
        <Count count={row.counts?.automatic} />
        <Count count={row.counts?.pinOnly} />
        <Count count={row.counts?.oneOff} />
        <GridPart
          role="gridcell"
          className={`grid-verdict grid-verdict--${row.verdict.tone}`}
          title={row.verdict.title}
        >
          <span className="grid-dim">{row.verdict.prefix}</span>
          {row.verdict.text}
        </GridPart>
      </GridPart>
    </GridPart>
  ),
);
