/** The matrix's two axes: what is on them, in which order and groups, and what is folded into a count. */
import type { ModelSummary, RuntimeSummary } from "@ome-matrix/contract";
import { type Coverage, type FilteredMatrix, isNotJudged } from "./filter-view.ts";
import { type MatrixData, rowsChanged } from "./matrix-data.ts";
import { defaultStates, type MatrixSearch, type Order } from "./url-state.ts";

export interface AxisGroup {
  /** Undefined in orders that have no groups. */
  readonly label: string | undefined;
  readonly kind: "not-judged" | "related" | "flat";
  /** Resource keys, in order. */
  readonly keys: readonly string[];
}

export interface Axis {
  readonly groups: readonly AxisGroup[];
  /** All keys of all groups, in order. */
  readonly keys: readonly string[];
  /** In the matrix, but folded away. */
  readonly folded: number;
  /** Everything is shown, also what is of no interest. */
  readonly unfolded: boolean;
}

export interface Layout {
  readonly models: Axis;
  readonly runtimes: Axis;
}

/** A text as it is, and as it is compared first. */
interface OrderedText {
  readonly text: string;
  readonly lower: string;
}

const ordered = (text: string): OrderedText => ({ text, lower: text.toLowerCase() });

const textOrder = (one: OrderedText, other: OrderedText): number => {
  if (one.lower !== other.lower) return one.lower < other.lower ? -1 : 1;
  return one.text === other.text ? 0 : one.text < other.text ? -1 : 1;
};

/** Unknown numbers come last. */
const numberOrder = (one: number | undefined, other: number | undefined): number =>
  (one ?? Number.POSITIVE_INFINITY) === (other ?? Number.POSITIVE_INFINITY)
    ? 0
    : (one ?? Number.POSITIVE_INFINITY) < (other ?? Number.POSITIVE_INFINITY)
      ? -1
      : 1;

/** The newest first; without a date last. */
const ageOrder = (one: string | undefined, other: string | undefined): number =>
  one === other ? 0 : one === undefined ? 1 : other === undefined ? -1 : one > other ? -1 : 1;

/** The group of objects that state neither an architecture nor a pipeline class. */
export const noArchitecture = "No architecture stated";

/** A model's relatives: the same architecture, or the same pipeline class. */
export const familyOfModel = (model: ModelSummary): string =>
  model.architecture ?? model.pipelineClass ?? noArchitecture;

/**
 * A runtime's relatives. A runtime may have entries for several architectures: it goes where most of its models are,
 * and on equal counts where its first entry says.
 */
export const familyOfRuntime = (runtime: RuntimeSummary, modelsOfFamily: ReadonlyMap<string, number>): string => {
  let best = noArchitecture;
  let most = -1;
  for (const entry of runtime.entries) {
    const family = entry.architecture ?? entry.pipelineClass;
    if (family === undefined) continue;
    const count = modelsOfFamily.get(family) ?? 0;
    if (count > most) {
      best = family;
      most = count;
    }
  }
  return best;
};

interface Item {
  readonly key: OrderedText;
  readonly name: OrderedText;
  readonly family: OrderedText;
  readonly size: number | undefined;
  readonly createdAt: string | undefined;
  /** Larger is better served, or serves more. */
  readonly coverage: number;
  readonly notJudged: boolean;
}

/** Models and runtimes are ordered alike, so that what matches lies along the diagonal. */
const compareItems: { readonly [Name in Order]: (one: Item, other: Item) => number } = {
  related: (one, other) =>
    Number(one.family.text === noArchitecture) - Number(other.family.text === noArchitecture) ||
    textOrder(one.family, other.family) ||
    numberOrder(one.size, other.size) ||
    textOrder(one.name, other.name),
  name: (one, other) => textOrder(one.name, other.name),
  age: (one, other) => ageOrder(one.createdAt, other.createdAt) || textOrder(one.name, other.name),
  coverage: (one, other) => other.coverage - one.coverage || textOrder(one.name, other.name),
};

