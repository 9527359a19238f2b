import "./object-yaml.css";
import type { ModelSummary } from "@ome-matrix/contract";
import { lazy, Suspense } from "react";
import { CodeBlock } from "../ui/code-block.tsx";
import { Tag } from "../ui/tag.tsx";
import { managedByWords } from "./managed-by-words.ts";
import { shownText } from "./phrase.ts";
import { PhraseText } from "./phrase-text.tsx";

/** Highlighting is not worth waiting for: it comes after the page. */
const YamlText = lazy(async () => ({ default: (await import("../ui/yaml-text.tsx")).YamlText }));

export interface ObjectYamlProps {
  readonly yaml: string;
  readonly managedBy: ModelSummary["managedBy"];
  /** `model`, `runtime`, … */
  readonly what: string;
}

/** An object as YAML, with who applied it and what that means for an edit. */
export const ObjectYaml = ({ yaml, managedBy, what }: ObjectYamlProps) => (
  <div className="object-yaml">
    {managedBy.map((manager) => (
      <p key={manager} className="object-yaml__manager">
        <Tag>{managedByWords[manager].title}</Tag> <PhraseText sentence={managedByWords[manager].meaning} />
      </p>
    ))}
    <CodeBlock text={yaml} copyLabel={`Copy the ${what}’s YAML`} wrap={false} className="object-yaml__text">
      <Suspense fallback={shownText(yaml)}>
        <YamlText text={shownText(yaml)} />
      </Suspense>
    </CodeBlock>
  </div>
);
