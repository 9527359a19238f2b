import "./popover.css";
import { Popover as Primitive } from "radix-ui";
import type { ReactNode } from "react";

export interface PopoverProps {
  /** A button; it gets aria-expanded. */
  readonly trigger: ReactNode;
  /** The popover's accessible name. */
  readonly label: string;
  readonly children: ReactNode;
  readonly align?: "start" | "center" | "end";
}

/** Not modal: the modal form would lock scrolling through an injected style element, which the page's policy forbids. */
export const Popover = ({ trigger, label, children, align = "start" }: PopoverProps) => (
  <Primitive.Root>
    <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
    <Primitive.Portal>
      <Primitive.Content align={align} sideOffset={4} collisionPadding={8} className="popover" aria-label={label}>
        {children}
      </Primitive.Content>
    </Primitive.Portal>
  </Primitive.Root>
);
