import { useState } from "react";
import { BreakableText } from "./breakable-text.tsx";
import { Button } from "./button.tsx";

/** Characters of a value that are read at a glance; what is hardly longer is not worth a fold. */
const glance = 200;
const longest = 300;

/** A value; a very long one is folded, since it would push everything else out of sight. */
export const LongText = ({ text }: { readonly text: string }) => {
  const [isUnfolded, setIsUnfolded] = useState(false);
  if (text.length <= longest) return <BreakableText text={text} />;
  return (
    <>
      <BreakableText text={isUnfolded ? text : `${[...text].slice(0, glance).join("")}…`} />{" "}
      <Button look="text" small aria-expanded={isUnfolded} onClick={() => setIsUnfolded(!isUnfolded)}>
        {isUnfolded ? "show less" : `show all ${text.length.toLocaleString("en")} characters`}
      </Button>
    </>
  );
};
