import type { GateCheck } from "../check.ts";

/** Check 1 of spec 2.1: only `true` disables. */
export const disabled: GateCheck = (_model, runtime) =>
  runtime.disabled === true ? { code: "runtime/disabled" } : undefined;
