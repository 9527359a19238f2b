/** What a pasted `model_index.json` comes to, in sentences. */
import type { PairFixes } from "@ome-matrix/contract";
import { escapeControls } from "@ome-matrix/matcher";
import { sayMismatch } from "../../reasons/mismatch-sentences.ts";
import { code, type Phrase, phrase } from "../../reasons/phrase.ts";

export interface IndexedView {
  readonly tone: "pass" | "fail";
  readonly lead: Phrase;
  /** What the entry still refuses. */
  readonly points: readonly Phrase[];
  /** What OME would record. */
  readonly yaml: string | undefined;
}

export const toIndexedView = (indexed: NonNullable<PairFixes["indexed"]>): IndexedView => {
  if (indexed.pipelineYaml === undefined) {
    return {
      tone: "fail",
      lead: phrase`OME would record nothing from this file${indexed.error === undefined ? "" : `: ${escapeControls(indexed.error)}`}.`,
      points: [],
      yaml: undefined,
    };
  }
  return {
    tone: indexed.passes ? "pass" : "fail",
    lead: indexed.passes
      ? phrase`The whole pipeline passes: recorded as ${code("spec.diffusionPipeline")}, the model matches this runtime.`
      : phrase`The whole pipeline does not pass: recorded as it is, the model still does not match this runtime.`,
    points: indexed.mismatches.map(sayMismatch),
    yaml: indexed.pipelineYaml,
  };
};
