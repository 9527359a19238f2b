import "./fixes.css";
import type { PairState } from "@ome-matrix/matcher";
import type { View } from "../../api/queries.ts";
import { Button } from "../../ui/button.tsx";
import { SectionHeading } from "../../ui/section-heading.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { EvidenceForm } from "./evidence-form.tsx";
import { FixList } from "./fix-list.tsx";
import { inheritsLead } from "./model-fixes-view.ts";
import { useFixes } from "./use-fixes.ts";

export interface PairFixesProps {
  readonly modelKey: string;
  readonly runtimeKey: string;
  readonly view: View;
  readonly state: PairState;
  readonly headingId: string;
}

/** Before the list, where the state of the pair makes it read differently. */
const leads: { readonly [State in PairState]?: string } = {
  candidate: "OME picks another runtime here. This is what makes it pick this one.",
  disabled: "This runtime is disabled for every model. Ask whoever disabled it before you enable it.",
  unknown: "OME evaluates no runtime for a model without a format, so each of these claims what its files are.",
  rejected:
    "This runtime is made for another kind of model, so each of these claims much. Another runtime is the better answer.",
};

/** What can be changed so that OME serves the model with this runtime. */
export const PairFixes = ({ modelKey, runtimeKey, view, state, headingId }: PairFixesProps) => {
  const { fixes, problem, retry, evidence, previews } = useFixes(modelKey, runtimeKey, view);
  const inherits = state === "rejected" && fixes?.declaresWhenNamed === true;
  const lead = fixes === undefined || fixes.cards.length === 0 ? undefined : inherits ? inheritsLead : leads[state];
  return (
    <>
      <SectionHeading
        id={headingId}
        note={
          fixes === undefined ? (
            "tried on a copy and judged again; least risk first"
          ) : (
            <>
              tried on a copy in <bdi>{fixes.namespace}</bdi> and judged again; least risk first
            </>
          )
        }
      >
        Fixes
      </SectionHeading>
      {problem === undefined ? null : (
        <p className="fix__quiet">
          The fixes could not be worked out: {problem.detail}{" "}
          <Button look="text" small onClick={retry}>
            Try again
          </Button>
        </p>
      )}
      {fixes === undefined && problem === undefined ? <Skeleton label="Working out fixes" lines={20} /> : null}
      {fixes === undefined ? null : (
        <>
          {lead === undefined ? null : <p className="fix__lead">{lead}</p>}
          <FixList
            fixes={fixes}
            pair={{ modelKey, runtimeKey }}
            view={view}
            previews={previews}
            firstIsOpen={inherits || (state !== "rejected" && state !== "unknown")}
          />
          {fixes.asksForIndex || evidence.isGiven ? <EvidenceForm evidence={evidence} indexed={fixes.indexed} /> : null}
        </>
      )}
    </>
  );
};
