import { plainText } from "../../reasons/phrase.ts";
import { PhraseText } from "../../reasons/phrase-text.tsx";
import { CodeBlock } from "../../ui/code-block.tsx";
import type { VerdictView } from "./verdict-view.ts";

/** The answer in plain words; OME's own sentence apart from them, letter for letter. */
export const VerdictSection = ({ verdict }: { readonly verdict: VerdictView }) => (
  <section className="drawer__section" aria-label="Verdict">
    <p className="verdict">
      <strong>{verdict.lead}</strong>
      {verdict.sentences.map((sentence) => (
        <span key={plainText(sentence)}>
          {" "}
          <PhraseText sentence={sentence} />
        </span>
      ))}
    </p>
    {verdict.points.length === 0 ? null : (
      <ul className="verdict__points">
        {verdict.points.map((point) => (
          <li key={plainText(point)}>
            <PhraseText sentence={point} />
          </li>
        ))}
      </ul>
    )}
    {verdict.omeSentence === undefined ? null : (
      <CodeBlock text={verdict.omeSentence} copyLabel="Copy OME’s sentence" className="verdict__ome">
        <bdi>{verdict.omeShown}</bdi>
      </CodeBlock>
    )}
  </section>
);
