/**
 * All pairs at once: what `judge` and `select` say, one byte a cell, without the explanations.
 *
 * Nearly all cells are of another kind, and the rest depends on few distinct values:
 *
 * 1. Each value is interned once. Models that no entry can tell apart are one group, equal lists of entries are one list.
 * 2. A row starts as what its cells are when no entry is made for the model: rejected, disabled, not applicable, error.
 * 3. Only lists with an entry for the group's architecture, or for none, are compared with it, each once a group.
 * 4. A cell of such a list adds size, class and mode; what qualifies is ranked.
 * 5. Rows that agree in everything are worked out once.
 *
 * A property test holds every cell to what `judge` and `select` say of it.
 */

import { type Column, fieldBit, newReadRuntimes, type ReadRuntimes, readColumns } from "./matrix/columns.ts";
import { type GroupComparisons, type KnownComparisons, newComparer, newKnownComparisons } from "./matrix/compare.ts";
import { countValues, newValues, type Values } from "./matrix/intern.ts";
import { groupModels, type ReadSpecs, type Row } from "./matrix/rows.ts";
import { rankCandidates } from "./rank.ts";
import { type PairState, pairStates } from "./reasons.ts";
import type {
  InferenceServiceSpec,
  ModelKind,
  ModelSpec,
  ResourceName,
  RuntimeKind,
  RuntimeSpec,
} from "./resources.ts";
import { sizeDistance, sizeFits } from "./values/size.ts";

/** A row or a column. An undefined spec is an object that could not be read: all its cells are errors. */
export type MatrixRow<Kind extends string, Spec> = ResourceName<Kind> & { readonly spec?: Spec | undefined };

export interface MatrixInput {
  readonly models: readonly MatrixRow<ModelKind, ModelSpec>[];
  readonly runtimes: readonly MatrixRow<RuntimeKind, RuntimeSpec>[];
  /** undefined = all namespaces. */
  readonly namespace?: string | undefined;
  readonly service?: InferenceServiceSpec | undefined;
}

/** One value a cell, row by row: the cell of model r and runtime c is at r × columns + c. */
export interface Matrix {
  readonly rows: number;
  readonly columns: number;
  /** Index in `pairStates`. */
  readonly states: Uint8Array;
  /** The rank of selected and candidate, the number of differences of a near miss (at most 65535), else 0. */
  readonly numbers: Uint16Array;
  /** Of a near miss, which of `differingFields` differ: bit n is the n-th. Else 0. */
  readonly fields: Uint16Array;
}

/**
 * The state of every pair (design, section 3), by the rules of `judge` and `select`.
 *
 * With a namespace, objects of other namespaces are not applicable. Without one, a BaseModel is seen from its own
 * namespace; for a ClusterBaseModel the cluster's runtimes are ranked among themselves, the first being selected, and
 * the ServingRuntimes of each namespace are candidates with their rank there.
 */
export function computeMatrix(input: MatrixInput): Matrix {
  const { models, runtimes } = input;
  const columns = runtimes.length;
  const size = models.length * columns;
  const matrix: Matrix = {
    rows: models.length,
    columns,
    states: new Uint8Array(size),
    numbers: new Uint16Array(size),
    fields: new Uint16Array(size),
  };
  compute(input, newMemory(), (indexes, { states, numbers, fields }) => {
    for (const index of indexes) {
      matrix.states.set(states, index * columns);
      matrix.numbers.set(numbers, index * columns);
      matrix.fields.set(fields, index * columns);
    }
  });
  return matrix;
}

/** A row of a matrix: one value a column, as in `Matrix`. It is written over for the next row. */
export interface MatrixCells extends Pick<Matrix, "states" | "numbers" | "fields"> {
  /** The states of a row that no runtime is made for, which most of this one is; the very same list for many rows. */
  readonly usual: Uint8Array;
  /** The columns, in order, in which this row may be another than that. */
  readonly others: readonly number[];
}

