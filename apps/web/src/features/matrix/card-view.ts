/** What the card beside a cell says: the state, both names, and what the explanation adds as soon as it is there. */
import type { PairExplanation, RuntimeSummary } from "@ome-matrix/contract";
import { escapeControls } from "@ome-matrix/matcher";
import { toVerdictDifferences } from "../../reasons/differences.ts";
import { type Phrase, phrase } from "../../reasons/phrase.ts";
import { fieldWords } from "../../reasons/reason-words.ts";
import { wordsOfState } from "../../reasons/state-words.ts";
import type { CellFacts, MatrixData } from "./matrix-data.ts";

export interface CardView {
  readonly title: string;
  readonly model: string;
  readonly runtime: string;
  /** Both values of each point that differs; a point that is not known yet has only its title. */
  readonly points: readonly { readonly id: string; readonly title: Phrase; readonly brief: Phrase | undefined }[];
  readonly more: number;
  readonly sentence: Phrase | undefined;
  /** Worth asking the server about: there is more to say than the state. */
  readonly hasMore: boolean;
}

const shownPoints = 3;

const toTitle = (cell: CellFacts): string => {
  if (cell.state !== "near-miss") {
    return cell.state === "candidate" ? `Candidate, rank ${cell.number}` : wordsOfState(cell.state).label;
  }
  const fields = cell.fields.map((field) => fieldWords[field].title).join(", ");
  return `${cell.number} off${fields === "" ? "" : `: ${fields}`}`;
};

const toSentence = (
  cell: CellFacts,
  runtime: RuntimeSummary | undefined,
  explanation: PairExplanation | undefined,
): Phrase | undefined => {
  if (cell.state === "rejected") {
    const why =
      runtime?.entries.length === 0
        ? phrase`The runtime has no entries of its own.`
        : phrase`Made for another kind of model.`;
    return explanation?.named?.verdict?.compatible === true
      ? phrase`${why} Named in an InferenceService, it declares the model with what it inherits.`
      : why;
  }
  const { verdict } = explanation ?? {};
  if (cell.state === "near-miss") {
    const autoSelect = verdict?.gates.find(({ gate }) => gate === "auto-select");
    if (autoSelect?.holds === undefined) return undefined;
    return autoSelect.holds
      ? phrase`Without that, OME could pick it by itself.`
      : phrase`Without that, it would run when named; OME would not pick it by itself.`;
  }
  if (cell.state === "selected" || cell.state === "candidate") {
    const ranked = explanation?.ranking.length ?? 0;
    if (verdict === undefined || ranked === 0) return undefined;
    return phrase`Score ${String(verdict.score.score)}, rank ${String(explanation?.rank ?? cell.number)} of ${String(ranked)}.`;
  }
  const meaning = wordsOfState(cell.state).meaning;
  return phrase`${meaning.charAt(0).toUpperCase()}${meaning.slice(1)}.`;
};

export const toCardView = (
  data: MatrixData,
  model: number,
  runtime: number,
  cell: CellFacts,
  explanation: PairExplanation | undefined,
): CardView => {
  const differences = explanation?.verdict === undefined ? [] : toVerdictDifferences(explanation.verdict);
  const isNear = cell.state === "near-miss";
  const expected = isNear ? Math.min(cell.number, shownPoints) : 0;
  const points = Array.from({ length: expected }, (_, index) => {
    const known = differences[index];
    const field = cell.fields[index];
    return {
      id: known?.id ?? `expected-${index}`,
      title: known?.title ?? phrase`${field === undefined ? "…" : fieldWords[field].title}`,
      brief: known?.brief,
    };
  });
  return {
    title: toTitle(cell),
    model: escapeControls(data.models[model]?.name ?? ""),
    runtime: escapeControls(data.runtimes[runtime]?.name ?? ""),
    points,
    more: isNear ? Math.max(0, cell.number - shownPoints) : 0,
    sentence: toSentence(cell, data.runtimes[runtime], explanation),
    hasMore:
      isNear ||
      cell.state === "selected" ||
      cell.state === "candidate" ||
      data.runtimes[runtime]?.inheritsFrom !== undefined,
  };
};
