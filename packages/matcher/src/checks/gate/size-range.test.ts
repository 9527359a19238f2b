import { expect, test } from "vitest";
import { modelWith, runtimeWith } from "../../../test/base.ts";
import { toSubject } from "../check.ts";
import { sizeRange } from "./size-range.ts";

test.each([
  { name: "inside", size: "3B", range: { min: "2B", max: "4B" }, fits: true },
  { name: "above", size: "5B", range: { min: "2B", max: "4B" }, fits: false },
  { name: "on the bound", size: "4B", range: { min: "2B", max: "4B" }, fits: true },
  { name: "no size", size: undefined, range: { min: "2B" }, fits: true },
  { name: "no range", size: "3B", range: undefined, fits: true },
  { name: "no bounds", size: "3B", range: {}, fits: true },
  { name: "an empty size reads as 0", size: "", range: { min: "2B" }, fits: false },
  { name: "a lower-case suffix reads as 0", size: "3B", range: { max: "4b" }, fits: false },
  { name: "no number passes", size: "NaN", range: { min: "2B", max: "4B" }, fits: true },
])("$name", ({ size, range, fits }) => {
  const rejection = sizeRange(
    toSubject(modelWith({ modelParameterSize: size })),
    runtimeWith({ modelSizeRange: range }),
    undefined,
  );
  expect(rejection).toEqual(fits ? undefined : { code: "size/outside-range", size, ...range });
});
