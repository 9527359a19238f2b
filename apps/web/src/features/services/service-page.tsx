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
import { Differences, Inheritance, InUse, Near, Ranking, Said } from "./service-sections.tsx";
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
  const foundModel = explanation?.service.foundModel;
  const toModel = foundModel === undefined ? undefined : toModelPage(foundModel.key, view);
  const hasEvidence =
    page !== undefined && (page.checked !== undefined || page.differences.length > 0 || page.inheritance !== undefined);
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
          problem === undefined ? (
            <>
              {toModel === undefined ? null : (
                <Link {...toModel} className="button button--plain">
                  All runtimes for it
                </Link>
              )}
              <Link {...toMatrixPage(view)} className="button button--plain">
                Matrix seen from it
              </Link>
            </>
          ) : undefined
        }
      >
        {problem === undefined ? null : <ProblemState problem={problem} onRetry={retry} />}
        {problem === undefined && page === undefined ? <Skeleton label={`Reading ${shown}`} lines={10} /> : null}
        {page === undefined || explanation === undefined ? null : (
          <>
            <UnknownKinds kinds={page.unknownKinds} />
            <Callout
              callout={page.callout}
              action={
                toModel === undefined || page.near.length === 0 ? undefined : (
                  <Link {...toModel} className="button button--primary">
                    Show the fixes
                  </Link>
                )
              }
            />
            <FactList facts={page.facts} />
            <NoteList notes={page.notes} />
            <DetailColumns>
              <div>
                <Ranking page={page} />
                <Near page={page} />
                <Differences page={page} />
                <Inheritance inheritance={page.inheritance} />
                {hasEvidence ? null : <Said page={page} />}
              </div>
              <div>
                {hasEvidence ? <Said page={page} /> : null}
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
