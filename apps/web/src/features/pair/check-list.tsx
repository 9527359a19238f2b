import "../../reasons/tone.css";
import { plainText } from "../../reasons/phrase.ts";
import { PhraseText } from "../../reasons/phrase-text.tsx";
import type { CheckView } from "./checks-view.ts";

const outcomes = {
  passed: { sign: "✓", word: "passed", tone: "pass" },
  failed: { sign: "✕", word: "failed", tone: "fail" },
  "not-reached": { sign: "○", word: "not reached", tone: "none" },
} as const;

/** OME's checks in its order; those it does not reach still say what they would. */
export const CheckList = ({ checks }: { readonly checks: readonly CheckView[] }) => (
  <ol className="check-list">
    {checks.map((check) => {
      const outcome = outcomes[check.outcome];
      return (
        <li key={check.gate} className="check">
          <span className={`check__sign tone-${outcome.tone}`} aria-hidden="true">
            {outcome.sign}
          </span>
          <span className="check__title" title={plainText(check.meaning)}>
            {check.number} {check.title}
          </span>
          <span className={`check__outcome tone-${outcome.tone}`}>{outcome.word}</span>
          <span className="check__detail">
            <PhraseText sentence={check.detail} />
            {check.why === undefined ? null : (
              <span className="check__why">
                <PhraseText sentence={check.why} />
              </span>
            )}
          </span>
        </li>
      );
    })}
  </ol>
);
