import type { JsonObject, Patch, PatchProblem } from "@ome-matrix/matcher";
import type { ModelObject, RuntimeObject, ServiceObject } from "./change.ts";

/** An object that can be patched. */
export type PatchableObject = ModelObject | RuntimeObject | ServiceObject;

export type PatchedObject =
  | {
      readonly ok: true;
      /** Under the same key; without a spec when it can no longer be read. */
      readonly object: PatchableObject;
      /** As it would be stored, allowed fields only. */
      readonly document: unknown;
    }
  | { readonly ok: false; readonly problem: PatchProblem | { readonly why: "identity-changed" } };

/** What patches would make of the objects of a snapshot. Who reads objects knows how; nothing is written. */
export interface Patching {
  /** As it is stored, allowed fields only. */
  stored(object: PatchableObject): JsonObject;
  /** Applied to a copy. */
  patched(object: PatchableObject, patch: Patch): PatchedObject;
}
