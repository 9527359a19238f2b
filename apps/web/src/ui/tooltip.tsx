import "./tooltip.css";
import { Tooltip as Primitive } from "radix-ui";
import type { ReactNode } from "react";

export interface TooltipProps {
  readonly content: ReactNode;
  /** One element that can take focus. */
  readonly children: ReactNode;
  readonly side?: "top" | "right" | "bottom" | "left";
}

export const TooltipProvider = ({ children }: { readonly children: ReactNode }) => (
  <Primitive.Provider delayDuration={300}>{children}</Primitive.Provider>
);

export const Tooltip = ({ content, children, side = "top" }: TooltipProps) => (
  <Primitive.Root>
    <Primitive.Trigger asChild>{children}</Primitive.Trigger>
    <Primitive.Portal>
      <Primitive.Content side={side} sideOffset={4} collisionPadding={8} className="tooltip">
        {content}
      </Primitive.Content>
    </Primitive.Portal>
  </Primitive.Root>
);
