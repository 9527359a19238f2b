import { BreakableText } from "../ui/breakable-text.tsx";
import { LongText } from "../ui/long-text.tsx";
import { ModelLink, PairLink, RuntimeLink, ServiceLink } from "./links.tsx";
import type { Part, Phrase } from "./phrase.ts";

const Linked = ({ part }: { readonly part: Extract<Part, { readonly part: "link" }> }) => {
  const text = (
    <bdi>
      <BreakableText text={part.text} />
    </bdi>
  );
  if (part.modelKey !== undefined && part.runtimeKey !== undefined) {
    return (
      <PairLink modelKey={part.modelKey} runtimeKey={part.runtimeKey}>
        {text}
      </PairLink>
    );
  }
  if (part.modelKey !== undefined) return <ModelLink modelKey={part.modelKey}>{text}</ModelLink>;
  if (part.runtimeKey !== undefined) return <RuntimeLink runtimeKey={part.runtimeKey}>{text}</RuntimeLink>;
  return text;
};

const Drawn = ({ part }: { readonly part: Part }) => {
  if (typeof part === "string") return part;
  switch (part.part) {
    case "code":
      return (
        <code className="phrase-code">
          <bdi>
            <LongText text={part.text} />
          </bdi>
        </code>
      );
    case "strong":
      return (
        <strong>
          <bdi>{part.text}</bdi>
        </strong>
      );
    case "link":
      return <Linked part={part} />;
    case "service":
      return (
        <ServiceLink serviceKey={part.serviceKey}>
          <bdi>
            <BreakableText text={part.text} />
          </bdi>
        </ServiceLink>
      );
  }
};

/** A sentence: values in mono and isolated from the direction of the text around them. */
export const PhraseText = ({ sentence }: { readonly sentence: Phrase }) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence never change places
  sentence.map((part, index) => <Drawn key={index} part={part} />);
