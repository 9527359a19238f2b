/** What a pasted `model_index.json` comes to, in sentences. */
import type { PairFixes } from "@ome-matrix/contract";
import { escapeControls } from "@ome-matrix/matcher";
import { fieldLabel } from "../../reasons/field-label.ts";
import { sayMismatch } from "../../reasons/mismatch-sentences.ts";
import { code, listed, type Phrase, phrase, shownValue, value } from "../../reasons/phrase.ts";

export interface IndexedView {
  readonly tone: "pass" | "fail";
  readonly lead: Phrase;
  /** Why the file proves less than it says. */
  readonly doubts: readonly Phrase[];
  /** What the entry still refuses. */
  readonly points: readonly Phrase[];
  /** What OME would record. */
  readonly yaml: string | undefined;
}

type Indexed = NonNullable<PairFixes["indexed"]>;

const ambiguityOf = ({ path, keys }: Indexed["ambiguous"][number]): Phrase =>
  phrase`The file has ${listed(keys.map((key) => code(shownValue(key))))}, which share one field: OME keeps any one of them, so nothing about the ${fieldLabel(path)} is confirmed.`;

const contradictionOf = ({ contradictions }: Indexed): readonly Phrase[] => {
  if (contradictions.length === 0) return [];
  const said = contradictions.map(
    ({ path, model, file }) => phrase`${fieldLabel(path)} ${value(file)} (the model states ${value(model)})`,
  );
  return [
    phrase`The file contradicts the model: it says ${listed(said)}. One of the two is of other files, so nothing is confirmed.`,
  ];
};

export const toIndexedView = (indexed: NonNullable<PairFixes["indexed"]>): IndexedView => {
  if (indexed.pipelineYaml === undefined) {
    return {
      tone: "fail",
      lead: phrase`OME would record nothing from this file${indexed.error === undefined ? "" : `: ${escapeControls(indexed.error)}`}.`,
      doubts: [],
      points: [],
      yaml: undefined,
    };
  }
  return {
    tone: indexed.passes ? "pass" : "fail",
    lead: indexed.passes
      ? phrase`The whole pipeline passes: recorded as ${code("spec.diffusionPipeline")}, the model matches this runtime.`
      : phrase`The whole pipeline does not pass: recorded as it is, the model still does not match this runtime.`,
    doubts: [...contradictionOf(indexed), ...indexed.ambiguous.map(ambiguityOf)],
    points: indexed.mismatches.map(sayMismatch),
    yaml: indexed.pipelineYaml,
  };
};
