/**
 * All ways to make a pair match, from all ways to repair what keeps it from matching.
 *
 * 1. Each point that fails has its own ways: disabled, class, mode, the entries, the size.
 * 2. For the entries: fill in the model for one of them; change one of them; append one; or both sides, where the model
 *    does what it honestly can and the runtime the rest.
 * 3. One way for each point makes a candidate. Whether it works is for the judge to say.
 */

import { toSubject } from "../checks/check.ts";
import { isDeploymentMode } from "../checks/gate/deployment-mode.ts";
import { checkEntry } from "../checks/index.ts";
import { readInheritance } from "../inherit.ts";
import type { EntryReport } from "../reasons.ts";
import type { Entry } from "../resources.ts";
import { parseVersion } from "../values/version.ts";
import { situationAfter } from "./candidate.ts";
import type { Refusal } from "./fix.ts";
import { requestedMode } from "./foresee.ts";
import { correctVersion, nameOf } from "./malformed.ts";
import { type ModelFacts, repairModel, repairModelSize } from "./model-fix.ts";
import { combine, type FixEdit, type Repair, type Repairs } from "./repair.ts";
import { appendEntry, changeModes, enableRuntime, listClasses, repairEntry, repairRange } from "./runtime-fix.ts";
import { changeClasses, changeRequestedModes, type FailingMode } from "./service-fix.ts";
import { type Situation, servesModel } from "./situation.ts";

/** Entries that are looked at: the closest ones. */
const entriesConsidered = 3;

export function waysToMatch(situation: Situation, facts: ModelFacts, record: Repair | undefined): Repairs {
  const points = [
    disabledWays(situation),
    classWays(situation),
    modeWays(situation),
    entryWays(situation, facts, record),
    sizeWays(situation, facts),
  ].filter((point) => point !== undefined);
  return {
    ways: combine(
      points.map(({ ways }) => ways),
      512,
    ),
    refusals: points.flatMap(({ refusals }) => refusals),
  };
}

function gateHolds(situation: Situation, gate: string): boolean {
  return situation.verdict.gates.find((report) => report.gate === gate)?.holds !== false;
}

function disabledWays(situation: Situation): Repairs | undefined {
  if (gateHolds(situation, "disabled")) return undefined;
  if (!readInheritance(situation.objects.runtime).isProfile) return { ways: enableRuntime(), refusals: [] };
  const target = nameOf(situation.runtime);
  return {
    ways: [],
    refusals: [{ code: "profile-stays-disabled", target, path: "disabled", instead: ["another-runtime"] }],
  };
}

function classWays(situation: Situation): Repairs | undefined {
  const failure = situation.verdict.gates.find(({ gate }) => gate === "accelerator-class")?.failure;
  if (failure?.code !== "accelerator-class/not-supported") return undefined;
  const { missing } = failure;
  const onService = mayChangeService(situation) ? changeClasses(situation, missing) : [];
  return { ways: [...onService, ...listClasses(situation, missing)], refusals: [] };
}

function modeWays(situation: Situation): Repairs | undefined {
  const failing = failingModes(situation);
  if (failing.length === 0) return undefined;
  const onService = mayChangeService(situation) ? changeRequestedModes(situation, failing) : [];
  return { ways: [...onService, ...changeModes(failing, isDeploymentMode)], refusals: [] };
}

/** A service is not changed for a model that it does not serve. */
function mayChangeService(situation: Situation): boolean {
  return situation.service?.spec.model === undefined || servesModel(situation);
}

/** OME names the first; a repair has to answer to both. */
function failingModes({ service, runtime }: Situation): readonly FailingMode[] {
  if (service === undefined) return [];
  const components = service.spec.hasDecoder ? (["engine", "decoder"] as const) : (["engine"] as const);
  return components.flatMap((component): FailingMode[] => {
    const offered = runtime.spec.deploymentModes[component];
    const requested = requestedMode(service.spec, component);
    if (offered === undefined || !isDeploymentMode(offered) || requested === undefined) return [];
    return offered === requested ? [] : [{ component, offered, requested }];
  });
}

function sizeWays(situation: Situation, facts: ModelFacts): Repairs | undefined {
  if (gateHolds(situation, "size")) return undefined;
  const { ways: onModel, refusals } = repairModelSize(situation, facts);
  const onBoth = onModel.flatMap((edits) => andTheRange(edits, situation));
  return { ways: [...onModel, ...repairRange(situation), ...onBoth], refusals };
}

/** The size corrected, and the bounds changed to what it then is. */
function andTheRange(edits: readonly FixEdit[], situation: Situation): readonly Repair[] {
  const after = situationAfter(situation, edits);
  if (after === undefined || gateHolds(after, "size")) return [];
  // A bound that only lets the text pass that cannot be read is no answer to the size that was meant.
  const letsAnythingPass = (way: Repair) => {
    const alone = situationAfter(situation, way);
    return alone !== undefined && gateHolds(alone, "size");
  };
  return repairRange(after).flatMap((way) => (letsAnythingPass(way) ? [] : [[...edits, ...way]]));
}

