/**
 * The objects of one pair as the API would store them, what would refuse them, and what `judge` and automatic selection say.
 * Everything that is proposed goes through here.
 */
import { type InheritingRuntime, readInheritance, specWhenNamed } from "../inherit.ts";
import { judge, rejectModel } from "../judge.ts";
import { computeMatrix } from "../matrix.ts";
import { rankCandidates } from "../rank.ts";
import { readInferenceService } from "../read/inference-service.ts";
import { readModel } from "../read/model.ts";
import { readRuntime } from "../read/runtime.ts";
import { pairStates, type RankingKey, type Verdict } from "../reasons.ts";
import type { InferenceService, Model, Read, Runtime } from "../resources.ts";
import { scoreRuntime } from "../score.ts";
import { parseSize, sizeDistance } from "../values/size.ts";
import { withApiDefaults } from "./api-defaults.ts";
import type { Verified } from "./fix.ts";
import { type Foreseen, foreseeModel, foreseeModes, foreseeRuntime, needsRuntime } from "./foresee.ts";
import { type JsonObject, jsonAt } from "./json-value.ts";
import { sourceOf } from "./model-source.ts";

/** Stored objects of one pair. */
export interface Objects {
  readonly model: JsonObject;
  readonly runtime: JsonObject;
  readonly service: JsonObject | undefined;
}

/** What stands around a pair. */
export interface Surroundings {
  readonly namespace: string;
  /** All others that the namespace sees. */
  readonly others: readonly InheritingRuntime[];
  /** undefined = not known. */
  readonly acceleratorClasses: ReadonlySet<string> | undefined;
  /** A BaseModel of the model's name stands in front of it: InferenceServices here get that one (spec 3.7). */
  readonly isShadowed?: boolean;
}

/** The objects, read and judged. */
export interface Situation {
  /** As given, without the defaults of the API. */
  readonly objects: Objects;
  readonly model: Model;
  readonly runtime: InheritingRuntime;
  readonly service: InferenceService | undefined;
  /** By the runtime's own spec, as automatic selection sees it. */
  readonly verdict: Verdict;
  /** Nothing can be said before the model has a format (spec 2.0). */
  readonly isUnknown: boolean;
}

/** Reads and judges, with the defaults that the API would fill in; undefined when an object cannot be read. */
export function readSituation(objects: Objects): Situation | undefined {
  const model = once(models, objects.model, readModel);
  const runtime = once(runtimes, objects.runtime, readInheritingRuntime);
  const service = objects.service === undefined ? undefined : once(services, objects.service, readInferenceService);
  if (!model.ok || !runtime.ok || service?.ok === false) return undefined;
  const readService = service?.ok ? service.value : undefined;
  return {
    objects,
    model: model.value,
    runtime: runtime.value,
    service: readService,
    verdict: judge(model.value.spec, runtime.value.spec, readService?.spec),
    isUnknown: rejectModel(model.value.spec) !== undefined,
  };
}

/** Reads a stored runtime and whom it inherits from. */
export function readInheritingRuntime(object: unknown): Read<InheritingRuntime> {
  const runtime = readRuntime(object);
  const { inheritsFrom } = readInheritance(object);
  if (!runtime.ok || inheritsFrom === undefined) return runtime;
  return { ok: true, value: { ...runtime.value, inheritsFrom } };
}

/** Most candidates leave most objects as they are: what was read once is not read again. */
const models = new WeakMap<JsonObject, Read<Model>>();
const runtimes = new WeakMap<JsonObject, Read<InheritingRuntime>>();
const services = new WeakMap<JsonObject, Read<InferenceService>>();

function once<Value>(
  known: WeakMap<JsonObject, Read<Value>>,
  object: JsonObject,
  read: (stored: unknown) => Read<Value>,
): Read<Value> {
  const before = known.get(object);
  if (before !== undefined) return before;
  const value = read(withApiDefaults(object));
  known.set(object, value);
  return value;
}

/** 0: not compatible. 1: compatible. 2: automatic selection may pick it. */
export function levelOf({ verdict, isUnknown }: Situation): 0 | 1 | 2 {
  if (isUnknown || !verdict.compatible) return 0;
  return verdict.qualifies ? 2 : 1;
}