const toGroups = (items: readonly Item[], order: Order): readonly AxisGroup[] => {
  const notJudged = items.filter((item) => item.notJudged).sort(compareItems.name);
  const judged = items
    .filter((item) => !item.notJudged)
    .sort((one, other) => compareItems[order](one, other) || textOrder(one.key, other.key));
  const groups: AxisGroup[] = [];
  if (notJudged.length > 0) {
    groups.push({ label: "Not judged", kind: "not-judged", keys: notJudged.map((item) => item.key.text) });
  }
  if (order !== "related") {
    if (judged.length > 0) groups.push({ label: undefined, kind: "flat", keys: judged.map((item) => item.key.text) });
    return groups;
  }
  const families = new Map<string, string[]>();
  for (const item of judged) {
    const keys = families.get(item.family.text);
    if (keys === undefined) families.set(item.family.text, [item.key.text]);
    else keys.push(item.key.text);
  }
  for (const [label, keys] of families) groups.push({ label, kind: "related", keys });
  return groups;
};

const toAxis = (items: readonly Item[], order: Order, total: number, unfolded: boolean): Axis => {
  const groups = toGroups(items, order);
  return { groups, keys: groups.flatMap((group) => group.keys), folded: total - items.length, unfolded };
};

/**
 * What is on the axes:
 * 1. a model or a runtime with a pair that passes the filter;
 * 2. while no default state is taken away (one that is added must never remove a row): models that cannot be judged and runtimes that cannot be read, if they pass by themselves,
 *    and disabled runtimes beside models of their family, since "it is disabled" is an answer, too;
 * 3. everything, on an axis that is unfolded.
 */
export const toLayout = (
  data: MatrixData,
  coverage: Coverage,
  filtered: FilteredMatrix,
  search: MatrixSearch,
): Layout => {
  const order = search.order ?? "related";
  const defaults =
    search.fields === undefined &&
    (search.states === undefined || defaultStates.every((state) => search.states?.includes(state)));
  const allModels = search.all === "models" || search.all === "both";
  const allRuntimes = search.all === "runtimes" || search.all === "both";

  const families = new Map<string, OrderedText>();
  const orderedFamily = (family: string): OrderedText => {
    const text = families.get(family) ?? ordered(family);
    families.set(family, text);
    return text;
  };
  const modelItems: Item[] = [];
  const modelsOfFamily = new Map<string, number>();
  const visibleFamilies = new Set<string>();
  for (const [index, model] of data.models.entries()) {
    const family = familyOfModel(model);
    modelsOfFamily.set(family, (modelsOfFamily.get(family) ?? 0) + 1);
    const notJudged = isNotJudged(model);
    const interesting =
      (filtered.modelPairs[index] ?? 0) > 0 || (notJudged && defaults && filtered.modelPasses[index] === 1);
    if (!interesting && !allModels) continue;
    if (interesting && !notJudged) visibleFamilies.add(family);
    modelItems.push({
      key: ordered(model.key),
      name: ordered(model.name),
      family: orderedFamily(family),
      size: model.sizeValue,
      createdAt: model.createdAt,
      coverage: (coverage.automatic[index] ?? 0) + (coverage.pinOnly[index] ?? 0),
      notJudged,
    });
  }

  const runtimeItems: Item[] = [];
  for (const [index, runtime] of data.runtimes.entries()) {
    const family = familyOfRuntime(runtime, modelsOfFamily);
    const unreadable = runtime.problems.length > 0;
    const passes = filtered.runtimePasses[index] === 1;
    const interesting =
      (filtered.runtimePairs[index] ?? 0) > 0 ||
      (defaults && unreadable && passes) ||
      (defaults && runtime.disabled && search.problems === undefined && visibleFamilies.has(family));
    if (!interesting && !allRuntimes) continue;
    runtimeItems.push({
      key: ordered(runtime.key),
      name: ordered(runtime.name),
      family: orderedFamily(family),
      size: runtime.sizeValue,
      createdAt: runtime.createdAt,
      coverage: coverage.served[index] ?? 0,
      notJudged: unreadable,
    });
  }
  return {
    models: toAxis(modelItems, order, data.models.length, allModels),
    runtimes: toAxis(runtimeItems, order, data.runtimes.length, allRuntimes),
  };
};

/** What a layout was made of. */
export interface LaidOutBefore {
  readonly data: MatrixData;
  readonly coverage: Coverage;
  readonly filtered: FilteredMatrix;
  readonly layout: Layout;
}

const areEqual = (one: ArrayLike<number>, other: ArrayLike<number>): boolean => {
  for (let index = 0; index < one.length; index++) if (one[index] !== other[index]) return false;
  return one.length === other.length;
};

/** Whether the same ones have any pairs at all. */
const haveSamePairs = (one: Uint32Array, other: Uint32Array): boolean =>
  one.every((pairs, index) => pairs > 0 === (other[index] ?? 0) > 0);

