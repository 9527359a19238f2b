/** The fixes of a pair as a list of cards, and why others are none. */
import type { ChangesBody, FixResponse, PairFixes, RefusalResponse } from "@ome-matrix/contract";
import { escapeControls } from "@ome-matrix/matcher";
import { fixWarningWords } from "../../reasons/fix-warning-words.ts";
import {
  claimWords,
  type EditFact,
  type FixFacts,
  fixRiskWords,
  fixWords,
  refusedNameWords,
  sayOwnNames,
  sayVerified,
} from "../../reasons/fix-words.ts";
import { capitalized, listed, type Phrase, phrase, plainText, shownValue } from "../../reasons/phrase.ts";
import { insteadWords, type Refused, refusalWords, sayMalformed } from "../../reasons/refusal-words.ts";
import { type FormView, mainCommand, toForms } from "./commands-view.ts";
import { type DiffHunk, toHunks } from "./diff-view.ts";
import { toEdits } from "./edits-view.ts";
import { type IndexedView, toIndexedView } from "./indexed-view.ts";

export interface ChangeView {
  readonly key: string;
  /** `ClusterBaseModel`, and the name with its namespace. */
  readonly kind: string;
  readonly name: string;
  readonly hunks: readonly DiffHunk[];
  /** Why there is no command for it. */
  readonly refused: Phrase | undefined;
}

export interface ValueView {
  readonly before: string | undefined;
  readonly after: string | undefined;
}

export interface FixCardView {
  readonly id: string;
  readonly title: Phrase;
  /** For a folded card: what it costs. */
  readonly cost: string;
  /** For a folded card, where the fix comes to one short value. */
  readonly value: ValueView | undefined;
  readonly why: readonly Phrase[];
  readonly verified: Phrase;
  readonly claims: Phrase | undefined;
  /** Claims that the pasted file says as well. */
  readonly confirmed: Phrase | undefined;
  readonly changes: readonly ChangeView[];
  readonly forms: readonly FormView[];
  readonly command: string | undefined;
  /** What to write where there is nothing to patch. */
  readonly manifest: string | undefined;
  readonly warnings: readonly Phrase[];
  /** What the effect and the preview are asked with; undefined when there is nothing to apply. */
  readonly body: ChangesBody | undefined;
}

export interface RefusalView {
  readonly what: Phrase;
  readonly why: Phrase;
  /** Fixes in the list that are honest. */
  readonly fixes: readonly { readonly id: string; readonly number: number; readonly title: Phrase }[];
  /** What else would be. */
  readonly others: Phrase | undefined;
}

export interface FixesView {
  readonly namespace: string;
  readonly cards: readonly FixCardView[];
  readonly refusals: readonly RefusalView[];
  /** By its own spec it may match nothing; named, it declares the model with what it inherits. */
  readonly declaresWhenNamed: boolean;
  /** There is nothing to change, and why. */
  readonly settled: Phrase | undefined;
  readonly malformed: readonly Phrase[];
  /** The model's `model_index.json` would say more. */
  readonly asksForIndex: boolean;
  readonly indexed: IndexedView | undefined;
}

const upper = (sentence: Phrase): Phrase => {
  const [first, ...rest] = sentence;
  return typeof first === "string" ? [capitalized(first), ...rest] : sentence;
};

export const toFacts = (fix: FixResponse, { model, runtime, view }: PairFixes): FixFacts => {
  const entry = fix.entry === undefined ? undefined : fix.entry + 1;
  return {
    model: model.name,
    runtime: runtime.name,
    service: view.service === undefined ? undefined : `${view.namespace ?? ""}/${view.service}`,
    entry,
    edits: fix.changes.flatMap((change) => toEdits(change, entry)),
    hidesInherited: fix.warnings.some(({ code }) => code === "hides-inherited-formats"),
  };
};

