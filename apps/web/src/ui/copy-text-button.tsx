import { useEffect, useState } from "react";
import { Button, type ButtonProps } from "./button.tsx";
import { Icon } from "./icon.tsx";

export interface CopyTextButtonProps extends Pick<ButtonProps, "look" | "small" | "className"> {
  readonly children: string;
  /** Asked for at the click, so that an address is the newest one. */
  readonly text: () => string;
  /** A longer name for those who do not see what stands beside it; begins with the words on the button. */
  readonly label?: string;
  /** Draw the sign of copying before the words. */
  readonly withIcon?: boolean;
}

/** A button in words that copies; the words say for two seconds whether it worked. */
export const CopyTextButton = ({ children, text, label, withIcon, look = "quiet", ...rest }: CopyTextButtonProps) => {
  const [outcome, setOutcome] = useState<string | undefined>(undefined);
  useEffect(() => {
    if (outcome === undefined) return;
    const timer = setTimeout(() => setOutcome(undefined), 2000);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = () => {
    const written = navigator.clipboard?.writeText(text()) ?? Promise.reject(new Error("no clipboard"));
    written.then(
      () => setOutcome("Copied"),
      () => setOutcome("Could not copy"),
    );
  };
  return (
    <>
      <Button {...rest} look={look} onClick={copy} aria-label={outcome === undefined ? label : undefined}>
        {withIcon === true ? <Icon name={outcome === "Copied" ? "check" : "copy"} size={14} /> : null}
        <span className="copy-text">{outcome ?? children}</span>
      </Button>
      <span role="status" className="sr-only">
        {outcome}
      </span>
    </>
  );
};