function entryWays(situation: Situation, facts: ModelFacts, record: Repair | undefined): Repairs | undefined {
  const { verdict, runtime } = situation;
  if (verdict.matchedEntry !== undefined && !situation.isUnknown) return undefined;
  const entries = runtime.spec.supportedModelFormats;
  const close = verdict.entries
    .filter((report) => !report.ofAnotherKind)
    .sort((one, other) => one.differences - other.differences || one.index - other.index)
    .slice(0, entriesConsidered);
  const ways = [
    ...close.flatMap((report) => waysForEntry(report, entries[report.index] ?? {}, situation, facts, record)),
    ...appendWays(situation),
  ];
  const nearest = verdict.entries.find(({ index }) => index === verdict.closestEntry);
  const refusals = (nearest?.mismatches ?? []).flatMap((mismatch) => {
    const at = { entry: entries[nearest?.index ?? 0] ?? {}, index: nearest?.index ?? 0 };
    return repairModel(mismatch, at, situation, facts).refusals;
  });
  return { ways, refusals: [...refusals, ...refusalsToAppend(situation, facts)] };
}

/** Why no entry can be written that matches the model. */
function refusalsToAppend({ model }: Situation, { target, source }: ModelFacts): readonly Refusal[] {
  const { modelFormat, modelFramework } = model.spec;
  if (modelFramework === undefined) {
    const instead = source.isPending
      ? (["wait-until-read"] as const)
      : (["model/fill-field", "correct-by-hand"] as const);
    return [{ code: "no-framework", target, path: "modelFramework", instead }];
  }
  return Object.entries({ modelFormat, modelFramework }).flatMap(([key, named]): Refusal[] => {
    const version = named?.version;
    if (version === undefined || parseVersion(version) !== undefined || correctVersion(version) !== undefined)
      return [];
    return [{ code: "never-parses", target, path: `${key}.version`, model: version, instead: ["correct-by-hand"] }];
  });
}

function waysForEntry(
  report: EntryReport,
  entry: Entry,
  situation: Situation,
  facts: ModelFacts,
  record: Repair | undefined,
): readonly Repair[] {
  const at = { entry, index: report.index };
  const onModel = report.mismatches.map((mismatch) => repairModel(mismatch, at, situation, facts).ways);
  const onRuntime = report.mismatches.map((mismatch) => repairEntry(mismatch, at, situation.model.spec, facts.source));
  const recorded =
    record === undefined
      ? []
      : combine([
          [record],
          ...report.mismatches.flatMap(({ field }, index) => (field === "pipeline" ? [] : [onModel[index] ?? []])),
        ]);
  const partly = combine(onModel.filter((ways) => ways.length > 0)).filter((edits) => edits.length > 0);
  return [
    ...combine(onModel),
    ...recorded,
    ...combine(onRuntime),
    ...partly.flatMap((edits) => andTheRest(edits, at, situation, facts)),
  ];
}

/** The model repaired as far as it goes; the entry changed to what it then is, or a new one appended. */
function andTheRest(
  edits: readonly FixEdit[],
  at: { readonly entry: Entry; readonly index: number },
  situation: Situation,
  facts: ModelFacts,
): readonly Repair[] {
  const after = situationAfter(situation, edits);
  if (after === undefined) return [];
  const left = checkEntry(toSubject(after.model.spec), at.entry, at.index);
  if (left.matches) return [];
  const rest = combine(left.mismatches.map((mismatch) => repairEntry(mismatch, at, after.model.spec, facts.source)));
  // Without a framework no entry can match. Else a new entry can do without what this one asks for.
  const isForAnyEntry = edits.every(({ path }) => path[1] === "modelFramework");
  return [...rest, ...(isForAnyEntry ? appendTo(after) : [])].map((way) => [...edits, ...way]);
}

function appendTo({ model, runtime, verdict }: Situation): readonly Repair[] {
  const solves = verdict.rejection?.code ?? "formats/no-entry-matches";
  return appendEntry(model.spec, runtime.spec.supportedModelFormats.length, solves);
}

/** A new entry; where no entry can match the model as it is, the model is first made one that can be matched. */
function appendWays(situation: Situation): readonly Repair[] {
  const prepared = prepareModel(situation);
  const after = prepared.length === 0 ? undefined : situationAfter(situation, prepared);
  return [...appendTo(situation), ...(after === undefined ? [] : appendTo(after).map((way) => [...prepared, ...way]))];
}

/** What keeps a model from matching any entry at all, as far as it can be put right. */
function prepareModel({ model }: Situation): readonly FixEdit[] {
  const edits: FixEdit[] = [];
  if (model.spec.distribution === "Sharded") {
    edits.push({
      side: "model",
      code: "model/distribute-per-node",
      path: ["spec", "distribution"],
      to: "PerNode",
      solves: "cache-provider/not-configured",
      claim: { code: "node-holds-model", path: "distribution", value: "PerNode" },
    });
  }
  for (const key of ["modelFormat", "modelFramework"] as const) {
    const version = model.spec[key]?.version;
    const corrected = version === undefined ? undefined : correctVersion(version);
    if (corrected === undefined) continue;
    edits.push({
      side: "model",
      code: "model/correct-value",
      path: ["spec", key, "version"],
      to: corrected,
      solves: key === "modelFormat" ? "format-version/not-accepted" : "framework-version/not-accepted",
    });
  }
  return edits;
}

/** What is not offered on the runtime because it would not last. */
export function refusalsOnEntry(situation: Situation, facts: ModelFacts): readonly Refusal[] {
  const { verdict, runtime } = situation;
  const nearest = verdict.entries.find(({ index }) => index === verdict.closestEntry);
  if (nearest === undefined || nearest.ofAnotherKind || facts.source.readBy === "nobody") return [];
  return nearest.mismatches.flatMap((mismatch): Refusal[] => {
    if (mismatch.code !== "format-version/missing-on-model") return [];
    const target = nameOf(runtime);
    return [{ code: "not-durable", target, path: mismatch.path, entry: nearest.index, instead: ["model/fill-field"] }];
  });
}
