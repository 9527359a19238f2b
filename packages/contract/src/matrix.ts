import { differingFields, pairStates } from "@ome-matrix/matcher";
import { z } from "zod";
import { unknownKinds } from "./cluster.ts";
import { modelSummary, runtimeSummary } from "./resources.ts";

export const pairState = z.enum(pairStates).meta({ id: "PairState" });
export const differingField = z.enum(differingFields).meta({ id: "DifferingField" });

/** From where the matrix is seen. */
export const view = z
  .object({
    /** Absent: all namespaces. */
    namespace: z.string().optional(),
    /** The InferenceService whose accelerator classes and deployment modes apply. */
    service: z.string().optional(),
  })
  .meta({ id: "View" });
export type View = z.infer<typeof view>;

export const matrix = z
  .object({
    revision: z.int().nonnegative(),
    /** Of the program that answers: revisions of another one mean something else. */
    epoch: z.string(),
    rules: z.string(),
    view,
    /** The rows, sorted by kind, namespace and name. */
    models: z.array(modelSummary),
    /** The columns, sorted likewise. */
    runtimes: z.array(runtimeSummary),
    /** The nine states; a cell holds the index. */
    states: z.array(pairState),
    /** The bits of `nearMisses`. */
    fields: z.array(differingField),
    /** One string a model, one digit a runtime: the index in `states`. */
    cells: z.array(z.string().regex(/^\d*$/)),
    /** A list a model: column, rank, column, rank, … of selected and candidate cells. */
    ranks: z.array(z.array(z.int().nonnegative())),
    /** A list a model: column, differences, bit mask over `fields`, … of near misses. */
    nearMisses: z.array(z.array(z.int().nonnegative())),
    unknownKinds,
  })
  .meta({ id: "Matrix" });
export type MatrixResponse = z.infer<typeof matrix>;

const index = z.int().nonnegative();

/** What is other in a matrix than in an earlier one with the same rows and columns. */
export const matrixChanges = z
  .object({
    revision: z.int().nonnegative(),
    epoch: z.string(),
    /** The revision of the earlier one. */
    since: z.int().nonnegative(),
    unknownKinds,
    /** Models of which something is other. */
    models: z.array(z.object({ row: index, model: modelSummary })),
    runtimes: z.array(z.object({ column: index, runtime: runtimeSummary })),
    /** Whole rows, as in a matrix. */
    rows: z.array(
      z.object({ row: index, cells: z.string().regex(/^\d*$/), ranks: z.array(index), nearMisses: z.array(index) }),
    ),
  })
  .meta({ id: "MatrixChanges" });
export type MatrixChanges = z.infer<typeof matrixChanges>;
