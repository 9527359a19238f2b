/** All that can be seen of a cluster through a BFF, and how two such sights differ: the slow, obvious way to an effect. */
import {
  type EffectResponse,
  type MatrixResponse,
  pathToMatrix,
  toResourceKey,
  type ViewParameters,
} from "@ome-matrix/contract";
import {
  type Fleet,
  type FleetModel,
  type InferenceService,
  type InheritingRuntime,
  judge,
  type Model,
  rejectModel,
  select,
  specWhenNamed,
} from "@ome-matrix/matcher";
import { toFleet } from "../../src/snapshot/fleet.ts";
import type { FreshBff } from "./fresh-bff.ts";

export interface Sight {
  readonly fleet: Fleet;
  readonly namespaces: readonly string[];
  /** The matrix of a view, asked for once. */
  matrix(view: ViewParameters): Promise<MatrixResponse>;
}

const isLookedAt = (namespace: string): boolean => namespace !== "kube-system";

export const lookThrough = (bff: FreshBff): Sight => {
  const matrices = new Map<string, Promise<MatrixResponse>>();
  return {
    fleet: toFleet(bff.snapshot),
    // It has no objects either, so default stands for it.
    namespaces: bff.snapshot.namespaces.filter(isLookedAt),
    matrix(view) {
      const path = pathToMatrix(view);
      const known = matrices.get(path) ?? bff.get<MatrixResponse>(path);
      matrices.set(path, known);
      return known;
    },
  };
};

export type Reach = EffectResponse["pairs"][number]["before"];

export const stateAt = ({ cells, states }: MatrixResponse, row: number, column: number): string =>
  states[Number(cells[row]?.[column])] ?? "none";

const reachOf = (state: string): Reach => {
  if (state === "selected" || state === "candidate") return "automatic";
  return state === "pin-only" ? "named" : "none";
};

const selectedIn = (matrix: MatrixResponse, row: number): string | undefined => {
  const column = (matrix.cells[row] ?? "").indexOf(String(matrix.states.indexOf("selected")));
  return column === -1 ? undefined : matrix.runtimes[column]?.key;
};

interface KnownGroup {
  readonly ranked: readonly InheritingRuntime[];
  readonly group: readonly string[];
}
/** Of one model and the same runtimes the group is the same; objects that did not change are the same objects. */
const knownGroups = new WeakMap<Model, KnownGroup[]>();

/** Runtimes at the top of a ranking of which only the names told which comes first; one where it stands there alone. */
const topGroup = (model: Model, ranked: readonly InheritingRuntime[], namespace: string): readonly string[] => {
  const all = knownGroups.get(model) ?? [];
  knownGroups.set(model, all);
  const known = all.find(
    (one) => one.ranked.length === ranked.length && one.ranked.every((each, at) => each === ranked[at]),
  );
  if (known !== undefined) return known.group;
  const { ranking } = select(model.spec, ranked, { namespace });
  const end = ranking.findIndex(({ decidedBy }) => decidedBy !== "name");
  const group = ranking.slice(0, end + 1).map(({ runtime }) => toResourceKey(runtime));
  all.push({ ranked, group });
  return group;
};

const topGroups = new WeakMap<Sight, Map<string, readonly string[]>>();
const topGroupsIn = async (sight: Sight, namespace: string): Promise<ReadonlyMap<string, readonly string[]>> => {
  const groups = new Map<string, readonly string[]>();
  const { models, runtimes, ranks } = await sight.matrix({ namespace });
  const byKey = new Map(sight.fleet.models.map((model) => [toResourceKey(model), model]));
  const runtimeByKey = new Map(sight.fleet.runtimes.map((runtime) => [toResourceKey(runtime), runtime]));
  for (const [row, { key }] of models.entries()) {
    const model = byKey.get(key);
    // Two numbers a runtime that is ranked.
    if (model === undefined || !isUsableIn(model, namespace) || (ranks[row] ?? []).length < 4) continue;
    const columns = (ranks[row] ?? []).filter((_, index) => index % 2 === 0);
    const ranked = columns.flatMap((column) => runtimeByKey.get(runtimes[column]?.key ?? "") ?? []);
    const group = topGroup(model, ranked, namespace);
    if (group.length > 1) groups.set(`${namespace} ${key}`, group);
  }
  return groups;
};

