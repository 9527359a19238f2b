import { expect, test } from "vitest";
import { baseEntry, modelWith } from "../../../test/base.ts";
import { toSubject } from "../check.ts";
import { cacheProvider } from "./cache-provider.ts";

test.each([
  { distribution: "Sharded", codes: ["cache-provider/not-configured"] },
  { distribution: "sharded", codes: [] },
  { distribution: "PerNode", codes: [] },
  { distribution: undefined, codes: [] },
])("$distribution", ({ distribution, codes }) => {
  const { mismatches } = cacheProvider(toSubject(modelWith({ distribution })), baseEntry);
  expect(mismatches.map(({ code }) => code)).toEqual(codes);
});
