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
import { changedServices, type FleetModel, type ServiceChange } from "./service-effect.ts";
import { isChanged, keyOf, present, type Time, type Twice } from "./twice.ts";

/** All objects that can be read, as they are now. */
export interface Fleet {
  readonly models: readonly FleetModel[];
  readonly runtimes: readonly InheritingRuntime[];
  readonly services: readonly InferenceService[];
  /** Models and runtimes that cannot be read: InferenceServices find them all the same. */
  readonly unreadable?: readonly ResourceName<ModelKind | RuntimeKind>[];
  /** Namespaces to look at besides those that objects are in. */
  readonly namespaces?: readonly string[];
}

export type FleetObject = FleetModel | InheritingRuntime | InferenceService;

/** One object exchanged for another of the same kind and name; `before` absent: created, `after` absent: gone. */
export interface Replacement {
  readonly before?: FleetObject | undefined;
  readonly after?: FleetObject | undefined;
  /** Its name, where it is there and cannot be read when `before` or `after` is absent. */
  readonly unreadable?: ResourceName<FleetObject["kind"]> | undefined;
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
  const models = pairUp<FleetModel>(fleet.models, replacements, isModel);
  const runtimes = pairUp<InheritingRuntime>(fleet.runtimes, replacements, isRuntime);
  const services = pairUp<InferenceService>(fleet.services, replacements, isService);
  const reaches = readReaches(models, runtimes);
  const pairs = comparePairs(models, runtimes, reaches);
  const rankings = compareRankings(fleet, models, runtimes, reaches);
  return {
    pairs,
    gained: pairs.filter(({ before }) => before === "none").length,
    lost: pairs.filter(({ after }) => after === "none").length,
    ...rankings,
    services: changedServices({ models, runtimes, services, unreadable: unreadables(fleet, replacements) }),
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
    changed.set(keyOf(object), { before: object, after: next });
  }
  const names = new Set([...changed.values()].flatMap(({ after, before }) => (after ?? before)?.name ?? []));
  const list = current.map((object): Twice<Value> => {
    // Most objects have another name, and need no key.
    const change = names.has(object.name) ? changed.get(keyOf(object)) : undefined;
    if (change === undefined) return { before: object, after: object };
    changed.delete(keyOf(object));
    return { before: object, after: change.after };
  });
  // What is left was not there before.
  return [...list, ...[...changed.values()].map(({ after }) => ({ before: undefined, after }))];
}

/** Those that cannot be read before, after, or at both times. */
function unreadables({ unreadable = [] }: Fleet, replacements: readonly Replacement[]): readonly Twice<ResourceName>[] {
  const changed = replacements.flatMap(({ before, after, unreadable: name }): Twice<ResourceName>[] =>
    name === undefined
      ? []
      : [{ before: before === undefined ? name : undefined, after: after === undefined ? name : undefined }],
  );
  const keys = new Set(replacements.flatMap(({ unreadable: name }) => (name === undefined ? [] : [keyOf(name)])));
  const others = unreadable.filter((name) => !keys.has(keyOf(name)));
  return [...others.map((name) => ({ before: name, after: name })), ...changed];
}

function isModel(object: FleetObject): object is FleetModel {
  return object.kind === "BaseModel" || object.kind === "ClusterBaseModel";
}

function isRuntime(object: FleetObject): object is InheritingRuntime {
  return object.kind === "ServingRuntime" || object.kind === "ClusterServingRuntime";
}

function isService(object: FleetObject): object is InferenceService {
  return object.kind === "InferenceService";
}

// ---- pairs ----

/**
 * How far the pairs of changed models and of changed runtimes get, by index of the model × number of runtimes + index of the
 * runtime. Pairs of unchanged ones are not looked at.
 */
type Reaches = ReadonlyMap<number, Reach>;

function readReaches(
  models: readonly Twice<Model>[],
  runtimes: readonly Twice<InheritingRuntime>[],
): { readonly [At in Time]: Reaches } {
  const reaches = { before: new Map<number, Reach>(), after: new Map<number, Reach>() };
  const read = (rows: readonly Cell<Model>[], columns: readonly Cell<InheritingRuntime>[]) => {
    if (rows.length === 0 || columns.length === 0) return;
    const { states } = computeMatrix({ models: rows.map(toObject), runtimes: columns.map(toObject) });
    for (const [row, model] of rows.entries()) {
      for (const [column, runtime] of columns.entries()) {
        const reach = reachOfState[states[row * columns.length + column] ?? 0] ?? "none";
        const key = model.index * runtimes.length + runtime.index;
        if (reach === "none") continue;
        for (const time of times) if (model[time] && runtime[time]) reaches[time].set(key, reach);
      }
    }
  };
  for (const time of times) {
    read(
      cellsOf(models, time).filter(({ before, after }) => !(before && after)),
      cellsOf(runtimes, time),
    );
  }
  // Reach does not depend on the other columns, so before and after of a runtime can stand side by side.
  const columns = times.flatMap((time) => cellsOf(runtimes, time).filter(({ before, after }) => !(before && after)));
  read(
    cellsOf(models, "before").filter(({ before, after }) => before && after),
    columns,
  );
  return reaches;
}

const times: readonly Time[] = ["before", "after"];

/** An object, its place in the list, and at which times it is what stands there. */
interface Cell<Value> {
  readonly object: Value;
  readonly index: number;
  readonly before: boolean;
  readonly after: boolean;
}

