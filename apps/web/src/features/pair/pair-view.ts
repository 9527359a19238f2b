/** One pair -> exactly what the drawer draws, in its order: verdict, checks, entries, score, objects. */
import type { PairExplanation } from "@ome-matrix/contract";
import type { PairState } from "@ome-matrix/matcher";
import { type NoteView, toNoteViews } from "../../reasons/note-view.ts";
import { type Phrase, phrase, serviceLink, value } from "../../reasons/phrase.ts";
import { wordsOfState } from "../../reasons/state-words.ts";
import { type CheckView, toChecks } from "./checks-view.ts";
import { type EntriesView, toEntries } from "./entries-view.ts";
import { isOnlyDeclaredWhenNamed, type NamedView, toNamedView } from "./named-view.ts";
import { notesAt } from "./note-places-view.ts";
import { type ScoreView, toScoreView } from "./score-view.ts";
import { toVerdictView, type VerdictView } from "./verdict-view.ts";

export interface PairView extends EntriesView {
  readonly state: PairState;
  readonly rank: number | undefined;
  readonly differences: number;
  /** `near miss, 3 off` */
  readonly stateText: string;
  readonly kinds: string;
  readonly seenFrom: Phrase;
  readonly verdict: VerdictView;
  readonly checks: readonly CheckView[];
  readonly checkNotes: readonly NoteView[];
  /** Of a runtime that inherits. */
  readonly named: NamedView | undefined;
  readonly score: ScoreView | undefined;
}

const toSeenFrom = (explanation: PairExplanation): Phrase => {
  const where =
    explanation.view.namespace === undefined ? phrase`all namespaces` : phrase`${value(explanation.view.namespace)}`;
  return explanation.service === undefined ? where : phrase`${where} for ${serviceLink(explanation.service)}`;
};

const toStateText = (explanation: PairExplanation): string => {
  const { state, verdict } = explanation;
  const text =
    state === "near-miss" ? `near miss, ${verdict?.differences ?? 0} off` : wordsOfState(state).label.toLowerCase();
  return isOnlyDeclaredWhenNamed(explanation) ? `${text} on its own, declares the model when named` : text;
};

export const toPairView = (explanation: PairExplanation): PairView => {
  const { verdict, model, runtime } = explanation;
  return {
    state: explanation.state,
    rank: explanation.rank,
    differences: verdict?.differences ?? 0,
    stateText: toStateText(explanation),
    kinds: `${model.kind} × ${runtime.kind}`,
    seenFrom: toSeenFrom(explanation),
    verdict: toVerdictView(explanation),
    checks: verdict === undefined ? [] : toChecks(explanation, verdict),
    checkNotes: verdict === undefined ? [] : toNoteViews(notesAt(verdict, "checks")),
    ...(verdict === undefined ? { entry: undefined, otherEntries: [] } : toEntries(verdict)),
    named: toNamedView(explanation),
    score: verdict === undefined ? undefined : toScoreView(explanation, verdict),
  };
};
