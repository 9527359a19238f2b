/** From stored objects and patches to what `effectOf` takes. */
import { readInferenceService } from "../read/inference-service.ts";
import { readModel } from "../read/model.ts";
import { withApiDefaults } from "./api-defaults.ts";
import { copyObject } from "./candidate.ts";
import type { FleetObject, Replacement } from "./effect.ts";
import { jsonAt } from "./json-value.ts";
import { sourceOf } from "./model-source.ts";
import { applyPatch, type Patch, type PatchProblem } from "./patch.ts";
import { readInheritingRuntime } from "./situation.ts";

/** Reads a stored object of any kind that an effect looks at; undefined when it cannot be read. */
export function readFleetObject(object: unknown): FleetObject | undefined {
  const stored = withApiDefaults(copyObject(object));
  const kind = stored["kind"];
  if (kind === "InferenceService") {
    const service = readInferenceService(stored);
    return service.ok ? service.value : undefined;
  }
  if (kind === "BaseModel" || kind === "ClusterBaseModel") {
    const model = readModel(stored);
    if (!model.ok) return undefined;
    const { pvcNamespace } = sourceOf(stored);
    return {
      ...model.value,
      ...(jsonAt(stored, "spec", "disabled") === true ? { disabled: true } : {}),
      ...(pvcNamespace === undefined ? {} : { claimNamespace: pvcNamespace }),
    };
  }
  const runtime = readInheritingRuntime(stored);
  return runtime.ok ? runtime.value : undefined;
}

/** A stored object as it is and as a patch makes it. Before or after it the object may be unreadable. */
export function replacementOf(
  object: unknown,
  patch: Patch,
): { readonly ok: true; readonly replacement: Replacement } | { readonly ok: false; readonly problem: PatchProblem } {
  const patched = applyPatch(object, patch);
  if (!patched.ok) return patched;
  return { ok: true, replacement: { before: readFleetObject(object), after: readFleetObject(patched.object) } };
}