/**
 * Whether a layout that was made with the same search would be the same now: thousands of rows are sorted for it, and mostly
 * nothing changes by which they are. May say no where it would be the same.
 */
export const isLayoutUntouched = (
  before: LaidOutBefore,
  data: MatrixData,
  coverage: Coverage,
  filtered: FilteredMatrix,
  order: Order = "related",
): boolean => {
  const rows = rowsChanged(before.data, data);
  if (rows === undefined) return false;
  const isSameRow = (row: number): boolean => {
    const [was, is] = [before.data.models[row], data.models[row]];
    return (
      was !== undefined &&
      is !== undefined &&
      familyOfModel(was) === familyOfModel(is) &&
      was.sizeValue === is.sizeValue &&
      was.createdAt === is.createdAt &&
      isNotJudged(was) === isNotJudged(is) &&
      before.filtered.modelPasses[row] === filtered.modelPasses[row]
    );
  };
  return (
    rows.every(isSameRow) &&
    data.runtimes.every((runtime, column) => runtime === before.data.runtimes[column]) &&
    // With "only problems", a row comes or goes for what happens in others.
    haveSamePairs(before.filtered.modelPairs, filtered.modelPairs) &&
    haveSamePairs(before.filtered.runtimePairs, filtered.runtimePairs) &&
    areEqual(before.filtered.runtimePasses, filtered.runtimePasses) &&
    (order !== "coverage" ||
      (areEqual(before.coverage.automatic, coverage.automatic) &&
        areEqual(before.coverage.pinOnly, coverage.pinOnly) &&
        areEqual(before.coverage.served, coverage.served)))
  );
};

const isSameAxis = (one: Axis, other: Axis): boolean =>
  one.folded === other.folded &&
  one.unfolded === other.unfolded &&
  one.groups.length === other.groups.length &&
  one.groups.every((group, index) => {
    const against = other.groups[index];
    return (
      group.label === against?.label &&
      group.kind === against?.kind &&
      group.keys.length === against.keys.length &&
      group.keys.every((key, at) => key === against.keys[at])
    );
  });

/** The layout before where nothing would move, so that what follows from it need not be worked out again. */
export const keepLayout = (before: Layout | undefined, after: Layout): Layout =>
  before !== undefined && isSameAxis(before.models, after.models) && isSameAxis(before.runtimes, after.runtimes)
    ? before
    : after;

/** What the layout's axes hold differently: added, gone, and moved against their neighbours. 0 when nothing would move. */
export const countMoves = (before: Layout, after: Layout): number =>
  axisMoves(before.models.keys, after.models.keys) + axisMoves(before.runtimes.keys, after.runtimes.keys);

const axisMoves = (before: readonly string[], after: readonly string[]): number => {
  // Nearly always, and thousands of keys need not be looked up.
  if (before.length === after.length && before.every((key, index) => key === after[index])) return 0;
  const afterSet = new Set(after);
  const beforeSet = new Set(before);
  const kept = before.filter((key) => afterSet.has(key));
  const keptAfter = after.filter((key) => beforeSet.has(key));
  const moved = kept.filter((key, index) => keptAfter[index] !== key).length;
  return before.length - kept.length + (after.length - keptAfter.length) + moved;
};

/** A sentence for what is folded away on an axis. */
export const sayFolded = (axis: Axis, what: "models" | "runtimes", isFiltered: boolean): string | undefined => {
  if (axis.folded === 0) return undefined;
  const noun = axis.folded === 1 ? what.slice(0, -1) : what;
  const count = axis.folded.toLocaleString("en");
  if (isFiltered) return `+${count} ${noun} outside the filter`;
  return what === "models"
    ? `+${count} ${noun} that no runtime comes near`
    : `+${count} ${noun} that no model comes near`;
};

/** The unfolding after one axis was folded or unfolded. */
export const toggleUnfolded = (
  all: MatrixSearch["all"],
  axis: "models" | "runtimes",
): MatrixSearch["all"] | undefined => {
  const other = axis === "models" ? "runtimes" : "models";
  if (all === undefined) return axis;
  if (all === "both") return other;
  return all === axis ? undefined : "both";
};

export interface Pair {
  readonly modelKey: string;
  readonly runtimeKey: string;
}