const allTopGroups = async (sight: Sight): Promise<ReadonlyMap<string, readonly string[]>> => {
  const known = topGroups.get(sight);
  if (known !== undefined) return known;
  const all = new Map<string, readonly string[]>();
  for (const namespace of sight.namespaces)
    for (const [key, group] of await topGroupsIn(sight, namespace)) all.set(key, group);
  topGroups.set(sight, all);
  return all;
};

/** A ClusterBaseModel on a claim can be used from the namespace of the claim only (spec 3.7). */
const isUsableIn = ({ claimNamespace = "" }: FleetModel, namespace: string): boolean =>
  claimNamespace === "" || claimNamespace === namespace;

const modelOf = ({ models }: Fleet, { namespace, spec }: InferenceService): FleetModel | undefined => {
  const named = models.filter(({ name }) => name === spec.model?.name);
  return (
    named.find((model) => model.kind === "BaseModel" && model.namespace === namespace) ??
    named.find(({ kind }) => kind === "ClusterBaseModel")
  );
};

const namedRuntime = ({ runtimes }: Fleet, { namespace, spec }: InferenceService): InheritingRuntime | undefined => {
  const named = runtimes.filter(({ name }) => name === spec.runtime?.name);
  const own = named.find((runtime) => runtime.kind === "ServingRuntime" && runtime.namespace === namespace);
  if (spec.runtime?.kind === "ServingRuntime") return own;
  return named.find(({ kind }) => kind === "ClusterServingRuntime") ?? own;
};

/** By the rules of spec 3.6 to 3.8; the demo has what can be read only. */
export const outcomeOf = (fleet: Fleet, service: InferenceService): string => {
  const { namespace = "", spec } = service;
  const model = modelOf(fleet, service);
  if (spec.model?.name !== undefined && model === undefined) {
    const isMeant = (kind: string, name: string) => name === spec.model?.name && kind.endsWith("BaseModel");
    const isThere = fleet.unreadable?.some(({ kind, name }) => isMeant(kind, name)) === true;
    return isThere ? "model-unreadable" : "model-not-found";
  }
  if (model?.disabled === true) return "model-disabled";
  if (model !== undefined && !isUsableIn(model, namespace)) return "model-elsewhere";
  if (spec.runtime?.name === undefined) {
    if (model === undefined) return "no-model";
    if (rejectModel(model.spec) !== undefined) return "model-without-format";
    const { selected } = select(model.spec, fleet.runtimes, { namespace, service: spec });
    return selected === undefined ? "nothing-selected" : `selected ${toResourceKey(selected.runtime)}`;
  }
  const runtime = namedRuntime(fleet, service);
  if (runtime === undefined) return "runtime-not-found";
  const merged = specWhenNamed(runtime, fleet.runtimes);
  const key = toResourceKey(runtime);
  if (!merged.ok) return `inheritance-broken ${key}`;
  if (model !== undefined && rejectModel(model.spec) !== undefined) return `model-without-format ${key}`;
  if (merged.spec.disabled === true) return `runtime-disabled ${key}`;
  if (model === undefined) return `named-without-model ${key}`;
  if (model.spec.distribution === "Sharded") return `model-sharded ${key}`;
  return `${judge(model.spec, merged.spec, spec).compatible ? "declares" : "does-not-declare"} ${key}`;
};

const services = new WeakMap<Sight, ReadonlyMap<string, string>>();
const outcomesIn = (sight: Sight): ReadonlyMap<string, string> => {
  const known = services.get(sight);
  if (known !== undefined) return known;
  const all = new Map<string, string>();
  for (const service of sight.fleet.services) all.set(toResourceKey(service), outcomeOf(sight.fleet, service));
  services.set(sight, all);
  return all;
};

/** An effect as sorted lines, one for each thing and namespace. */
export interface Lines {
  readonly pairs: readonly string[];
  readonly winners: readonly string[];
  readonly ties: readonly string[];
  readonly services: readonly string[];
}

const sorted = (lines: Iterable<string>): readonly string[] => [...lines].sort();