/** Where the runtime stands among all that qualify. */
export interface Standing {
  readonly rank: number | undefined;
  readonly of: number;
  readonly selected: boolean;
}

export function standingOf(situation: Situation, surroundings: Surroundings): Standing {
  const { model, runtime, service, verdict } = situation;
  const rivals = rivalsOf(model, service, surroundings);
  if (levelOf(situation) < 2) return { rank: undefined, of: rivals.length, selected: false };
  const rank = rankCandidates([keyOf(model, runtime, verdict.score.score), ...rivals]).findIndex(
    ({ index }) => index === 0,
  );
  return { rank: rank + 1, of: rivals.length + 1, selected: rank === 0 };
}

/** The others that qualify for a model. Most candidates leave the model and the service as they are. */
const rivals = new WeakMap<Surroundings, WeakMap<Model, Map<InferenceService | undefined, readonly RankingKey[]>>>();

function rivalsOf(
  model: Model,
  service: InferenceService | undefined,
  surroundings: Surroundings,
): readonly RankingKey[] {
  const ofSurroundings = rivals.get(surroundings) ?? new WeakMap();
  rivals.set(surroundings, ofSurroundings);
  const ofModel = ofSurroundings.get(model) ?? new Map<InferenceService | undefined, readonly RankingKey[]>();
  ofSurroundings.set(model, ofModel);
  const before = ofModel.get(service);
  if (before !== undefined) return before;
  const { namespace, others } = surroundings;
  const { states } = computeMatrix({ models: [model], runtimes: others, namespace, service: service?.spec });
  const keys = others.flatMap((other, column): RankingKey[] => {
    const state = pairStates[states[column] ?? -1];
    if (state !== "selected" && state !== "candidate") return [];
    return [keyOf(model, other, scoreRuntime(model.spec, other.spec).score)];
  });
  ofModel.set(service, keys);
  return keys;
}

function keyOf({ spec }: Model, { kind, name, spec: runtime }: Runtime, score: bigint): RankingKey {
  const key = { kind, name, score };
  if (spec.modelParameterSize === undefined) return key;
  const read = (bound: string | undefined) => (bound === undefined ? undefined : parseSize(bound));
  const { min, max } = runtime.modelSizeRange ?? {};
  return { ...key, sizeDistance: sizeDistance(parseSize(spec.modelParameterSize), read(min), read(max)) };
}

/** What the API or a webhook would answer to the objects that changed; undefined when they would be stored. */
export function foresee(before: Objects, situation: Situation, surroundings: Surroundings): Foreseen | undefined {
  const { objects, runtime } = situation;
  const { others, acceleratorClasses } = surroundings;
  return (
    (objects.model === before.model ? undefined : foreseeModel(objects.model)) ??
    (objects.runtime === before.runtime
      ? undefined
      : foreseeRuntime(objects.runtime, runtime, others, acceleratorClasses)) ??
    (objects.service === before.service ? undefined : foreseeService(situation, surroundings))
  );
}

/** An InferenceService that changes is admitted again, with all the checks (spec 3.6 to 3.8). */
function foreseeService(situation: Situation, surroundings: Surroundings): Foreseen | undefined {
  const { objects, service } = situation;
  if (objects.service === undefined || service === undefined) return undefined;
  const modes = foreseeModes(objects.service, service.spec);
  if (modes !== undefined) return modes;
  if (!servesModel(situation)) return undefined;
  const refused = foreseeUse(situation, surroundings);
  if (refused !== undefined) return refused;
  if (namesRuntime(situation)) return foreseeNamed(situation, surroundings);
  if (!needsRuntime(objects.service, service.spec)) return undefined;
  return standingOf(situation, surroundings).of > 0 ? undefined : { code: "no-runtime-for-service" };
}

export function isModelDisabled({ model }: Objects): boolean {
  return jsonAt(model, "spec", "disabled") === true;
}

