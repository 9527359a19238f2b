/** One pair -> the score's arithmetic, and its place in the ranking. */
import type { PairExplanation, ScoreReportResponse, VerdictResponse } from "@ome-matrix/contract";
import { type NoteView, toNoteViews } from "../../reasons/note-view.ts";
import { capitalized, code, modelLink, type Phrase, pairLink, phrase, strong } from "../../reasons/phrase.ts";
import { type RankedView, toRankedViews } from "../../reasons/ranked-view.ts";
import { notesAt } from "./note-places-view.ts";

export interface EntryScoreView {
  readonly index: number;
  readonly title: string;
  readonly autoSelect: string;
  readonly arithmetic: Phrase;
  readonly score: string;
  readonly gaveIt: boolean;
}

export interface ScoreView {
  readonly sentences: readonly Phrase[];
  /** Empty when the runtime has one entry only: the sentence says it all. */
  readonly entries: readonly EntryScoreView[];
  /** Around this one; empty where one alone is ranked: that is no ranking, and the sentences name it. */
  readonly standings: readonly RankedView[];
  readonly currentKey: string;
  /** How many of the ranking are left out before and after the ones shown. */
  readonly omitted: number;
  readonly notes: readonly NoteView[];
}

export const entryTitle = (index: number): string => `entry ${index + 1}`;

export const standingOf = (explanation: PairExplanation): number =>
  explanation.ranking.findIndex((standing) => standing.runtime.key === explanation.runtime.key);

const weightPart = (weight: number | string, replaced: boolean, name: string): string =>
  `${replaced ? `[0 counts as ${weight}]` : weight} ${name}`;

/** `(1 format + 1 framework) × 1 priority = 2` */
const arithmetic = (entry: ScoreReportResponse["entries"][number]): Phrase =>
  phrase`${code(
    `(${weightPart(entry.formatWeight, entry.formatWeightReplaced, "format")} + ${weightPart(entry.frameworkWeight, entry.frameworkWeightReplaced, "framework")}) × ${entry.priority} priority = ${entry.score}`,
  )}`;

const entryArithmetic = (entry: ScoreReportResponse["entries"][number]): Phrase => {
  switch (entry.outcome) {
    case "counted":
      return arithmetic(entry);
    case "excluded":
      return phrase`left out: ${code("autoSelect: false")}`;
    case "no-match":
      return phrase`0: format or framework does not match`;
  }
};

const shownAround = 2;

const toStandings = (explanation: PairExplanation): Pick<ScoreView, "standings" | "omitted"> => {
  const { ranking, model } = explanation;
  if (ranking.length < 2) return { standings: [], omitted: 0 };
  const position = Math.max(standingOf(explanation), 0);
  const all = toRankedViews(ranking, (runtime) => pairLink(model, runtime));
  const standings = all.filter(
    (_, index) => ranking.length <= 6 || index === 0 || Math.abs(index - position) <= shownAround,
  );
  return { standings, omitted: all.length - standings.length };
};

const explainColumns = (verdict: VerdictResponse): readonly Phrase[] => {
  if (!verdict.qualifies || verdict.weight === undefined) return [];
  const same = String(verdict.weight) === String(verdict.score.score);
  return [
    phrase`${code("kubectl ome runtime explain")} prints PRIORITY ${code(String(verdict.priority ?? 1))} and WEIGHT ${code(String(verdict.weight))}${same ? "." : "; OME ranks by the score, not by WEIGHT."}`,
  ];
};

const scoreSentences = (explanation: PairExplanation, verdict: VerdictResponse): readonly Phrase[] => {
  const { score } = verdict;
  const giver = score.entries.find((entry) => entry.index === score.givenBy);
  const would = verdict.compatible ? "Scores" : "Would score";
  const from =
    score.entries.length > 1 && giver !== undefined ? ` from ${entryTitle(giver.index)}, the best that counts` : "";
  const worth =
    giver === undefined
      ? [noScore(score)]
      : [phrase`${would} ${strong(String(score.score))}${from}: ${arithmetic(giver)}.`];
  const ranked =
    standingOf(explanation) >= 0
      ? []
      : [
          phrase`Not ranked: ${verdict.compatible ? "automatic selection skips it" : "it does not match"}. ${others(explanation)}`,
        ];
  return [...worth, ...explainColumns(verdict), ...ranked];
};

const noScore = (score: ScoreReportResponse): Phrase => {
  const [only] = score.entries;
  if (only === undefined) return phrase`Scores ${strong("0")}: the runtime has no entries.`;
  if (score.entries.length === 1 && only.outcome === "excluded")
    return phrase`Scores ${strong("0")}: ${code("autoSelect: false")} leaves its only entry out.`;
  if (score.entries.every((entry) => entry.outcome === "excluded"))
    return phrase`Scores ${strong("0")}: ${code("autoSelect: false")} leaves all its entries out.`;
  if (score.entries.length === 1 && only.outcome === "no-match")
    return phrase`Scores ${strong("0")}: format or framework does not match.`;
  if (score.entries.length === 1)
    return phrase`Scores ${strong("0")}, since a score is never below 0: ${arithmetic(only)}.`;
  return phrase`Scores ${strong("0")}: no entry gives more.`;
};

const others = (explanation: PairExplanation): Phrase => {
  const [winner] = explanation.ranking;
  if (winner === undefined) return phrase`Nothing else is ranked for ${modelLink(explanation.model)} either.`;
  return phrase`OME picks ${pairLink(explanation.model, winner.runtime)} for ${modelLink(explanation.model)}.`;
};

export const toScoreView = (explanation: PairExplanation, verdict: VerdictResponse): ScoreView => ({
  sentences: scoreSentences(explanation, verdict),
  entries:
    verdict.score.entries.length < 2
      ? []
      : verdict.score.entries.map((entry) => ({
          index: entry.index,
          title: capitalized(entryTitle(entry.index)),
          autoSelect: entry.autoSelect === undefined ? "not set" : String(entry.autoSelect),
          arithmetic: entryArithmetic(entry),
          score: String(entry.score),
          gaveIt: entry.index === verdict.score.givenBy,
        })),
  ...toStandings(explanation),
  currentKey: explanation.runtime.key,
  notes: toNoteViews(notesAt(verdict, "score")),
});
