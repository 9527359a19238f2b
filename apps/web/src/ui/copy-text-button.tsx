import { useEffect, useState } from "react";
import { Button } from "./button.tsx";

export interface CopyTextButtonProps {
  readonly children: string;
  /** Asked for at the click, so that an address is the newest one. */
  readonly text: () => string;
}

/** A button in words that copies; the words say for two seconds whether it worked. */
export const CopyTextButton = ({ children, text }: CopyTextButtonProps) => {
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
      <Button look="quiet" onClick={copy}>
        {outcome ?? children}
      </Button>
      <span role="status" className="sr-only">
        {outcome}
      </span>
    </>
  );
};
