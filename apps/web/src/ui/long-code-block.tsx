import { useState } from "react";
import { Button } from "./button.tsx";
import { CodeBlock } from "./code-block.tsx";

export interface LongCodeBlockProps {
  /** What is copied, always the whole. */
  readonly text: string;
  /** The same as it is shown. */
  readonly shown: string;
  readonly copyLabel: string;
}

/** About five lines. */
const shownFirst = 400;

/** A text that may run to pages: its beginning, the whole on request. */
export const LongCodeBlock = ({ text, shown, copyLabel }: LongCodeBlockProps) => {
  const [whole, setWhole] = useState(false);
  const isLong = shown.length > shownFirst + 100;
  return (
    <>
      <CodeBlock text={text} copyLabel={copyLabel}>
        <bdi>{isLong && !whole ? `${shown.slice(0, shownFirst)}…` : shown}</bdi>
      </CodeBlock>
      {isLong ? (
        <Button look="text" small aria-expanded={whole} onClick={() => setWhole(!whole)}>
          {whole ? "Show less" : `Show all ${shown.length.toLocaleString("en")} characters`}
        </Button>
      ) : null}
    </>
  );
};
