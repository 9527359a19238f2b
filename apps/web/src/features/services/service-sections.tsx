import "./services.css";
import "../../reasons/near-table.css";
import "../../reasons/tone.css";
import { FactList } from "../../reasons/fact-list.tsx";
import { NearTable } from "../../reasons/near-table.tsx";
import { plainText } from "../../reasons/phrase.ts";
import { PhraseText } from "../../reasons/phrase-text.tsx";
import { StateMark } from "../../reasons/state-mark.tsx";
import { CodeBlock } from "../../ui/code-block.tsx";
import { DetailSection } from "../../ui/detail-page.tsx";
import { Disclosure } from "../../ui/disclosure.tsx";
import { LongCodeBlock } from "../../ui/long-code-block.tsx";
import { SectionHeading } from "../../ui/section-heading.tsx";
import { Table } from "../../ui/table.tsx";
import { Tag } from "../../ui/tag.tsx";
import type { InheritanceView } from "./inheritance-view.ts";
import type { ConditionView, ServicePageView, StandingView } from "./service-page-view.ts";

interface PageProps {
  readonly page: ServicePageView;
}

/** OME's own words, to be searched for. */
export const Said = ({ page }: PageProps) => (
  <DetailSection headingId="service-said">
    <SectionHeading id="service-said" note="letter for letter">
      What OME says
    </SectionHeading>
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

const shownFirst = 6;

const RankingTable = ({ rows, label }: { readonly rows: readonly StandingView[]; readonly label: string }) => (
  <Table label={label} className="near-table">
    <thead>
      <tr>
        <th scope="col" className="near-table__mark">
          <span className="sr-only">Rank</span>
        </th>
        <th scope="col">Runtime</th>
        <th scope="col" className="table__number">
          Score
        </th>
        <th scope="col" className="pl-3">
          Before the next by
        </th>
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <tr key={row.key}>
          <td>
            <StateMark state={row.rank === 1 ? "selected" : "candidate"} rank={row.rank} size={18} labelled />
          </td>
          <th scope="row">
            <PhraseText sentence={[row.runtime]} />
            <bdi className="near-table__scope">{row.scope}</bdi>
          </th>
          <td className="table__number">{row.score}</td>
          <td className="pl-3">
            <PhraseText sentence={row.decidedBy} />
          </td>
        </tr>
      ))}
    </tbody>
  </Table>
);

export const Ranking = ({ page }: PageProps) =>
  page.checked === undefined ? null : (
    <DetailSection headingId="service-ranking">
      <SectionHeading id="service-ranking" note={page.checked}>
        Ranking
      </SectionHeading>
      {page.ranking.length === 0 ? (
        <p className="detail-page__quiet">No runtime qualifies for automatic selection.</p>
      ) : (
        <RankingTable rows={page.ranking.slice(0, shownFirst)} label="Runtimes in rank order" />
      )}
      {page.ranking.length <= shownFirst ? null : (
        <Disclosure className="near-table__more" summary={`+${page.ranking.length - shownFirst} more that qualify`}>
          <RankingTable rows={page.ranking.slice(shownFirst)} label="Runtimes in rank order, continued" />
        </Disclosure>
      )}
    </DetailSection>
  );

/** What comes near where nothing is selected. */
export const Near = ({ page }: PageProps) =>
  page.near.length === 0 ? null : (
    <DetailSection headingId="service-near">
      <SectionHeading id="service-near" note="fewest differences first">
        Nearest runtimes
      </SectionHeading>
      <NearTable rows={page.near} noun="Runtime" label="Nearest runtimes and what differs" />
    </DetailSection>
  );

/** Why a named runtime does not declare the model. */
export const Differences = ({ page }: PageProps) =>
  page.differences.length === 0 ? null : (
    <DetailSection headingId="service-differences">
      <SectionHeading id="service-differences" note="between the model and the runtime that is named">
        What differs
      </SectionHeading>
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

export const Inheritance = ({ inheritance }: { readonly inheritance: InheritanceView | undefined }) =>
  inheritance === undefined ? null : (
    <DetailSection headingId="service-inheritance">
      <SectionHeading id="service-inheritance" note={inheritance.note}>
        Inheritance
      </SectionHeading>
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
        <Table label="What the runtime is checked with when it is named">
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Value</th>
              <th scope="col">From</th>
            </tr>
          </thead>
          <tbody>
            {inheritance.merged.map((row) => (
              <tr key={row.field}>
                <th scope="row" className="font-normal">
                  {row.field}
                </th>
                <td>
                  <bdi>{row.value}</bdi>
                </td>
                <td>
                  <PhraseText sentence={[row.from]} />
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
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

const Conditions = ({ conditions }: { readonly conditions: readonly ConditionView[] }) => {
  const hasMessages = conditions.some(({ message }) => message !== "");
  return (
    <Table label="Conditions" className="conditions">
      <thead>
        <tr>
          <th scope="col">Condition</th>
          <th scope="col">Status</th>
          <th scope="col">Reason</th>
          {hasMessages ? <th scope="col">Message</th> : null}
        </tr>
      </thead>
      <tbody>
        {conditions.map((condition) => (
          <tr key={condition.type}>
            <th scope="row">
              <bdi>{condition.type}</bdi>
            </th>
            <td className={`tone-${condition.tone}`}>{condition.status}</td>
            <td>{condition.reason === "" ? <span className="tone-none">none</span> : <bdi>{condition.reason}</bdi>}</td>
            {hasMessages ? (
              <td className="conditions__message">
                <Message message={condition.message} />
              </td>
            ) : null}
          </tr>
        ))}
      </tbody>
    </Table>
  );
};

/** What its own status and labels say. */
export const InUse = ({ page }: PageProps) => (
  <DetailSection headingId="service-in-use">
    <SectionHeading id="service-in-use" note="by its own status and labels">
      In use
    </SectionHeading>
    <FactList facts={page.inUse} />
    {page.conditions.length === 0 ? (
      <p className="detail-page__quiet">Its status has no conditions: OME has not reported anything.</p>
    ) : (
      <Conditions conditions={page.conditions} />
    )}
  </DetailSection>
);
