import "./fact-list.css";
import type { FactView } from "./fact-view.ts";
import { PhraseText } from "./phrase-text.tsx";

/** Facts in a row; two columns where there is no room. */
export const FactList = ({ facts }: { readonly facts: readonly FactView[] }) => (
  <dl className="fact-list">
    {facts.map((fact) => (
      <div key={fact.label}>
        <dt>{fact.label}</dt>
        <dd className={`fact-list__text fact-list__text--${fact.tone}`}>
          <PhraseText sentence={fact.text} />
        </dd>
      </div>
    ))}
  </dl>
);
