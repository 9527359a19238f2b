import { expect, test } from "vitest";
import { baseEntry, entryWith } from "../../../test/base.ts";
import { unknownEntry } from "./unknown-entry.ts";

test.each([
  { name: "nothing else differs", entry: entryWith({ modelFormat: undefined }), before: 0, codes: ["entry/unknown"] },
  { name: "something else differs", entry: entryWith({ modelFormat: undefined }), before: 1, codes: [] },
  { name: "it has a format", entry: baseEntry, before: 0, codes: [] },
])("$name", ({ entry, before, codes }) => {
  expect(unknownEntry(entry, before).map(({ code }) => code)).toEqual(codes);
});
