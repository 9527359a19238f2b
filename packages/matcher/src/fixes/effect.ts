/**
 * What changed objects change elsewhere: over the whole matrix, in every namespace, and for every InferenceService.
 *
 * Only rows and columns of the changed objects are compared, and only models whose ranking they can change are ranked:
 *
 * 1. Changed models: their whole rows, before and after. Changed runtimes: their whole columns.
 * 2. Where a changed runtime qualifies for a model, before or after, that model is ranked with all others.
 * 3. InferenceServices: see service-effect.ts.
 *
 * A property test holds the result to the difference of two whole matrices.
 */
import type { InheritingRuntime } from "../inherit.ts";
import { computeMatrix } from "../matrix.ts";
import { pairStates } from "../reasons.ts";
import type { InferenceService, Model, ModelKind, ResourceName, RuntimeKind } from "../resources.ts";
import { nameOf } from "./malformed.ts";
import { rankFor, type TopOf } from "./ranking.ts";
import { changedServices, type ServiceChange } from "./service-effect.ts";
import { isChanged, keyOf, present, type Time, type Twice } from "./twice.ts";

/** All objects that can be read, as they are now. */
export interface Fleet {
  readonly models: readonly Model[];
  readonly runtimes: readonly InheritingRuntime[];
  readonly services: readonly InferenceService[];
  /** Namespaces to look at besides those that objects are in. */
  readonly namespaces?: readonly string[];
}

export type FleetObject = Model | InheritingRuntime | InferenceService;

/** One object exchanged for another of the same kind and name; `before` absent: created, `after` absent: gone or unreadable. */
export interface Replacement {
  readonly before?: FleetObject | undefined;
  readonly after?: FleetObject | undefined;
}

/** `none`: not compatible. `named`: only by naming it. `automatic`: automatic selection may pick it. */
export type Reach = "none" | "named" | "automatic";

export interface PairChange {
  readonly model: ResourceName<ModelKind>;
  readonly runtime: ResourceName<RuntimeKind>;
  readonly before: Reach;
  readonly after: Reach;
}

/** In which namespaces something holds. */
export interface Where {
  /** Sorted. */
  readonly namespaces: readonly string[];
  /** And in every namespace that is not known here. */
  readonly everywhereElse: boolean;
}

export interface WinnerChange extends Where {
  readonly model: ResourceName<ModelKind>;
  readonly before?: ResourceName<RuntimeKind>;
  readonly after?: ResourceName<RuntimeKind>;
}

/** Runtimes that now stand at the top together, told apart by name only. */
export interface NewTie extends Where {
  readonly model: ResourceName<ModelKind>;
  readonly runtimes: readonly ResourceName<RuntimeKind>[];
}

export interface Effect {
  /** In the order of the models, then of the runtimes. */
  readonly pairs: readonly PairChange[];
  /** How many pairs match that did not, and the reverse. */
  readonly gained: number;
  readonly lost: number;
  readonly winners: readonly WinnerChange[];
  readonly ties: readonly NewTie[];
  /** InferenceServices whose automatic choice changes, or whose named runtime starts or stops declaring the model. */
  readonly services: readonly ServiceChange[];
}

/** The difference that exchanging objects makes. */
export function effectOf(fleet: Fleet, replacements: readonly Replacement[]): Effect {
  const models = pairUp<Model>(fleet.models, replacements, isModel);
  const runtimes = pairUp<InheritingRuntime>(fleet.runtimes, replacements, isRuntime);
  const services = pairUp<InferenceService>(fleet.services, replacements, isService);
  const columns = runtimes.filter(isChanged);
  const reaches = {
    before: readReaches("before", models, runtimes, columns),
    after: readReaches("after", models, runtimes, columns),
  };
  const pairs = comparePairs(models, runtimes, columns, reaches);
  const rankings = compareRankings(fleet, models, runtimes, columns, reaches);
  return {
    pairs,
    gained: pairs.filter(({ before }) => before === "none").length,
    lost: pairs.filter(({ after }) => after === "none").length,
    ...rankings,
    services: changedServices(models, runtimes, services),
  };
}

// ---- before and after ----

