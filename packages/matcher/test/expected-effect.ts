/** The slow, obvious way to say what an effect is: everything, before and after, compared. */
import {
  computeMatrix,
  type Effect,
  type Fleet,
  type InferenceService,
  type InheritingRuntime,
  judge,
  type Model,
  pairStates,
  type Ranked,
  rejectModel,
  select,
  specWhenNamed,
} from "../src/index.ts";

const unknownNamespace = "a-namespace-without-objects";

export interface FlatEffect {
  readonly pairs: readonly string[];
  readonly winners: readonly string[];
  readonly ties: readonly string[];
  readonly services: readonly string[];
}

/** An effect as sorted lines, one for each namespace. */
export function flatten(effect: Effect, namespaces: readonly string[]): FlatEffect {
  const everywhere = (where: { readonly namespaces: readonly string[]; readonly everywhereElse: boolean }) => [
    ...where.namespaces.filter((namespace) => namespaces.includes(namespace)),
    ...(where.everywhereElse ? [unknownNamespace] : []),
  ];
  const name = (object: object | undefined) => (object === undefined ? "nothing" : JSON.stringify(object));
  return {
    pairs: effect.pairs
      .map(({ model, runtime, before, after }) => line(name(model), name(runtime), before, after))
      .sort(),
    winners: effect.winners
      .flatMap((winner) =>
        everywhere(winner).map((namespace) =>
          line(namespace, name(winner.model), name(winner.before), name(winner.after)),
        ),
      )
      .sort(),
    ties: effect.ties
      .flatMap((tie) => everywhere(tie).map((namespace) => line(namespace, name(tie.model), name(tie.runtimes))))
      .sort(),
    services: effect.services
      .map(({ service, before, after }) => line(name(service), name(before), name(after)))
      .sort(),
  };
}

/** The difference of the whole matrices, the whole rankings and all InferenceServices. */
export function expectedEffect(before: Fleet, after: Fleet, namespaces: readonly string[]): FlatEffect {
  const all = [...namespaces, unknownNamespace];
  return {
    pairs: difference(reaches(before), reaches(after), "none"),
    winners: difference(winners(before, all), winners(after, all), "nothing"),
    ties: newTies(topGroups(before, all), topGroups(after, all)),
    services: difference(outcomes(before), outcomes(after), '{"code":"no-service"}'),
  };
}

function line(...parts: readonly string[]): string {
  return parts.join(" ");
}

function named({ kind, namespace, name }: { kind: string; namespace?: string; name: string }): string {
  return JSON.stringify(namespace === undefined ? { kind, name } : { kind, namespace, name });
}

function difference(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
  absent: string,
): readonly string[] {
  const keys = new Set([...before.keys(), ...after.keys()]);
  return [...keys]
    .flatMap((key) => {
      const from = before.get(key) ?? absent;
      const to = after.get(key) ?? absent;
      return from === to ? [] : [line(key, from, to)];
    })
    .sort();
}

function reaches({ models, runtimes }: Fleet): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const { states } = computeMatrix({ models, runtimes });
  for (const [row, model] of models.entries()) {
    for (const [column, runtime] of runtimes.entries()) {
      const state = pairStates[states[row * runtimes.length + column] ?? -1];
      const reach =
        state === "selected" || state === "candidate" ? "automatic" : state === "pin-only" ? "named" : "none";
      found.set(line(named(model), named(runtime)), reach);
    }
  }
  return found;
}

/** Rankings are asked for twice, for the winners and for the ties. */
const rankings = new WeakMap<Fleet["runtimes"], Map<string, readonly Ranked[]>>();

