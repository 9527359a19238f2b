import "./section-heading.css";
import type { ReactNode } from "react";

export interface SectionHeadingProps {
  readonly children: ReactNode;
  /** A quiet remark after the title. */
  readonly note?: ReactNode;
  readonly level?: 2 | 3;
  readonly id?: string;
}

export const SectionHeading = ({ children, note, level = 2, id }: SectionHeadingProps) => {
  const Heading = level === 2 ? "h2" : "h3";
  return (
    <div className="section-heading">
      <Heading id={id}>{children}</Heading>
      {note === undefined ? null : <small>{note}</small>}
    </div>
  );
};
