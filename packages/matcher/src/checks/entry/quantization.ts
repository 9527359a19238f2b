import { exactCheck } from "../check.ts";

/** As the architecture; a model without quantization does not match an entry with one, nor the reverse (spec 2.2, group d). */
export const quantization = exactCheck("quantization", "quantization");
