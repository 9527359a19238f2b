import "./service-table.css";
import "./tone.css";
import { Link } from "@tanstack/react-router";
import { toModelPage, toRuntimePage, toServicePage } from "../api/links.ts";
import { Table } from "../ui/table.tsx";
import { PhraseText } from "./phrase-text.tsx";
import type { ServiceView } from "./service-view.ts";

export interface ServiceTableProps {
  readonly label: string;
  readonly services: readonly ServiceView[];
  /** The page that can be seen from each of the services. */
  readonly page: { readonly modelKey: string } | { readonly runtimeKey: string };
  /** What the page does not say already. */
  readonly column: "runtime" | "model";
}

const linkOf = (page: ServiceTableProps["page"], service: ServiceView) => {
  const view = { namespace: service.namespace, service: service.name };
  return "modelKey" in page ? toModelPage(page.modelKey, view) : toRuntimePage(page.runtimeKey, view);
};

/** InferenceServices, each with its own page, and the same page as this seen from it. */
export const ServiceTable = ({ label, services, page, column }: ServiceTableProps) => (
  <Table label={label}>
    <thead>
      <tr>
        <th scope="col">Service</th>
        <th scope="col">{column === "runtime" ? "Runtime" : "Model"}</th>
        <th scope="col">Asks for</th>
        <th scope="col">Condition</th>
      </tr>
    </thead>
    <tbody>
      {services.map((service) => (
        <tr key={service.key}>
          <th scope="row" className="font-normal">
            <Link {...toServicePage(service.key)} className="service-table__service">
              <bdi>{service.title}</bdi>
            </Link>
            <Link {...linkOf(page, service)} className="service-table__from">
              this page seen from it<span className="sr-only">, {service.title}</span>
            </Link>
          </th>
          <td>
            <PhraseText sentence={service[column]} />
          </td>
          <td>{service.asks === "" ? <span className="tone-none">nothing</span> : <bdi>{service.asks}</bdi>}</td>
          <td>
            {service.conditions.length === 0 ? <span className="tone-none">not reported</span> : null}
            {service.conditions.map((condition) => (
              <span key={condition.text} className="block">
                <span className={`tone-${condition.tone}`}>{condition.text}</span> {condition.detail}
              </span>
            ))}
          </td>
        </tr>
      ))}
    </tbody>
  </Table>
);
