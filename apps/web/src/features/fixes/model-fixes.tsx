import "./fixes.css";
import type { PairState } from "@ome-matrix/matcher";
import { useQueries } from "@tanstack/react-query";
import { useState } from "react";
import { fixesQuery, type View } from "../../api/queries.ts";
import { PairLink } from "../../reasons/links.tsx";
import type { Phrase } from "../../reasons/phrase.ts";
import { PhraseText } from "../../reasons/phrase-text.tsx";
import { Button } from "../../ui/button.tsx";
import { SectionHeading } from "../../ui/section-heading.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { EvidenceForm } from "./evidence-form.tsx";
import { FixList } from "./fix-list.tsx";
import { farLead, inheritsLead, type NearRuntime, toChoices, whyNotNearest } from "./model-fixes-view.ts";
import { useFixes } from "./use-fixes.ts";

export interface ModelFixesProps {
  readonly modelKey: string;
  /** The nearest runtimes, the nearest first. */
  readonly runtimes: readonly NearRuntime[];
  readonly view: View;
  readonly headingId: string;
}

interface FixesOfRuntimeProps extends Pick<ModelFixesProps, "modelKey" | "view" | "headingId"> {
  readonly runtimeKey: string;
  readonly name: string;
  readonly state: PairState;
  /** Why it is not the nearest runtime that is shown. */
  readonly why: Phrase | undefined;
}

const FixesOfRuntime = ({ modelKey, runtimeKey, name, state, view, headingId, why }: FixesOfRuntimeProps) => {
  const { fixes, evidence, previews } = useFixes(modelKey, runtimeKey, view);
  return (
    <>
      <SectionHeading
        id={headingId}
        note={
          <>
            for{" "}
            <PairLink modelKey={modelKey} runtimeKey={runtimeKey}>
              <bdi>{name}</bdi>
            </PairLink>
            , tried on a copy{fixes === undefined ? "" : ` in ${fixes.namespace}`} and judged again
          </>
        }
      >
        The fix
      </SectionHeading>
      {why === undefined ? null : (
        <p className="fix__lead">
          <PhraseText sentence={why} />
        </p>
      )}
      {fixes === undefined ? null : (
        <>
          {state === "rejected" ? (
            <p className="fix__lead">{fixes.declaresWhenNamed ? inheritsLead : farLead}</p>
          ) : null}
          <FixList
            fixes={fixes}
            pair={{ modelKey, runtimeKey }}
            view={view}
            previews={previews}
            firstIsOpen={state !== "rejected" || fixes.declaresWhenNamed}
          />
          {fixes.asksForIndex || evidence.isGiven ? <EvidenceForm evidence={evidence} indexed={fixes.indexed} /> : null}
        </>
      )}
    </>
  );
};

/** What would make OME serve a model that no runtime is selected for: the least risk among the nearest runtimes. */
export const ModelFixes = ({ modelKey, runtimes, view, headingId }: ModelFixesProps) => {
  const answers = useQueries({ queries: runtimes.map(({ key }) => fixesQuery(modelKey, key, view)) });
  const [chosen, setChosen] = useState<string | undefined>(undefined);
  if (answers.some(({ isPending }) => isPending)) {
    return (
      <>
        <SectionHeading id={headingId}>The fix</SectionHeading>
        <Skeleton label="Working out fixes" lines={20} />
      </>
    );
  }
  const choices = toChoices(
    runtimes,
    answers.map(({ data }) => data),
  );
  const shown = choices.find(({ runtimeKey }) => runtimeKey === chosen) ?? choices[0];
  if (shown === undefined) {
    return (
      <>
        <SectionHeading id={headingId}>The fix</SectionHeading>
        <p className="fix__quiet">The fixes could not be worked out. The page tries again when the cluster changes.</p>
      </>
    );
  }
  // Whoever chose another one knows why it is shown.
  const why =
    chosen === undefined
      ? whyNotNearest(
          runtimes,
          answers.map(({ data }) => data),
          shown.runtimeKey,
        )
      : undefined;
  const others = choices.filter((choice) => choice !== shown && choice.title !== undefined);
  return (
    <>
      <FixesOfRuntime
        key={shown.runtimeKey}
        modelKey={modelKey}
        runtimeKey={shown.runtimeKey}
        name={shown.name}
        state={shown.state}
        view={view}
        headingId={headingId}
        why={why}
      />
      {others.length === 0 ? null : (
        <div className="fix-choice">
          <p>
            {shown.state === "near-miss" || shown.state === "pin-only"
              ? "Fixes for other runtimes that are near:"
              : "Fixes for other runtimes:"}
          </p>
          <ul>
            {others.map(({ runtimeKey, name, title }) => (
              <li key={runtimeKey}>
                <Button look="text" className="fix-choice__button" onClick={() => setChosen(runtimeKey)}>
                  <bdi>{name}</bdi>
                </Button>
                {title === undefined ? null : (
                  <span className="fix-choice__title">
                    <PhraseText sentence={title} />
                  </span>
                )}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
};
