/** The answer of /api/matrix, laid out for drawing: one byte a cell, whatever the number of cells. */
import type { MatrixResponse, ModelSummary, RuntimeSummary } from "@ome-matrix/contract";
import { type DifferingField, differingFields, type PairState, pairStates } from "@ome-matrix/matcher";
import { stepTo } from "../../api/matrix-changes.ts";

export interface MatrixData {
  readonly revision: number;
  readonly rules: string;
  readonly models: readonly ModelSummary[];
  readonly runtimes: readonly RuntimeSummary[];
  readonly modelIndex: ReadonlyMap<string, number>;
  readonly runtimeIndex: ReadonlyMap<string, number>;
  /** Index into `pairStates`, row after row. */
  readonly states: Uint8Array;
  /** The rank of a selected or candidate cell, the differences of a near miss, else 0; at most 255. */
  readonly numbers: Uint8Array;
  /** Which fields differ: bits over `differingFields`; near misses only. */
  readonly fields: Uint16Array;
  /** By model: column, differences, bits, column, … of the near misses, as in the answer. */
  readonly nearMisses: readonly (readonly number[])[];
}

export const stateNumber: Readonly<Record<PairState, number>> = Object.fromEntries(
  pairStates.map((state, index) => [state, index]),
) as Record<PairState, number>;

const zero = "0".charCodeAt(0);

/** How the rows of an answer are read. */
const newReader = (matrix: MatrixResponse, data: Pick<MatrixData, "states" | "numbers" | "fields">) => {
  const { states, numbers, fields } = data;
  const columns = matrix.runtimes.length;
  const stateOf = Uint8Array.from({ length: 10 }, (_, digit) => {
    const state = matrix.states[digit];
    return state === undefined ? stateNumber.error : stateNumber[state];
  });
  const bitOf = matrix.fields.map((field: DifferingField) => 1 << differingFields.indexOf(field));
  const sameBits = bitOf.every((bit, index) => bit === 1 << index);
  const toMask = (mask: number): number =>
    sameBits ? mask : bitOf.reduce((sum, bit, index) => ((mask >> index) & 1 ? sum | bit : sum), 0);

  return (row: number): void => {
    const digits = matrix.cells[row] ?? "";
    const start = row * columns;
    const length = Math.min(digits.length, columns);
    for (let column = 0; column < length; column++) {
      states[start + column] = stateOf[digits.charCodeAt(column) - zero] ?? stateNumber.error;
    }
    const ranks = matrix.ranks[row] ?? [];
    for (let at = 0; at + 1 < ranks.length; at += 2) {
      numbers[start + (ranks[at] ?? 0)] = Math.min(255, ranks[at + 1] ?? 0);
    }
    const nearMisses = matrix.nearMisses[row] ?? [];
    for (let at = 0; at + 2 < nearMisses.length; at += 3) {
      const cell = start + (nearMisses[at] ?? 0);
      numbers[cell] = Math.min(255, nearMisses[at + 1] ?? 0);
      fields[cell] = toMask(nearMisses[at + 2] ?? 0);
    }
  };
};

/** Lays the answer out; the lists of states and fields are read from the answer, so that their order may change. */
const layOut = (matrix: MatrixResponse): MatrixData => {
  const size = matrix.models.length * matrix.runtimes.length;
  const states = new Uint8Array(size).fill(stateNumber.error);
  const numbers = new Uint8Array(size);
  const fields = new Uint16Array(size);
  const read = newReader(matrix, { states, numbers, fields });
  for (let row = 0; row < matrix.models.length; row++) read(row);
  return {
    revision: matrix.revision,
    rules: matrix.rules,
    models: matrix.models,
    runtimes: matrix.runtimes,
    modelIndex: new Map(matrix.models.map((model, index) => [model.key, index])),
    runtimeIndex: new Map(matrix.runtimes.map((runtime, index) => [runtime.key, index])),
    states,
    numbers,
    fields,
    nearMisses: matrix.nearMisses,
  };
};

