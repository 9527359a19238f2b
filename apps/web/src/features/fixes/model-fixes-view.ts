/** Of the runtimes that are near a model: whose fix is the one to show first, and what the others would take. */
import type { FixResponse, PairFixes } from "@ome-matrix/contract";
import { fixRisks, type PairState } from "@ome-matrix/matcher";
import { fixRiskWords, named } from "../../reasons/fix-words.ts";
import { type Phrase, phrase } from "../../reasons/phrase.ts";
import { toFixesView } from "./fixes-view.ts";

export interface NearRuntime {
  readonly key: string;
  readonly name: string;
  readonly state: PairState;
}

export interface ChoiceView {
  readonly runtimeKey: string;
  readonly name: string;
  readonly state: PairState;
  /** The first fix, or nothing honest. */
  readonly title: Phrase | undefined;
}

/** Before the fixes, where no runtime is made for this kind of model. */
export const farLead =
  "No runtime here is made for this kind of model, so each of these claims much. A runtime that is made for it is the better answer.";

/** Instead, where the runtime inherits what the model asks for: own fields are all that automatic selection looks at. */
export const inheritsLead =
  "Automatic selection looks at the runtime’s own fields only, and those are made for no model of this kind. Named, the runtime declares the model with what it inherits: that is the better answer.";

/** Naming a runtime is always possible; it is no reason to prefer one. */
const firstOf = ({ fixes }: PairFixes): FixResponse | undefined =>
  fixes.find(({ code }) => code !== "service/name-runtime");

const rankOf = (fixes: PairFixes): number => {
  const first = firstOf(fixes);
  if (first === undefined) return 1000;
  return fixRisks.indexOf(first.risk) * 10 + first.changes.length * 2 + (first.verified.selected ? 0 : 1);
};

/** The least risk first; on equal risk as they came, the nearest first. */
export const toChoices = (
  runtimes: readonly NearRuntime[],
  answers: readonly (PairFixes | undefined)[],
): readonly ChoiceView[] =>
  runtimes
    .flatMap((runtime, index) => {
      const fixes = answers[index];
      return fixes === undefined ? [] : [{ runtime, fixes, index }];
    })
    .sort((one, other) => rankOf(one.fixes) - rankOf(other.fixes) || one.index - other.index)
    .map(({ runtime, fixes }) => ({
      runtimeKey: runtime.key,
      name: runtime.name,
      state: runtime.state,
      title: toFixesView(fixes).cards[0]?.title,
    }));

/** Why the fix that is shown first is not one of the runtime that is nearest; undefined where it is. */
export const whyNotNearest = (
  runtimes: readonly NearRuntime[],
  answers: readonly (PairFixes | undefined)[],
  shownKey: string,
): Phrase | undefined => {
  const [nearest] = runtimes;
  const shown = answers[runtimes.findIndex(({ key }) => key === shownKey)];
  const [fixes] = answers;
  // The page names one as the nearest only among near misses.
  if (nearest?.state !== "near-miss" || shown === undefined || nearest.key === shownKey) return undefined;
  const name = named(nearest.name);
  if (fixes === undefined) return phrase`${name} is nearer, but its fixes could not be worked out.`;
  const mine = firstOf(shown);
  const other = firstOf(fixes);
  if (other === undefined) {
    const isNamed = fixes.fixes.length > 0;
    return isNamed
      ? phrase`${name} is nearer, but it can only be named.`
      : phrase`${name} is nearer, but no honest change makes OME serve the model with it.`;
  }
  if (mine === undefined) return undefined;
  if (mine.risk !== other.risk) {
    return phrase`${name} is nearer, but its fix risks more (${fixRiskWords[other.risk]}) than this one (${fixRiskWords[mine.risk]}).`;
  }
  return mine.changes.length === other.changes.length
    ? phrase`${name} is nearer, but OME would still not pick it by itself after its fix.`
    : phrase`${name} is nearer, but its fix changes two objects.`;
};
