import type { ReactNode } from "react";
import { Icon, type IconName } from "../../ui/icon.tsx";

export interface FixLineProps {
  readonly icon: IconName;
  readonly tone: "pass" | "attention" | "quiet";
  readonly as?: "p" | "li";
  readonly id?: string;
  readonly children: ReactNode;
}

/** A line that a sign tells apart before its words do. */
export const FixLine = ({ icon, tone, as: Element = "p", id, children }: FixLineProps) => (
  <Element id={id} className="fix-line">
    <span className={`fix-line__icon fix-line__icon--${tone}`}>
      <Icon name={icon} size={14} />
    </span>
    <span className="fix-line__text">{children}</span>
  </Element>
);
