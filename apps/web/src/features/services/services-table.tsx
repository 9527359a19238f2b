import "./services.css";
import "../../reasons/tone.css";
import { Link } from "@tanstack/react-router";
import { toServicePage } from "../../api/links.ts";
import { LinkProvider } from "../../reasons/links.tsx";
import { PhraseText } from "../../reasons/phrase-text.tsx";
import { StateMark } from "../../reasons/state-mark.tsx";
import { Table } from "../../ui/table.tsx";
import type { ToldView } from "./in-use-view.ts";
import type { ServiceRowView } from "./services-view.ts";

const Told = ({ told }: { readonly told: ToldView }) => (
  <span className={told.tone === "pass" ? undefined : `tone-${told.tone}`}>
    <PhraseText sentence={told.text} />
  </span>
);

const Model = ({ row }: { readonly row: ServiceRowView }) => (
  <>
    <PhraseText sentence={row.model} />
    {row.modelRemark === "" ? null : <span className="services__remark">{row.modelRemark}</span>}
  </>
);

const Asks = ({ row }: { readonly row: ServiceRowView }) =>
  row.asks === "" ? <span className="tone-none">nothing</span> : <bdi>{row.asks}</bdi>;

const Runtime = ({ row }: { readonly row: ServiceRowView }) => (
  <>
    <Told told={row.runtime} />
    {row.how === "" ? null : <span className="services__scope">{row.how}</span>}
  </>
);

interface RowsProps {
  readonly rows: readonly ServiceRowView[];
}

/** One line a service. */
export const ServicesTable = ({ rows }: RowsProps) => (
  <Table label="InferenceServices" className="services-table">
    <thead>
      <tr>
        <th scope="col" className="services-table__mark">
          <span className="sr-only">State</span>
        </th>
        <th scope="col">Service</th>
        <th scope="col">Model</th>
        <th scope="col">Asks for</th>
        <th scope="col">Runtime</th>
        <th scope="col">Declares the model</th>
        <th scope="col">In use</th>
        <th scope="col">Drift</th>
        <th scope="col">Ready</th>
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <LinkProvider key={row.key} view={row.view}>
          <tr>
            <td className="services-table__mark">
              <StateMark state={row.mark} size={18} />
            </td>
            <th scope="row">
              <Link {...toServicePage(row.key)}>
                <bdi>{row.name}</bdi>
              </Link>
              <bdi className="services__scope">{row.namespace}</bdi>
            </th>
            <td>
              <Model row={row} />
            </td>
            <td>
              <Asks row={row} />
            </td>
            <td>
              <Runtime row={row} />
            </td>
            <td>
              <Told told={row.declares} />
            </td>
            <td>
              <Told told={row.inUse} />
            </td>
            <td>
              <Told told={row.drift} />
            </td>
            <td>
              <Told told={row.ready} />
            </td>
          </tr>
        </LinkProvider>
      ))}
    </tbody>
  </Table>
);

/** The same where there is no room for columns. */
export const ServiceCards = ({ rows }: RowsProps) => (
  <ul className="service-cards" aria-label="InferenceServices">
    {rows.map((row) => (
      <LinkProvider key={row.key} view={row.view}>
        <li className="service-card">
          <div className="service-card__head">
            <StateMark state={row.mark} size={20} />
            <div>
              <Link {...toServicePage(row.key)} className="service-card__name">
                <bdi>{row.name}</bdi>
              </Link>{" "}
              <bdi className="tone-none">{row.namespace}</bdi>
            </div>
          </div>
          <dl>
            <dt>Model</dt>
            <dd>
              <Model row={row} />
            </dd>
            <dt>Asks for</dt>
            <dd>
              <Asks row={row} />
            </dd>
            <dt>Runtime</dt>
            <dd>
              <Told told={row.runtime} />
              {row.how === "" ? "" : `, ${row.how}`}
            </dd>
            <dt>Declares it</dt>
            <dd>
              <Told told={row.declares} />
            </dd>
            <dt>In use</dt>
            <dd>
              <Told told={row.inUse} />
            </dd>
            <dt>Drift</dt>
            <dd>
              <Told told={row.drift} />
            </dd>
            <dt>Ready</dt>
            <dd>
              <Told told={row.ready} />
            </dd>
          </dl>
        </li>
      </LinkProvider>
    ))}
  </ul>
);