function rankingOf(model: Model, { runtimes }: Fleet, namespace: string): readonly Ranked[] {
  if (model.kind === "BaseModel" && model.namespace !== namespace) return [];
  const known = rankings.get(runtimes) ?? new Map<string, readonly Ranked[]>();
  rankings.set(runtimes, known);
  const key = JSON.stringify([
    namespace,
    named(model),
    model.spec,
    [...(model.spec.diffusionPipeline?.additionalComponents ?? [])],
  ]);
  const before = known.get(key);
  if (before !== undefined) return before;
  const { ranking } = select(model.spec, runtimes, { namespace });
  known.set(key, ranking);
  return ranking;
}

function winners(fleet: Fleet, namespaces: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const namespace of namespaces) {
    for (const model of fleet.models) {
      const [first] = rankingOf(model, fleet, namespace);
      found.set(line(namespace, named(model)), first === undefined ? "nothing" : named(first.runtime));
    }
  }
  return found;
}

function topGroups(fleet: Fleet, namespaces: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const namespace of namespaces) {
    for (const model of fleet.models) {
      const ranking = rankingOf(model, fleet, namespace);
      const end = ranking.findIndex(({ decidedBy }) => decidedBy !== "name");
      const group = ranking.slice(0, end + 1).map(({ runtime }) => named(runtime));
      found.set(line(namespace, named(model)), group);
    }
  }
  return found;
}

function newTies(
  before: ReadonlyMap<string, readonly string[]>,
  after: ReadonlyMap<string, readonly string[]>,
): readonly string[] {
  return [...after]
    .filter(([key, group]) => group.length > 1 && group.join() !== before.get(key)?.join())
    .map(([key, group]) => line(key, `[${group.join()}]`))
    .sort();
}

function outcomes(fleet: Fleet): ReadonlyMap<string, string> {
  return new Map(fleet.services.map((service) => [named(service), JSON.stringify(outcome(service, fleet))]));
}

function outcome(service: InferenceService, { models, runtimes }: Fleet): object {
  const { namespace = "", spec } = service;
  const called = models.filter(({ name }) => name === spec.model?.name);
  const model =
    called.find((one) => one.kind === "BaseModel" && one.namespace === namespace) ??
    called.find(({ kind }) => kind === "ClusterBaseModel");
  if (spec.model?.name === undefined || model === undefined) return { code: "no-model" };
  if (spec.runtime?.name === undefined) {
    const { selected } = select(model.spec, runtimes, { namespace, service: spec });
    return selected === undefined
      ? { code: "nothing-selected" }
      : { code: "selected", runtime: nameOnly(selected.runtime) };
  }
  const own = runtimes.find(
    (one) => one.kind === "ServingRuntime" && one.name === spec.runtime?.name && one.namespace === namespace,
  );
  const ofCluster = runtimes.find((one) => one.kind === "ClusterServingRuntime" && one.name === spec.runtime?.name);
  const runtime = spec.runtime.kind === "ServingRuntime" ? own : (ofCluster ?? own);
  if (runtime === undefined) return { code: "runtime-not-found" };
  return { code: namedCode(model, runtime, runtimes, service), runtime: nameOnly(runtime) };
}

function namedCode(
  model: Model,
  runtime: InheritingRuntime,
  runtimes: readonly InheritingRuntime[],
  service: InferenceService,
): string {
  const merged = specWhenNamed(runtime, runtimes);
  if (!merged.ok) return "inheritance-broken";
  if (rejectModel(model.spec) !== undefined) return "model-without-format";
  if (merged.spec.disabled === true) return "disabled";
  return judge(model.spec, merged.spec, service.spec).compatible ? "declares" : "does-not-declare";
}

function nameOnly({ kind, namespace, name }: InheritingRuntime) {
  return namespace === undefined ? { kind, name } : { kind, namespace, name };
}

/** A fleet with objects exchanged. */
export function exchange<Value extends { kind: string; namespace?: string; name: string }>(
  list: readonly Value[],
  before: Value | undefined,
  after: Value | undefined,
): readonly Value[] {
  if (before === undefined) return after === undefined ? list : [...list, after];
  return list.flatMap((one) => (one !== before ? [one] : after === undefined ? [] : [after]));
}
