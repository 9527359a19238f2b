import "./object-table.css";
import type { Part } from "./phrase.ts";
import { PhraseText } from "./phrase-text.tsx";

export interface ObjectNameProps {
  readonly link: Part;
  readonly scope: string;
}

/** How a table names an object: the link, and where the object is. */
export const ObjectName = ({ link, scope }: ObjectNameProps) => (
  <>
    <PhraseText sentence={[link]} />
    <bdi className="object-table__scope">{scope}</bdi>
  </>
);
