import { isDeepStrictEqual } from "node:util";
import { type InferenceServiceSpec, type MatrixCells, newRowComputer, pairStates } from "@ome-matrix/matcher";
import type { ModelObject, RuntimeObject } from "./change.ts";

/** The cells of one model, in the form in which they travel: most of a matrix is never looked at here. */
export interface MatrixRow {
  /** One digit a runtime, an index in `pairStates`. */
  readonly cells: string;
  /** As JSON: column, rank, column, rank, … */
  readonly ranks: string;
  /** As JSON: column, differences, bits of `differingFields`, … */
  readonly nearMisses: string;
}

export interface MatrixInput {
  readonly models: readonly ModelObject[];
  readonly runtimes: readonly RuntimeObject[];
  readonly namespace: string | undefined;
  readonly service: InferenceServiceSpec | undefined;
}

export interface Rows {
  readonly input: MatrixInput;
  readonly rows: readonly MatrixRow[];
}

const selected = pairStates.indexOf("selected");
const candidate = pairStates.indexOf("candidate");
const nearMiss = pairStates.indexOf("near-miss");
const zero = "0".charCodeAt(0);
const isRanked = (state: number | undefined): boolean => state === selected || state === candidate;

/** Objects are frozen and stay the same ones until they change, so what is found out about their specs can be kept. */
export const visitRows = newRowComputer();

/** Writes rows. Their digits go through one buffer: one for each row would be megabytes of garbage. */
const newRowWriter = (width: number): ((cells: MatrixCells) => MatrixRow) => {
  const digits = Buffer.allocUnsafe(width);
  let written: Uint8Array | undefined;
  return ({ states, numbers, fields, usual, others }) => {
    if (written !== usual) for (let column = 0; column < width; column++) digits[column] = zero + (usual[column] ?? 0);
    written = usual;
    const ranks: number[] = [];
    const nearMisses: number[] = [];
    for (const column of others) {
      const state = states[column] ?? 0;
      digits[column] = zero + state;
      if (isRanked(state)) ranks.push(column, numbers[column] ?? 0);
      else if (state === nearMiss) nearMisses.push(column, numbers[column] ?? 0, fields[column] ?? 0);
    }
    const cells = digits.toString("latin1");
    for (const column of others) digits[column] = zero + (usual[column] ?? 0);
    return { cells, ranks: `[${ranks.join()}]`, nearMisses: `[${nearMisses.join()}]` };
  };
};

const computeRows = (input: MatrixInput): MatrixRow[] => {
  const rows: MatrixRow[] = [];
  const write = newRowWriter(input.runtimes.length);
  visitRows(input, (indexes, cells) => {
    // Models that are alike have the same row, also in memory.
    const row = write(cells);
    for (const index of indexes) rows[index] = row;
  });
  return rows;
};

/** Whether matching cannot tell two states of an object apart. */
const isSame = (
  before: { readonly key: string; readonly spec?: unknown } | undefined,
  after: { readonly key: string; readonly spec?: unknown },
): boolean =>
  before === after || (before !== undefined && before.key === after.key && isDeepStrictEqual(before.spec, after.spec));

/** With a larger share of changed columns, all rows are worked out anew: that is no slower then. */
const mostChangedShare = 1 / 10;

/** The columns that changed; undefined when there are others than before, or too many changed. */
const compareColumns = (
  before: readonly RuntimeObject[],
  after: readonly RuntimeObject[],
): readonly number[] | undefined => {
  if (before.length !== after.length) return undefined;
  const changed: number[] = [];
  for (const [column, runtime] of after.entries()) {
    const known = before[column];
    if (known?.key !== runtime.key) return undefined;
    if (!isSame(known, runtime)) changed.push(column);
  }
  return changed.length > mostChangedShare * after.length ? undefined : changed;
};