/** Calls back with the near misses on screen of each row, in reading order, until that answers that it has enough. */
const visitNearMisses = (
  data: MatrixData,
  layout: Layout,
  filtered: FilteredMatrix,
  visit: (positions: readonly number[]) => boolean,
): void => {
  const columns = layout.runtimes.keys.length;
  const columnOf = new Int32Array(data.runtimes.length).fill(-1);
  for (const [column, key] of layout.runtimes.keys.entries()) {
    const runtime = data.runtimeIndex.get(key);
    if (runtime !== undefined) columnOf[runtime] = column;
  }
  const { table, fieldMask } = filtered.strength;
  const nearMiss = 3;
  for (const [row, key] of layout.models.keys.entries()) {
    const model = data.modelIndex.get(key);
    if (model === undefined) continue;
    const positions: number[] = [];
    const list = data.nearMisses[model] ?? [];
    for (let at = 0; at < list.length; at += 3) {
      const runtime = list[at] ?? -1;
      const column = columnOf[runtime] ?? -1;
      const cell = model * data.runtimes.length + runtime;
      if (column < 0 || data.states[cell] !== nearMiss) continue;
      const number = data.numbers[cell] ?? 0;
      if (table[nearMiss * 2 + (number > 1 ? 1 : 0)] !== 1) continue;
      if (fieldMask !== 0 && ((data.fields[cell] ?? 0) & fieldMask) === 0) continue;
      positions.push(row * columns + column);
    }
    if (visit(positions.sort((one, other) => one - other))) return;
  }
};

/**
 * Near misses on screen in reading order, row after row. Positions are `row * columns + column` of the layout, so that a list
 * of thousands stays small.
 */
export const listNearMisses = (data: MatrixData, layout: Layout, filtered: FilteredMatrix): Int32Array => {
  const all: number[] = [];
  visitNearMisses(data, layout, filtered, (positions) => {
    for (const position of positions) all.push(position);
    return false;
  });
  return Int32Array.from(all);
};

/** The near misses on screen, listed when somebody asks for them: mostly nobody does before the next change. */
export interface NearMisses {
  /** The first one; undefined when there is none. */
  readonly first: () => number | undefined;
  readonly all: () => Int32Array;
}

export const newNearMisses = (data: MatrixData, layout: Layout, filtered: FilteredMatrix): NearMisses => {
  let first: { readonly position: number | undefined } | undefined;
  let all: Int32Array | undefined;
  return {
    first() {
      if (first !== undefined) return first.position;
      let position: number | undefined;
      visitNearMisses(data, layout, filtered, ([one]) => {
        position = one;
        return one !== undefined;
      });
      first = { position };
      return position;
    },
    all() {
      all ??= listNearMisses(data, layout, filtered);
      return all;
    },
  };
};

export interface Neighbours {
  readonly previous?: Pair;
  readonly next?: Pair;
  /** `3 of 17 near misses`; `– of 17 near misses` for a pair that is none of them. */
  readonly position: string;
}

/** The near misses before and after a pair, in reading order; round the corner at both ends. */
export const findNeighbours = (layout: Layout, nearMisses: Int32Array, pair: Pair | undefined): Neighbours => {
  const columns = layout.runtimes.keys.length;
  const total = nearMisses.length;
  if (total === 0 || columns === 0) return { position: "no near misses" };
  const row = pair === undefined ? -1 : layout.models.keys.indexOf(pair.modelKey);
  const column = pair === undefined ? -1 : layout.runtimes.keys.indexOf(pair.runtimeKey);
  const here = row < 0 || column < 0 ? -1 : row * columns + column;
  // Binary search: the first near miss at or after `here`.
  let low = 0;
  let high = total;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((nearMisses[middle] ?? 0) < here) low = middle + 1;
    else high = middle;
  }
  const isHere = nearMisses[low] === here;
  const toPair = (index: number): Pair | undefined => {
    const position = nearMisses[(index + total) % total] ?? 0;
    const modelKey = layout.models.keys[Math.floor(position / columns)];
    const runtimeKey = layout.runtimes.keys[position % columns];
    return modelKey === undefined || runtimeKey === undefined ? undefined : { modelKey, runtimeKey };
  };
  const previous = isHere && total === 1 ? undefined : toPair(low - 1);
  const next = isHere && total === 1 ? undefined : toPair(isHere ? low + 1 : low);
  const count = total.toLocaleString("en");
  return {
    ...(previous === undefined ? {} : { previous }),
    ...(next === undefined ? {} : { next }),
    position: isHere
      ? `${(low + 1).toLocaleString("en")} of ${count} near ${total === 1 ? "miss" : "misses"}`
      : `${pair === undefined ? "" : "– of "}${count} near ${total === 1 ? "miss" : "misses"}`,
  };
};
