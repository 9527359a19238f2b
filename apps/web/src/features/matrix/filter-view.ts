/** Which pairs are on screen, and how many of each kind there are: the filter panel is the legend with counts. */
import type { ModelSummary, RuntimeSummary } from "@ome-matrix/contract";
import { type DifferingField, differingFields, pairStates } from "@ome-matrix/matcher";
import { isOwnPick } from "../../reasons/own-picks.ts";
import { type MatrixData, rowsChanged, stateNumber } from "./matrix-data.ts";
import { defaultStates, type LegendKey, legendKeys, type MatrixSearch } from "./url-state.ts";

/** What each model gets and each runtime serves, whatever is filtered. */
export interface Coverage {
  /** By model: selected and candidate, pin only, near misses with one difference, near misses. */
  readonly automatic: Uint32Array;
  readonly pinOnly: Uint32Array;
  readonly oneOff: Uint32Array;
  readonly near: Uint32Array;
  /** By model: the column that OME selects, or -1. */
  readonly winner: Int32Array;
  /** By model, in the view of all namespaces: 1 where OME picks a ServingRuntime in some namespace. */
  readonly ownPick: Uint8Array;
  /** By runtime: models that it serves (also when named), and near misses with one difference. */
  readonly served: Uint32Array;
  readonly runtimeOneOff: Uint32Array;
  readonly runtimeNear: Uint32Array;
}

const { selected } = stateNumber;
const pinOnlyState = stateNumber["pin-only"];
const nearMissState = stateNumber["near-miss"];

const isPickedThere = (data: MatrixData, row: number, column: number): boolean => {
  const model = data.models[row];
  const runtime = data.runtimes[column];
  return model !== undefined && runtime !== undefined && isOwnPick(model, runtime);
};

/** Whether OME picks a runtime for a model, be it in some namespaces only. */
export const isServed = (coverage: Coverage, model: number): boolean =>
  (coverage.winner[model] ?? -1) >= 0 || coverage.ownPick[model] === 1;

const copyCoverage = (coverage: Coverage): Coverage => ({
  automatic: coverage.automatic.slice(),
  pinOnly: coverage.pinOnly.slice(),
  oneOff: coverage.oneOff.slice(),
  near: coverage.near.slice(),
  winner: coverage.winner.slice(),
  ownPick: coverage.ownPick.slice(),
  served: coverage.served.slice(),
  runtimeOneOff: coverage.runtimeOneOff.slice(),
  runtimeNear: coverage.runtimeNear.slice(),
});

/** Counts a row in, or out again with -1. What is said of the model alone is not taken back. */
const coverRow = (data: MatrixData, row: number, coverage: Coverage, by: 1 | -1): void => {
  const columns = data.runtimes.length;
  const add = (counts: Uint32Array, index: number) => {
    counts[index] = (counts[index] ?? 0) + by;
  };
  for (let column = 0, cell = row * columns; column < columns; column++, cell++) {
    const state = data.states[cell];
    if (state === undefined || state > nearMissState) continue;
    if (state === nearMissState) {
      add(coverage.near, row);
      add(coverage.runtimeNear, column);
      if ((data.numbers[cell] ?? 0) <= 1) {
        add(coverage.oneOff, row);
        add(coverage.runtimeOneOff, column);
      }
      continue;
    }
    add(coverage.served, column);
    if (state === pinOnlyState) add(coverage.pinOnly, row);
    else {
      add(coverage.automatic, row);
      if (state === selected) coverage.winner[row] = column;
      else if (isPickedThere(data, row, column)) coverage.ownPick[row] = 1;
    }
  }
};

/** What was worked out of a matrix before. */
export interface Covered {
  readonly data: MatrixData;
  readonly coverage: Coverage;
}

/** Where the matrix came from a known one, only the rows that changed are counted anew. */
export const toCoverage = (data: MatrixData, known?: Covered): Coverage => {
  const changed = known === undefined ? undefined : rowsChanged(known.data, data);
  if (known !== undefined && changed !== undefined) {
    const coverage = copyCoverage(known.coverage);
    for (const row of changed) {
      coverRow(known.data, row, coverage, -1);
      coverage.winner[row] = -1;
      coverage.ownPick[row] = 0;
      coverRow(data, row, coverage, 1);
    }
    return coverage;
  }
  const rows = data.models.length;
  const columns = data.runtimes.length;
  const coverage: Coverage = {
    automatic: new Uint32Array(rows),
    pinOnly: new Uint32Array(rows),
    oneOff: new Uint32Array(rows),
    near: new Uint32Array(rows),
    winner: new Int32Array(rows).fill(-1),
    ownPick: new Uint8Array(rows),
    served: new Uint32Array(columns),
    runtimeOneOff: new Uint32Array(columns),
    runtimeNear: new Uint32Array(columns),
  };
  for (let row = 0; row < rows; row++) coverRow(data, row, coverage, 1);
  return coverage;
};

