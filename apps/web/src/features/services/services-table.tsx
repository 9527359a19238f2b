import "./services.css";
import "../../reasons/tone.css";
import { Link } from "@tanstack/react-router";
import { toServicePage } from "../../api/links.ts";
import { LinkProvider } from "../../reasons/links.tsx";
import { ObjectName } from "../../reasons/object-name.tsx";
import { PhraseText } from "../../reasons/phrase-text.tsx";
import { StateMark } from "../../reasons/state-mark.tsx";
import { type Column, Table } from "../../ui/table.tsx";
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
    {row.how === "" ? null : <span className="object-table__scope">{row.how}</span>}
  </>
);

interface RowsProps {
  readonly rows: readonly ServiceRowView[];
}

const columns: readonly Column<ServiceRowView>[] = [
  { head: "State", look: "mark", cell: ({ mark }) => <StateMark state={mark} size={18} /> },
  {
    head: "Service",
    look: "name",
    cell: ({ key, name, namespace }) => (
      <ObjectName link={{ part: "service", text: name, serviceKey: key }} scope={namespace} />
    ),
  },
  { head: "Model", cell: (row) => <Model row={row} /> },
  { head: "Asks for", cell: (row) => <Asks row={row} /> },
  { head: "Runtime", cell: (row) => <Runtime row={row} /> },
  { head: "Declares the model", cell: ({ declares }) => <Told told={declares} /> },
  { head: "In use", cell: ({ inUse }) => <Told told={inUse} /> },
  { head: "Drift", cell: ({ drift }) => <Told told={drift} /> },
  { head: "Ready", cell: ({ ready }) => <Told told={ready} /> },
];

/** What a service links to is seen from it. */
const seenFromRow = ({ cell, ...column }: Column<ServiceRowView>): Column<ServiceRowView> => ({
  ...column,
  cell: (row) => <LinkProvider view={row.view}>{cell(row)}</LinkProvider>,
});

/** One line a service. */
export const ServicesTable = ({ rows }: RowsProps) => (
  <Table
    label="InferenceServices"
    columns={columns.map(seenFromRow)}
    rows={rows}
    keyOf={({ key }) => key}
    className="services-table"
  />
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
