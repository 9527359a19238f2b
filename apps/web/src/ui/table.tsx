import "./table.css";
import type { HTMLAttributes, ReactNode } from "react";
import { classNames } from "./class-names.ts";

export interface Column<Row> {
  readonly head: string;
  /** `name` tells the rows apart, `mark` is a drawing and needs no visible head, `number` stands to the right. */
  readonly look?: "name" | "mark" | "number" | "mono";
  /** Of its head and of its cells. */
  readonly className?: string;
  readonly cell: (row: Row) => ReactNode;
}

export interface TableProps<Row> {
  /** Its accessible name. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string | number;
  /** What sets one row apart: `table__failing` is the class of the row that matters. */
  readonly propsOf?: (row: Row) => HTMLAttributes<HTMLTableRowElement>;
  readonly className?: string;
}

const classOf = <Row,>({ look, className }: Column<Row>) =>
  classNames(look !== undefined && look !== "name" && `table__${look}`, className);

const Head = <Row,>({ column }: { readonly column: Column<Row> }) => (
  <th scope="col" className={classOf(column)}>
    {column.look === "mark" ? <span className="sr-only">{column.head}</span> : column.head}
  </th>
);

const Cell = <Row,>({ column, row }: { readonly column: Column<Row>; readonly row: Row }) =>
  column.look === "name" ? (
    <th scope="row" className={classOf(column)}>
      {column.cell(row)}
    </th>
  ) : (
    <td className={classOf(column)}>{column.cell(row)}</td>
  );

/** A plain table that scrolls sideways when it must. */
export const Table = <Row,>({ label, columns, rows, keyOf, propsOf, className }: TableProps<Row>) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs focus to be scrolled with keys
  <section className={classNames("table-scroll", className)} aria-label={label} tabIndex={0}>
    <table className="table" aria-label={label}>
      <thead>
        <tr>
          {columns.map((column) => (
            <Head key={column.head} column={column} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)} {...propsOf?.(row)}>
            {columns.map((column) => (
              <Cell key={column.head} column={column} row={row} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);
