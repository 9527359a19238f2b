/** The slow, obvious way to say what an effect is: everything, before and after, compared. */
import {
  computeMatrix,
  type Effect,
  type Fleet,
  type FleetModel,
  type InferenceService,
  type InheritingRuntime,
  judge,
  type Model,
  pairStates,
  type Ranked,
  rejectModel,
  resolveChain,
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

function rankingOf(model: FleetModel, { runtimes }: Fleet, namespace: string): readonly Ranked[] {
  if (model.kind === "BaseModel" && model.namespace !== namespace) return [];
  // On a claim of another namespace nobody can use it.
  if (model.claimNamespace !== undefined && model.claimNamespace !== namespace) return [];
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

/** By the sentences of spec 3.6 to 3.8, in OME's order: the model, the runtime that is named or picked, what it declares. */
function outcome(service: InferenceService, { models, runtimes, unreadable = [] }: Fleet): object {
  const { namespace = "", spec } = service;
  const isMeant = (kind: string, own?: string) => (one: { kind: string; namespace?: string; name: string }) =>
    one.kind === kind && one.name === spec.model?.name && (own === undefined || one.namespace === own);
  const names = [...models, ...unreadable];
  const meant = names.find(isMeant("BaseModel", namespace)) ?? names.find(isMeant("ClusterBaseModel"));
  const model = models.find((one) => one === meant);
  if (spec.model?.name !== undefined) {
    if (meant === undefined) return { code: "model-not-found" };
    if (model === undefined) return { code: "model-unreadable" };
    if (model.disabled === true) return { code: "model-disabled" };
    if (model.claimNamespace !== undefined && model.claimNamespace !== namespace) return { code: "model-elsewhere" };
  }
  if (spec.runtime?.name === undefined) {
    if (model === undefined) return { code: "no-model" };
    if (rejectModel(model.spec) !== undefined) return { code: "model-without-format" };
    const { selected } = select(model.spec, runtimes, { namespace, service: spec });
    return selected === undefined
      ? { code: "nothing-selected" }
      : { code: "selected", runtime: nameOnly(selected.runtime) };
  }
  const called = [...runtimes, ...unreadable].filter(({ name }) => name === spec.runtime?.name);
  const own = called.find((one) => one.kind === "ServingRuntime" && one.namespace === namespace);
  const ofCluster = called.find((one) => one.kind === "ClusterServingRuntime");
  const named = spec.runtime.kind === "ServingRuntime" ? own : (ofCluster ?? own);
  if (named === undefined) return { code: "runtime-not-found" };
  const runtime = runtimes.find((one) => one === named);
  if (runtime === undefined) return { code: "runtime-unreadable", runtime: nameOnly(named) };
  return namedOutcome(model, runtime, runtimes, service, unreadable);
}

function namedOutcome(
  model: Model | undefined,
  runtime: InheritingRuntime,
  runtimes: readonly InheritingRuntime[],
  service: InferenceService,
  unreadable: NonNullable<Fleet["unreadable"]>,
): object {
  const spec: InheritingRuntime["spec"] = { supportedModelFormats: [], acceleratorClasses: [], deploymentModes: {} };
  const blanks = unreadable.flatMap(({ kind, ...name }): InheritingRuntime[] =>
    kind === "ServingRuntime" || kind === "ClusterServingRuntime" ? [{ kind, ...name, spec }] : [],
  );
  const known = [...runtimes, ...blanks];
  const chain = resolveChain(runtime, known);
  const of = (code: string) => ({ code, runtime: nameOnly(runtime) });
  if (!chain.ok) return of("inheritance-broken");
  const blank = chain.chain.find((one) => blanks.includes(one));
  if (blank !== undefined) return { code: "runtime-unreadable", runtime: nameOnly(blank) };
  const merged = specWhenNamed(runtime, known);
  if (!merged.ok) return of("inheritance-broken");
  if (model !== undefined && rejectModel(model.spec) !== undefined) return of("model-without-format");
  if (merged.spec.disabled === true) return of("runtime-disabled");
  if (model === undefined) return of("named-without-model");
  if (model.spec.distribution === "Sharded") return of("model-sharded");
  return of(judge(model.spec, merged.spec, service.spec).compatible ? "declares" : "does-not-declare");
}

function nameOnly({ kind, namespace, name }: { kind: string; namespace?: string; name: string }) {
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
