/** What stands above a previewed matrix. Free of the words for fixes: it is needed before they are fetched. */
import type { FixResponse, Problem } from "@ome-matrix/contract";
import { escapeControls } from "@ome-matrix/matcher";
import { capitalized, code, counted, countInWords, listed, type Phrase, phrase, strong } from "../../reasons/phrase.ts";
import { mainCommand } from "./commands-view.ts";

/** As the matrix counts it. */
export interface ChangedCounts {
  readonly cells: number;
  readonly counts: readonly { readonly label: string; readonly before: number; readonly after: number }[];
}

export interface PreviewBandView {
  readonly lead: string;
  readonly text: Phrase;
  /** `1 cell changes: Selected 24 → 25`. */
  readonly counts: string | undefined;
  readonly command: string | undefined;
}

const changesOf = ({ changes }: FixResponse): Phrase => {
  const targets = changes.map(
    ({ target: { kind, name, namespace } }) =>
      phrase`${kind} ${strong(escapeControls(namespace === undefined ? name : `${namespace}/${name}`))}`,
  );
  return phrase`${capitalized(countInWords(changes.length))} ${changes.length === 1 ? "change" : "changes"} to ${listed(targets)}.`;
};

const sayCounts = ({ cells, counts }: ChangedCounts): string => {
  if (cells === 0) return "No cell changes as seen from here.";
  const states = counts.map(({ label, before, after }) => `${label} ${before} → ${after}`).join(" · ");
  return `${counted(cells, "cell changes", "cells change")}${states === "" ? "" : `: ${states}`}`;
};

export const toPreviewBand = (
  preview: {
    readonly state: "loading" | "ready" | "gone" | "failed";
    readonly fix: FixResponse | undefined;
    readonly problem: Problem | undefined;
    readonly name: { readonly evidence?: string | undefined };
  },
  counts: ChangedCounts | undefined,
): PreviewBandView => {
  const { state, fix, problem, name } = preview;
  switch (state) {
    case "loading":
      return {
        lead: "Preview: being worked out.",
        text: phrase`What you see is still the cluster as it is.`,
        counts: undefined,
        command: undefined,
      };
    case "gone":
      return {
        lead: "This preview no longer fits.",
        text: phrase`The fix is not offered for this pair any more: it may have been applied, or the objects have changed. You see the cluster as it is.`,
        counts: undefined,
        command: undefined,
      };
    case "failed":
      return {
        lead: "The preview could not be worked out.",
        text: phrase`${problem === undefined ? "" : `${problem.detail} `}You see the cluster as it is.`,
        counts: undefined,
        command: undefined,
      };
    case "ready":
      return {
        lead: "Preview: not applied.",
        text:
          fix === undefined
            ? phrase``
            : name.evidence === undefined
              ? changesOf(fix)
              : phrase`${changesOf(fix)} It rests on a pasted ${code("model_index.json")}, which the address holds.`,
        counts: counts === undefined ? undefined : sayCounts(counts),
        command: fix === undefined ? undefined : mainCommand(fix),
      };
  }
};
