/** An answer that says only what changed in a matrix, made into a whole matrix again. */
import type { MatrixChanges, MatrixResponse } from "@ome-matrix/contract";

export interface MatrixStep {
  readonly before: MatrixResponse;
  /** Rows whose cells or whose model are others. Everything else of the two is the same, but for runtimes. */
  readonly rows: readonly number[];
}

const steps = new WeakMap<MatrixResponse, MatrixStep>();

/** How a matrix came from the one before it, where it did. */
export const stepTo = (matrix: MatrixResponse): MatrixStep | undefined => steps.get(matrix);

const replaced = <Value>(list: readonly Value[], others: readonly (readonly [number, Value])[]): Value[] => {
  const copy = [...list];
  for (const [index, value] of others) copy[index] = value;
  return copy;
};

/** Undefined when the changes are not those of this matrix. */
export const applyChanges = (before: MatrixResponse, changes: MatrixChanges): MatrixResponse | undefined => {
  const { revision, epoch, since, models, runtimes, rows, unknownKinds } = changes;
  const fits =
    epoch === before.epoch &&
    since === before.revision &&
    models.every(({ row, model }) => before.models[row]?.key === model.key) &&
    runtimes.every(({ column, runtime }) => before.runtimes[column]?.key === runtime.key) &&
    rows.every(({ row }) => row < before.cells.length);
  if (!fits) return undefined;
  const after: MatrixResponse = {
    ...before,
    revision,
    unknownKinds,
    models: replaced(
      before.models,
      models.map(({ row, model }) => [row, model] as const),
    ),
    runtimes: replaced(
      before.runtimes,
      runtimes.map(({ column, runtime }) => [column, runtime] as const),
    ),
    cells: replaced(
      before.cells,
      rows.map(({ row, cells }) => [row, cells] as const),
    ),
    ranks: replaced(
      before.ranks,
      rows.map(({ row, ranks }) => [row, ranks] as const),
    ),
    nearMisses: replaced(
      before.nearMisses,
      rows.map(({ row, nearMisses }) => [row, nearMisses] as const),
    ),
  };
  // One step back is enough; without this, every matrix would hold on to all before it.
  steps.delete(before);
  const touched = new Set([...models.map(({ row }) => row), ...rows.map(({ row }) => row)]);
  steps.set(after, { before, rows: [...touched].sort((one, other) => one - other) });
  return after;
};
