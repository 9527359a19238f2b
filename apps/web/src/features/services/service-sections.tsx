import "./services.css";
import "../../reasons/tone.css";
import { FactList } from "../../reasons/fact-list.tsx";
import { plainText } from "../../reasons/phrase.ts";
import { PhraseText } from "../../reasons/phrase-text.tsx";
import { RankingTable } from "../../reasons/ranking-table.tsx";
import { CodeBlock } from "../../ui/code-block.tsx";
import { DetailSection } from "../../ui/detail-page.tsx";
import { Disclosure } from "../../ui/disclosure.tsx";
import { LongCodeBlock } from "../../ui/long-code-block.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { Tag } from "../../ui/tag.tsx";
import type { InheritanceView } from "./inheritance-view.ts";
import type { ConditionView, ServicePageView } from "./service-page-view.ts";

interface PageProps {
  readonly page: ServicePageView;
}

/** OME's own words, to be searched for. */
export const Said = ({ page }: PageProps) => (
  <DetailSection id="service-said" heading="What OME says" note="letter for letter">
    {page.said.length === 0 ? <p className="detail-page__quiet">{page.saidNothing}</p> : null}
    {page.said.map((said) => (
      <div key={said.text} className="said">
        {said.where.map((where) => (
          <p key={plainText(where)} className="said__where">
            <PhraseText sentence={where} />
          </p>
        ))}
        <LongCodeBlock text={said.text} shown={said.shown} copyLabel="Copy OME’s sentence" />
      </div>
    ))}
  </DetailSection>
);

export const Ranking = ({ page }: PageProps) =>
  page.checked === undefined ? null : (
    <DetailSection id="service-ranking" heading="Ranking" note={page.checked}>
      {page.ranking.length === 0 ? (
        <p className="detail-page__quiet">No runtime qualifies for automatic selection.</p>
      ) : (
        <RankingTable rows={page.ranking} />
      )}
    </DetailSection>
  );

/** Why a named runtime does not declare the model. */
export const Differences = ({ page }: PageProps) =>
  page.differences.length === 0 ? null : (
    <DetailSection
      id="service-differences"
      heading="What differs"
      note="between the model and the runtime that is named"
    >
      <ul className="differences">
        {page.differences.map((difference) => (
          <li key={difference.id}>
            <strong>
              <PhraseText sentence={difference.title} />:
            </strong>
            {difference.sentences.map((sentence) => (
              <span key={plainText(sentence)}>
                {" "}
                <PhraseText sentence={sentence} />
              </span>
            ))}
          </li>
        ))}
      </ul>
    </DetailSection>
  );

const Chain = ({ inheritance }: { readonly inheritance: InheritanceView }) => (
  <ol className="chain" aria-label="Chain, root first">
    {inheritance.chain.map((runtime) => (
      <li key={runtime.key} className="chain__link">
        <PhraseText sentence={[runtime.runtime]} />
        {runtime.roles.map((role) => (
          <Tag key={role}>{role}</Tag>
        ))}
        <span className="chain__facts">
          {runtime.scope} · {runtime.own}
        </span>
      </li>
    ))}
  </ol>
);

const mergedColumns: readonly Column<InheritanceView["merged"][number]>[] = [
  { head: "Field", look: "name", cell: ({ field }) => field },
  { head: "Value", cell: ({ value }) => <bdi>{value}</bdi> },
  { head: "From", cell: ({ from }) => <PhraseText sentence={[from]} /> },
];

export const Inheritance = ({ inheritance }: { readonly inheritance: InheritanceView | undefined }) =>
  inheritance === undefined ? null : (
    <DetailSection id="service-inheritance" heading="Inheritance" note={inheritance.note}>
      <Chain inheritance={inheritance} />
      {inheritance.error === undefined ? null : (
        <>
          <p className="note">
            <strong>{inheritance.error.title}</strong> <PhraseText sentence={inheritance.error.meaning} /> Here, child
            first: <bdi>{inheritance.error.names}</bdi>.
          </p>
          <div className="said">
            <CodeBlock text={inheritance.error.text} copyLabel="Copy OME’s text about the chain">
              <bdi>{inheritance.error.shown}</bdi>
            </CodeBlock>
          </div>
        </>
      )}
      {inheritance.merged.length === 0 ? null : (
        <Table
          label="What the runtime is checked with when it is named"
          columns={mergedColumns}
          rows={inheritance.merged}
          keyOf={({ field }) => field}
        />
      )}
      {inheritance.remark === "" ? null : <p className="detail-page__quiet">{inheritance.remark}</p>}
    </DetailSection>
  );

const Message = ({ message }: { readonly message: string }) =>
  message.length > 160 ? (
    <Disclosure summary={`${message.slice(0, 80)}…`}>
      <bdi>{message}</bdi>
    </Disclosure>
  ) : (
    <bdi>{message}</bdi>
  );

const conditionColumns: readonly Column<ConditionView>[] = [
  { head: "Condition", look: "name", cell: ({ type }) => <bdi>{type}</bdi> },
  { head: "Status", cell: ({ status, tone }) => <span className={`tone-${tone}`}>{status}</span> },
  {
    head: "Reason",
    cell: ({ reason }) => (reason === "" ? <span className="tone-none">none</span> : <bdi>{reason}</bdi>),
  },
];

const messageColumn: Column<ConditionView> = {
  head: "Message",
  className: "conditions__message",
  cell: ({ message }) => <Message message={message} />,
};

const Conditions = ({ conditions }: { readonly conditions: readonly ConditionView[] }) => (
  <Table
    label="Conditions"
    className="conditions"
    columns={conditions.some(({ message }) => message !== "") ? [...conditionColumns, messageColumn] : conditionColumns}
    rows={conditions}
    keyOf={({ type }) => type}
  />
);

/** What its own status and labels say. */
export const InUse = ({ page }: PageProps) => (
  <DetailSection id="service-in-use" heading="In use" note="by its own status and labels">
    <FactList facts={page.inUse} />
    {page.conditions.length === 0 ? (
      <p className="detail-page__quiet">Its status has no conditions: OME has not reported anything.</p>
    ) : (
      <Conditions conditions={page.conditions} />
    )}
  </DetailSection>
);