const steps = new WeakMap<MatrixData, { readonly before: MatrixData; readonly rows: readonly number[] }>();

/** Rows whose cells or whose model differ between two states of one matrix; undefined when that is not known. */
export const rowsChanged = (before: MatrixData, after: MatrixData): readonly number[] | undefined => {
  const step = steps.get(after);
  return step?.before === before ? step.rows : undefined;
};

/** The same rows and columns as before, some rows read anew. */
const layOutStep = (matrix: MatrixResponse, before: MatrixData, rows: readonly number[]): MatrixData => {
  const columns = matrix.runtimes.length;
  const data: MatrixData = {
    ...before,
    revision: matrix.revision,
    models: matrix.models,
    runtimes: matrix.runtimes,
    states: before.states.slice(),
    numbers: before.numbers.slice(),
    fields: before.fields.slice(),
    nearMisses: matrix.nearMisses,
  };
  const read = newReader(matrix, data);
  for (const row of rows) {
    const [from, to] = [row * columns, (row + 1) * columns];
    data.states.fill(stateNumber.error, from, to);
    data.numbers.fill(0, from, to);
    data.fields.fill(0, from, to);
    read(row);
  }
  // One step back is enough; without this, every matrix would hold on to all before it.
  steps.delete(before);
  steps.set(data, { before, rows });
  return data;
};

/** An answer, laid out. */
export interface LaidOut {
  readonly matrix: MatrixResponse;
  readonly data: MatrixData;
}

/** Lays an answer out; where it came from the one that is laid out already, only the rows that changed. */
export const toMatrixData = (matrix: MatrixResponse, known?: LaidOut): MatrixData => {
  const step = stepTo(matrix);
  return known !== undefined && step?.before === known.matrix
    ? layOutStep(matrix, known.data, step.rows)
    : layOut(matrix);
};

export interface CellFacts {
  readonly state: PairState;
  /** Rank or differences, 0 when there is neither. */
  readonly number: number;
  readonly fields: readonly DifferingField[];
}

export const cellAt = (data: MatrixData, model: number, runtime: number): CellFacts => {
  const cell = model * data.runtimes.length + runtime;
  const mask = data.fields[cell] ?? 0;
  return {
    state: pairStates[data.states[cell] ?? stateNumber.error] ?? "error",
    number: data.numbers[cell] ?? 0,
    fields: differingFields.filter((_, bit) => (mask >> bit) & 1),
  };
};

/** By resource keys; undefined when either is not in the matrix. */
export const cellOfPair = (data: MatrixData, modelKey: string, runtimeKey: string): CellFacts | undefined => {
  const model = data.modelIndex.get(modelKey);
  const runtime = data.runtimeIndex.get(runtimeKey);
  return model === undefined || runtime === undefined ? undefined : cellAt(data, model, runtime);
};

/**
 * The cells of `after` that read differently than before; both must hold the pair. Undefined when there are more than `limit`:
 * then the view has changed, not a value.
 */
export const changedCells = (before: MatrixData, after: MatrixData, limit = 5_000): ReadonlySet<number> | undefined => {
  const changed = new Set<number>();
  const columnBefore = after.runtimes.map((runtime) => before.runtimeIndex.get(runtime.key) ?? -1);
  for (const row of rowsChanged(before, after) ?? after.models.keys()) {
    const model = after.models[row];
    if (model === undefined) continue;
    const rowBefore = before.modelIndex.get(model.key);
    if (rowBefore === undefined) continue;
    const start = row * after.runtimes.length;
    const startBefore = rowBefore * before.runtimes.length;
    for (let column = 0; column < columnBefore.length; column++) {
      const then = columnBefore[column] ?? -1;
      if (then < 0) continue;
      const cell = start + column;
      const cellBefore = startBefore + then;
      if (
        after.states[cell] !== before.states[cellBefore] ||
        after.numbers[cell] !== before.numbers[cellBefore] ||
        after.fields[cell] !== before.fields[cellBefore]
      ) {
        changed.add(cell);
        if (changed.size > limit) return undefined;
      }
    }
  }
  return changed;
};