/** Cannot be read, or OME has not read its files: nothing can be said about its pairs. */
export const isNotJudged = (model: ModelSummary): boolean => model.problems.length > 0 || model.format === undefined;

const isModelProblem = (data: MatrixData, coverage: Coverage, model: number): boolean => {
  const summary = data.models[model];
  return summary === undefined || isNotJudged(summary) || !isServed(coverage, model);
};

const isRuntimeProblem = (data: MatrixData, coverage: Coverage, runtime: number): boolean => {
  const summary = data.runtimes[runtime];
  return summary === undefined || summary.problems.length > 0 || coverage.served[runtime] === 0;
};

const join = (parts: readonly (string | undefined)[]): string =>
  parts
    .filter((part) => part !== undefined)
    .join(" ")
    .toLowerCase();

/** What a search finds a model by. */
export const modelText = (model: ModelSummary): string =>
  join([
    model.name,
    model.namespace,
    model.displayName,
    model.vendor,
    model.architecture,
    model.pipelineClass,
    model.quantization,
    model.size,
    model.format?.name,
    model.format?.version,
    model.framework?.name,
    model.framework?.version,
  ]);

/** What a search finds a runtime by. */
export const runtimeText = (runtime: RuntimeSummary): string =>
  join([
    runtime.name,
    runtime.namespace,
    runtime.sizeRange?.text,
    ...runtime.acceleratorClasses,
    ...runtime.entries.flatMap((entry) => [
      entry.architecture,
      entry.pipelineClass,
      entry.quantization,
      entry.format?.name,
      entry.framework?.name,
      entry.framework?.version,
    ]),
  ]);

const termsOf = (q: string | undefined): readonly string[] =>
  (q ?? "")
    .toLowerCase()
    .split(/\s+/)
    .filter((term) => term !== "")
    .slice(0, 16);

/** One bit for each term that the text holds. */
const termMask = (text: string, terms: readonly string[]): number =>
  terms.reduce((mask, term, bit) => (text.includes(term) ? mask | (1 << bit) : mask), 0);

/** Which cells are in the choice of states and fields: those at full strength in the grid. */
export interface Strength {
  readonly states: ReadonlySet<LegendKey>;
  readonly fieldMask: number;
  /** By `state * 2 + (more than one difference)`. */
  readonly table: Uint8Array;
}

export const toStrength = (search: MatrixSearch): Strength => {
  const states = new Set(search.states ?? defaultStates);
  const table = new Uint8Array(pairStates.length * 2);
  for (const [index, state] of pairStates.entries()) {
    const one: LegendKey = state === "near-miss" ? "near-miss-1" : state;
    const more: LegendKey = state === "near-miss" ? "near-miss-more" : state;
    table[index * 2] = states.has(one) ? 1 : 0;
    table[index * 2 + 1] = states.has(more) ? 1 : 0;
  }
  const fieldMask = (search.fields ?? []).reduce((mask, field) => mask | (1 << differingFields.indexOf(field)), 0);
  return { states, fieldMask, table };
};

export const isInStrength = (strength: Strength, state: number, number: number, fields: number): boolean =>
  strength.table[state * 2 + (number > 1 ? 1 : 0)] === 1 &&
  (strength.fieldMask === 0 || (state === nearMissState && (fields & strength.fieldMask) !== 0));

export interface FilteredMatrix {
  /** Pairs on screen, by model and by runtime. */
  readonly modelPairs: Uint32Array;
  readonly runtimePairs: Uint32Array;
  /** The model, or the runtime, passes what is asked about it alone (text, scope, capability). */
  readonly modelPasses: Uint8Array;
  readonly runtimePasses: Uint8Array;
  readonly pairs: number;
  readonly legend: Readonly<Record<LegendKey, number>>;
  readonly fields: readonly { readonly field: DifferingField; readonly count: number }[];
  readonly strength: Strength;
  /** What the legend and the fields are made of. */
  readonly counts: FilterCounts;
}

interface FilterCounts {
  /** By `state * 2 + (a near miss with more than one difference)`. */
  readonly states: Uint32Array;
  /** By bit. */
  readonly fields: Uint32Array;
  /** Which search terms each runtime's text holds. */
  readonly runtimeTerms: Uint32Array;
}