/** Both are of the same models, runtimes and namespaces: no patch makes or removes one. */
const rowsThatDiffer = function* (before: MatrixResponse, after: MatrixResponse) {
  const keys = ({ models, runtimes }: MatrixResponse) =>
    [models, runtimes].flatMap((list) => list.map(({ key }) => key)).join();
  if (keys(before) !== keys(after)) throw new Error("a patch has changed what there is");
  for (const [row, model] of after.models.entries()) if (before.cells[row] !== after.cells[row]) yield { row, model };
};

/** What changed between two sights. */
export const compareSights = async (before: Sight, after: Sight): Promise<Lines> => {
  const pairs: string[] = [];
  const winners: string[] = [];
  const whole = { before: await before.matrix({}), after: await after.matrix({}) };
  for (const { row, model } of rowsThatDiffer(whole.before, whole.after)) {
    for (const [column, runtime] of whole.after.runtimes.entries()) {
      const was = reachOf(stateAt(whole.before, row, column));
      const is = reachOf(stateAt(whole.after, row, column));
      if (was !== is) pairs.push(`${model.key} ${runtime.key} ${was} ${is}`);
    }
  }
  for (const namespace of after.namespaces) {
    const of = { before: await before.matrix({ namespace }), after: await after.matrix({ namespace }) };
    for (const { row, model } of rowsThatDiffer(of.before, of.after)) {
      const at = ({ fleet }: Sight, matrix: MatrixResponse) => {
        const known = fleet.models.find((one) => toResourceKey(one) === model.key);
        return known === undefined || isUsableIn(known, namespace) ? selectedIn(matrix, row) : undefined;
      };
      const was = at(before, of.before);
      const is = at(after, of.after);
      if (was !== is) winners.push(`${namespace} ${model.key} ${was ?? "nothing"} ${is ?? "nothing"}`);
    }
  }
  const groups = { before: await allTopGroups(before), after: await allTopGroups(after) };
  const ties = [...groups.after].filter(([key, group]) => group.join() !== groups.before.get(key)?.join());
  const outcomes = { before: outcomesIn(before), after: outcomesIn(after) };
  const changed = [...outcomes.after].filter(([key, outcome]) => outcomes.before.get(key) !== outcome);
  return {
    pairs: sorted(pairs),
    winners: sorted(winners),
    ties: sorted(ties.map(([key, group]) => `${key} ${group.join()}`)),
    services: sorted(changed.map(([key, outcome]) => `${key} ${outcomes.before.get(key)} ${outcome}`)),
  };
};

/** What /api/effect announced, in the same lines. `default` has no objects of its own, and so stands for everywhere else. */
export const toLines = (effect: EffectResponse): Lines => {
  const keyOf = (name: { readonly key: string } | undefined) => name?.key ?? "nothing";
  const outcome = ({ code, runtime }: EffectResponse["services"][number]["before"]) =>
    runtime === undefined ? code : `${code} ${runtime.key}`;
  for (const { model, namespaces, everywhereElse } of [...effect.winners, ...effect.ties]) {
    const empty = ["default", "kube-system"].map((namespace) => namespaces.includes(namespace));
    if (empty.some((isThere) => isThere !== everywhereElse)) throw new Error(`${model.key}: ${namespaces.join()}`);
  }
  if (effect.pairs.length !== effect.pairsTotal) throw new Error("not all pairs are named");
  const lost = effect.pairs.filter(({ after }) => after === "none").length;
  const gained = effect.pairs.filter(({ before }) => before === "none").length;
  if (lost !== effect.lost || gained !== effect.gained) throw new Error("pairs are counted in another way");
  return {
    pairs: sorted(
      effect.pairs.map(({ model, runtime, before, after }) => `${model.key} ${runtime.key} ${before} ${after}`),
    ),
    winners: sorted(
      effect.winners.flatMap(({ model, before, after, namespaces }) =>
        namespaces.filter(isLookedAt).map((namespace) => `${namespace} ${model.key} ${keyOf(before)} ${keyOf(after)}`),
      ),
    ),
    ties: sorted(
      effect.ties.flatMap(({ model, runtimes, namespaces }) =>
        namespaces
          .filter(isLookedAt)
          .map((namespace) => `${namespace} ${model.key} ${runtimes.map(({ key }) => key).join()}`),
      ),
    ),
    services: sorted(
      effect.services.map(({ service, before, after }) => `${service.key} ${outcome(before)} ${outcome(after)}`),
    ),
  };
};
