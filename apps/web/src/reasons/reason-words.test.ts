import { differingFields, gates, mismatchCodes, noteCodes, rankSteps, versionCauses } from "@ome-matrix/matcher";
import { describe, expect, it } from "vitest";
import { plainText } from "./phrase.ts";
import {
  fieldWords,
  gateWords,
  mismatchWords,
  noteWords,
  rankStepWords,
  reasonWords,
  versionCauseWords,
  type Words,
  warningWords,
} from "./reason-words.ts";

const vocabularies: readonly (readonly [string, readonly string[], Readonly<Record<string, Words>>])[] = [
  ["gates", gates, gateWords],
  ["reasons", Object.keys(reasonWords), reasonWords],
  ["mismatches", mismatchCodes, mismatchWords],
  ["version causes", versionCauses, versionCauseWords],
  ["notes", noteCodes, noteWords],
  ["warnings", Object.keys(warningWords), warningWords],
  ["rank steps", rankSteps, rankStepWords],
  ["fields", differingFields, fieldWords],
];

describe.each(vocabularies)("%s", (_name, codes, words) => {
  it("has words for every code and for nothing else", () => {
    expect(Object.keys(words).toSorted()).toEqual([...codes].toSorted());
  });

  it.each(codes)("%s has a title and one to three whole sentences", (code) => {
    const { title, meaning } = words[code] ?? { title: "", meaning: [] };
    expect(title).not.toBe("");
    const text = plainText(meaning);
    expect(text).toMatch(/^["A-Z].*[.]$/u);
    expect(text.split(/[.?!] (?=["A-Z])/u).length).toBeLessThanOrEqual(3);
  });
});

it("gives notes a title that is a sentence of its own", () => {
  expect(Object.values(noteWords).filter(({ title }) => !title.endsWith("."))).toEqual([]);
});
