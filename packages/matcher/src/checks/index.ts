/** The checks in OME's order (spec 2.1, 2.2). The order is part of the behaviour. */
import type { EntryReport, Gate } from "../reasons.ts";
import type { Entry } from "../resources.ts";
import type { EntryCheck, GateCheck, Subject } from "./check.ts";
import { architecture } from "./entry/architecture.ts";
import { cacheProvider } from "./entry/cache-provider.ts";
import { diffusionPipeline } from "./entry/diffusion-pipeline.ts";
import { format } from "./entry/format.ts";
import { framework } from "./entry/framework.ts";
import { quantization } from "./entry/quantization.ts";
import { unknownEntry } from "./entry/unknown-entry.ts";
import { acceleratorClass } from "./gate/accelerator-class.ts";
import { deploymentMode } from "./gate/deployment-mode.ts";
import { disabled } from "./gate/disabled.ts";
import { sizeRange } from "./gate/size-range.ts";

/** Before the entries are looked at; the first failure ends it. */
export const gatesBeforeEntries: readonly { readonly gate: Gate; readonly check: GateCheck }[] = [
  { gate: "disabled", check: disabled },
  { gate: "accelerator-class", check: acceleratorClass },
  { gate: "deployment-mode", check: deploymentMode },
];

/** Once an entry matched. */
export const gatesAfterEntries: readonly { readonly gate: Gate; readonly check: GateCheck }[] = [
  { gate: "size", check: sizeRange },
];

/** All of them are asked, for every entry. */
export const entryChecks: readonly EntryCheck[] = [
  cacheProvider,
  diffusionPipeline,
  architecture,
  quantization,
  format,
  framework,
];

/** One entry against a model: everything that differs (spec 2.2). */
export function checkEntry(model: Subject, entry: Entry, index: number): EntryReport {
  const findings = entryChecks.map((check) => check(model, entry));
  const found = findings.flatMap((finding) => finding.mismatches);
  const mismatches = [...found, ...unknownEntry(entry, found.length)];
  return {
    index,
    matches: mismatches.length === 0,
    ofAnotherKind: findings.some((finding) => finding.ofAnotherKind),
    mismatches,
    differences: countDifferences(mismatches),
    fields: findings.flatMap((finding) => finding.fields),
  };
}

/** Library and type of one pipeline component count once (design, section 3); they follow each other in the list. */
export function countDifferences(mismatches: readonly { readonly code: string; readonly path: string }[]): number {
  let count = mismatches.length;
  for (const [at, mismatch] of mismatches.entries()) {
    const before = mismatches[at - 1];
    if (before === undefined || mismatch.code !== "pipeline-type/differs") continue;
    if (before.code === "pipeline-library/differs" && componentPath(before.path) === componentPath(mismatch.path))
      count--;
  }
  return count;
}

function componentPath(path: string): string {
  return path.slice(0, path.lastIndexOf("."));
}
