import { NoteList } from "../../reasons/note-list.tsx";
import { plainText } from "../../reasons/phrase.ts";
import { PhraseText } from "../../reasons/phrase-text.tsx";
import { RankingTable } from "../../reasons/ranking-table.tsx";
import { SectionHeading } from "../../ui/section-heading.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import type { EntryScoreView, ScoreView } from "./score-view.ts";

const columns: readonly Column<EntryScoreView>[] = [
  { head: "Entry", look: "name", className: "whitespace-nowrap", cell: ({ title }) => title },
  { head: "autoSelect", cell: ({ autoSelect }) => autoSelect },
  { head: "Arithmetic", cell: ({ arithmetic }) => <PhraseText sentence={arithmetic} /> },
  {
    head: "Score",
    look: "number",
    cell: ({ score, gaveIt }) => (gaveIt ? <strong>{score}</strong> : score),
  },
];

const EntryScores = ({ entries }: { readonly entries: readonly EntryScoreView[] }) => (
  <Table
    label="What each entry gives"
    className="drawer__table"
    columns={columns}
    rows={entries}
    keyOf={({ index }) => index}
  />
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
        <RankingTable rows={score.standings} currentKey={score.currentKey} />
        {score.omitted === 0 ? null : <p className="drawer__quiet">{score.omitted} more are not shown here.</p>}
      </>
    )}
  </section>
);
