import "./services.css";
import "../../reasons/tone.css";
import { FactList } from "../../reasons/fact-list.tsx";
import { InheritanceDetail } from "../../reasons/inheritance-detail.tsx";
import { plainText } from "../../reasons/phrase.ts";
import { PhraseText } from "../../reasons/phrase-text.tsx";
import { RankingTable } from "../../reasons/ranking-table.tsx";
import { DetailSection } from "../../ui/detail-page.tsx";
import { Disclosure } from "../../ui/disclosure.tsx";
import { LongCodeBlock } from "../../ui/long-code-block.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import type { ServiceInheritanceView } from "./inheritance-view.ts";
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

export const Inheritance = ({ inheritance }: { readonly inheritance: ServiceInheritanceView | undefined }) =>
  inheritance === undefined ? null : (
    <DetailSection id="service-inheritance" heading="Inheritance" note={inheritance.note}>
      <InheritanceDetail inheritance={inheritance} />
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
