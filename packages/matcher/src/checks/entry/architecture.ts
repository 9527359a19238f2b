import { exactCheck } from "../check.ts";

/** Both unset: fine. One unset: a mismatch in its own right. Both set: equal as written, case included (spec 2.2, group c). */
export const architecture = exactCheck("architecture", "modelArchitecture");
