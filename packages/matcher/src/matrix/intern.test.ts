import { expect, test } from "vitest";
import { intern, internName, internPipeline, newValues } from "./intern.ts";

test("equal values have one number, unset is 0", () => {
  const { texts, entryNames, entryPipelines } = newValues();
  expect([intern(texts, undefined), intern(texts, ""), intern(texts, "a"), intern(texts, "")]).toEqual([0, 1, 2, 1]);
  const name = { name: "s", version: "1" };
  expect(internName(entryNames, undefined, undefined)).toBe(0);
  expect(internName(entryNames, name, undefined)).toBe(1);
  expect(internName(entryNames, { ...name }, undefined)).toBe(1);
  expect(internName(entryNames, name, "Equal")).toBe(2);
  expect(entryNames.values[1]).toMatchObject({ name: "s", hasVersion: true });
  const additionalComponents = new Map([["__proto__", {}]]);
  expect(internPipeline(entryPipelines, undefined)).toBe(0);
  expect(internPipeline(entryPipelines, {})).toBe(1);
  expect(internPipeline(entryPipelines, { additionalComponents })).toBe(2);
  expect(internPipeline(entryPipelines, { additionalComponents: new Map(additionalComponents) })).toBe(2);
});
