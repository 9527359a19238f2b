import { isDeepStrictEqual } from "node:util";
import { computeMatrix, type InferenceServiceSpec, type Matrix, pairStates } from "@ome-matrix/matcher";
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

const toInputRow = <Kind extends string, Spec>(object: {
  readonly kind: Kind;
  readonly namespace?: string;
  readonly name: string;
  readonly spec?: Spec;
}) => ({
  kind: object.kind,
  name: object.name,
  spec: object.spec,
  ...(object.namespace === undefined ? {} : { namespace: object.namespace }),
});

/** The matcher's matrix of some models and runtimes. */
export const computeStates = ({ models, runtimes, namespace, service }: MatrixInput): Matrix =>
  computeMatrix({ models: models.map(toInputRow), runtimes: runtimes.map(toInputRow), namespace, service });

const toRow = ({ columns, states, numbers, fields }: Matrix, row: number): MatrixRow => {
  const digits = Buffer.allocUnsafe(columns);
  const ranks: number[] = [];
  const nearMisses: number[] = [];
  for (let column = 0, cell = row * columns; column < columns; column++, cell++) {
    const state = states[cell] ?? 0;
    digits[column] = zero + state;
    if (isRanked(state)) ranks.push(column, numbers[cell] ?? 0);
    else if (state === nearMiss) nearMisses.push(column, numbers[cell] ?? 0, fields[cell] ?? 0);
  }
  return { cells: digits.toString("latin1"), ranks: `[${ranks.join()}]`, nearMisses: `[${nearMisses.join()}]` };
};

const computeRows = (input: MatrixInput): MatrixRow[] => {
  const matrix = computeStates(input);
  return input.models.map((_, row) => toRow(matrix, row));
};

/** Whether matching cannot tell two states of an object apart. */
const isSame = (
  before: { readonly key: string; readonly spec?: unknown } | undefined,
  after: { readonly key: string; readonly spec?: unknown },
): boolean =>
  before === after || (before !== undefined && before.key === after.key && isDeepStrictEqual(before.spec, after.spec));

/** More changed columns than these, and the whole is computed again: it is fast, and this is for one edit at a time. */
const mostChangedColumns = 8;

/**
 * Which models' rows a change of some runtimes cannot have touched: where neither the old nor the new runtime is ranked, a
 * cell depends on nothing but its pair, so the columns are computed before and after and compared.
 */
const untouchedBy = (
  columns: readonly number[],
  before: MatrixInput,
  after: MatrixInput,
  models: readonly ModelObject[],
): ReadonlySet<ModelObject> => {
  if (columns.length === 0) return new Set(models);
  const pick = (input: MatrixInput): Matrix =>
    computeStates({ ...input, models, runtimes: input.runtimes.filter((_, column) => columns.includes(column)) });
  const was = pick(before);
  const is = pick(after);
  return new Set(
    models.filter((_, row) => {
      for (let cell = row * is.columns; cell < (row + 1) * is.columns; cell++) {
        if (isRanked(was.states[cell]) || isRanked(is.states[cell])) return false;
        if (was.states[cell] !== is.states[cell]) return false;
        if (was.numbers[cell] !== is.numbers[cell] || was.fields[cell] !== is.fields[cell]) return false;
      }
      return true;
    }),
  );
};

/**
 * The rows of a matrix. What the previous one already has is taken from there:
 *
 * 1. Other runtimes than before, another service or too many changed columns: everything anew.
 * 2. A model that changed: its row anew.
 * 3. A runtime that changed: the rows anew that it touches.
 */
export const nextRows = (input: MatrixInput, previous: Rows | undefined): Rows => {
  const before = previous?.input;
  if (
    previous === undefined ||
    before === undefined ||
    before.runtimes.length !== input.runtimes.length ||
    input.runtimes.some((runtime, column) => runtime.key !== before.runtimes[column]?.key) ||
    before.namespace !== input.namespace ||
    !isDeepStrictEqual(before.service, input.service)
  ) {
    return { input, rows: computeRows(input) };
  }
  const changed = input.runtimes.flatMap((runtime, column) =>
    isSame(before.runtimes[column], runtime) ? [] : [column],
  );
  if (changed.length > mostChangedColumns) return { input, rows: computeRows(input) };

  const known = new Map(before.models.map((model, row) => [model.key, { model, row: previous.rows[row] }]));
  const same = input.models.filter((model) => isSame(known.get(model.key)?.model, model));
  const untouched = untouchedBy(changed, before, input, same);
  const anew = input.models.filter((model) => !untouched.has(model));
  const computed = computeRows({ ...input, models: anew });
  let next = 0;
  const rows = input.models.flatMap((model) => {
    const row = untouched.has(model) ? known.get(model.key)?.row : computed[next++];
    return row === undefined ? [] : [row];
  });
  return { input, rows };
};