/** What is asked, and what it means for the columns. */
interface Asked {
  readonly search: MatrixSearch;
  readonly strength: Strength;
  readonly terms: readonly string[];
  readonly allTerms: number;
  readonly runtimeTerms: Uint32Array;
  readonly runtimePasses: Uint8Array;
  readonly runtimeIsNamespaced: Uint8Array;
  readonly runtimeIsProblem: Uint8Array;
  /** Columns are no reason to leave a cell out. */
  readonly allColumns: boolean;
}

const toAsked = (data: MatrixData, coverage: Coverage, search: MatrixSearch): Asked => {
  const terms = termsOf(search.q);
  const allTerms = 2 ** terms.length - 1;
  const runtimeTerms = Uint32Array.from(data.runtimes, (runtime) =>
    terms.length === 0 ? 0 : termMask(runtimeText(runtime), terms),
  );
  const runtimeIsNamespaced = Uint8Array.from(data.runtimes, ({ namespace }) => (namespace === undefined ? 0 : 1));
  return {
    search,
    strength: toStrength(search),
    terms,
    allTerms,
    runtimeTerms,
    runtimeIsNamespaced,
    runtimePasses: runtimeTerms.reduce((passes, found, index) => {
      const fits = search.scope === undefined || (search.scope === "namespaced") === (runtimeIsNamespaced[index] === 1);
      passes[index] = found === allTerms && fits ? 1 : 0;
      return passes;
    }, new Uint8Array(data.runtimes.length)),
    runtimeIsProblem: Uint8Array.from(data.runtimes, (_, index) => (isRuntimeProblem(data, coverage, index) ? 1 : 0)),
    allColumns: terms.length === 0 && search.scope === undefined && search.problems !== true,
  };
};

interface Totals {
  readonly modelPairs: Uint32Array;
  readonly runtimePairs: Uint32Array;
  readonly modelPasses: Uint8Array;
  readonly states: Uint32Array;
  readonly fields: Uint32Array;
}

/** Counts a row in, or out again with -1. */
const countRow = (
  data: MatrixData,
  coverage: Coverage,
  row: number,
  asked: Asked,
  { modelPairs, runtimePairs, modelPasses, states, fields }: Totals,
  by: 1 | -1,
): void => {
  const model = data.models[row];
  if (model === undefined) return;
  const { search, strength, terms, allTerms, runtimeTerms, runtimeIsNamespaced, runtimeIsProblem, allColumns } = asked;
  if (search.capability !== undefined && !model.capabilities.includes(search.capability)) {
    modelPasses[row] = 0;
    return;
  }
  const modelTerms = terms.length === 0 ? 0 : termMask(modelText(model), terms);
  const modelIsNamespaced = model.namespace !== undefined;
  const fits = search.scope === undefined || (search.scope === "namespaced") === modelIsNamespaced;
  modelPasses[row] = modelTerms === allTerms && fits ? 1 : 0;
  const modelProblem = search.problems === true && isModelProblem(data, coverage, row);
  const isLeftOut = (column: number): boolean => {
    if ((modelTerms | (runtimeTerms[column] ?? 0)) !== allTerms) return true;
    if (search.scope !== undefined) {
      const namespaced = modelIsNamespaced || runtimeIsNamespaced[column] === 1;
      if (namespaced !== (search.scope === "namespaced")) return true;
    }
    return search.problems === true && !modelProblem && runtimeIsProblem[column] !== 1;
  };
  const columns = data.runtimes.length;
  const { table, fieldMask } = strength;
  let passing = 0;
  for (let column = 0, cell = row * columns; column < columns; column++, cell++) {
    if (!allColumns && isLeftOut(column)) continue;
    const state = data.states[cell] ?? stateNumber.error;
    if (state !== nearMissState) {
      // Nearly all cells, and nothing more has to be looked at.
      states[state * 2] = (states[state * 2] ?? 0) + by;
      if (fieldMask !== 0 || table[state * 2] !== 1) continue;
    } else {
      const slot = state * 2 + ((data.numbers[cell] ?? 0) > 1 ? 1 : 0);
      states[slot] = (states[slot] ?? 0) + by;
      if (table[slot] !== 1) continue;
      const mask = data.fields[cell] ?? 0;
      for (let bit = 0, rest = mask; rest !== 0; bit++, rest >>= 1) {
        if (rest & 1) fields[bit] = (fields[bit] ?? 0) + by;
      }
      if (fieldMask !== 0 && (mask & fieldMask) === 0) continue;
    }
    passing++;
    runtimePairs[column] = (runtimePairs[column] ?? 0) + by;
  }
  modelPairs[row] = by === 1 ? passing : 0;
};

