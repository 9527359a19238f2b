import { claimCodes, fixCodes, fixRisks, refusalCodes, warningCodes } from "@ome-matrix/matcher";
import { describe, expect, it } from "vitest";
import { targetExample } from "../testing/fixes.ts";
import { fixWarningWords } from "./fix-warning-words.ts";
import { claimWords, fixRiskWords, fixWords } from "./fix-words.ts";
import { type Phrase, plainText } from "./phrase.ts";
import { refusalWords } from "./refusal-words.ts";

const target = targetExample("ClusterServingRuntime", "srt");
const bareFacts = {
  model: "writer",
  runtime: "srt",
  service: undefined,
  entry: undefined,
  edits: [],
  hidesInherited: false,
};

/** Whole words, also where the facts are as few as the contract allows. */
const reads = (sentence: Phrase) => {
  const text = plainText(sentence);
  expect(text).not.toBe("");
  expect(text).not.toMatch(/undefined|\[object|\s\s|\s[.,]/u);
};

describe("every code has words that read well with the fewest facts", () => {
  for (const code of fixCodes) {
    it(`fix ${code}`, () => {
      const facts = {
        ...bareFacts,
        edits: [
          { side: "model", path: "quantization", entry: undefined, before: "a", after: "b" },
          { side: "runtime", path: "modelSizeRange.max", entry: undefined, before: "1B", after: undefined },
          { side: "runtime", path: "modelFormat.version", entry: 1, before: undefined, after: "1" },
          { side: "service", path: "deploymentMode", entry: undefined, before: "A", after: "B" },
        ] as const,
      };
      reads(fixWords[code].title(facts));
      reads(fixWords[code].why(facts));
    });
  }
  for (const code of fixRisks) it(`risk ${code}`, () => expect(fixRiskWords[code]).not.toBe(""));
  for (const code of claimCodes) {
    it(`claim ${code}`, () => reads(claimWords[code]([{ code, path: "quantization", value: "fp8" }])));
  }
  for (const code of warningCodes) {
    it(`warning ${code}`, () => {
      reads(fixWarningWords[code]({ code, target, managers: ["helm", "flux"], names: ["a/b"] }));
      reads(fixWarningWords[code]({ code, target }));
    });
  }
  for (const code of refusalCodes) {
    it(`refusal ${code}`, () => {
      const refusal = { code, target, path: "quantization", names: ["other"], entries: [0, 2], instead: [] };
      reads(refusalWords[code].what(refusal));
      reads(refusalWords[code].why(refusal));
      reads(refusalWords[code].what({ code, instead: [] }));
      reads(refusalWords[code].why({ code, instead: [] }));
    });
  }
});
