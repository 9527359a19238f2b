/** Which pairs are on screen, and how many of each kind there are: the filter panel is the legend with counts. */
import type { ModelSummary, RuntimeSummary } from "@ome-matrix/contract";
import { type DifferingField, differingFields, pairStates } from "@ome-matrix/matcher";
import { isOwnPick } from "../../reasons/own-picks.ts";
import { type MatrixData, stateNumber } from "./matrix-data.ts";
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

export const toCoverage = (data: MatrixData): Coverage => {
  const rows = data.models.length;
  const columns = data.runtimes.length;
  const coverage = {
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
  const add = (counts: Uint32Array, index: number) => {
    counts[index] = (counts[index] ?? 0) + 1;
  };
  for (let row = 0, cell = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, cell++) {
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
  }
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
}

/**
 * A pair is on screen when all of this holds: every search term is found in its model or its runtime; the scope, the capability
 * and "only problems" fit; its state is chosen; and, when fields are chosen, it is a near miss that differs in one of them.
 * The legend counts what the first three leave, so that choosing a state never changes the numbers beside the others.
 */
export const filterMatrix = (data: MatrixData, coverage: Coverage, search: MatrixSearch): FilteredMatrix => {
  const terms = termsOf(search.q);
  const allTerms = 2 ** terms.length - 1;
  const strength = toStrength(search);
  const rows = data.models.length;
  const columns = data.runtimes.length;
  const runtimeTerms = data.runtimes.map((runtime) => termMask(terms.length === 0 ? "" : runtimeText(runtime), terms));
  const runtimeProblem = data.runtimes.map((_, index) => isRuntimeProblem(data, coverage, index));
  const runtimeIsNamespaced = data.runtimes.map((runtime) => runtime.namespace !== undefined);
  const modelPairs = new Uint32Array(rows);
  const runtimePairs = new Uint32Array(columns);
  const modelPasses = new Uint8Array(rows);
  const runtimePasses = Uint8Array.from(data.runtimes, (runtime, index) =>
    (runtimeTerms[index] ?? 0) === allTerms &&
    (search.scope === undefined || (search.scope === "namespaced") === (runtime.namespace !== undefined))
      ? 1
      : 0,
  );
  const legendByState = new Uint32Array(pairStates.length * 2);
  const fieldCounts = new Uint32Array(differingFields.length);
  let pairs = 0;

  for (let row = 0; row < rows; row++) {
    const model = data.models[row];
    if (model === undefined) continue;
    const modelTerms = termMask(terms.length === 0 ? "" : modelText(model), terms);
    const modelIsNamespaced = model.namespace !== undefined;
    const capable = search.capability === undefined || model.capabilities.includes(search.capability);
    if (!capable) continue;
    modelPasses[row] =
      modelTerms === allTerms && (search.scope === undefined || (search.scope === "namespaced") === modelIsNamespaced)
        ? 1
        : 0;
    const modelProblem = isModelProblem(data, coverage, row);
    let passing = 0;
    for (let column = 0, cell = row * columns; column < columns; column++, cell++) {
      if ((modelTerms | (runtimeTerms[column] ?? 0)) !== allTerms) continue;
      if (search.scope !== undefined) {
        const namespaced = modelIsNamespaced || runtimeIsNamespaced[column] === true;
        if (namespaced !== (search.scope === "namespaced")) continue;
      }
      if (search.problems === true && !modelProblem && runtimeProblem[column] !== true) continue;
      const state = data.states[cell] ?? stateNumber.error;
      const number = data.numbers[cell] ?? 0;
      const mask = data.fields[cell] ?? 0;
      const slot = state * 2 + (number > 1 && state === nearMissState ? 1 : 0);
      legendByState[slot] = (legendByState[slot] ?? 0) + 1;
      if (state === nearMissState && strength.table[slot] === 1) {
        for (let bit = 0, rest = mask; rest !== 0; bit++, rest >>= 1) {
          if (rest & 1) fieldCounts[bit] = (fieldCounts[bit] ?? 0) + 1;
        }
      }
      if (!isInStrength(strength, state, number, mask)) continue;
      passing++;
      runtimePairs[column] = (runtimePairs[column] ?? 0) + 1;
    }
    modelPairs[row] = passing;
    pairs += passing;
  }

  const legend = Object.fromEntries(
    legendKeys.map((key): [LegendKey, number] => {
      if (key === "near-miss-1") return [key, legendByState[nearMissState * 2] ?? 0];
      if (key === "near-miss-more") return [key, legendByState[nearMissState * 2 + 1] ?? 0];
      return [key, legendByState[stateNumber[key] * 2] ?? 0];
    }),
  ) as Record<LegendKey, number>;
  const fields = differingFields
    .map((field, bit) => ({ field, count: fieldCounts[bit] ?? 0 }))
    .filter(({ field, count }) => count > 0 || search.fields?.includes(field) === true)
    .sort((one, other) => other.count - one.count);
  return { modelPairs, runtimePairs, modelPasses, runtimePasses, pairs, legend, fields, strength };
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