function pairUp<Value extends FleetObject>(
  current: readonly Value[],
  replacements: readonly Replacement[],
  is: (object: FleetObject) => object is Value,
): readonly Twice<Value>[] {
  const changed = new Map<string, Twice<Value>>();
  for (const { before, after } of replacements) {
    const object = after ?? before;
    if (object === undefined || !is(object)) continue;
    const next = after !== undefined && is(after) ? after : undefined;
    changed.set(keyOf(object), { before: undefined, after: next });
  }
  const list = current.map((object): Twice<Value> => {
    const change = changed.get(keyOf(object));
    changed.delete(keyOf(object));
    return { before: object, after: change === undefined ? object : change.after };
  });
  // What is left was not there before.
  return [...list, ...changed.values()];
}

function isModel(object: FleetObject): object is Model {
  return object.kind === "BaseModel" || object.kind === "ClusterBaseModel";
}

function isRuntime(object: FleetObject): object is InheritingRuntime {
  return object.kind === "ServingRuntime" || object.kind === "ClusterServingRuntime";
}

function isService(object: FleetObject): object is InferenceService {
  return object.kind === "InferenceService";
}

// ---- pairs ----

/** How far each pair of a changed model or a changed runtime gets; pairs of unchanged ones are not looked at. */
type Reaches = ReadonlyMap<string, Reach>;

function readReaches(
  time: Time,
  models: readonly Twice<Model>[],
  runtimes: readonly Twice<InheritingRuntime>[],
  columns: readonly Twice<InheritingRuntime>[],
): Reaches {
  const reaches = new Map<string, Reach>();
  const read = (rows: readonly Model[], across: readonly InheritingRuntime[]) => {
    if (rows.length === 0 || across.length === 0) return;
    const matrix = computeMatrix({ models: rows, runtimes: across });
    const acrossKeys = across.map(keyOf);
    for (const [row, model] of rows.entries()) {
      const rowKey = keyOf(model);
      for (const [column, key] of acrossKeys.entries()) {
        const reach = toReach(matrix.states[row * across.length + column]);
        if (reach !== "none") reaches.set(pairKey(rowKey, key), reach);
      }
    }
  };
  read(present(models.filter(isChanged), time), present(runtimes, time));
  read(present(models, time), present(columns, time));
  return reaches;
}

function toReach(state: number | undefined): Reach {
  switch (pairStates[state ?? -1]) {
    case "selected":
    case "candidate":
      return "automatic";
    case "pin-only":
      return "named";
    default:
      return "none";
  }
}

function pairKey(model: string, runtime: string): string {
  return `${model}${runtime}`;
}

function comparePairs(
  models: readonly Twice<Model>[],
  runtimes: readonly Twice<InheritingRuntime>[],
  columns: readonly Twice<InheritingRuntime>[],
  reaches: { readonly [At in Time]: Reaches },
): readonly PairChange[] {
  const changes: PairChange[] = [];
  const named = (list: readonly Twice<Model | InheritingRuntime>[]) =>
    list.flatMap((item) => {
      const object = item.after ?? item.before;
      return object === undefined ? [] : [{ item, key: keyOf(object), name: nameOf(object) }];
    });
  const allRuntimes = named(runtimes);
  const changedRuntimes = named(columns);
  for (const model of named(models)) {
    for (const runtime of isChanged(model.item) ? allRuntimes : changedRuntimes) {
      const key = pairKey(model.key, runtime.key);
      const before = reaches.before.get(key) ?? "none";
      const after = reaches.after.get(key) ?? "none";
      if (before === after) continue;
      changes.push({
        model: model.name as ResourceName<ModelKind>,
        runtime: runtime.name as ResourceName<RuntimeKind>,
        before,
        after,
      });
    }
  }
  return changes;
}

// ---- winners and ties ----

