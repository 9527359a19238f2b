import "./page-state.css";
import type { ReactNode } from "react";
import { CodeBlock } from "./code-block.tsx";
import { Icon, type IconName } from "./icon.tsx";

export interface PageStateProps {
  readonly icon: IconName;
  readonly title: string;
  readonly children?: ReactNode;
  /** A command or a rule ready to copy. */
  readonly code?: string | undefined;
  /** Buttons or links: the next step. */
  readonly action?: ReactNode;
  readonly tone?: "calm" | "error";
  /** It is the whole page, and its title the page's. */
  readonly isPage?: boolean;
}

/** Instead of content: what is empty, missing or wrong, and what to do next. */
export const PageState = ({ icon, title, children, code, action, tone = "calm", isPage = false }: PageStateProps) => (
  <div className={`page-state page-state--${tone}`} role={tone === "error" ? "alert" : "status"}>
    <span className="page-state__icon">
      <Icon name={icon} size={20} />
    </span>
    {isPage ? <h1>{title}</h1> : <h2>{title}</h2>}
    {children === undefined ? null : <div className="page-state__text">{children}</div>}
    {code === undefined ? null : <CodeBlock text={code} copyLabel="Copy" />}
    {action === undefined ? null : <div className="page-state__action">{action}</div>}
  </div>
);
