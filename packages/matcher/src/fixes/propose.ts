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
import type { Mismatch, ReasonCode } from "../reasons.ts";
import { recordModelIndex } from "../record.ts";
import type { DiffusionPipeline } from "../resources.ts";
import { withApiDefaults } from "./api-defaults.ts";
import { changesOf, copyObject, minimize, partsOf, riskiest, situationAfter, withoutDuplicates } from "./candidate.ts";
import {
  type Claim,
  type Fix,
  fixCodes,
  fixRisks,
  type Instead,
  type Malformed,
  type Refusal,
  type RefusalCode,
  riskOf,
  type Verified,
} from "./fix.ts";
import { type JsonObject, jsonEquals } from "./json-value.ts";
import { malformedValues, nameOf } from "./malformed.ts";
import type { ModelFacts } from "./model-fix.ts";
import { sourceOf } from "./model-source.ts";
import { pipelineLeaves } from "./pipeline-leaves.ts";
import type { FixEdit, Repair } from "./repair.ts";
import { enableAutoSelect } from "./runtime-fix.ts";
import { nameRuntime, serviceManifest } from "./service-fix.ts";
import {
  foresee,
  foreseeNamed,
  levelOf,
  namesRuntime,
  readSituation,
  type Situation,
  servesModel,
  standingOf,
  verifyNamed,
  verifySelection,
} from "./situation.ts";
import { type Known, warningsOn } from "./warnings.ts";
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
}

/** What the `model_index.json` that was given comes to. */
export interface IndexedPipeline {
  /** Why nothing would be recorded. */
  readonly error?: string;
  /** As `spec.diffusionPipeline`. */
  readonly pipeline?: DiffusionPipeline;
  /** Whether the pair matches once the model has it, and nothing else is changed. */
  readonly passes: boolean;
  /** What the closest entry still refuses then. */
  readonly mismatches: readonly Mismatch[];
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
  };
  const recorded = input.modelIndex === undefined ? undefined : recordModelIndex(input.modelIndex);
  const indexed = recorded?.fields.diffusionPipeline;
  const facts: ModelFacts = { target: nameOf(model), source: sourceOf(objects.model), indexed };
  const record = indexed === undefined ? undefined : recordRepair(situation, indexed);
  const found = findFixes(situation, facts, record, known);
  const proposals = {
    fixes: found.fixes,
    refusals: distinct(found.refusals),
    malformed: malformedValues(model, runtime),
  };
  if (recorded === undefined) return proposals;
  return { ...proposals, indexed: tryIndexed(situation, recorded.error, indexed) };
}

interface Found {
  readonly fixes: readonly Fix[];
  readonly refusals: readonly Refusal[];
}

