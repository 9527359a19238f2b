/** A runtime that inherits: automatic selection looks at its own spec only, and who names it gets more (spec 6.1). */
import type { PairExplanation, VerdictResponse } from "@ome-matrix/contract";
import { toVerdictDifferences } from "../../reasons/differences.ts";
import { type InheritanceView, toInheritanceView } from "../../reasons/inheritance-view.ts";
import { code, listed, type Phrase, phrase, value } from "../../reasons/phrase.ts";
import { chainErrorWords } from "../../reasons/service-words.ts";
import { type EntriesView, toEntries } from "./entries-view.ts";

export interface NamedView {
  readonly inheritance: InheritanceView;
  /** The entries that the model is compared with when the runtime is named. */
  readonly entries: EntriesView;
}

/** Automatic selection passes it over, and yet an InferenceService can name it. */
export const isOnlyDeclaredWhenNamed = ({ state, named }: PairExplanation): boolean =>
  (state === "rejected" || state === "near-miss") && named?.verdict?.compatible === true;

const sayOutcome = (verdict: VerdictResponse): Phrase => {
  const { entries, matchedEntry } = verdict;
  if (verdict.compatible) {
    return entries.length === 1 || matchedEntry === undefined
      ? phrase`declares the model`
      : phrase`declares the model with entry ${matchedEntry + 1} of ${entries.length}`;
  }
  const failed = verdict.gates.find(({ outcome }) => outcome === "failed")?.failure?.code;
  if (failed === "runtime/disabled") return phrase`is disabled`;
  if (failed === "formats/none-defined") return phrase`has no entries either`;
  const differences = toVerdictDifferences(verdict);
  const titles = listed(differences.map(({ title }) => phrase`the ${title}`));
  return phrase`does not declare the model: ${titles} ${differences.length === 1 ? "differs" : "differ"}`;
};

/** What comes of naming it; nothing where the runtime inherits nothing. */
export const sayNamed = ({ named, runtime }: PairExplanation): readonly Phrase[] => {
  if (named === undefined) return [];
  const parent = value(runtime.inheritsFrom ?? "");
  const { error } = named.inheritance;
  if (error !== undefined) {
    return [
      phrase`It inherits from ${parent}, and that chain does not resolve: OME refuses every InferenceService that names it. ${chainErrorWords[error.code].title}`,
    ];
  }
  if (named.verdict === undefined) {
    return [
      phrase`It inherits from ${parent}, and a runtime of that chain cannot be read: what comes of naming it is not known.`,
    ];
  }
  return [
    phrase`Named in ${code("spec.runtime.name")}, it is checked with what it inherits from ${parent}, and then ${sayOutcome(named.verdict)}.`,
  ];
};

export const toNamedView = ({ named }: PairExplanation): NamedView | undefined =>
  named === undefined
    ? undefined
    : {
        inheritance: toInheritanceView(named.inheritance, "this one"),
        entries: named.verdict === undefined ? { entry: undefined, otherEntries: [] } : toEntries(named.verdict),
      };