function cellsOf<Value>(list: readonly Twice<Value>[], time: Time): readonly Cell<Value>[] {
  return list.flatMap(({ before, after }, index) => {
    const object = time === "before" ? before : after;
    return object === undefined ? [] : [{ object, index, before: before === object, after: after === object }];
  });
}

function toObject<Value>({ object }: Cell<Value>): Value {
  return object;
}

const reachOfState: readonly Reach[] = pairStates.map((state) => {
  if (state === "selected" || state === "candidate") return "automatic";
  return state === "pin-only" ? "named" : "none";
});

function comparePairs(
  models: readonly Twice<Model>[],
  runtimes: readonly Twice<InheritingRuntime>[],
  reaches: { readonly [At in Time]: Reaches },
): readonly PairChange[] {
  const changed: number[] = [];
  for (const [key, reach] of reaches.before) if (reaches.after.get(key) !== reach) changed.push(key);
  for (const key of reaches.after.keys()) if (!reaches.before.has(key)) changed.push(key);
  return changed
    .sort((one, other) => one - other)
    .flatMap((key): PairChange[] => {
      const model = nameAt(models, Math.floor(key / runtimes.length));
      const runtime = nameAt(runtimes, key % runtimes.length);
      const before = reaches.before.get(key) ?? "none";
      const after = reaches.after.get(key) ?? "none";
      return model === undefined || runtime === undefined ? [] : [{ model, runtime, before, after }];
    });
}

function nameAt<Kind extends ModelKind | RuntimeKind>(
  list: readonly Twice<ResourceName<Kind>>[],
  index: number,
): ResourceName<Kind> | undefined {
  const object = list[index]?.after ?? list[index]?.before;
  return object === undefined ? undefined : nameOf(object);
}

// ---- winners and ties ----

function compareRankings(
  fleet: Fleet,
  models: readonly Twice<FleetModel>[],
  runtimes: readonly Twice<InheritingRuntime>[],
  reaches: { readonly [At in Time]: Reaches },
): { readonly winners: readonly WinnerChange[]; readonly ties: readonly NewTie[] } {
  const namespaces = knownNamespaces(fleet, models, runtimes);
  // Whoever qualifies nowhere and is not changed keeps its ranking.
  const touchedRows = new Set<number>();
  for (const reached of [reaches.before, reaches.after]) {
    for (const [key, reach] of reached) if (reach === "automatic") touchedRows.add(Math.floor(key / runtimes.length));
  }
  const touched = models.filter((item, index) => isChanged(item) || touchedRows.has(index));
  const before = rankFor(present(touched, "before"), present(runtimes, "before"));
  const after = rankFor(present(touched, "after"), present(runtimes, "after"));
  const winners: WinnerChange[] = [];
  const ties: NewTie[] = [];
  for (const item of touched) {
    const object = item.after ?? item.before;
    if (object === undefined) continue;
    const model = nameOf(object);
    const tops: Tops = {
      before: item.before === undefined ? undefined : before.get(item.before),
      after: item.after === undefined ? undefined : after.get(item.after),
    };
    const views = viewsOf(item, tops, namespaces);
    winners.push(
      ...groupViews(views.flatMap((view) => winnerChange(item, view, tops))).map((change) => ({ model, ...change })),
    );
    ties.push(...groupViews(views.flatMap((view) => newTie(item, view, tops))).map((tie) => ({ model, ...tie })));
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

function viewsOf(item: Twice<FleetModel>, tops: Tops, namespaces: readonly string[]): readonly View[] {
  const model = item.after ?? item.before;
  if (model?.kind === "BaseModel") {
    const { namespace } = model;
    if (namespace === undefined) return [];
    return [{ namespace, where: { namespaces: [namespace], everywhereElse: false } }];
  }
  const claims = [item.before?.claimNamespace, item.after?.claimNamespace].flatMap((claim) => claim ?? []);
  const own = new Set([...(tops.before?.namespaces.keys() ?? []), ...(tops.after?.namespaces.keys() ?? []), ...claims]);
  return [
    ...[...own].sort().map((namespace) => ({ namespace, where: { namespaces: [namespace], everywhereElse: false } })),
    {
      namespace: undefined,
      where: { namespaces: namespaces.filter((namespace) => !own.has(namespace)), everywhereElse: true },
    },
  ];
}

/** Nothing where the model cannot be used: outside the namespace of its claim (spec 3.7). */
function topIn(
  model: FleetModel | undefined,
  top: TopOf | undefined,
  namespace: string | undefined,
): readonly ResourceName<RuntimeKind>[] {
  const isElsewhere = model?.claimNamespace !== undefined && model.claimNamespace !== namespace;
  if (isElsewhere) return [];
  return (namespace === undefined ? undefined : top?.namespaces.get(namespace)) ?? top?.cluster ?? [];
}

function winnerChange(
  item: Twice<FleetModel>,
  { namespace, where }: View,
  tops: Tops,
): readonly Omit<WinnerChange, "model">[] {
  const [before] = topIn(item.before, tops.before, namespace);
  const [after] = topIn(item.after, tops.after, namespace);
  const isSame = before === after || (before !== undefined && after !== undefined && keyOf(before) === keyOf(after));
  if (isSame) return [];
  return [{ ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }), ...where }];
}

function newTie(item: Twice<FleetModel>, { namespace, where }: View, tops: Tops): readonly Omit<NewTie, "model">[] {
  const before = topIn(item.before, tops.before, namespace);
  const after = topIn(item.after, tops.after, namespace);
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
