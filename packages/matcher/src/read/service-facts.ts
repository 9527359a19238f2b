/** What admission and the controller read of an InferenceService besides matching (spec 1, 3.6, 3.8). */
import { jsonAt, textAt } from "../fixes/json-value.ts";
import { setFields } from "../values/set-fields.ts";

export interface ServiceFacts {
  readonly hasEngine: boolean;
  /** The webhook then leaves automatic selection until later. */
  readonly hasOwnImage: boolean;
  /** `spec.runtime.autoSync: false`: it keeps a snapshot of the runtime. */
  readonly isPinned: boolean;
  /** `spec.runtime.revision` */
  readonly revision?: string;
}

export function readServiceFacts(object: unknown): ServiceFacts {
  return setFields<ServiceFacts>({
    hasEngine: jsonAt(object, "spec", "engine") !== undefined,
    hasOwnImage: hasOwnImage(object),
    isPinned: jsonAt(object, "spec", "runtime", "autoSync") === false,
    revision: textAt(object, "spec", "runtime", "revision"),
  });
}

/** `spec.engine.runner.image`, or both the leader's and the worker's (spec 1). */
export function hasOwnImage(object: unknown): boolean {
  const image = (...path: readonly string[]) => textAt(object, "spec", "engine", ...path, "runner", "image");
  return image() !== undefined || (image("leader") !== undefined && image("worker") !== undefined);
}
