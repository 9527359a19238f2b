import { readResourceKey } from "@ome-matrix/contract";
import { escapeControls } from "@ome-matrix/matcher";
import { Link, useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { toMatrixPage, toModelPage } from "../../api/links.ts";
import type { View } from "../../api/queries.ts";
import { Callout } from "../../reasons/callout.tsx";
import { FactList } from "../../reasons/fact-list.tsx";
import { FieldTable } from "../../reasons/field-table.tsx";
import { LinkProvider } from "../../reasons/links.tsx";
import { NearTable } from "../../reasons/near-table.tsx";
import { NoteList } from "../../reasons/note-list.tsx";
import { ObjectYaml } from "../../reasons/object-yaml.tsx";
import { PhraseText } from "../../reasons/phrase-text.tsx";
import { ProblemState } from "../../reasons/problem-state.tsx";
import { RankingRules } from "../../reasons/ranking-rules.tsx";
import { RestList } from "../../reasons/rest-list.tsx";
import { ServiceTable } from "../../reasons/service-table.tsx";
import { ViewSelect } from "../../reasons/view-select.tsx";
import { Button } from "../../ui/button.tsx";
import { CodeBlock } from "../../ui/code-block.tsx";
import { DetailColumns, DetailPage, DetailSection } from "../../ui/detail-page.tsx";
import { Disclosure } from "../../ui/disclosure.tsx";
import { LongCodeBlock } from "../../ui/long-code-block.tsx";
import { showElement } from "../../ui/scroll-to.ts";
import { SectionHeading } from "../../ui/section-heading.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import type { CommandView, ModelView } from "./model-view.ts";
import type { PipelineView } from "./pipeline-view.ts";
import { RankingTable, SkippedTable } from "./ranking-table.tsx";
import { useModel } from "./use-model.ts";

const Ranking = ({ model }: { readonly model: ModelView }) => (
  <DetailSection headingId="model-ranking">
    <SectionHeading id="model-ranking" note={<>what OME picks from {model.seenFrom}</>}>
      Ranking
    </SectionHeading>
    {model.ranked.length === 0 ? (
      <p className="detail-page__quiet">No runtime qualifies for automatic selection.</p>
    ) : (
      <>
        <RankingTable ranked={model.ranked} />
        <RankingRules className="near-table__more" />
      </>
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
  <DetailSection headingId="model-near">
    <SectionHeading id="model-near" note="fewest differences first">
      Nearest runtimes
    </SectionHeading>
    {model.near.length === 0 ? (
      <p className="detail-page__quiet">
        {model.ranked.length + model.skipped.length === 0 ? "None." : "No other runtime comes near."}
      </p>
    ) : (
      <NearTable rows={model.near} noun="Runtime" label="Nearest runtimes and what differs" />
    )}
    <RestList rest={model.rest} />
  </DetailSection>
);

const Pipeline = ({ pipeline }: { readonly pipeline: PipelineView }) => (
  <DetailSection headingId="model-pipeline">
    <SectionHeading id="model-pipeline" note={<PhraseText sentence={pipeline.against} />}>
      Pipeline
    </SectionHeading>
    <FieldTable label="The model’s pipeline beside the entry" fields={pipeline.fields} />
    <NoteList notes={pipeline.notes} />
  </DetailSection>
);

const ExplainTable = ({ table, commands }: { readonly table: string; readonly commands: CommandView }) => (
  <DetailSection headingId="model-table">
    <SectionHeading id="model-table" note="the table that OME’s command line prints, and the same from here">
      As text
    </SectionHeading>
    <div className="detail-page__pair">
      <CodeBlock text={commands.kubectl} copyLabel="Copy the kubectl command" />
      <CodeBlock text={commands.curl} copyLabel="Copy the curl command" />
    </div>
    <Disclosure className="near-table__more" summary="Show the table">
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
  const data = useModel(modelKey, view);
  const { explanation, model, commands, pipeline, problem, retry } = data;
  const name = escapeControls(readResourceKey(modelKey)?.name ?? modelKey);
  const fix =
    explanation === undefined || model === undefined || model.toFix.length === 0
      ? undefined
      : renderFixes?.({ modelKey: explanation.model.key, runtimes: model.toFix, headingId: "model-fix-heading" });
  return (
    <LinkProvider view={view}>
      <DetailPage
        crumbs={[
          <Link key="matrix" {...toMatrixPage(view)}>
            Matrix
          </Link>,
          "Models",
        ]}
        title={model?.title ?? name}
        tags={model?.tags ?? []}
        tools={
          <>
            <ViewSelect view={view} onChange={(next) => void navigate(toModelPage(modelKey, next))} />
            <Link
              {...toMatrixPage(view)}
              search={{ ...toMatrixPage(view).search, q: name }}
              className="button button--plain"
            >
              Show in matrix
            </Link>
          </>
        }
      >
        {problem === undefined ? null : <ProblemState problem={problem} onRetry={retry} />}
        {problem === undefined && (model === undefined || explanation === undefined) ? (
          <Skeleton label={`Reading ${name}`} lines={10} />
        ) : null}
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
            <FactList facts={model.facts} />
            <Evidence model={model} pipeline={pipeline} fix={fix} />
            <DetailSection headingId="model-services">
              <SectionHeading id="model-services" note="that name this model">
                InferenceServices
              </SectionHeading>
              {model.services.length === 0 ? (
                <p className="detail-page__quiet">None.</p>
              ) : (
                <ServiceTable
                  label="InferenceServices that name this model"
                  services={model.services}
                  page={{ modelKey: explanation.model.key }}
                  column="runtime"
                />
              )}
            </DetailSection>
            {model.table === undefined || commands === undefined ? null : (
              <ExplainTable table={model.table} commands={commands} />
            )}
            <DetailSection headingId="model-yaml">
              <SectionHeading id="model-yaml" note="the fields that matter here">
                Object
              </SectionHeading>
              <Disclosure className="near-table__more" summary="The model as YAML">
                <ObjectYaml what="model" yaml={explanation.modelYaml} managedBy={explanation.model.managedBy} />
              </Disclosure>
            </DetailSection>
            <p className="detail-page__quiet">What OME selects is not a promise that the model loads.</p>
          </>
        )}
      </DetailPage>
    </LinkProvider>
  );
};
