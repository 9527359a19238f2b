/** A ranking, row by row: of a model, of an InferenceService, or around one pair. */
import type { RuntimeName, Standing } from "@ome-matrix/contract";
import { type Part, type Phrase, phrase } from "./phrase.ts";
import { sayDecision, sayDecisionBriefly } from "./ranking-words.ts";
import { sayScope } from "./scope.ts";
import { sayParameters } from "./size-words.ts";

export interface RankedView {
  readonly key: string;
  readonly rank: number;
  readonly link: Part;
  readonly scope: string;
  readonly score: string;
  readonly sizeDistance: string;
  readonly decidedBy: Phrase;
}

/** The whole ranking in its order: each is compared with the next. */
export const toRankedViews = (
  ranking: readonly Standing[],
  linkOf: (runtime: RuntimeName) => Part,
): readonly RankedView[] =>
  ranking.map((standing, index) => {
    const { runtime, rank, score, sizeDistance, decidedBy } = standing;
    const next = ranking[index + 1];
    return {
      key: runtime.key,
      rank,
      link: linkOf(runtime),
      scope: sayScope(runtime),
      score: String(score),
      sizeDistance: sizeDistance === undefined ? "not compared" : sayParameters(sizeDistance),
      decidedBy:
        decidedBy === undefined || next === undefined
          ? phrase`${index === 0 ? "the only one" : "the last one"}`
          : sayDecisionBriefly(decidedBy, standing, next),
    };
  });

/** Of the one that is picked: `It ranks first of 3; it goes before srt-llama by score: 4 against 2.` */
export const sayFirst = (ranking: readonly Standing[], linkOf: (runtime: RuntimeName) => Part): Phrase => {
  const [first, second] = ranking;
  return first?.decidedBy === undefined || second === undefined
    ? phrase`No other runtime qualifies.`
    : phrase`It ranks first of ${ranking.length}; it goes before ${linkOf(second.runtime)} ${sayDecision(first.decidedBy, first, second)}.`;
};