function compareRankings(
  fleet: Fleet,
  models: readonly Twice<Model>[],
  runtimes: readonly Twice<InheritingRuntime>[],
  columns: readonly Twice<InheritingRuntime>[],
  reaches: { readonly [At in Time]: Reaches },
): { readonly winners: readonly WinnerChange[]; readonly ties: readonly NewTie[] } {
  const namespaces = knownNamespaces(fleet, models, runtimes);
  const columnKeys = columns.flatMap(({ before, after }) => {
    const object = after ?? before;
    return object === undefined ? [] : [keyOf(object)];
  });
  const touched = models.filter((item) => {
    const object = item.after ?? item.before;
    if (object === undefined) return false;
    if (isChanged(item)) return true;
    const key = keyOf(object);
    const qualifies = (time: Time) =>
      columnKeys.some((column) => reaches[time].get(pairKey(key, column)) === "automatic");
    return qualifies("before") || qualifies("after");
  });
  const before = rankFor(present(touched, "before"), present(runtimes, "before"));
  const after = rankFor(present(touched, "after"), present(runtimes, "after"));
  const winners: WinnerChange[] = [];
  const ties: NewTie[] = [];
  for (const item of touched) {
    const object = item.after ?? item.before;
    if (object === undefined) continue;
    const model = nameOf(object);
    const key = keyOf(object);
    const tops = { before: before.get(key), after: after.get(key) };
    const views = viewsOf(object, tops, namespaces);
    winners.push(
      ...groupViews(views.flatMap((view) => winnerChange(view, tops))).map((change) => ({ model, ...change })),
    );
    ties.push(...groupViews(views.flatMap((view) => newTie(view, tops))).map((tie) => ({ model, ...tie })));
  }
  return { winners, ties };
}

function knownNamespaces(
  { namespaces = [] }: Fleet,
  models: readonly Twice<Model>[],
  runtimes: readonly Twice<InheritingRuntime>[],
): readonly string[] {
  const known = new Set(namespaces);
  for (const { before, after } of [...models, ...runtimes]) {
    const namespace = (after ?? before)?.namespace;
    if (namespace !== undefined) known.add(namespace);
  }
  return [...known].sort();
}

/** Namespaces that rank a model alike; undefined = every namespace that has no ServingRuntime for it. */
interface View {
  readonly namespace: string | undefined;
  readonly where: Where;
}

type Tops = { readonly [At in Time]: TopOf | undefined };

function viewsOf(model: Model, tops: Tops, namespaces: readonly string[]): readonly View[] {
  if (model.kind === "BaseModel") {
    const { namespace } = model;
    if (namespace === undefined) return [];
    return [{ namespace, where: { namespaces: [namespace], everywhereElse: false } }];
  }
  const own = new Set([...(tops.before?.namespaces.keys() ?? []), ...(tops.after?.namespaces.keys() ?? [])]);
  return [
    ...[...own].sort().map((namespace) => ({ namespace, where: { namespaces: [namespace], everywhereElse: false } })),
    {
      namespace: undefined,
      where: { namespaces: namespaces.filter((namespace) => !own.has(namespace)), everywhereElse: true },
    },
  ];
}

function topIn(top: TopOf | undefined, namespace: string | undefined): readonly ResourceName<RuntimeKind>[] {
  return (namespace === undefined ? undefined : top?.namespaces.get(namespace)) ?? top?.cluster ?? [];
}

function winnerChange({ namespace, where }: View, tops: Tops): readonly Omit<WinnerChange, "model">[] {
  const [before] = topIn(tops.before, namespace);
  const [after] = topIn(tops.after, namespace);
  const isSame = before === after || (before !== undefined && after !== undefined && keyOf(before) === keyOf(after));
  if (isSame) return [];
  return [{ ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }), ...where }];
}

function newTie({ namespace, where }: View, tops: Tops): readonly Omit<NewTie, "model">[] {
  const before = topIn(tops.before, namespace);
  const after = topIn(tops.after, namespace);
  if (after.length < 2 || after.map(keyOf).join() === before.map(keyOf).join()) return [];
  return [{ runtimes: after, ...where }];
}

/** The same change in several namespaces is told once. */
function groupViews<Change extends Where>(changes: readonly Change[]): readonly Change[] {
  const groups = new Map<string, Change>();
  for (const change of changes) {
    const key = JSON.stringify({ ...change, namespaces: [], everywhereElse: false });
    const known = groups.get(key);
    groups.set(
      key,
      known === undefined
        ? change
        : {
            ...known,
            namespaces: [...known.namespaces, ...change.namespaces].sort(),
            everywhereElse: known.everywhereElse || change.everywhereElse,
          },
    );
  }
  return [...groups.values()];
}
