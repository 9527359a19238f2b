import "./services.css";
import { readResourceKey } from "@ome-matrix/contract";
import { escapeControls } from "@ome-matrix/matcher";
import { Link } from "@tanstack/react-router";
import { toMatrixPage, toModelPage, toServicesPage } from "../../api/links.ts";
import { Callout } from "../../reasons/callout.tsx";
import { DoubtNotice } from "../../reasons/doubt-notice.tsx";
import { FactList } from "../../reasons/fact-list.tsx";
import { NearSection } from "../../reasons/near-section.tsx";
import { NoteList } from "../../reasons/note-list.tsx";
import { ObjectPage } from "../../reasons/object-page.tsx";
import { ObjectSection } from "../../reasons/object-section.tsx";
import { DetailColumns } from "../../ui/detail-page.tsx";
import { Differences, Inheritance, InUse, Ranking, Said } from "./service-sections.tsx";
import { NotSeen } from "./services-page.tsx";
import { useService } from "./use-services.ts";

/** What one InferenceService gets, and why. */
export const ServicePage = ({ serviceKey }: { readonly serviceKey: string }) => {
  const named = readResourceKey(serviceKey);
  const namespace = named?.namespace ?? "";
  const name = named?.name ?? serviceKey;
  const { explanation, page, problem, retry } = useService({ namespace, name });
  // What is gone sees nothing.
  const view = problem === undefined ? { namespace, service: name } : { namespace };
  const foundModel = explanation?.service.foundModel;
  const toModel = foundModel === undefined ? undefined : toModelPage(foundModel.key, view);
  const hasEvidence =
    page !== undefined && (page.checked !== undefined || page.differences.length > 0 || page.inheritance !== undefined);
  return (
    <ObjectPage
      view={view}
      crumbs={[
        <Link key="services" {...toServicesPage({ namespace })}>
          Services
        </Link>,
      ]}
      name={escapeControls(name)}
      head={page}
      problem={problem}
      onRetry={retry}
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
      {page === undefined || explanation === undefined ? null : (
        <>
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
          <DoubtNotice subject="service" shown={[]} />
          <FactList facts={page.facts} />
          <NoteList notes={page.notes} />
          <DetailColumns>
            <div>
              <Ranking page={page} />
              {page.near.length === 0 ? null : (
                <NearSection id="service-near" noun="runtime" rows={page.near} none="None." />
              )}
              <Differences page={page} />
              <Inheritance inheritance={page.inheritance} />
              {hasEvidence ? null : <Said page={page} />}
            </div>
            <div>
              {hasEvidence ? <Said page={page} /> : null}
              <InUse page={page} />
            </div>
          </DetailColumns>
          <ObjectSection
            id="service-yaml"
            what="InferenceService"
            yaml={explanation.serviceYaml}
            managedBy={explanation.service.managedBy}
          />
          <NotSeen />
        </>
      )}
    </ObjectPage>
  );
};
