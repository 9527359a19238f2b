import "./code-block.css";
import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";
import { CopyButton } from "./copy-button.tsx";

export interface CodeBlockProps {
  /** What is copied, and shown unless `children` is given. */
  readonly text: string;
  /** What it is, for the copy button's name: `Copy the command`. */
  readonly copyLabel?: string;
  /** Break long lines instead of scrolling. */
  readonly wrap?: boolean;
  /** The same text with highlighting. */
  readonly children?: ReactNode;
  readonly className?: string;
}

/** What OME or a shell reads, letter for letter, with a button that copies it. */
export const CodeBlock = ({ text, copyLabel = "Copy", wrap = true, children, className }: CodeBlockProps) => (
  <div className={classNames("code-block", className)}>
    {/* A block that scrolls must be reachable with the keyboard. */}
    {wrap ? (
      <pre className="code-block__text code-block__text--wrap">{children ?? text}</pre>
    ) : (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs focus to be scrolled with keys
      <pre className="code-block__text" tabIndex={0}>
        {children ?? text}
      </pre>
    )}
    <CopyButton text={text} label={copyLabel} />
  </div>
);
