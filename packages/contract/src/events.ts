import { z } from "zod";
import { watchedKind } from "./cluster.ts";
import { resourceKey } from "./names.ts";

/** The data of an SSE message of type `revision`; its id is `epoch:revision`. Clients fetch again what it touches. */
export const revisionEvent = z
  .object({
    epoch: z.string(),
    revision: z.int().nonnegative(),
    /** Kinds of which an object or the state changed since the previous event. */
    kinds: z.array(watchedKind),
    /** The objects that changed; absent when there are too many to list. */
    touched: z.array(resourceKey).optional(),
  })
  .meta({ id: "RevisionEvent" });
export type RevisionEvent = z.infer<typeof revisionEvent>;
