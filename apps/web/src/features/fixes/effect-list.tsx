import { plainText } from "../../reasons/phrase.ts";
import { PhraseText } from "../../reasons/phrase-text.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import type { FixCardView } from "./fixes-view.ts";
import { useEffectOf } from "./use-fixes.ts";

/** What the fix changes elsewhere in the matrix, and for which InferenceServices. */
export const EffectList = ({ body }: { readonly body: NonNullable<FixCardView["body"]> }) => {
  const { lines, problem } = useEffectOf(body);
  if (problem !== undefined) {
    return <p className="fix__quiet">What it changes elsewhere could not be worked out: {problem.detail}</p>;
  }
  if (lines === undefined) return <Skeleton label="Working out what it changes elsewhere" lines={4} />;
  return (
    <dl className="fix-effect" aria-label="What it changes elsewhere">
      {lines.map((line) => (
        <div key={line.label}>
          <dt>{line.label}</dt>
          <dd className={line.tone === "attention" ? "fix-effect__attention" : undefined}>
            {line.texts.map((text) => (
              <span key={plainText(text)} className="fix-effect__text">
                <PhraseText sentence={text} />
              </span>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
};