/** Said once where two parts of a fix say the same. */
const distinct = (sentences: readonly Phrase[]): readonly Phrase[] => {
  const seen = new Set<string>();
  return sentences.filter((sentence) => {
    const text = plainText(sentence);
    if (seen.has(text)) return false;
    seen.add(text);
    return true;
  });
};

const titleOf = (fix: FixResponse, facts: FixFacts): Phrase =>
  upper(listed(distinct(fix.parts.map((part) => fixWords[part].title(facts)))));

const isShort = (text: string | undefined): boolean => text === undefined || text.length <= 24;

/** What the title says already, or more than one value. */
const withoutValue: ReadonlySet<FixResponse["code"]> = new Set([
  "runtime/append-entry",
  "runtime/enable",
  "model/enable",
]);

/** The change in one glance: only where it is one value of an object that is there. */
const singleValue = (fix: FixResponse, edits: readonly EditFact[]): ValueView | undefined => {
  const [edit] = edits;
  const isOne = edits.length === 1 && !withoutValue.has(fix.code);
  if (edit === undefined || !isOne || !isShort(edit.before) || !isShort(edit.after)) return undefined;
  if (edit.before === undefined && edit.after === undefined) return undefined;
  const shown = (text: string | undefined) => (text === undefined ? undefined : shownValue(text));
  return { before: shown(edit.before), after: shown(edit.after) };
};

const claimsOf = (fix: FixResponse, confirmed: boolean): Phrase | undefined => {
  const claims = fix.claims.filter((claim) => (claim.confirmed === true) === confirmed);
  const codes = [...new Set(claims.map(({ code }) => code))];
  if (codes.length === 0) return undefined;
  return listed(codes.map((code) => claimWords[code](claims.filter((claim) => claim.code === code))));
};

const nameOf = ({ name, namespace }: { readonly name: string; readonly namespace?: string | undefined }): string =>
  escapeControls(namespace === undefined ? name : `${namespace}/${name}`);

const toCard = (fix: FixResponse, fixes: PairFixes): FixCardView => {
  const facts = toFacts(fix, fixes);
  // Whether OME reads the model is a reason for the change, not only something to mind.
  const isReason = ({ code }: FixResponse["warnings"][number]) => code === "pvc-has-no-pipeline";
  return {
    id: fix.id,
    title: titleOf(fix, facts),
    cost: fixRiskWords[fix.risk],
    value: singleValue(fix, facts.edits),
    why: distinct([
      ...fix.parts.map((part) => upper(fixWords[part].why(facts))),
      ...[sayOwnNames(facts)].filter((sentence) => sentence !== undefined),
      ...fix.warnings.filter(isReason).map((warning) => fixWarningWords[warning.code](warning)),
    ]),
    verified: sayVerified(fix.verified),
    claims: claimsOf(fix, false),
    confirmed: claimsOf(fix, true),
    changes: fix.changes.map(({ target, yamlBefore, yamlAfter, refused }) => ({
      key: target.key,
      kind: target.kind,
      name: nameOf(target),
      hunks: toHunks(yamlBefore, yamlAfter),
      refused: refused === undefined ? undefined : refusedNameWords[refused],
    })),
    forms: toForms(fix),
    command: mainCommand(fix),
    manifest: fix.manifest,
    warnings: distinct(
      fix.warnings.filter((warning) => !isReason(warning)).map((warning) => fixWarningWords[warning.code](warning)),
    ),
    body:
      fix.changes.length === 0
        ? undefined
        : { changes: fix.changes.map(({ target, patch }) => ({ target: target.key, patch })) },
  };
};

/** Two entries may ask for other values of the same fields: then the title says which entry it is. */
const tellApart = (cards: readonly FixCardView[], { fixes }: PairFixes): readonly FixCardView[] => {
  const titles = cards.map(({ title }) => plainText(title));
  return cards.map((card, index) => {
    const isAlone = titles.indexOf(titles[index] ?? "") === titles.lastIndexOf(titles[index] ?? "");
    const entry = fixes[index]?.entry;
    return isAlone || entry === undefined ? card : { ...card, title: phrase`${card.title} as entry ${entry + 1} asks` };
  });
};

