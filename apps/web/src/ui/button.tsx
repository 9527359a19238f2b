import "./button.css";
import type { ButtonHTMLAttributes, Ref } from "react";
import { classNames } from "./class-names.ts";
import { Icon, type IconName } from "./icon.tsx";

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** `plain` has an edge, `quiet` has none, `primary` stands out, `text` looks like a link. */
  readonly look?: "plain" | "quiet" | "primary" | "text";
  readonly small?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
}

export const Button = ({ look = "plain", small = false, className, type = "button", ...rest }: ButtonProps) => (
  <button
    {...rest}
    type={type}
    className={classNames("button", `button--${look}`, small && "button--small", className)}
  />
);

export interface IconButtonProps extends Omit<ButtonProps, "children"> {
  readonly icon: IconName;
  /** Its accessible name, and the title on hover. */
  readonly label: string;
}

export const IconButton = ({ icon, label, look = "quiet", className, ...rest }: IconButtonProps) => (
  <Button {...rest} look={look} aria-label={label} title={label} className={classNames("button--icon", className)}>
    <Icon name={icon} />
  </Button>
);
