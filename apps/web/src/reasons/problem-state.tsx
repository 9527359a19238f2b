import type { Problem } from "@ome-matrix/contract";
import { escapeControls } from "@ome-matrix/matcher";
import { Link } from "@tanstack/react-router";
import { toMatrixPage } from "../api/links.ts";
import { Button } from "../ui/button.tsx";
import type { IconName } from "../ui/icon.tsx";
import { PageState } from "../ui/page-state.tsx";
import { ModelLink, PairLink, RuntimeLink } from "./links.tsx";
import { withFullStop } from "./phrase.ts";

interface Words {
  readonly title: string;
  /** Instead of the server's advice, which is for those who ask it themselves. */
  readonly advice?: string;
  readonly icon: IconName;
}

const goneAdvice = "It may have been deleted or renamed since the link was made. The matrix shows what is there now.";

/** Codes that mean something to the reader of a link; every other problem is told with its own title. */
const gone: { readonly [Code in Problem["code"]]?: Words } = {
  "model-not-found": { title: "This link points to a model that is gone", icon: "close", advice: goneAdvice },
  "runtime-not-found": { title: "This link points to a runtime that is gone", icon: "close", advice: goneAdvice },
  "service-not-found": {
    title: "This link points to an InferenceService that is gone",
    icon: "close",
    advice: goneAdvice,
  },
  "namespace-not-found": { title: "This link points to a namespace that is gone", icon: "close", advice: goneAdvice },
  "namespace-not-followed": { title: "This namespace is not followed here", icon: "lock" },
  "not-ready": { title: "The cluster is still being read", icon: "clock" },
};

interface Pair {
  readonly modelKey: string;
  readonly runtimeKey: string;
}

interface SuggestionProps {
  readonly code: Problem["code"];
  readonly name: string;
  readonly pair: Pair | undefined;
}

/** To where the name that was not found would have led. */
const Suggestion = ({ code, name, pair }: SuggestionProps) => {
  const text = <bdi>{escapeControls(name)}</bdi>;
  if (code !== "model-not-found" && code !== "runtime-not-found") return text;
  const isModel = code === "model-not-found";
  if (pair !== undefined) {
    return (
      <PairLink modelKey={isModel ? name : pair.modelKey} runtimeKey={isModel ? pair.runtimeKey : name}>
        {text}
      </PairLink>
    );
  }
  return isModel ? <ModelLink modelKey={name}>{text}</ModelLink> : <RuntimeLink runtimeKey={name}>{text}</RuntimeLink>;
};

const Suggestions = ({ problem, pair }: { readonly problem: Problem; readonly pair: Pair | undefined }) =>
  problem.suggestions === undefined || problem.suggestions.length === 0 ? null : (
    <div>
      Names that come close:
      <ul className="list-disc pl-4">
        {problem.suggestions.map((name) => (
          <li key={name}>
            <Suggestion code={problem.code} name={name} pair={pair} />
          </li>
        ))}
      </ul>
    </div>
  );

export interface ProblemStateProps {
  readonly problem: Problem;
  readonly onRetry: () => void;
  /** Set where a pair was asked for. */
  readonly pair?: Pair;
}

/** Instead of a page or a pair: what the server answered, in its own words, with what to do next. */
export const ProblemState = ({ problem, onRetry, pair }: ProblemStateProps) => {
  const words = gone[problem.code];
  const advice = words?.advice ?? problem.advice;
  return (
    <PageState
      icon={words?.icon ?? "warning"}
      tone={words === undefined ? "error" : "calm"}
      title={words?.title ?? problem.title}
      action={
        <>
          <Button onClick={onRetry}>Try again</Button>
          <Link {...toMatrixPage()}>Go to the matrix</Link>
        </>
      }
    >
      <p>{withFullStop(escapeControls(problem.detail))}</p>
      {advice === "" ? null : <p>{withFullStop(escapeControls(advice))}</p>}
      <Suggestions problem={problem} pair={pair} />
      {problem.id === "" ? null : <p>In the server’s log: {problem.id}</p>}
    </PageState>
  );
};