/** No InferenceService gets a model that is hidden there, disabled, or on a claim of another namespace (spec 3.7). */
export function foreseeUse({ objects }: Situation, { namespace, isShadowed }: Surroundings): Foreseen | undefined {
  if (isShadowed === true) return { code: "model-hidden", names: [namespace] };
  if (isModelDisabled(objects)) return { code: "model-disabled" };
  const { pvcNamespace } = sourceOf(objects.model);
  if (pvcNamespace === undefined || pvcNamespace === namespace) return undefined;
  return { code: "model-elsewhere", names: [pvcNamespace] };
}

/** A named runtime must exist, be enabled with what it inherits, and the model must have a format (spec 3.8). */
export function foreseeNamed(situation: Situation, { others }: Surroundings): Foreseen | undefined {
  const { model, runtime, isUnknown, objects } = situation;
  if (isUnknown) return { code: "model-without-format" };
  if (model.spec.distribution === "Sharded") return { code: "model-sharded" };
  const named = specWhenNamed(runtime, others);
  if (!named.ok) return { code: "broken-inheritance", names: named.error.chain };
  if (named.spec.disabled === true) return { code: "named-runtime-disabled" };
  const pin = (key: string) => jsonAt(objects.service, "spec", "runtime", key);
  if (pin("revision") !== undefined) return { code: "pinned-to-a-revision" };
  return pin("autoSync") === false ? { code: "keeps-a-snapshot" } : undefined;
}

/** Whether the InferenceService names this runtime, exactly. */
export function namesRuntime({ service, runtime }: Situation): boolean {
  const named = service?.spec.runtime;
  return named?.name === runtime.name && (named.kind ?? "ClusterServingRuntime") === runtime.kind;
}

/** What comes of a pair by automatic selection. */
export function verifySelection(situation: Situation, surroundings: Surroundings): Verified {
  const { verdict } = situation;
  const standing = standingOf(situation, surroundings);
  return {
    matches: levelOf(situation) > 0,
    ...(verdict.matchedEntry === undefined ? {} : { entry: verdict.matchedEntry }),
    score: verdict.score.score,
    ...(standing.rank === undefined ? {} : { rank: standing.rank, of: standing.of }),
    selected: standing.selected,
    outcome: standing.selected ? "selected" : standing.rank === undefined ? "pin-only" : "candidate",
    ...(verdict.skip === undefined ? {} : { remains: verdict.skip.code }),
    ...(isModelDisabled(situation.objects) ? { modelDisabled: true } : {}),
  };
}

/** What comes of a pair when the runtime is named: the spec counts with what it inherits (spec 3.8, 6.1). */
export function verifyNamed(situation: Situation, { others }: Surroundings): Verified {
  const { model, runtime, service } = situation;
  const named = specWhenNamed(runtime, others);
  const verdict = judge(model.spec, named.ok ? named.spec : runtime.spec, service?.spec);
  return {
    matches: named.ok && verdict.compatible,
    ...(verdict.matchedEntry === undefined ? {} : { entry: verdict.matchedEntry }),
    score: verdict.score.score,
    selected: false,
    outcome: "named",
  };
}

/** Whether `spec.model.kind` of the InferenceService is the kind of this model; else it gets no workload (spec 3.7). */
export function hasModelKind({ model, service }: Situation): boolean {
  return (service?.spec.model?.kind ?? "ClusterBaseModel") === model.kind;
}

/** Whether the InferenceService names the runtime, is admitted with it, and the runtime declares its model. */
export function isDeclared(situation: Situation, surroundings: Surroundings): boolean {
  if (!servesModel(situation) || !namesRuntime(situation) || !hasModelKind(situation)) return false;
  if (foreseeUse(situation, surroundings) !== undefined) return false;
  return foreseeNamed(situation, surroundings) === undefined && verifyNamed(situation, surroundings).matches;
}

/** Whether `spec.model` of the InferenceService is this model, as far as the two tell (spec 3.7). */
export function servesModel({ model, service }: Situation): boolean {
  if (service === undefined || service.spec.model?.name !== model.name) return false;
  return model.kind === "ClusterBaseModel" || model.namespace === service.namespace;
}
