import type { GateCheck } from "../check.ts";

/**
 * Every class that the InferenceService names, wherever it does, must be in the runtime's one list (spec 2.6).
 * v1.3 does not look when the InferenceService names no model.
 */
export const acceleratorClass: GateCheck = (_model, runtime, service) => {
  if (service?.model === undefined || service.acceleratorClasses.length === 0) return undefined;
  const listed = new Set(runtime.acceleratorClasses);
  const required = new Set(service.acceleratorClasses.map(({ name }) => name));
  const missing = [...required].filter((name) => !listed.has(name));
  if (missing.length === 0) return undefined;
  return {
    code: "accelerator-class/not-supported",
    required: service.acceleratorClasses,
    missing,
    listed: runtime.acceleratorClasses,
  };
};