/** A JSON list of columns in order, each with two values after it: those of some columns left out, and others put in. */
const patchList = (known: string, isReplaced: (column: number) => boolean, added: readonly number[]): string => {
  const old = JSON.parse(known) as number[];
  const items: string[] = [];
  let next = 0;
  const put = (from: readonly number[], at: number): void =>
    void items.push(`${from[at]},${from[at + 1]},${from[at + 2]}`);
  for (let at = 0; at < old.length; at += 3) {
    const column = old[at] ?? 0;
    if (isReplaced(column)) continue;
    for (; next < added.length && (added[next] ?? 0) < column; next += 3) put(added, next);
    put(old, at);
  }
  for (; next < added.length; next += 3) put(added, next);
  return `[${items.join()}]`;
};

/** A row whose cells of some columns are others; undefined where ranks change, which are those of the whole row. */
type Patch = (row: MatrixRow, cells: MatrixCells) => MatrixRow | undefined;

/**
 * Where neither the old nor the new runtime is ranked, a cell depends on nothing but its pair, so that it is enough to work out
 * these columns.
 */
const newPatch = (columns: readonly number[], width: number): Patch => {
  const digits = Buffer.allocUnsafe(width);
  const replaced = new Set(columns);
  const isReplaced = (column: number): boolean => replaced.has(column);
  return (row, { states, numbers, fields }) => {
    const nearMisses: number[] = [];
    let haveDigitsChanged = false;
    let wereNearMisses = false;
    for (const [at, column] of columns.entries()) {
      const state = states[at] ?? 0;
      const before = row.cells.charCodeAt(column) - zero;
      if (isRanked(state) || isRanked(before)) return undefined;
      if (state !== before) haveDigitsChanged = true;
      if (before === nearMiss) wereNearMisses = true;
      if (state === nearMiss) nearMisses.push(column, numbers[at] ?? 0, fields[at] ?? 0);
    }
    if (!haveDigitsChanged && nearMisses.length === 0) return row;
    const patched = { ...row };
    if (haveDigitsChanged) {
      digits.write(row.cells, "latin1");
      for (const [at, column] of columns.entries()) digits[column] = zero + (states[at] ?? 0);
      patched.cells = digits.toString("latin1");
    }
    if (wereNearMisses || nearMisses.length > 0) patched.nearMisses = patchList(row.nearMisses, isReplaced, nearMisses);
    // The same row where it reads the same, as a near miss mostly does.
    return patched.cells === row.cells && patched.nearMisses === row.nearMisses ? row : patched;
  };
};

/**
 * The rows of a matrix. What the previous one already has is taken from there, so that the work goes by what changed:
 *
 * 1. Other runtimes than before, another namespace or service, or many changed columns: everything anew.
 * 2. A model that changed or is new: its row anew.
 * 3. A runtime that changed: its column anew, and the whole row where that changes ranks.
 */
export const nextRows = (input: MatrixInput, previous: Rows | undefined): Rows => {
  const before = previous?.input;
  if (
    previous === undefined ||
    before === undefined ||
    before.namespace !== input.namespace ||
    !isDeepStrictEqual(before.service, input.service)
  ) {
    return { input, rows: computeRows(input) };
  }
  const columns = compareColumns(before.runtimes, input.runtimes);
  if (columns === undefined) return { input, rows: computeRows(input) };

  let placesBefore: ReadonlyMap<string, number> | undefined;
  const placeBefore = (model: ModelObject, row: number): number => {
    // Mostly all models are where they were.
    if (before.models[row]?.key === model.key) return row;
    placesBefore ??= new Map(before.models.map(({ key }, place) => [key, place]));
    return placesBefore.get(model.key) ?? -1;
  };
  /** Rows as they were; undefined where the model is another one. */
  const known = input.models.map((model, index) => {
    const place = placeBefore(model, index);
    return isSame(before.models[place], model) ? previous.rows[place] : undefined;
  });
  if (columns.length > 0) {
    const runtimes = columns.flatMap((column) => input.runtimes[column] ?? []);
    const patch = newPatch(columns, input.runtimes.length);
    visitRows({ ...input, runtimes }, (indexes, cells) => {
      for (const index of indexes) {
        const row = known[index];
        if (row !== undefined) known[index] = patch(row, cells);
      }
    });
  }
  const computed = computeRows({ ...input, models: input.models.filter((_, index) => known[index] === undefined) });
  let next = 0;
  return { input, rows: known.flatMap((row) => row ?? computed[next++] ?? []) };
};
