import { readResourceKey } from "@ome-matrix/contract";
import { escapeControls } from "@ome-matrix/matcher";
import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { toModelPage } from "../../api/links.ts";
import type { View } from "../../api/queries.ts";
import { Callout } from "../../reasons/callout.tsx";
import { DoubtNotice } from "../../reasons/doubt-notice.tsx";
import { FactList } from "../../reasons/fact-list.tsx";
import { FieldTable } from "../../reasons/field-table.tsx";
import { NearSection } from "../../reasons/near-section.tsx";
import { NoteList } from "../../reasons/note-list.tsx";
import { ObjectPage, ViewTools } from "../../reasons/object-page.tsx";
import { ObjectSection } from "../../reasons/object-section.tsx";
import { PhraseText } from "../../reasons/phrase-text.tsx";
import { RankingTable } from "../../reasons/ranking-table.tsx";
import { ServiceSection } from "../../reasons/service-section.tsx";
import { Button } from "../../ui/button.tsx";
import { CodeBlock } from "../../ui/code-block.tsx";
import { DetailColumns, DetailSection } from "../../ui/detail-page.tsx";
import { Disclosure } from "../../ui/disclosure.tsx";
import { LongCodeBlock } from "../../ui/long-code-block.tsx";
import { showElement } from "../../ui/scroll-to.ts";
import { SectionHeading } from "../../ui/section-heading.tsx";
import type { CommandView, ModelView } from "./model-view.ts";
import type { PipelineView } from "./pipeline-view.ts";
import { SkippedTable } from "./skipped-table.tsx";
import { useModel } from "./use-model.ts";

const Ranking = ({ model }: { readonly model: ModelView }) => (
  <DetailSection id="model-ranking" heading="Ranking" note={`what qualifies ${model.seenFrom}`}>
    {model.ranked.length === 0 ? (
      <p className="detail-page__quiet">No runtime qualifies for automatic selection.</p>
    ) : (
      <RankingTable rows={model.ranked} />
    )}
    {model.message === undefined ? null : (
      <>
        <p className="detail-page__label">OME’s sentence for an InferenceService here:</p>
        <LongCodeBlock
          text={model.message}
          shown={model.messageShown ?? model.message}
          copyLabel="Copy OME’s sentence"
        />
      </>
    )}
    {model.skipped.length === 0 ? null : (
      <div className="detail-page__section">
        <SectionHeading level={3} note="they match, but an InferenceService has to name them">
          Pin only
        </SectionHeading>
        <SkippedTable skipped={model.skipped} />
      </div>
    )}
  </DetailSection>
);

const Nearest = ({ model }: { readonly model: ModelView }) => (
  <NearSection
    id="model-near"
    noun="runtime"
    rows={model.near}
    none={model.ranked.length + model.skipped.length === 0 ? "None." : "No other runtime comes near."}
    rest={model.rest}
  />
);

const Pipeline = ({ pipeline }: { readonly pipeline: PipelineView }) => (
  <DetailSection id="model-pipeline" heading="Pipeline" note={<PhraseText sentence={pipeline.against} />}>
    <FieldTable label="The model’s pipeline beside the entry" fields={pipeline.fields} />
    <NoteList notes={pipeline.notes} />
  </DetailSection>
);

const ExplainTable = ({ table, commands }: { readonly table: string; readonly commands: CommandView }) => (
  <DetailSection
    id="model-table"
    heading="As text"
    note="the table that OME’s command line prints, and the same from here"
  >
    <div className="detail-page__pair">
      <CodeBlock text={commands.kubectl} copyLabel="Copy the kubectl command" />
      <CodeBlock text={commands.curl} copyLabel="Copy the curl command" />
    </div>
    <Disclosure className="disclosure--fold" summary="Show the table">
      <CodeBlock text={table} copyLabel="Copy the table" wrap={false} />
    </Disclosure>
  </DetailSection>
);

export interface ModelPageProps {
  readonly modelKey: string;
  readonly view: View;
  /** Draws what would make OME serve the model; another feature does that. */
  readonly renderFixes?: ((what: FixesOf) => ReactNode) | undefined;
}

export interface FixesOf {
  readonly modelKey: string;
  readonly runtimes: ModelView["toFix"];
  /** Its heading carries this. */
  readonly headingId: string;
}

const fixId = "model-fix";

const Evidence = ({
  model,
  pipeline,
  fix,
}: {
  readonly model: ModelView;
  readonly pipeline: PipelineView | undefined;
  readonly fix: ReactNode;
}) => {
  const pipelineSection = pipeline === undefined ? null : <Pipeline pipeline={pipeline} />;
  if (fix === undefined) {
    return (
      <DetailColumns>
        <Ranking model={model} />
        <div>
          <Nearest model={model} />
          {pipelineSection}
        </div>
      </DetailColumns>
    );
  }
  return (
    <DetailColumns>
      <div>
        <Ranking model={model} />
        <Nearest model={model} />
        {pipelineSection}
      </div>
      <section id={fixId} className="detail-page__section" tabIndex={-1} aria-label="The fix">
        {fix}
      </section>
    </DetailColumns>
  );
};

/** Which runtime OME picks for a model, and why not the others. */
export const ModelPage = ({ modelKey, view, renderFixes }: ModelPageProps) => {
  const navigate = useNavigate();
  const { explanation, model, commands, pipeline, problem, retry } = useModel(modelKey, view);
  const name = escapeControls(readResourceKey(modelKey)?.name ?? modelKey);
  const fix =
    explanation === undefined || model === undefined || model.toFix.length === 0
      ? undefined
      : renderFixes?.({ modelKey: explanation.model.key, runtimes: model.toFix, headingId: "model-fix-heading" });
  return (
    <ObjectPage
      view={view}
      crumbs={["Models"]}
      name={name}
      head={model}
      problem={problem}
      onRetry={retry}
      tools={<ViewTools view={view} name={name} onView={(next) => void navigate(toModelPage(modelKey, next))} />}
    >
      {model === undefined || explanation === undefined ? null : (
        <>
          <Callout
            callout={model.callout}
            action={
              fix === undefined ? undefined : (
                <Button look="primary" onClick={() => showElement(fixId)}>
                  Show the fix
                </Button>
              )
            }
          />
          <DoubtNotice subject="model" shown={[explanation.model.kind]} />
          <FactList facts={model.facts} />
          <Evidence model={model} pipeline={pipeline} fix={fix} />
          <ServiceSection id="model-services" services={model.services} named={{ modelKey: explanation.model.key }} />
          {model.table === undefined || commands === undefined ? null : (
            <ExplainTable table={model.table} commands={commands} />
          )}
          <ObjectSection
            id="model-yaml"
            what="model"
            yaml={explanation.modelYaml}
            managedBy={explanation.model.managedBy}
          />
          <p className="detail-page__quiet">What OME selects is not a promise that the model loads.</p>
        </>
      )}
    </ObjectPage>
  );
};