const isInsteadWord = (instead: RefusalResponse["instead"][number]): instead is keyof typeof insteadWords =>
  Object.hasOwn(insteadWords, instead);

/** The same refusal for one field after another says nothing more each time. */
const grouped: ReadonlySet<RefusalResponse["code"]> = new Set([
  "files-have-none",
  "not-read-yet",
  "files-say-otherwise",
]);

const mergeRefusals = (refusals: readonly RefusalResponse[]): readonly Refused[] => {
  const merged = new Map<string, Refused>();
  for (const [index, refusal] of refusals.entries()) {
    const { code, target, path, instead, runtime: _runtime, model: _model, ...rest } = refusal;
    const key = grouped.has(code) ? `${code} ${target?.key} ${instead.join()}` : String(index);
    const before = merged.get(key);
    merged.set(
      key,
      before === undefined
        ? refusal
        : {
            ...rest,
            code,
            ...(target === undefined ? {} : { target }),
            instead,
            paths: [...(before.paths ?? [before.path ?? ""]), path ?? ""],
          },
    );
  }
  return [...merged.values()];
};

const toRefusal = (refusal: Refused, fixes: PairFixes, cards: readonly FixCardView[]): RefusalView => {
  const words = refusalWords[refusal.code];
  const ids = refusal.instead.flatMap((instead) => {
    const fix = fixes.fixes.find(({ parts }) => parts.some((part) => part === instead));
    return fix === undefined ? [] : [fix.id];
  });
  const others = refusal.instead.filter(isInsteadWord).map((instead) => insteadWords[instead]);
  return {
    what: upper(words.what(refusal)),
    why: words.why(refusal),
    fixes: cards.flatMap(({ id, title }, index) => (ids.includes(id) ? [{ id, number: index + 1, title }] : [])),
    others: others.length === 0 ? undefined : listed(others, "or"),
  };
};

const distinctRefusals = (refusals: readonly RefusalView[]): readonly RefusalView[] => {
  const key = ({ what, why }: RefusalView) => `${plainText(what)}\n${plainText(why)}`;
  const keys = refusals.map(key);
  return refusals.filter((refusal, index) => keys.indexOf(key(refusal)) === index);
};

const isOfPipeline = (path: string | undefined): boolean => path?.startsWith("diffusionPipeline") === true;

/** What the file could settle: OME has not read it, or somebody has to say what is in it. */
const settledByIndex: ReadonlySet<RefusalResponse["code"]> = new Set([
  "files-say-otherwise",
  "class-is-not-the-architecture",
  "not-read-yet",
]);

const asksForIndex = ({ fixes, refusals }: PairFixes): boolean =>
  fixes.some(({ claims }) => claims.some(({ code, path }) => code === "files-say" && isOfPipeline(path))) ||
  refusals.some(({ code, path }) => isOfPipeline(path) && settledByIndex.has(code));

export const toFixesView = (fixes: PairFixes): FixesView => {
  const cards = tellApart(
    fixes.fixes.map((fix) => toCard(fix, fixes)),
    fixes,
  );
  const settled = fixes.refusals.find(({ code }) => code === "selected-already" || code === "named-already");
  const refused = fixes.refusals.filter((refusal) => refusal !== settled);
  return {
    namespace: escapeControls(fixes.namespace),
    cards,
    refusals: distinctRefusals(mergeRefusals(refused).map((refusal) => toRefusal(refusal, fixes, cards))),
    declaresWhenNamed: fixes.fixes.some(({ verified }) => verified.outcome === "named" && verified.matches),
    settled: settled === undefined ? undefined : refusalWords[settled.code].why(settled),
    malformed: fixes.malformed.map(sayMalformed),
    asksForIndex: asksForIndex(fixes),
    indexed: fixes.indexed === undefined ? undefined : toIndexedView(fixes.indexed),
  };
};
