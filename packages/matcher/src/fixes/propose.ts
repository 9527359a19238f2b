/**
 * Fixes that are proofs (design, section 5): everything proposed was applied to copies, would be accepted by the API, and
 * was judged again; nothing of it can be left out.
 *
 * 1. A pair that does not match is made to match; one that automatic selection skips, to qualify; a candidate, to win.
 * 2. One change is enough wherever one side alone suffices; else one change on each of two sides.
 * 3. Naming the runtime comes besides: it needs nothing of the others.
 * 4. Least risk first; then fewer changes, fewer operations, the order of the codes, the entry, the patch itself.
 */
import type { InheritingRuntime } from "../inherit.ts";
import { recordModelIndex } from "../record.ts";
import { withApiDefaults } from "./api-defaults.ts";
import { changesOf, copyObject, minimize, partsOf, situationAfter, withoutDuplicates } from "./candidate.ts";
import { describe, foreseenRefusal } from "./describe.ts";
import { toEvidence } from "./evidence.ts";
import {
  type Fix,
  type FixCode,
  fixCodes,
  type Instead,
  type Malformed,
  type Refusal,
  type RefusalCode,
  targetKinds,
} from "./fix.ts";
import { compareFixes } from "./fix-order.ts";
import type { Foreseen } from "./foresee.ts";
import { type IndexedPipeline, recordRepair, tryIndexed } from "./indexed.ts";
import { textAt } from "./json-value.ts";
import { malformedValues, nameOf } from "./malformed.ts";
import type { ModelFacts } from "./model-fix.ts";
import { sourceOf } from "./model-source.ts";
import { type Found, nameIt } from "./naming.ts";
import type { FixEdit, Repair } from "./repair.ts";
import { readFleetObject } from "./replacement.ts";
import { enableAutoSelect, separateNames } from "./runtime-fix.ts";
import { correctModelKind } from "./service-fix.ts";
import {
  foresee,
  hasModelKind,
  isDeclared,
  isModelDisabled,
  levelOf,
  readSituation,
  type Situation,
  servesModel,
  standingOf,
  verifySelection,
} from "./situation.ts";
import { type Known, relyingOnInherited } from "./warnings.ts";
import { refusalsOnEntry, waysToMatch } from "./ways.ts";
import { bestOther, prioritiesToTry } from "./win.ts";

/** A pair as stored, and what stands around it. Objects may be cut down to what matching and this package read. */
export interface FixInput {
  readonly model: unknown;
  readonly runtime: unknown;
  /** The InferenceService from which the pair is seen. */
  readonly service?: unknown;
  /** Where the ranking is made; the InferenceService's own where one is given. */
  readonly namespace: string;
  /** All runtimes of the namespace and of the cluster, for ranks and inheritance; the pair's own may be among them. */
  readonly runtimes: readonly InheritingRuntime[];
  /** Names of the accelerator classes that exist; undefined when that is not known. */
  readonly acceleratorClasses: readonly string[] | undefined;
  /** A `model_index.json` that somebody has: evidence for the pipeline. */
  readonly modelIndex?: unknown;
  /** InferenceServices as stored, for warnings about those that name the runtime. */
  readonly services?: readonly unknown[];
  /** A BaseModel of the model's name stands in front of it in the namespace (spec 3.7). */
  readonly isShadowed?: boolean;
}

export interface Proposals {
  readonly fixes: readonly Fix[];
  readonly refusals: readonly Refusal[];
  readonly malformed: readonly Malformed[];
  /** Only when a `model_index.json` was given. */
  readonly indexed?: IndexedPipeline;
}