const isEqual = (one: ArrayLike<number>, other: ArrayLike<number>): boolean => {
  if (one.length !== other.length) return false;
  for (let index = 0; index < one.length; index++) if (one[index] !== other[index]) return false;
  return true;
};

/** What was filtered before, with the same search. */
export interface Filtered extends Covered {
  readonly filtered: FilteredMatrix;
}

/** Totals to go on from, and the rows to count anew; undefined when nothing of what is known helps. */
const goOn = (data: MatrixData, asked: Asked, known: Filtered | undefined) => {
  const rows = known === undefined ? undefined : rowsChanged(known.data, data);
  // A problem of a runtime depends on all rows.
  if (known === undefined || rows === undefined || asked.search.problems === true) return undefined;
  const { filtered } = known;
  const isSame =
    isEqual(filtered.runtimePasses, asked.runtimePasses) && isEqual(filtered.counts.runtimeTerms, asked.runtimeTerms);
  if (!isSame) return undefined;
  const totals: Totals = {
    modelPairs: filtered.modelPairs.slice(),
    runtimePairs: filtered.runtimePairs.slice(),
    modelPasses: filtered.modelPasses.slice(),
    states: filtered.counts.states.slice(),
    fields: filtered.counts.fields.slice(),
  };
  for (const row of rows) countRow(known.data, known.coverage, row, asked, totals, -1);
  return { totals, rows };
};

/**
 * A pair is on screen when all of this holds: every search term is found in its model or its runtime; the scope, the capability
 * and "only problems" fit; its state is chosen; and, when fields are chosen, it is a near miss that differs in one of them.
 * The legend counts what the first three leave, so that choosing a state never changes the numbers beside the others.
 *
 * Where the matrix came from a known one that was filtered alike, only the rows that changed are counted anew.
 */
export const filterMatrix = (
  data: MatrixData,
  coverage: Coverage,
  search: MatrixSearch,
  known?: Filtered,
): FilteredMatrix => {
  const asked = toAsked(data, coverage, search);
  const { totals, rows } = goOn(data, asked, known) ?? {
    totals: {
      modelPairs: new Uint32Array(data.models.length),
      runtimePairs: new Uint32Array(data.runtimes.length),
      modelPasses: new Uint8Array(data.models.length),
      states: new Uint32Array(pairStates.length * 2),
      fields: new Uint32Array(differingFields.length),
    },
    rows: data.models.keys(),
  };
  for (const row of rows) countRow(data, coverage, row, asked, totals, 1);

  const legend = Object.fromEntries(
    legendKeys.map((key): [LegendKey, number] => {
      if (key === "near-miss-1") return [key, totals.states[nearMissState * 2] ?? 0];
      if (key === "near-miss-more") return [key, totals.states[nearMissState * 2 + 1] ?? 0];
      return [key, totals.states[stateNumber[key] * 2] ?? 0];
    }),
  ) as Record<LegendKey, number>;
  const fields = differingFields
    .map((field, bit) => ({ field, count: totals.fields[bit] ?? 0 }))
    .filter(({ field, count }) => count > 0 || search.fields?.includes(field) === true)
    .sort((one, other) => other.count - one.count);
  const { modelPairs, runtimePairs, modelPasses } = totals;
  return {
    modelPairs,
    runtimePairs,
    modelPasses,
    runtimePasses: asked.runtimePasses,
    pairs: modelPairs.reduce((sum, pairs) => sum + pairs, 0),
    legend,
    fields,
    strength: asked.strength,
    counts: { states: totals.states, fields: totals.fields, runtimeTerms: asked.runtimeTerms },
  };
};

export interface ScopeCount {
  readonly scope: "cluster" | "namespaced";
  readonly count: number;
}

/** How many objects, models and runtimes together, each scope has. */
export const countScopes = (data: MatrixData): readonly ScopeCount[] => {
  const all = [...data.models, ...data.runtimes];
  const namespaced = all.filter((resource) => resource.namespace !== undefined).length;
  return [
    { scope: "cluster", count: all.length - namespaced },
    { scope: "namespaced", count: namespaced },
  ];
};

/** The capabilities that models state, the most frequent first. */
export const listCapabilities = (
  data: MatrixData,
): readonly { readonly capability: string; readonly count: number }[] => {
  const counts = new Map<string, number>();
  for (const model of data.models) {
    for (const capability of model.capabilities) counts.set(capability, (counts.get(capability) ?? 0) + 1);
  }
  return [...counts]
    .map(([capability, count]) => ({ capability, count }))
    .sort((one, other) => other.count - one.count || (one.capability < other.capability ? -1 : 1));
};
