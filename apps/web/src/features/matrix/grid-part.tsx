import type { HTMLAttributes, Ref } from "react";

export interface GridPartProps extends HTMLAttributes<HTMLDivElement> {
  readonly role: "grid" | "row" | "rowheader" | "columnheader" | "gridcell" | "presentation";
  readonly ref?: Ref<HTMLDivElement>;
}

/** A part of a grid whose cells are painted: it has the role that a table's elements would bring by themselves. */
export const GridPart = ({ role, ...rest }: GridPartProps) => <div role={role} {...rest} />;
