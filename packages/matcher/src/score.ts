/** The score that automatic selection ranks by (spec 3.2). */
import { type Subject, toSubject } from "./checks/check.ts";
import type { EntryScore, ScoreReport } from "./reasons.ts";
import type { Entry, ModelSpec, RuntimeSpec } from "./resources.ts";
import { toInt64, wrapInt64 } from "./values/int64.ts";
import { setFields } from "./values/set-fields.ts";
import { acceptsParsedVersion, parseVersion, type Version } from "./values/version.ts";

/** The score of a runtime for a model, entry by entry, without regard to compatibility. Never below 0 (spec 3.2). */
export function scoreRuntime(model: ModelSpec, runtime: RuntimeSpec): ScoreReport {
  return scoreSubject(toSubject(model), runtime);
}

/** The same for a model whose texts were read before. */
export function scoreSubject(model: Subject, runtime: RuntimeSpec): ScoreReport {
  const entries = runtime.supportedModelFormats.map((entry, index) => scoreEntry(model, entry, index));
  let score = 0n;
  for (const entry of entries) if (entry.score > score) score = entry.score;
  const givenBy = entries.find((entry) => entry.outcome === "counted" && entry.score === score)?.index;
  return setFields<ScoreReport>({ score, givenBy, entries });
}

/** What an entry counts for when it counts: (format weight + framework weight) × priority, wrapped (spec 3.2). */
export function entryScore(entry: Entry): bigint {
  const { formatWeight, frameworkWeight } = countedWeights(entry);
  return wrapInt64(wrapInt64(formatWeight + frameworkWeight) * toInt64(priorityOf(entry)));
}

/** WEIGHT of `explain` for the entry that matches (spec 3.5): positive weights as written, times the priority, wrapped. */
export function explainedWeight(entry: Entry): bigint {
  const positive = (weight: number | bigint | undefined) => (weight !== undefined && weight > 0 ? BigInt(weight) : 0n);
  const sum = wrapInt64(positive(entry.modelFormat?.weight) + positive(entry.modelFramework?.weight));
  return wrapInt64(sum * toInt64(priorityOf(entry)));
}

/** 1 when unset. */
export function priorityOf(entry: Entry): number {
  return entry.priority ?? 1;
}

/** Whether format and framework of an entry go with a model for the score: a version on one side only is no obstacle here. */
function scoreMatches(model: Subject, entry: Entry): boolean {
  const { modelFormat, modelFramework } = model.spec;
  // An entry without modelFormat, which the API refuses, is not compared.
  if (entry.modelFormat !== undefined) {
    if ((modelFormat?.name ?? "") !== (entry.modelFormat.name ?? "")) return false;
    if (!versionsGoTogether(entry.modelFormat, modelFormat?.version, model.formatVersion)) return false;
  }
  if (modelFramework === undefined || entry.modelFramework === undefined) {
    return modelFramework === entry.modelFramework;
  }
  if ((modelFramework.name ?? "") !== (entry.modelFramework.name ?? "")) return false;
  return versionsGoTogether(entry.modelFramework, modelFramework.version, model.frameworkVersion);
}

function versionsGoTogether(
  entry: { readonly version?: string; readonly operator?: string },
  modelVersion: string | undefined,
  readModel: Version | undefined,
): boolean {
  if (entry.version === undefined || modelVersion === undefined) return true;
  return acceptsParsedVersion(parseVersion(entry.version), entry.operator, readModel).accepts;
}

function scoreEntry(model: Subject, entry: Entry, index: number): EntryScore {
  const outcome = entry.autoSelect === false ? "excluded" : scoreMatches(model, entry) ? "counted" : "no-match";
  return setFields<EntryScore>({
    index,
    outcome,
    autoSelect: entry.autoSelect,
    ...countedWeights(entry),
    priority: priorityOf(entry),
    score: outcome === "counted" ? entryScore(entry) : 0n,
  });
}

/** An unset weight is 0 for the engine, and 0 counts as 10 or 5; where the whole object is absent nothing is replaced. */
function countedWeights(entry: Entry) {
  const formatWeight = BigInt(entry.modelFormat?.weight ?? 0);
  const frameworkWeight = BigInt(entry.modelFramework?.weight ?? 0);
  const formatWeightReplaced = entry.modelFormat !== undefined && formatWeight === 0n;
  const frameworkWeightReplaced = entry.modelFramework !== undefined && frameworkWeight === 0n;
  return {
    formatWeight: formatWeightReplaced ? 10n : formatWeight,
    frameworkWeight: frameworkWeightReplaced ? 5n : frameworkWeight,
    formatWeightReplaced,
    frameworkWeightReplaced,
  };
}
