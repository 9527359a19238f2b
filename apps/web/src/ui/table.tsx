import "./table.css";
import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

export interface TableProps {
  /** Its accessible name. */
  readonly label: string;
  readonly children: ReactNode;
  readonly className?: string;
}

/**
 * A plain table that scrolls sideways when it must. Classes for its cells: `table__number` (right), `table__mono`, and
 * `table__failing` for the row that matters.
 */
export const Table = ({ label, children, className }: TableProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs focus to be scrolled with keys
  <section className={classNames("table-scroll", className)} aria-label={label} tabIndex={0}>
    <table className="table" aria-label={label}>
      {children}
    </table>
  </section>
);
