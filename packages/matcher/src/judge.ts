/** One model against one runtime, fully explained. */

import { type Subject, toSubject } from "./checks/check.ts";
import { checkEntry, gatesAfterEntries, gatesBeforeEntries } from "./checks/index.ts";
import { notesOn } from "./notes.ts";
import {
  type DifferingField,
  differingFields,
  type EntryReport,
  type Gate,
  type GateReport,
  type MatchDetails,
  type ModelRejection,
  type Rejection,
  type ScoreReport,
  type Skip,
  type Verdict,
  type Warning,
} from "./reasons.ts";
import type { InferenceServiceSpec, ModelSpec, RuntimeSpec } from "./resources.ts";
import { explainedWeight, priorityOf, scoreSubject } from "./score.ts";
import { formatLabel } from "./values/label.ts";
import { setFields } from "./values/set-fields.ts";

/** Why a model cannot be evaluated at all, or undefined (spec 2.0). `judge` does not repeat this test. */
export function rejectModel(model: ModelSpec): ModelRejection | undefined {
  return model.modelFormat?.name ? undefined : { code: "model/no-format" };
}

/** The whole verdict on a pair, seen from an InferenceService where one is given (spec 2.1 to 2.8, 3.1, 3.2, 3.5). */
export function judge(model: ModelSpec, runtime: RuntimeSpec, service?: InferenceServiceSpec): Verdict {
  return judgeSubject(toSubject(model), runtime, service);
}

/** The same for a model whose texts were read before. */
export function judgeSubject(
  subject: Subject,
  runtime: RuntimeSpec,
  service: InferenceServiceSpec | undefined,
): Verdict {
  const formats = runtime.supportedModelFormats;
  const entries = formats.map((entry, index) => checkEntry(subject, entry, index));
  const score = scoreSubject(subject, runtime);
  const matchedEntry = entries.find((entry) => entry.matches)?.index;
  const matched = matchedEntry === undefined ? undefined : formats[matchedEntry];

  const gates = reportGates([
    ...gatesBeforeEntries.map(({ gate, check }) => ask(gate, check(subject, runtime, service))),
    ask("formats", rejectFormats(subject, entries, matchedEntry)),
    ...gatesAfterEntries.map(({ gate, check }) => ask(gate, check(subject, runtime, service))),
    ...skipGates(subject, runtime, matchedEntry, score),
  ]);
  const failed = gates.find((gate) => gate.outcome === "failed");
  const rejection = failed?.failure !== undefined && isRejection(failed.failure) ? failed.failure : undefined;
  const skip = failed?.failure !== undefined && !isRejection(failed.failure) ? failed.failure : undefined;
  const compatible = rejection === undefined;

  const closest = closestEntry(entries);
  const differing = countDiffering(gates, closest);
  const facts = {
    compatible,
    qualifies: failed === undefined,
    gates,
    rejection,
    skip,
    entries,
    matchedEntry,
    closestEntry: closest?.index,
    differences: differing.count,
    differingFields: differing.fields,
    ofAnotherKind: entries.every((entry) => entry.ofAnotherKind),
    score,
    weight: matched === undefined ? undefined : explainedWeight(matched),
    priority: matched === undefined ? undefined : priorityOf(matched),
    warnings: compatible ? warningsOn(subject, runtime) : [],
    details: detailsOf(
      gates,
      matched === undefined
        ? undefined
        : {
            autoSelectEnabled: matched.autoSelect === true,
            priority: priorityOf(matched),
            weight: explainedWeight(matched),
          },
    ),
  };
  return setFields<Verdict>({ ...facts, notes: notesOn(subject, runtime, service, facts) });
}

interface Asked {
  readonly gate: Gate;
  /** undefined: the gate cannot be asked. */
  readonly holds: boolean | undefined;
  readonly failure: Rejection | Skip | undefined;
}

function ask(gate: Gate, failure: Rejection | Skip | undefined): Asked {
  return { gate, holds: failure === undefined, failure };
}

/** Each gate was asked on its own; OME stops at the first that fails. */
function reportGates(asked: readonly Asked[]): readonly GateReport[] {
  const firstFailure = asked.findIndex(({ failure }) => failure !== undefined);
  return asked.map(({ gate, holds, failure }, index) => {
    const isReached = firstFailure < 0 || index <= firstFailure;
    const outcome = !isReached ? "not-reached" : index === firstFailure ? "failed" : "passed";
    const report = { gate, outcome, holds } as const;
    return failure === undefined ? report : { ...report, failure };
  });
}

