import { differingFields, pairStates } from "@ome-matrix/matcher";
import { z } from "zod";
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
  })
  .meta({ id: "Matrix" });
export type MatrixResponse = z.infer<typeof matrix>;
