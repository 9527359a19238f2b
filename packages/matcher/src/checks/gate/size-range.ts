import type { Rejection } from "../../reasons.ts";
import { setFields } from "../../values/set-fields.ts";
import { parseSize, sizeFits } from "../../values/size.ts";
import type { GateCheck } from "../check.ts";

/** Only when the model states a size and the runtime a range; bounds are inclusive, NaN passes (spec 2.5). */
export const sizeRange: GateCheck = (model, runtime) => {
  const size = model.spec.modelParameterSize;
  const range = runtime.modelSizeRange;
  if (size === undefined || model.size === undefined || range === undefined) return undefined;
  const { min, max } = range;
  const read = (bound: string | undefined) => (bound === undefined ? undefined : parseSize(bound));
  if (sizeFits(model.size, read(min), read(max))) return undefined;
  return setFields<Extract<Rejection, { code: "size/outside-range" }>>({ code: "size/outside-range", size, min, max });
};
