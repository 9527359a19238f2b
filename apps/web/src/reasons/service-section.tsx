import "./service-table.css";
import "./tone.css";
import { Link } from "@tanstack/react-router";
import { toModelPage, toRuntimePage, toServicePage } from "../api/links.ts";
import { DetailSection } from "../ui/detail-page.tsx";
import { type Column, Table } from "../ui/table.tsx";
import { PhraseText } from "./phrase-text.tsx";
import type { ServiceView } from "./service-view.ts";

/** Whose page this is; it can be seen from each of the services. */
type Named = { readonly modelKey: string } | { readonly runtimeKey: string };

const linkOf = (named: Named, service: ServiceView) => {
  const view = { namespace: service.namespace, service: service.name };
  return "modelKey" in named ? toModelPage(named.modelKey, view) : toRuntimePage(named.runtimeKey, view);
};

const Name = ({ named, service }: { readonly named: Named; readonly service: ServiceView }) => (
  <>
    <Link {...toServicePage(service.key)} className="service-table__service">
      <bdi>{service.title}</bdi>
    </Link>
    <Link {...linkOf(named, service)} className="service-table__from">
      this page seen from it<span className="sr-only">, {service.title}</span>
    </Link>
  </>
);

const Conditions = ({ conditions }: Pick<ServiceView, "conditions">) =>
  conditions.length === 0 ? (
    <span className="tone-none">not reported</span>
  ) : (
    conditions.map((condition) => (
      <span key={condition.text} className="block">
        <span className={`tone-${condition.tone}`}>{condition.text}</span> {condition.detail}
      </span>
    ))
  );

/** What they ask for, and what the page does not say already: the other side. */
const columnsFor = (named: Named): readonly Column<ServiceView>[] => [
  { head: "Service", look: "name", cell: (service) => <Name named={named} service={service} /> },
  "modelKey" in named
    ? { head: "Runtime", cell: ({ runtime }) => <PhraseText sentence={runtime} /> }
    : { head: "Model", cell: ({ model }) => <PhraseText sentence={model} /> },
  {
    head: "Asks for",
    cell: ({ asks }) => (asks === "" ? <span className="tone-none">nothing</span> : <bdi>{asks}</bdi>),
  },
  { head: "Condition", cell: ({ conditions }) => <Conditions conditions={conditions} /> },
];

export interface ServiceSectionProps {
  readonly id: string;
  readonly services: readonly ServiceView[];
  readonly named: Named;
}

/** The InferenceServices that name an object, each with its own page, and the same page as this seen from it. */
export const ServiceSection = ({ id, services, named }: ServiceSectionProps) => {
  const note = `that name this ${"modelKey" in named ? "model" : "runtime"}`;
  return (
    <DetailSection id={id} heading="InferenceServices" note={note}>
      {services.length === 0 ? (
        <p className="detail-page__quiet">None.</p>
      ) : (
        <Table
          label={`InferenceServices ${note}`}
          columns={columnsFor(named)}
          rows={services}
          keyOf={({ key }) => key}
        />
      )}
    </DetailSection>
  );
};