/** Is told of every row, in any order; of rows that are alike only once, with all their indexes. */
export type VisitRow = (indexes: readonly number[], cells: MatrixCells) => void;

/**
 * `computeMatrix` row by row, for who asks again and again about much the same objects: what was found out about their specs is
 * kept, so that only other ones are read. Specs are taken for the same when they are the same object, so they must never be
 * changed.
 */
export function newRowComputer(): (input: MatrixInput, visit: VisitRow) => void {
  let memory = newMemory();
  return (input, visit) => {
    // Values of specs that are gone are in it as well.
    if (countValues(memory.values) + memory.comparisons.size() > mostRemembered) memory = newMemory();
    compute(input, memory, visit);
  };
}

/** Texts and compared pairs of values: some megabytes. */
const mostRemembered = 2_000_000;

interface Memory {
  readonly values: Values;
  readonly models: ReadSpecs;
  readonly runtimes: ReadRuntimes;
  readonly comparisons: KnownComparisons;
}

function newMemory(): Memory {
  const values = newValues();
  return { values, models: new WeakMap(), runtimes: newReadRuntimes(), comparisons: newKnownComparisons(values) };
}

function compute({ models, runtimes, namespace, service }: MatrixInput, memory: Memory, visit: VisitRow): void {
  const read = readColumns(runtimes, service, memory.values, memory.runtimes);
  const groups = groupModels(models, memory.values, memory.models);
  const width = runtimes.length;
  const cells = {
    states: new Uint8Array(width),
    numbers: new Uint16Array(width),
    fields: new Uint16Array(width),
    usual: new Uint8Array(width),
    others: [] as number[],
  };
  const usualRowOf = newUsualRows(read.columns, namespace);
  const compare = newComparer(read, memory.comparisons);
  for (const { traits, rows } of groups) {
    const comparisons = compare(traits);
    const near = read
      .listsFor(traits.architecture)
      .map((list) => ({ columns: list.columns, ...comparisons.compareList(list) }))
      .filter(({ ofAnotherKind }) => !ofAnotherKind);
    const others = near.flatMap(({ columns }) => columns).sort((one, other) => one - other);
    for (const row of rows) {
      startRow(cells, usualRowOf(row));
      if (row.state === "normal") {
        cells.others = others;
        const qualifying: Candidate[] = [];
        for (const list of near) fillList(list, row, read.columns, comparisons, cells, qualifying);
        fillRanks(qualifying, row, namespace === undefined, cells);
      }
      visit(row.indexes, cells);
    }
  }
}

/** Takes back what the row before has written; that is little, and a whole row is much. */
function startRow(cells: MatrixCells & { usual: Uint8Array; others: readonly number[] }, usual: Uint8Array): void {
  const { states, numbers, fields, others } = cells;
  if (cells.usual !== usual) states.set(usual);
  for (const column of others) {
    states[column] = usual[column] ?? 0;
    numbers[column] = 0;
    fields[column] = 0;
  }
  cells.usual = usual;
  cells.others = none;
}

const none: readonly number[] = [];

const state = Object.fromEntries(pairStates.map((name, index) => [name, index])) as Readonly<Record<PairState, number>>;
const largestNumber = 65_535;

/** A row as it is when no entry is made for the model; equal for all models that see the same runtimes. */
function newUsualRows(columns: readonly Column[], namespace: string | undefined): (row: Row) => Uint8Array {
  const known = new Map<string, Uint8Array>();
  return ({ name, state: rowState }) => {
    const key = JSON.stringify([name.kind, name.kind === "BaseModel" ? name.namespace : undefined, rowState]);
    const before = known.get(key);
    if (before !== undefined) return before;
    const states = new Uint8Array(columns.length);
    for (const [index, column] of columns.entries()) {
      if (rowState === "error" || column.state === "error") states[index] = state.error;
      else if (!applies(name, column.name, namespace)) states[index] = state["not-applicable"];
      else if (rowState === "unknown") states[index] = state.unknown;
      else states[index] = column.state === "disabled" ? state.disabled : state.rejected;
    }
    known.set(key, states);
    return states;
  };
}