/** All honest fixes of a pair, and why others are none. Never throws; takes any JSON. */
export function proposeFixes(input: FixInput): Proposals {
  // As the API has them stored, so that an undo also restores what it filled in.
  const stored = (object: unknown) => withApiDefaults(copyObject(object));
  const objects = {
    model: stored(input.model),
    runtime: stored(input.runtime),
    service: input.service === undefined ? undefined : stored(input.service),
  };
  const situation = readSituation(objects);
  if (situation === undefined) return nothing("not-readable", input);
  const { model, runtime, service } = situation;
  const namespace = service?.namespace ?? input.namespace;
  if (!sees(namespace, model) || !sees(namespace, runtime)) return nothing("not-applicable", input);
  const known: Known = {
    namespace,
    others: input.runtimes.filter((other) => !isSame(other, runtime) && sees(namespace, other)),
    acceleratorClasses: input.acceleratorClasses === undefined ? undefined : new Set(input.acceleratorClasses),
    services: input.services ?? [],
    isShadowed: input.isShadowed === true,
  };
  const recorded = input.modelIndex === undefined ? undefined : recordModelIndex(input.modelIndex);
  const evidence = recorded === undefined ? undefined : toEvidence(recorded, model.spec);
  const facts: ModelFacts = { target: nameOf(model), source: sourceOf(objects.model), evidence };
  const record = evidence === undefined ? undefined : recordRepair(situation, evidence);
  const found = withModelEnabled(situation, findFixes(situation, facts, record, known), known);
  const proposals = {
    fixes: found.fixes,
    refusals: distinctRefusals(honestInstead(found)),
    malformed: malformedValues(model, runtime),
  };
  if (recorded === undefined) return proposals;
  return { ...proposals, indexed: tryIndexed(situation, recorded, evidence) };
}

function findFixes(situation: Situation, facts: ModelFacts, record: Repair | undefined, known: Known): Found {
  const level = levelOf(situation);
  const settled = settledAs(situation, known);
  if (settled !== undefined) return settled;
  const goal = goalOf(level, situation, facts, record, known);
  const foreseen: { readonly refusal: Refusal; readonly parts: readonly FixCode[] }[] = [];
  const minimal = new Map<string, readonly FixEdit[]>();
  const isAccepted = (after: Situation | undefined): after is Situation =>
    after !== undefined && goal.reached(after) && foresee(situation.objects, after, known) === undefined;
  // Ways to be picked bring the name of the entry that they change with them, where that is enough.
  const needsNames = level === 0 || !goal.ways.some((way) => isAccepted(situationAfter(situation, way)));
  for (const way of goal.ways) {
    const edits = withoutDuplicates(way);
    if (edits === undefined || edits.length === 0 || new Set(edits.map(({ side }) => side)).size > 2) continue;
    const after = situationAfter(situation, edits);
    if (after === undefined || !goal.reached(after)) continue;
    const relying = relyingOnInherited(situation, edits, known);
    if (relying.length > 0) {
      const hidden = foreseenRefusal({ code: "hides-inherited-list", names: relying }, edits, situation);
      foreseen.push({ refusal: hidden, parts: partsOf(edits) });
      continue;
    }
    const refused = foresee(situation.objects, after, known);
    const accepted = refused === undefined || !needsNames ? edits : withOwnNames(refused, edits, after);
    if (refused !== undefined && (accepted === undefined || !isAccepted(situationAfter(situation, accepted)))) {
      foreseen.push({ refusal: foreseenRefusal(refused, edits, situation), parts: partsOf(edits) });
      continue;
    }
    const kept = minimize(accepted ?? edits, (some) => isAccepted(situationAfter(situation, some)));
    const key = kept === undefined ? "" : JSON.stringify(changesOf(situation, kept).map(({ patch }) => patch));
    // The same patch may be found as something riskier again.
    if (kept !== undefined && !minimal.has(key)) minimal.set(key, kept);
    if (level === 2 && kept !== undefined) break;
  }
  const chosen = withoutNeedlessPairs([...minimal.values()]);
  const fixes = chosen.map((edits) => toFix(situation, edits, known));
  const named = nameIt(situation, known);
  // What the API refuses in one form and takes in another, or with less, is offered so.
  const refused = foreseen.flatMap(({ refusal, parts }) =>
    fixes.some((fix) => fix.parts.every((part) => parts.includes(part))) ? [] : [refusal],
  );
  return {
    fixes: [...fixes, ...named.fixes].sort(compareFixes),
    refusals: [...goal.refusals, ...refused, ...named.refusals],
  };
}

