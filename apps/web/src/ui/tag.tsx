import "./tag.css";
import type { ReactNode } from "react";

/** A short fact beside a name. */
export const Tag = ({ children, title }: { readonly children: ReactNode; readonly title?: string | undefined }) => (
  <span className="tag" title={title}>
    {children}
  </span>
);