function rejectFormats(
  subject: Subject,
  entries: readonly EntryReport[],
  matchedEntry: number | undefined,
): Rejection | undefined {
  if (matchedEntry !== undefined) return undefined;
  const label = formatLabel(subject.spec);
  if (entries.length === 0) return { code: "formats/none-defined", label };
  return { code: "formats/no-entry-matches", label, entries };
}

/** Gates 6 and 7 (spec 3.1), with the reasons of spec 3.5. */
function skipGates(
  subject: Subject,
  runtime: RuntimeSpec,
  matchedEntry: number | undefined,
  { score }: ScoreReport,
): readonly Asked[] {
  const formats = runtime.supportedModelFormats;
  const someEnabled = formats.some((entry) => entry.autoSelect === true);
  const autoSelect = ask("auto-select", someEnabled ? undefined : { code: "auto-select/not-enabled" });
  if (matchedEntry === undefined) return [autoSelect, { gate: "score", holds: undefined, failure: undefined }];
  if (score > 0n) return [autoSelect, ask("score", undefined)];
  const enabledHere = formats[matchedEntry]?.autoSelect === true;
  // OME's sentence says that another entry enables automatic selection; where none does it would be untrue.
  const failure: Skip =
    enabledHere || !someEnabled
      ? { code: "score/not-positive" }
      : { code: "auto-select/not-on-matching-entry", format: subject.spec.modelFormat?.name ?? "" };
  return [autoSelect, ask("score", failure)];
}

function isRejection(failure: Rejection | Skip): failure is Rejection {
  switch (failure.code) {
    case "auto-select/not-enabled":
    case "auto-select/not-on-matching-entry":
    case "score/not-positive":
      return false;
    default:
      return true;
  }
}

/** The fewest differences, the first on equal counts (design, section 3). */
function closestEntry(entries: readonly EntryReport[]): EntryReport | undefined {
  let closest: EntryReport | undefined;
  for (const entry of entries) {
    if (closest === undefined || entry.differences < closest.differences) closest = entry;
  }
  return closest;
}

/** The points of a near miss that are no field of an entry. Each counts one. */
const countedGates: ReadonlyMap<Gate, DifferingField> = new Map([
  ["size", "size"],
  ["accelerator-class", "accelerator-class"],
  ["deployment-mode", "deployment-mode"],
]);

function countDiffering(gates: readonly GateReport[], closest: EntryReport | undefined) {
  const fields = new Set<DifferingField>(closest?.mismatches.map(({ field }) => field));
  let count = closest?.differences ?? 0;
  for (const { gate, holds } of gates) {
    const field = countedGates.get(gate);
    if (field === undefined || holds !== false) continue;
    fields.add(field);
    count++;
  }
  return { count, fields: differingFields.filter((field) => fields.has(field)) };
}

/** Only for a compatible pair, in this order (spec 2.8). */
function warningsOn({ spec }: Subject, runtime: RuntimeSpec): readonly Warning[] {
  const warnings: Warning[] = [];
  if (!runtime.supportedModelFormats.some((entry) => entry.autoSelect === true))
    warnings.push("auto-select-not-enabled");
  if (spec.modelParameterSize === undefined && runtime.modelSizeRange !== undefined) warnings.push("size-not-stated");
  return warnings;
}

/** Of the first entry that matches; nothing when OME did not come so far (spec 2.8). */
function detailsOf(
  gates: readonly GateReport[],
  matched: Pick<MatchDetails, "autoSelectEnabled" | "priority" | "weight"> | undefined,
): MatchDetails {
  const reached = gates.some(({ gate, outcome }) => gate === "formats" && outcome === "passed");
  if (!reached || matched === undefined) {
    return {
      formatMatch: false,
      frameworkMatch: false,
      architectureMatch: false,
      quantizationMatch: false,
      diffusionPipelineMatch: false,
      sizeMatch: false,
      autoSelectEnabled: false,
      priority: 0,
      weight: 0n,
    };
  }
  return {
    formatMatch: true,
    frameworkMatch: true,
    architectureMatch: true,
    quantizationMatch: true,
    diffusionPipelineMatch: true,
    sizeMatch: gates.some(({ gate, holds }) => gate === "size" && holds === true),
    ...matched,
  };
}
