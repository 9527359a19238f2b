import "./services.css";
import { readResourceKey } from "@ome-matrix/contract";
import { escapeControls } from "@ome-matrix/matcher";
import { Link } from "@tanstack/react-router";
import { toMatrixPage, toModelPage, toServicesPage } from "../../api/links.ts";
import { Callout } from "../../reasons/callout.tsx";
import { FactList } from "../../reasons/fact-list.tsx";
import { LinkProvider } from "../../reasons/links.tsx";
import { NoteList } from "../../reasons/note-list.tsx";
import { ObjectYaml } from "../../reasons/object-yaml.tsx";
import { ProblemState } from "../../reasons/problem-state.tsx";
import { DetailColumns, DetailPage, DetailSection } from "../../ui/detail-page.tsx";
import { Disclosure } from "../../ui/disclosure.tsx";
import { SectionHeading } from "../../ui/section-heading.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Differences, Inheritance, InUse, Ranking, Said } from "./service-sections.tsx";
import { NotSeen, UnknownKinds } from "./services-page.tsx";
import { useService } from "./use-services.ts";

/** What one InferenceService gets, and why. */
export const ServicePage = ({ serviceKey }: { readonly serviceKey: string }) => {
  const named = readResourceKey(serviceKey);
  const namespace = named?.namespace ?? "";
  const name = named?.name ?? serviceKey;
  const { explanation, page, problem, retry } = useService({ namespace, name });
  const view = { namespace, service: name };
  const shown = escapeControls(name);
  return (
    <LinkProvider view={view}>
      <DetailPage
        crumbs={[
          <Link key="matrix" {...toMatrixPage({ namespace })}>
            Matrix
          </Link>,
          <Link key="services" {...toServicesPage({ namespace })}>
            Services
          </Link>,
        ]}
        title={page?.title ?? shown}
        tags={page?.tags ?? []}
        tools={
          <>
            {explanation?.service.foundModel === undefined ? null : (
              <Link {...toModelPage(explanation.service.foundModel.key, view)} className="button button--plain">
                All runtimes for it
              </Link>
            )}
            <Link {...toMatrixPage(view)} className="button button--plain">
              Matrix seen from it
            </Link>
          </>
        }
      >
        {problem === undefined ? null : <ProblemState problem={problem} onRetry={retry} />}
        {problem === undefined && page === undefined ? <Skeleton label={`Reading ${shown}`} lines={10} /> : null}
        {page === undefined || explanation === undefined ? null : (
          <>
            <UnknownKinds kinds={page.unknownKinds} />
            <Callout callout={page.callout} />
            <FactList facts={page.facts} />
            <NoteList notes={page.notes} />
            <DetailColumns>
              <div>
                <Ranking page={page} />
                <Differences page={page} />
                <Said page={page} />
              </div>
              <div>
                <Inheritance inheritance={page.inheritance} />
                <InUse page={page} />
              </div>
            </DetailColumns>
            <DetailSection headingId="service-yaml">
              <SectionHeading id="service-yaml" note="the fields that matter here">
                Object
              </SectionHeading>
              <Disclosure className="near-table__more" summary="The InferenceService as YAML">
                <ObjectYaml what="service" yaml={explanation.serviceYaml} managedBy={explanation.service.managedBy} />
              </Disclosure>
            </DetailSection>
            <NotSeen />
          </>
        )}
      </DetailPage>
    </LinkProvider>
  );
};