/** Where OME picks the runtime already, or the InferenceService names it: what is left to do, if anything. */
function settledAs(situation: Situation, known: Known): Found | undefined {
  const { service } = situation;
  const target = nameOf(situation.runtime);
  if (service !== undefined && isDeclared(situation, known)) {
    const names = [`${service.namespace ?? ""}/${service.name}`];
    return { fixes: [], refusals: [{ code: "named-already", target, names, instead: [] }] };
  }
  if (levelOf(situation) < 2 || !standingOf(situation, known).selected) return undefined;
  // What is picked for a hidden model is picked for nobody.
  if (known.isShadowed === true) return nameIt(situation, known);
  // An InferenceService that names another runtime does not get it, and one with the wrong kind gets no workload.
  const left = servesModel(situation) ? leftOnService(situation, known) : undefined;
  if (left !== undefined) return left;
  return { fixes: [], refusals: [{ code: "selected-already", target, names: [known.namespace], instead: [] }] };
}

function leftOnService(situation: Situation, known: Known): Found | undefined {
  if (situation.service?.spec.runtime?.name !== undefined) {
    const named = nameIt(situation, known);
    return named.fixes.length + named.refusals.length > 0 ? named : undefined;
  }
  if (hasModelKind(situation)) return undefined;
  const edits = correctModelKind(situation);
  const after = situationAfter(situation, edits);
  const refused = after === undefined ? undefined : foresee(situation.objects, after, known);
  if (refused !== undefined) return { fixes: [], refusals: [foreseenRefusal(refused, edits, situation)] };
  return { fixes: [toFix(situation, edits, known)], refusals: [] };
}

/** The edits again, with what the webhook's rule on priorities asks for besides; undefined where it is another rule. */
function withOwnNames(refused: Foreseen, edits: readonly FixEdit[], after: Situation): readonly FixEdit[] | undefined {
  const last = edits.findLast(({ side }) => side === "runtime");
  if (refused.code !== "different-priorities" || last === undefined) return undefined;
  return withoutDuplicates([...edits, ...separateNames(after.runtime.spec, last.code)]);
}

/** Whatever else a pair needs, nobody gets a disabled model: to enable it is a fix of its own, and there is something to do. */
function withModelEnabled(situation: Situation, found: Found, known: Known): Found {
  if (!isModelDisabled(situation.objects)) return found;
  const edits: Repair = [{ side: "model", code: "model/enable", path: ["spec", "disabled"], to: false }];
  const after = situationAfter(situation, edits);
  if (after === undefined) return found;
  const refused = foresee(situation.objects, after, known);
  if (refused !== undefined) {
    return { ...found, refusals: [...found.refusals, foreseenRefusal(refused, edits, situation)] };
  }
  const settled: readonly RefusalCode[] = ["selected-already", "named-already"];
  return {
    fixes: [...found.fixes, toFix(situation, edits, known)].sort(compareFixes),
    refusals: found.refusals.filter(({ code }) => !settled.includes(code)),
  };
}

interface Goal {
  readonly ways: readonly Repair[];
  readonly refusals: readonly Refusal[];
  readonly reached: (after: Situation) => boolean;
}

function goalOf(
  level: 0 | 1 | 2,
  situation: Situation,
  facts: ModelFacts,
  record: Repair | undefined,
  known: Known,
): Goal {
  switch (level) {
    case 0: {
      const { ways, refusals } = waysToMatch(situation, facts, record);
      return {
        ways,
        refusals: [...refusals, ...refusalsOnEntry(situation, facts)],
        reached: (after) => levelOf(after) > 0,
      };
    }
    case 1:
      return { ways: enableAutoSelect(situation), refusals: [], reached: (after) => levelOf(after) > 1 };
    case 2:
      return winGoal(situation, known);
  }
}

