import "./services.css";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { toMatrixPage } from "../../api/links.ts";
import { clusterQuery } from "../../api/queries.ts";
import { DoubtNotice } from "../../reasons/doubt-notice.tsx";
import { troubleOf } from "../../reasons/doubts.ts";
import { NamespaceSelect } from "../../reasons/namespace-select.tsx";
import { ProblemState } from "../../reasons/problem-state.tsx";
import { Button } from "../../ui/button.tsx";
import { DetailPage } from "../../ui/detail-page.tsx";
import { Icon } from "../../ui/icon.tsx";
import { PageState } from "../../ui/page-state.tsx";
import { Segments } from "../../ui/segments.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useMediaQuery } from "../../ui/use-media-query.ts";
import type { ServicesSearch } from "./services-search.ts";
import { ServiceCards, ServicesTable } from "./services-table.tsx";
import type { ServicesView } from "./services-view.ts";
import { useServices } from "./use-services.ts";

export interface ServicesPageProps {
  readonly search: ServicesSearch;
  readonly onSearch: (search: ServicesSearch) => void;
}

const InNamespace = ({ search, onSearch }: ServicesPageProps) => {
  const { namespace, ...rest } = search;
  return (
    <NamespaceSelect
      label="Namespace"
      prefix="Namespace"
      everyWord="all"
      namespace={namespace}
      onChange={(name) => onSearch(name === undefined ? rest : { ...rest, namespace: name })}
    />
  );
};

const Find = ({ search, onSearch }: ServicesPageProps) => {
  const { q: _q, ...rest } = search;
  return (
    <label className="services__find">
      <Icon name="find" size={14} />
      <input
        type="search"
        aria-label="Filter services"
        placeholder="Filter by service, model, runtime"
        value={search.q ?? ""}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onSearch(event.target.value === "" ? rest : { ...rest, q: event.target.value })}
      />
    </label>
  );
};

const Tools = ({ search, onSearch, services }: ServicesPageProps & { readonly services: ServicesView | undefined }) => {
  const { problems: _problems, ...rest } = search;
  return (
    <div className="services__tools">
      <InNamespace search={search} onSearch={onSearch} />
      <Find search={search} onSearch={onSearch} />
      <Segments
        label="Which services"
        value={search.problems === true ? "problems" : "all"}
        options={[
          { value: "all", label: services === undefined ? "All" : `All ${services.found}` },
          { value: "problems", label: services === undefined ? "To look at" : `To look at ${services.problems}` },
        ]}
        onChange={(value) => onSearch(value === "problems" ? { ...rest, problems: true } : rest)}
      />
    </div>
  );
};

/** An empty list and "could not look" are different answers. */
const NoServices = ({ namespace }: { readonly namespace: string | undefined }) => {
  const cluster = useQuery(clusterQuery());
  const kind = cluster.data?.kinds.find((each) => each.kind === "InferenceService");
  if (kind !== undefined && troubleOf(kind) === "unseen") {
    return (
      <PageState icon="lock" title="InferenceServices cannot be seen">
        <p>There may be some. The notice above says what keeps them from being read.</p>
      </PageState>
    );
  }
  return (
    <PageState icon="empty" title="No InferenceServices here">
      <p>{namespace === undefined ? "The cluster has none." : "This namespace has none."}</p>
      <p>
        The <Link {...toMatrixPage({ namespace })}>matrix</Link> shows what OME would pick for each model.
      </p>
    </PageState>
  );
};

const Rows = ({ services, total, search, onSearch }: ServicesPageProps & { services: ServicesView; total: number }) => {
  const isNarrow = useMediaQuery("(max-width: 760px)");
  if (total === 0) return <NoServices namespace={search.namespace} />;
  if (services.rows.length === 0) {
    const { q: _q, problems: _problems, ...rest } = search;
    return (
      <PageState
        icon="find"
        title={search.problems === true && services.found > 0 ? "Nothing to look at" : "No service matches the filter"}
        action={<Button onClick={() => onSearch(rest)}>Show all services</Button>}
      />
    );
  }
  return isNarrow ? <ServiceCards rows={services.rows} /> : <ServicesTable rows={services.rows} />;
};

/** What is said of things that are not seen here. */
export const NotSeen = () => (
  <p className="services__note">
    “In use” is what a service’s own status and labels say. Which runtime OME picked is written on the workload that it
    generates, and this account may not read workloads: only the kinds of OME, and namespaces.
  </p>
);

/** Every InferenceService with what it gets, those to look at first. */
export const ServicesPage = ({ search, onSearch }: ServicesPageProps) => {
  const { services, total, problem, retry } = useServices(search);
  return (
    <DetailPage
      crumbs={[
        <Link key="matrix" {...toMatrixPage({ namespace: search.namespace })}>
          Matrix
        </Link>,
      ]}
      title="Services"
      tags={[]}
      tools={services === undefined ? undefined : <span className="services__summary">{services.summary}</span>}
    >
      <Tools search={search} onSearch={onSearch} services={services} />
      {problem === undefined ? null : <ProblemState problem={problem} onRetry={retry} />}
      {problem === undefined && services === undefined ? <Skeleton label="Reading the services" lines={10} /> : null}
      {services === undefined ? null : (
        <>
          {total === 0 ? null : <DoubtNotice subject="services" shown={[]} />}
          <Rows services={services} total={total} search={search} onSearch={onSearch} />
          {services.rows.length === 0 ? null : <NotSeen />}
        </>
      )}
    </DetailPage>
  );
};