function applies(
  model: ResourceName<ModelKind>,
  runtime: ResourceName<RuntimeKind>,
  namespace: string | undefined,
): boolean {
  const modelIsCluster = model.kind === "ClusterBaseModel";
  const runtimeIsCluster = runtime.kind === "ClusterServingRuntime";
  if (namespace === undefined) return modelIsCluster || runtimeIsCluster || model.namespace === runtime.namespace;
  return (modelIsCluster || model.namespace === namespace) && (runtimeIsCluster || runtime.namespace === namespace);
}

/** A cell that qualifies, until it is ranked. */
interface Candidate {
  readonly index: number;
  readonly column: Column;
  readonly score: bigint;
}

/** The cells of one row whose runtimes share a list of entries. */
function fillList(
  list: { readonly columns: readonly number[]; readonly differences: number; readonly fields: number },
  row: Row,
  columns: readonly Column[],
  comparisons: GroupComparisons,
  { states, numbers, fields, usual }: MatrixCells,
  qualifying: Candidate[],
): void {
  for (const index of list.columns) {
    const column = columns[index];
    if (column === undefined || usual[index] !== state.rejected) continue;
    const fits = row.size === undefined || sizeFits(row.size, column.min, column.max);
    const differences = list.differences + column.gateCount + (fits ? 0 : 1);
    if (differences > 0) {
      states[index] = state["near-miss"];
      numbers[index] = Math.min(differences, largestNumber);
      fields[index] = list.fields | column.gateBits | (fits ? 0 : fieldBit.size);
      continue;
    }
    const score = column.enablesAutoSelect ? scoreOf(column, comparisons) : 0n;
    if (score > 0n) qualifying.push({ index, column, score });
    else states[index] = state["pin-only"];
  }
}

function scoreOf({ scored }: Column, { canScore }: GroupComparisons): bigint {
  let highest = 0n;
  for (const { entry, score } of scored) if (score > highest && canScore(entry)) highest = score;
  return highest;
}

/** Cluster models seen from everywhere: each namespace is ranked on its own, without a selected one. */
function fillRanks(
  qualifying: readonly Candidate[],
  { name, size }: Row,
  everywhere: boolean,
  { states, numbers }: MatrixCells,
): void {
  if (qualifying.length === 0) return;
  const isApart = everywhere && name.kind === "ClusterBaseModel";
  for (const group of isApart ? byNamespace(qualifying) : [qualifying]) {
    const keys = group.map(({ column, score }) => ({
      kind: column.name.kind,
      name: column.name.name,
      score,
      sizeDistance: size === undefined ? 0 : sizeDistance(size, column.min, column.max),
    }));
    const hasSelected = !isApart || keys[0]?.kind === "ClusterServingRuntime";
    for (const [at, { index }] of rankCandidates(keys).entries()) {
      const cell = group[index]?.index ?? 0;
      states[cell] = at === 0 && hasSelected ? state.selected : state.candidate;
      numbers[cell] = Math.min(at + 1, largestNumber);
    }
  }
}

/** The runtimes of the cluster are one group, those of each namespace another. */
function byNamespace(qualifying: readonly Candidate[]): readonly (readonly Candidate[])[] {
  const cluster: Candidate[] = [];
  const namespaces = new Map<string | undefined, Candidate[]>();
  for (const candidate of qualifying) {
    const { kind, namespace } = candidate.column.name;
    const group = kind === "ClusterServingRuntime" ? cluster : (namespaces.get(namespace) ?? []);
    group.push(candidate);
    if (kind === "ServingRuntime") namespaces.set(namespace, group);
  }
  return [cluster, ...namespaces.values()];
}
