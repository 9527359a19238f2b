import { useEffect, useState } from "react";
import { IconButton } from "./button.tsx";

/** Copies a text; its name says for two seconds whether it worked. */
export const CopyButton = ({ text, label }: { readonly text: string; readonly label: string }) => {
  const [outcome, setOutcome] = useState<"Copied" | "Could not copy; select the text instead" | undefined>(undefined);
  useEffect(() => {
    if (outcome === undefined) return;
    const timer = setTimeout(() => setOutcome(undefined), 2000);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = () => {
    // Without a secure context there is no clipboard; the text stays selectable.
    const written = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error("no clipboard"));
    written.then(
      () => setOutcome("Copied"),
      () => setOutcome("Could not copy; select the text instead"),
    );
  };
  return (
    <span className="copy-button">
      <IconButton small icon={outcome === "Copied" ? "check" : "copy"} label={outcome ?? label} onClick={copy} />
      <span role="status" className="sr-only">
        {outcome}
      </span>
    </span>
  );
};
