import { NoteList } from "../../reasons/note-list.tsx";
import { plainText } from "../../reasons/phrase.ts";
import { PhraseText } from "../../reasons/phrase-text.tsx";
import { RankingRules } from "../../reasons/ranking-rules.tsx";
import { SectionHeading } from "../../ui/section-heading.tsx";
import { Table } from "../../ui/table.tsx";
import type { EntryScoreView, ScoreView, StandingView } from "./pair-view.ts";

const EntryScores = ({ entries }: { readonly entries: readonly EntryScoreView[] }) => (
  <Table label="What each entry gives" className="drawer__table">
    <thead>
      <tr>
        <th scope="col">Entry</th>
        <th scope="col">autoSelect</th>
        <th scope="col">Arithmetic</th>
        <th scope="col" className="table__number">
          Score
        </th>
      </tr>
    </thead>
    <tbody>
      {entries.map((entry) => (
        <tr key={entry.index}>
          <th scope="row">{entry.title}</th>
          <td>{entry.autoSelect}</td>
          <td>
            <PhraseText sentence={entry.arithmetic} />
          </td>
          <td className="table__number">{entry.gaveIt ? <strong>{entry.score}</strong> : entry.score}</td>
        </tr>
      ))}
    </tbody>
  </Table>
);

const Standings = ({ standings }: { readonly standings: readonly StandingView[] }) => (
  <Table label="The ranking" className="drawer__table">
    <thead>
      <tr>
        <th scope="col" className="table__number">
          Rank
        </th>
        <th scope="col">Runtime</th>
        <th scope="col" className="table__number">
          Score
        </th>
        <th scope="col" className="table__number">
          Size distance
        </th>
        <th scope="col">Before the next by</th>
      </tr>
    </thead>
    <tbody>
      {standings.map((standing) => (
        <tr key={standing.rank} aria-current={standing.isThis ? "true" : undefined} className="standing">
          <td className="table__number">{standing.rank}</td>
          <th scope="row">
            <PhraseText sentence={[standing.runtime]} />
            {standing.isThis ? <span className="standing__this"> this one</span> : null}
          </th>
          <td className="table__number">{standing.score}</td>
          <td className="table__number">{standing.sizeDistance}</td>
          <td>{standing.decidedBy}</td>
        </tr>
      ))}
    </tbody>
  </Table>
);

/** The score's arithmetic, the ranking, and what decided against the neighbours. */
export const ScoreSection = ({ score }: { readonly score: ScoreView }) => (
  <section className="drawer__section" aria-labelledby="pair-score">
    <SectionHeading id="pair-score">Score and rank</SectionHeading>
    {score.sentences.map((sentence) => (
      <p key={plainText(sentence)} className="drawer__text">
        <PhraseText sentence={sentence} />
      </p>
    ))}
    {score.entries.length === 0 ? null : <EntryScores entries={score.entries} />}
    <NoteList notes={score.notes} />
    {score.standings.length === 0 ? null : (
      <>
        <Standings standings={score.standings} />
        {score.omitted === 0 ? null : <p className="drawer__quiet">{score.omitted} more are not shown here.</p>}
      </>
    )}
    {score.decisions.map((decision) => (
      <p key={plainText(decision)} className="drawer__text">
        <PhraseText sentence={decision} />
      </p>
    ))}
    {score.standings.length === 0 ? null : <RankingRules className="drawer__fold" />}
  </section>
);
