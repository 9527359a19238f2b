import "./callout.css";
import type { ReactNode } from "react";
import type { CalloutView } from "./callout-view.ts";
import { plainText } from "./phrase.ts";
import { PhraseText } from "./phrase-text.tsx";
import { StateMark } from "./state-mark.tsx";

/** The answer, before anything else on a page. */
export const Callout = ({ callout, action }: { readonly callout: CalloutView; readonly action?: ReactNode }) => (
  <section className={`callout callout--${callout.tone}`} aria-label="Verdict">
    <StateMark state={callout.state} differences={callout.differences} size={22} />
    <div className="callout__text">
      <p className="callout__verdict">
        <strong>
          <PhraseText sentence={callout.lead} />
        </strong>
        {callout.sentences.map((sentence) => (
          <span key={plainText(sentence)}>
            {" "}
            <PhraseText sentence={sentence} />
          </span>
        ))}
      </p>
      {callout.remarks.map((remark) => (
        <p key={plainText(remark)} className="callout__remark">
          <PhraseText sentence={remark} />
        </p>
      ))}
    </div>
    {action === undefined ? null : <div className="callout__action">{action}</div>}
  </section>
);
