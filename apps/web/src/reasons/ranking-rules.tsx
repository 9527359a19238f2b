import { rankSteps } from "@ome-matrix/matcher";
import { Disclosure } from "../ui/disclosure.tsx";
import { PhraseText } from "./phrase-text.tsx";
import { rankStepWords } from "./reason-words.ts";

/** The steps by which OME orders runtimes, for those who want to know. */
export const RankingRules = () => (
  <Disclosure className="disclosure--fold" summary="How OME ranks">
    <ol className="list-decimal pl-8">
      {rankSteps.map((step) => (
        <li key={step}>
          <PhraseText sentence={rankStepWords[step].meaning} />
        </li>
      ))}
    </ol>
  </Disclosure>
);
