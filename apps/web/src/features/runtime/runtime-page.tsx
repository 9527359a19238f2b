import { readResourceKey } from "@ome-matrix/contract";
import { escapeControls } from "@ome-matrix/matcher";
import { Link, useNavigate } from "@tanstack/react-router";
import { toMatrixPage, toRuntimePage } from "../../api/links.ts";
import type { View } from "../../api/queries.ts";
import { Callout } from "../../reasons/callout.tsx";
import { FactList } from "../../reasons/fact-list.tsx";
import { LinkProvider } from "../../reasons/links.tsx";
import { NearTable } from "../../reasons/near-table.tsx";
import { ObjectYaml } from "../../reasons/object-yaml.tsx";
import { ProblemState } from "../../reasons/problem-state.tsx";
import { RestList } from "../../reasons/rest-list.tsx";
import { ServiceTable } from "../../reasons/service-table.tsx";
import { ViewSelect } from "../../reasons/view-select.tsx";
import { DetailColumns, DetailPage, DetailSection } from "../../ui/detail-page.tsx";
import { Disclosure } from "../../ui/disclosure.tsx";
import { SectionHeading } from "../../ui/section-heading.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { EntriesTable, ServedTable } from "./runtime-tables.tsx";
import type { RuntimeView } from "./runtime-view.ts";
import { useRuntime } from "./use-runtime.ts";

const Served = ({ runtime }: { readonly runtime: RuntimeView }) => (
  <DetailSection headingId="runtime-served">
    <SectionHeading id="runtime-served" note={<>seen from {runtime.seenFrom}</>}>
      Models it serves
    </SectionHeading>
    {runtime.served.length === 0 ? (
      <p className="detail-page__quiet">None.</p>
    ) : (
      <ServedTable served={runtime.served} />
    )}
  </DetailSection>
);

const Nearest = ({ runtime }: { readonly runtime: RuntimeView }) => (
  <DetailSection headingId="runtime-near">
    <SectionHeading id="runtime-near" note="fewest differences first">
      Nearest models
    </SectionHeading>
    {runtime.near.length === 0 ? (
      <p className="detail-page__quiet">{runtime.served.length === 0 ? "None." : "No other model comes near."}</p>
    ) : (
      <NearTable rows={runtime.near} noun="Model" label="Nearest models and what differs" />
    )}
    <RestList rest={runtime.rest} />
  </DetailSection>
);

/** What a runtime declares, and which models that makes it serve. */
export const RuntimePage = ({ runtimeKey, view }: { readonly runtimeKey: string; readonly view: View }) => {
  const navigate = useNavigate();
  const { explanation, runtime, problem, retry } = useRuntime(runtimeKey, view);
  const name = escapeControls(readResourceKey(runtimeKey)?.name ?? runtimeKey);
  return (
    <LinkProvider view={view}>
      <DetailPage
        crumbs={[
          <Link key="matrix" {...toMatrixPage(view)}>
            Matrix
          </Link>,
          "Runtimes",
        ]}
        title={runtime?.title ?? name}
        tags={runtime?.tags ?? []}
        tools={
          <>
            <ViewSelect view={view} onChange={(next) => void navigate(toRuntimePage(runtimeKey, next))} />
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
        {problem === undefined && runtime === undefined ? <Skeleton label={`Reading ${name}`} lines={10} /> : null}
        {runtime === undefined || explanation === undefined ? null : (
          <>
            <Callout callout={runtime.callout} />
            <FactList facts={runtime.facts} />
            <DetailSection headingId="runtime-entries">
              <SectionHeading id="runtime-entries" note="a model has to agree with one of them in every field">
                Entries
              </SectionHeading>
              {runtime.entries.length === 0 ? (
                <p className="detail-page__quiet">None.</p>
              ) : (
                <EntriesTable entries={runtime.entries} />
              )}
            </DetailSection>
            <DetailColumns>
              <div>
                <Served runtime={runtime} />
                <DetailSection headingId="runtime-services">
                  <SectionHeading id="runtime-services" note="that name this runtime">
                    InferenceServices
                  </SectionHeading>
                  {runtime.services.length === 0 ? (
                    <p className="detail-page__quiet">None.</p>
                  ) : (
                    <ServiceTable
                      label="InferenceServices that name this runtime"
                      services={runtime.services}
                      page={{ runtimeKey: explanation.runtime.key }}
                      column="model"
                    />
                  )}
                </DetailSection>
              </div>
              <Nearest runtime={runtime} />
            </DetailColumns>
            <DetailSection headingId="runtime-yaml">
              <SectionHeading id="runtime-yaml" note="the fields that matter here">
                Object
              </SectionHeading>
              <Disclosure className="near-table__more" summary="The runtime as YAML">
                <ObjectYaml what="runtime" yaml={explanation.runtimeYaml} managedBy={explanation.runtime.managedBy} />
              </Disclosure>
            </DetailSection>
            <p className="detail-page__quiet">What OME selects is not a promise that the model loads.</p>
          </>
        )}
      </DetailPage>
    </LinkProvider>
  );
};
