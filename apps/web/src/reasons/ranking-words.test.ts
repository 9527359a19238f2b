import { expect, it } from "vitest";
import { plainText } from "./phrase.ts";
import { decidingStep, sayDecision, sayDecisionBriefly } from "./ranking-words.ts";

const ranking = [
  { decidedBy: "kind" },
  { decidedBy: "score" },
  { decidedBy: "size-distance" },
  { decidedBy: "name" },
  {},
] as const;

it.each([
  [0, 1, "kind"],
  [0, 4, "kind"],
  [1, 4, "score"],
  [2, 3, "size-distance"],
  [2, 4, "size-distance"],
  [3, 4, "name"],
])("between places %i and %i decides the %s", (ahead, behind, step) => {
  expect(decidingStep(ranking, ahead, behind)).toBe(step);
});

const near = { score: 6, sizeDistance: 2e9 };
const far = { score: 6, sizeDistance: 2.2e9 };

it.each([
  [
    "kind",
    "by kind: a ServingRuntime of the namespace goes first, whatever the scores (here 6 against 6)",
    "kind: the namespace goes first",
  ],
  ["score", "by score: 6 against 6", "score: 6 against 6"],
  ["size-distance", "by size distance, on equal scores of 6: 2B against 2.2B", "size distance: 2B against 2.2B"],
  ["name", "by name: all else is equal, and its name comes first in the alphabet", "name: all else is equal"],
] as const)("says %s", (step, sentence, brief) => {
  expect(plainText(sayDecision(step, near, far))).toBe(sentence);
  expect(plainText(sayDecisionBriefly(step, near, far))).toBe(brief);
});
