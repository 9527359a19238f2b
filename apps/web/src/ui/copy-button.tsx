import { useEffect, useState } from "react";
import { IconButton } from "./button.tsx";

/** Copies a text; says so for two seconds. */
export const CopyButton = ({ text, label }: { readonly text: string; readonly label: string }) => {
  const [outcome, setOutcome] = useState<"copied" | "failed" | undefined>(undefined);
  useEffect(() => {
    if (outcome === undefined) return;
    const timer = setTimeout(() => setOutcome(undefined), 2000);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = () => {
    // Without a secure context there is no clipboard; the text stays selectable.
    const written = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error("no clipboard"));
    written.then(
      () => setOutcome("copied"),
      () => setOutcome("failed"),
    );
  };
  return (
    <span className="copy-button">
      <IconButton small icon={outcome === "copied" ? "check" : "copy"} label={label} onClick={copy} />
      <span role="status" className="sr-only">
        {outcome === "copied" ? "Copied" : outcome === "failed" ? "Could not copy; select the text instead" : ""}
      </span>
    </span>
  );
};
