/** What decided between runtimes of a ranking, in words with both values. */
import type { Standing } from "@ome-matrix/contract";
import { type RankStep, rankSteps } from "@ome-matrix/matcher";
import { type Phrase, phrase } from "./phrase.ts";
import { sayParameters } from "./size-words.ts";

/**
 * The step that puts `ranking[ahead]` before `ranking[behind]`. The order is lexicographic, so it is the earliest of
 * the steps that decided between the neighbours from the one to the other.
 */
export const decidingStep = (
  ranking: readonly Pick<Standing, "decidedBy">[],
  ahead: number,
  behind: number,
): RankStep => {
  const steps = ranking.slice(ahead, behind).map((standing) => standing.decidedBy);
  return rankSteps.find((step) => steps.includes(step)) ?? "name";
};

/** What the steps compare of a runtime. */
export type Ranked = Pick<Standing, "sizeDistance"> & { readonly score?: Standing["score"] | undefined };

const sayDistance = (distance: number | undefined): string => sayParameters(distance ?? 0);

/** `by score: 15 against 6`, the one ahead first. */
export const sayDecision = (step: RankStep, ahead: Ranked, behind: Ranked): Phrase => {
  switch (step) {
    case "kind":
      return phrase`by kind: a ServingRuntime of the namespace goes first, whatever the scores (here ${String(ahead.score)} against ${String(behind.score)})`;
    case "score":
      return phrase`by score: ${String(ahead.score)} against ${String(behind.score)}`;
    case "size-distance":
      return phrase`by size distance, on equal scores of ${String(ahead.score)}: ${sayDistance(ahead.sizeDistance)} against ${sayDistance(behind.sizeDistance)}`;
    case "name":
      return phrase`by name: all else is equal, and its name comes first in the alphabet`;
  }
};

/** The same for a table's cell. */
export const sayDecisionBriefly = (step: RankStep, ahead: Ranked, behind: Ranked): Phrase => {
  switch (step) {
    case "kind":
      return phrase`kind: the namespace goes first`;
    case "score":
      return phrase`score: ${String(ahead.score)} against ${String(behind.score)}`;
    case "size-distance":
      return phrase`size distance: ${sayDistance(ahead.sizeDistance)} against ${sayDistance(behind.sizeDistance)}`;
    case "name":
      return phrase`name: all else is equal`;
  }
};
