import "./notice.css";
import type { ReactNode } from "react";
import { CodeBlock } from "./code-block.tsx";
import { Icon, type IconName } from "./icon.tsx";

export interface NoticeProps {
  readonly tone: "information" | "warning" | "error";
  readonly title?: ReactNode;
  readonly children?: ReactNode;
  /** Advice ready to copy. */
  readonly code?: string | undefined;
  readonly action?: ReactNode;
  readonly icon?: IconName;
}

/** A line above the content that says what is wrong and what to do. It never covers anything. */
export const Notice = ({ tone, title, children, code, action, icon }: NoticeProps) => (
  <div className={`notice notice--${tone}`} role={tone === "error" ? "alert" : "status"}>
    <span className="notice__icon">
      <Icon name={icon ?? (tone === "information" ? "empty" : "warning")} />
    </span>
    <div className="notice__text">
      {title === undefined ? null : <strong>{title} </strong>}
      {children}
      {code === undefined ? null : <CodeBlock text={code} copyLabel="Copy the advice" className="notice__code" />}
    </div>
    {action}
  </div>
);
