import { expect, test } from "vitest";
import { hasOwnImage, readServiceFacts } from "./service-facts.ts";

const image = { runner: { image: "example.org/server:1" } };
const none = { hasEngine: false, hasOwnImage: false, isPinned: false };

test.each([
  [undefined, none],
  [{ spec: [] }, none],
  [{ spec: { engine: null } }, none],
  [{ spec: { engine: {} } }, { ...none, hasEngine: true }],
  [{ spec: { engine: image } }, { ...none, hasEngine: true, hasOwnImage: true }],
  [{ spec: { runtime: { autoSync: true } } }, none],
  [{ spec: { runtime: { autoSync: false } } }, { ...none, isPinned: true }],
  [{ spec: { runtime: { autoSync: false, revision: "r-1" } } }, { ...none, isPinned: true, revision: "r-1" }],
])("%j", (object, facts) => {
  expect(readServiceFacts(object)).toEqual(facts);
});

test("of leader and worker both need an image (spec 1)", () => {
  expect(hasOwnImage({ spec: { engine: { leader: image } } })).toBe(false);
  expect(hasOwnImage({ spec: { engine: { worker: image } } })).toBe(false);
  expect(hasOwnImage({ spec: { engine: { leader: image, worker: image } } })).toBe(true);
});
