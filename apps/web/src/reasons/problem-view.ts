/** What keeps an object from being read. */
import type { ModelSummary } from "@ome-matrix/contract";
import { type Phrase, phrase, shownValue, value } from "./phrase.ts";

export type ReadProblem = ModelSummary["problems"][number];

export const sayReadProblem = ({ path, expected, found }: ReadProblem): Phrase =>
  phrase`${value(path)}: expected ${expected}, found ${shownValue(found)}.`;