function findFixes(situation: Situation, facts: ModelFacts, record: Repair | undefined, known: Known): Found {
  const level = levelOf(situation);
  if (level === 2 && standingOf(situation, known).selected) return { fixes: [], refusals: [] };
  const goal = goalOf(level, situation, facts, record, known);
  const refusals: Refusal[] = [...goal.refusals];
  const minimal = new Map<string, readonly FixEdit[]>();
  for (const way of goal.ways) {
    const edits = withoutDuplicates(way);
    if (edits === undefined || edits.length === 0 || new Set(edits.map(({ side }) => side)).size > 2) continue;
    const after = situationAfter(situation, edits);
    if (after === undefined || !goal.reached(after)) continue;
    const refused = foresee(situation.objects, after, known);
    if (refused !== undefined) {
      refusals.push(foreseenRefusal(refused, edits, situation));
      continue;
    }
    const kept = minimize(edits, (some) => {
      const tried = situationAfter(situation, some);
      return tried !== undefined && goal.reached(tried) && foresee(situation.objects, tried, known) === undefined;
    });
    if (kept !== undefined) minimal.set(JSON.stringify(changesOf(situation, kept).map(({ patch }) => patch)), kept);
    if (level === 2 && kept !== undefined) break;
  }
  const chosen = withoutNeedlessPairs([...minimal.values()]);
  const fixes = chosen.map((edits) => toFix(situation, edits, known));
  const named = nameIt(situation, known);
  return {
    fixes: [...fixes, ...named.fixes].sort(compareFixes),
    refusals: [...refusals, ...named.refusals],
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

function describe(situation: Situation, edits: readonly FixEdit[], verified: Verified, known: Known): Fix {
  const changes = changesOf(situation, edits);
  const parts = partsOf(edits);
  const code = riskiest(parts);
  const entry =
    edits.find((edit) => edit.entry !== undefined && edit.side === "runtime") ??
    edits.find((edit) => edit.entry !== undefined);
  return {
    code,
    risk: riskOf[code],
    parts,
    changes: toTuple(changes),
    ...(entry?.entry === undefined ? {} : { entry: entry.entry }),
    addresses: [...new Set(edits.flatMap(({ solves }) => solves ?? []))],
    claims: distinct(edits.flatMap(({ claim }): Claim[] => (claim === undefined ? [] : [claim]))),
    verified,
    warnings: warningsOn(situation, edits, changes, verified, known),
  };
}

function toTuple(changes: ReturnType<typeof changesOf>): Fix["changes"] {
  const [first, second] = changes;
  if (first === undefined) return [];
  return second === undefined ? [first] : [first, second];
}

/** The runtime named: by a patch of the InferenceService where there is one for this model, else as a manifest. */
function nameIt(situation: Situation, known: Known): Found {
  const canPatch = servesModel(situation);
  if (canPatch && namesRuntime(situation)) return { fixes: [], refusals: [] };
  const reasons: readonly ReasonCode[] = [situation.verdict.rejection?.code ?? situation.verdict.skip?.code].flatMap(
    (code) => code ?? [],
  );
  if (!canPatch) {
    const { pvcNamespace } = sourceOf(situation.objects.model);
    const isElsewhere = pvcNamespace !== undefined && pvcNamespace !== known.namespace;
    const alone = readSituation({ ...situation.objects, service: undefined }) ?? situation;
    const refused = isElsewhere ? ({ code: "model-not-usable-here" } as const) : foreseeNamed(alone, known);
    if (refused !== undefined) return { fixes: [], refusals: [foreseenRefusal(refused, [], situation)] };
    const verified = verifyNamed(alone, known);
    const fix: Fix = {
      code: "service/name-runtime",
      risk: riskOf["service/name-runtime"],
      parts: ["service/name-runtime"],
      changes: [],
      manifest: serviceManifest(situation, known.namespace),
      addresses: reasons,
      claims: namedClaims(verified),
      verified,
      warnings: warningsOn(situation, [], [], verified, known),
    };
    return { fixes: [fix], refusals: [] };
  }
  const edits = minimize(nameRuntime(situation), (some) => {
    const after = situationAfter(situation, some);
    return after !== undefined && namesRuntime(after);
  });
  const after = edits === undefined ? undefined : situationAfter(situation, edits);
  if (edits === undefined || after === undefined) return { fixes: [], refusals: [] };
  const refused = foresee(situation.objects, after, known);
  if (refused !== undefined) return { fixes: [], refusals: [foreseenRefusal(refused, edits, situation)] };
  const verified = verifyNamed(after, known);
  const fix = describe(situation, edits, verified, known);
  return { fixes: [{ ...fix, addresses: reasons, claims: namedClaims(verified) }], refusals: [] };
}

/** Without the declaration of the runtime it is the user who claims that it can load the model. */
function namedClaims(verified: Verified): readonly Claim[] {
  return verified.matches ? [] : [{ code: "runtime-loads-model", path: "" }];
}

/** What is refused goes with the object it is about. */
function foreseenRefusal(
  { code, names }: { readonly code: RefusalCode; readonly names?: readonly string[] },
  edits: readonly FixEdit[],
  { model, runtime, service }: Situation,
): Refusal {
  const target =
    code === "model-not-usable-here"
      ? nameOf(model)
      : service !== undefined && (code === "mode-combination" || code === "no-runtime-for-service")
        ? nameOf(service)
        : edits.every(({ side }) => side === "model") && edits.length > 0
          ? nameOf(model)
          : nameOf(runtime);
  const instead: readonly Instead[] =
    code === "unknown-accelerator-class" || code === "broken-inheritance" || code === "api-refuses-object"
      ? ["correct-by-hand", "another-runtime"]
      : ["another-runtime"];
  return { code, target, ...(names === undefined ? {} : { names }), instead };
}

// ---- model_index.json ----

/** The whole pipeline as one unit: what the file says, where the model does not say something else. */
function recordRepair({ model }: Situation, indexed: DiffusionPipeline): Repair | undefined {
  const stated = model.spec.diffusionPipeline;
  const written = new Map(
    (stated === undefined ? [] : pipelineLeaves(stated)).map(({ path, to }) => [JSON.stringify(path), to]),
  );
  const leaves = pipelineLeaves(indexed);
  const contradicts = leaves.some(({ path, to }) => {
    const before = written.get(JSON.stringify(path));
    return before !== undefined && typeof before === "string" && before !== to;
  });
  if (contradicts) return undefined;
  return leaves
    .filter(({ path, to }) => !jsonEquals(written.get(JSON.stringify(path)), to))
    .map(({ path, to }): FixEdit => {
      const where = ["diffusionPipeline", ...path];
      return {
        side: "model",
        code: "model/record-pipeline",
        path: ["spec", ...where],
        to,
        solves: "pipeline/missing-on-model",
        unit: "model_index.json",
        claim: {
          code: "files-say",
          path: where.join("."),
          confirmed: true,
          ...(typeof to === "string" ? { value: to } : {}),
        },
      };
    });
}

function tryIndexed(
  situation: Situation,
  error: string | undefined,
  pipeline: DiffusionPipeline | undefined,
): IndexedPipeline {
  if (pipeline === undefined) return { ...(error === undefined ? {} : { error }), passes: false, mismatches: [] };
  const edits = pipelineLeaves(pipeline).map(
    ({ path, to }): FixEdit => ({
      side: "model",
      code: "model/record-pipeline",
      path: ["spec", "diffusionPipeline", ...path],
      to,
    }),
  );
  const after = situationAfter(situation, edits);
  const closest = after?.verdict.entries.find(({ index }) => index === after.verdict.closestEntry);
  return {
    pipeline,
    passes: after !== undefined && levelOf(after) > 0,
    mismatches: closest?.mismatches ?? [],
  };
}

// ---- order ----

function compareFixes(one: Fix, other: Fix): number {
  const operations = ({ changes }: Fix) =>
    changes.reduce(
      (count, { patch }) => count + (patch.type === "json" ? patch.operations.length : leafCount(patch.body)),
      0,
    );
  return (
    fixRisks.indexOf(one.risk) - fixRisks.indexOf(other.risk) ||
    one.changes.length - other.changes.length ||
    operations(one) - operations(other) ||
    fixCodes.indexOf(one.code) - fixCodes.indexOf(other.code) ||
    (one.entry ?? -1) - (other.entry ?? -1) ||
    compareTexts(JSON.stringify(one.changes), JSON.stringify(other.changes))
  );
}

function leafCount(body: JsonObject): number {
  return Object.values(body).reduce<number>(
    (count, value) =>
      count +
      (typeof value === "object" && value !== null && !Array.isArray(value) ? leafCount(value as JsonObject) : 1),
    0,
  );
}

function compareTexts(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1;
}

function distinct<Value>(values: readonly Value[]): readonly Value[] {
  return values.filter((value, index) => values.findIndex((other) => jsonEquals(other, value)) === index);
}

function nothing(code: RefusalCode, { model, runtime }: FixInput): Proposals {
  const read = readSituation({ model: copyObject(model), runtime: copyObject(runtime), service: undefined });
  const target = read === undefined ? ({ kind: "ClusterServingRuntime", name: "" } as const) : nameOf(read.runtime);
  return { fixes: [], refusals: [{ code, target, instead: ["another-runtime"] }], malformed: [] };
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
