import { readResourceKey } from "@ome-matrix/contract";
import { escapeControls } from "@ome-matrix/matcher";
import { useNavigate } from "@tanstack/react-router";
import { toRuntimePage } from "../../api/links.ts";
import type { View } from "../../api/queries.ts";
import { Callout } from "../../reasons/callout.tsx";
import { DoubtNotice } from "../../reasons/doubt-notice.tsx";
import { FactList } from "../../reasons/fact-list.tsx";
import { NearSection } from "../../reasons/near-section.tsx";
import { ObjectPage, ViewTools } from "../../reasons/object-page.tsx";
import { ObjectSection } from "../../reasons/object-section.tsx";
import { ServiceSection } from "../../reasons/service-section.tsx";
import { DetailColumns, DetailSection } from "../../ui/detail-page.tsx";
import { EntriesTable, ServedTable } from "./runtime-tables.tsx";
import type { RuntimeView } from "./runtime-view.ts";
import { useRuntime } from "./use-runtime.ts";

const Entries = ({ runtime }: { readonly runtime: RuntimeView }) => (
  <DetailSection id="runtime-entries" heading="Entries" note="a model has to agree with one of them in every field">
    {runtime.entries.length === 0 ? (
      <p className="detail-page__quiet">None.</p>
    ) : (
      <EntriesTable entries={runtime.entries} />
    )}
  </DetailSection>
);

const Served = ({ runtime }: { readonly runtime: RuntimeView }) => (
  <DetailSection id="runtime-served" heading="Models it serves" note={`seen from ${runtime.seenFrom}`}>
    {runtime.served.length === 0 ? (
      <p className="detail-page__quiet">None.</p>
    ) : (
      <ServedTable served={runtime.served} />
    )}
  </DetailSection>
);

/** What a runtime declares, and which models that makes it serve. */
export const RuntimePage = ({ runtimeKey, view }: { readonly runtimeKey: string; readonly view: View }) => {
  const navigate = useNavigate();
  const { explanation, runtime, problem, retry } = useRuntime(runtimeKey, view);
  const name = escapeControls(readResourceKey(runtimeKey)?.name ?? runtimeKey);
  return (
    <ObjectPage
      view={view}
      crumbs={["Runtimes"]}
      name={name}
      head={runtime}
      problem={problem}
      onRetry={retry}
      tools={<ViewTools view={view} name={name} onView={(next) => void navigate(toRuntimePage(runtimeKey, next))} />}
    >
      {runtime === undefined || explanation === undefined ? null : (
        <>
          <Callout callout={runtime.callout} />
          <DoubtNotice subject="runtime" shown={[explanation.runtime.kind]} />
          <FactList facts={runtime.facts} />
          <Entries runtime={runtime} />
          <DetailColumns>
            <div>
              <Served runtime={runtime} />
              <ServiceSection
                id="runtime-services"
                services={runtime.services}
                named={{ runtimeKey: explanation.runtime.key }}
              />
            </div>
            <NearSection
              id="runtime-near"
              noun="model"
              rows={runtime.near}
              none={runtime.served.length === 0 ? "None." : "No other model comes near."}
              rest={runtime.rest}
            />
          </DetailColumns>
          <ObjectSection
            id="runtime-yaml"
            what="runtime"
            yaml={explanation.runtimeYaml}
            managedBy={explanation.runtime.managedBy}
          />
          <p className="detail-page__quiet">What OME selects is not a promise that the model loads.</p>
        </>
      )}
    </ObjectPage>
  );
};
