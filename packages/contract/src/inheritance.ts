import { inheritedFields } from "@ome-matrix/matcher";
import { z } from "zod";
import { runtimeName } from "./names.ts";

/** A runtime in a chain. */
const ancestor = runtimeName.extend({
  disabled: z.boolean(),
  isProfile: z.boolean(),
  /** Its entries. */
  entries: z.int().nonnegative(),
});

export const inheritance = z
  .object({
    /** Root first, the runtime itself last; of a chain that does not resolve only the runtime itself. */
    chain: z.array(ancestor),
    error: z
      .object({
        code: z.enum(["inheritance/parent-not-found", "inheritance/cycle", "inheritance/too-long"]),
        parent: z.string().optional(),
        /** Child first, as in OME's text. */
        names: z.array(z.string()),
        /** OME's text, or how it begins. */
        message: z.string(),
      })
      .optional(),
    /** The matching fields of the merged spec that a named runtime is checked with, and which runtime of the chain sets each. */
    merged: z.array(z.object({ field: z.enum(inheritedFields), value: z.string(), from: runtimeName })),
  })
  .meta({ id: "Inheritance" });
export type InheritanceResponse = z.infer<typeof inheritance>;
