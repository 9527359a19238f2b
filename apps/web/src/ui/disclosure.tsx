import "./disclosure.css";
import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";

export interface DisclosureProps {
  readonly summary: ReactNode;
  readonly children: ReactNode;
  readonly open?: boolean;
  readonly className?: string;
}

/** A line that unfolds: the browser's own details element. */
export const Disclosure = ({ summary, children, open = false, className }: DisclosureProps) => (
  <details className={className === undefined ? "disclosure" : `disclosure ${className}`} open={open}>
    <summary>
      <span className="disclosure__arrow">
        <Icon name="chevron-right" size={12} />
      </span>
      {summary}
    </summary>
    {children}
  </details>
);
