import { type EntryCheck, nothingToSay, toComparison, toMismatch } from "../check.ts";

/** A `Sharded` model needs a cache provider, and none can be configured in v1.3: every entry fails (spec 2.2, group a). */
export const cacheProvider: EntryCheck = (model) => {
  if (model.spec.distribution !== "Sharded") return nothingToSay;
  const values = { path: "distribution", field: "cache-provider", model: model.spec.distribution } as const;
  return {
    mismatches: [toMismatch({ ...values, code: "cache-provider/not-configured" })],
    fields: [toComparison(values, "differs")],
    ofAnotherKind: false,
  };
};