function winGoal(situation: Situation, known: Known): Goal {
  const ways = prioritiesToTry(situation, known);
  const reached = (after: Situation) => standingOf(after, known).selected;
  const wins = ways.some((way) => {
    const after = situationAfter(situation, way);
    return after !== undefined && reached(after) && foresee(situation.objects, after, known) === undefined;
  });
  if (wins) return { ways, refusals: [], reached };
  const best = bestOther(situation, known);
  const refusal: Refusal = {
    code: best?.isOfNamespace === true ? "namespace-comes-first" : "no-priority-wins",
    target: nameOf(situation.runtime),
    ...(best === undefined ? {} : { names: [best.runtime.name] }),
    instead: ["service/name-runtime"],
  };
  return { ways: [], refusals: [refusal], reached };
}

/** A change on each of two sides is only offered where neither side suffices alone. */
function withoutNeedlessPairs(all: readonly (readonly FixEdit[])[]): readonly (readonly FixEdit[])[] {
  const sidesOf = (edits: readonly FixEdit[]) => [...new Set(edits.map(({ side }) => side))];
  const alone = new Set(all.map(sidesOf).flatMap((sides) => (sides.length === 1 ? sides : [])));
  return all.filter((edits) => {
    const sides = sidesOf(edits);
    return sides.length === 1 || !sides.some((side) => alone.has(side));
  });
}

function toFix(situation: Situation, edits: readonly FixEdit[], known: Known): Fix {
  const after = situationAfter(situation, edits) ?? situation;
  return describe(situation, edits, verifySelection(after, known), known);
}

/** Fixes that are not offered are not what to do instead; what keeps the runtime from being named says what is. */
function honestInstead({ fixes, refusals }: Found): readonly Refusal[] {
  const isFix = (instead: Instead): instead is FixCode => fixCodes.some((code) => code === instead);
  const offered = new Set(fixes.flatMap(({ parts }) => parts));
  const kept = (instead: readonly Instead[]) => instead.filter((one) => !isFix(one) || offered.has(one));
  const byHand = refusals.find(({ code }) => code === "keeps-a-snapshot" || code === "pinned-to-a-revision");
  return refusals.map((refusal) => {
    const instead = kept(refusal.instead);
    if (instead.length > 0 || refusal.instead.length === 0) return { ...refusal, instead };
    return { ...refusal, instead: byHand?.instead ?? ["another-runtime"] };
  });
}

/** Each reason once for each place, with the first that says what would be honest instead. */
function distinctRefusals(refusals: readonly Refusal[]): readonly Refusal[] {
  const byPlace = new Map<string, Refusal>();
  for (const refusal of refusals) {
    const { code, target, path, names, entries } = refusal;
    const key = JSON.stringify([code, target, path, names, entries]);
    if (!byPlace.has(key)) byPlace.set(key, refusal);
  }
  return [...byPlace.values()];
}

/** Nothing can be said: about the first object that cannot be read, else about the runtime. */
function nothing(code: RefusalCode, { model, runtime, service }: FixInput): Proposals {
  const unread = [model, runtime, service].filter(
    (object) => object !== undefined && readFleetObject(object) === undefined,
  );
  const target = targetOf(unread.length > 0 ? unread[0] : runtime);
  const instead = [code === "not-readable" ? "correct-by-hand" : "another-runtime"] as const;
  return {
    fixes: [],
    refusals: [{ code, ...(target === undefined ? {} : { target }), instead }],
    malformed: [],
  };
}

/** An object may be unreadable because it has no name, or is of another kind. */
function targetOf(object: unknown): Refusal["target"] {
  const kind = targetKinds.find((known) => known === textAt(object, "kind"));
  const name = textAt(object, "metadata", "name") || undefined;
  if (kind === undefined || name === undefined) return undefined;
  const namespace = textAt(object, "metadata", "namespace") || undefined;
  return namespace === undefined || kind.startsWith("Cluster") ? { kind, name } : { kind, namespace, name };
}

function sees(
  namespace: string,
  { kind, namespace: own }: { readonly kind: string; readonly namespace?: string },
): boolean {
  return kind.startsWith("Cluster") || own === namespace;
}

function isSame(one: InheritingRuntime, other: InheritingRuntime): boolean {
  return one.kind === other.kind && one.name === other.name && one.namespace === other.namespace;
}
