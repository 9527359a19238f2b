/** What OME does with InferenceServices, in a list and one by one. Data in, data out. */
import {
  type ModelName,
  type RuntimeName,
  type ServiceExplanation,
  type ServiceList,
  type ServiceResultResponse,
  type ServiceRow,
  toInteger64,
  toResourceKey,
  type WatchedKind,
} from "@ome-matrix/contract";
import {
  driftOf,
  type InUse,
  judgeService,
  ruleSet,
  type Selection,
  type ServiceBrief,
  type ServiceResult,
  sayService,
  type Verdict,
} from "@ome-matrix/matcher";
import type { ServiceObject } from "../snapshot/change.ts";
import { toBriefs, toJudgeable, toServiceWorld } from "../snapshot/service-world.ts";
import { isVisibleIn, modelKinds, runtimeKinds, type Snapshot, unknownKinds } from "../snapshot/snapshot.ts";
import { withKey } from "./effect-response.ts";
import { yamlOf } from "./explanation.ts";
import { toInheritance } from "./inheritance.ts";
import { closestMismatches, reasonOf, toVerdict } from "./verdict-response.ts";

/** What comes of InferenceServices depends on these. */
const judgedKinds: readonly WatchedKind[] = [...modelKinds, ...runtimeKinds, "InferenceService"];

const unreadable = { model: { code: "not-named" }, result: { code: "service-unreadable" }, notes: [] } as const;

const toResult = ({ code, runtime }: ServiceResult): ServiceResultResponse =>
  runtime === undefined ? { code } : { code, runtime: withKey(runtime) as RuntimeName };

/** What it asks for of the runtime that it names. */
const toSync = (object: ServiceObject): Pick<ServiceRow, "runtimeSync"> => {
  const facts = toJudgeable(object).service?.facts;
  if (facts === undefined || object.summary.runtime?.name === undefined) return {};
  const { isPinned, revision } = facts;
  return { runtimeSync: { autoSync: !isPinned, ...(revision === undefined ? {} : { revision }) } };
};

const toRow = (object: ServiceObject, { model, result, notes }: ServiceBrief, inUse: InUse): ServiceRow => ({
  ...object.summary,
  ...toSync(object),
  result: toResult(result),
  ...(model.code === "found" ? { foundModel: withKey(model.model) as ModelName } : {}),
  notes: [...notes],
  inUse: { ...inUse },
  drift: [...driftOf(inUse, result)],
});

/** The InferenceServices that a namespace sees. */
export const listServices = (snapshot: Snapshot, namespace: string | undefined): ServiceList => {
  const briefs = toBriefs(snapshot);
  return {
    revision: snapshot.revision,
    services: snapshot.services
      .filter((object) => isVisibleIn(object, namespace))
      .map((object) => {
        const { service, inUse } = toJudgeable(object);
        const brief = service === undefined ? undefined : briefs.get(service);
        return toRow(object, brief ?? unreadable, inUse);
      }),
    unknownKinds: unknownKinds(snapshot, judgedKinds),
  };
};

const toRanking = (selection: Selection | undefined): ServiceExplanation["ranking"] =>
  (selection?.ranking ?? []).map(({ runtime, rank, verdict, sizeDistance, decidedBy }) => ({
    runtime: withKey(runtime) as RuntimeName,
    rank,
    score: toInteger64(verdict.score.score),
    ...(sizeDistance === undefined || !Number.isFinite(sizeDistance) ? {} : { sizeDistance }),
    ...(decidedBy === undefined ? {} : { decidedBy }),
  }));

/** Of those that do not qualify: pin only first, then near misses by their differences and name (design, section 3). */
const toNear = (selection: Selection | undefined): ServiceExplanation["near"] => {
  if (selection === undefined || selection.selected !== undefined) return [];
  return selection.others
    .filter(({ verdict }) => verdict.compatible || (!verdict.ofAnotherKind && isEnabled(verdict)))
    .toSorted((one, other) => one.verdict.differences - other.verdict.differences)
    .map(({ runtime, verdict }) => {
      const reason = reasonOf(verdict);
      return {
        runtime: withKey(runtime) as RuntimeName,
        state: verdict.compatible ? "pin-only" : "near-miss",
        differences: verdict.differences,
        differingFields: [...verdict.differingFields],
        mismatches: closestMismatches(verdict),
        ...(reason === undefined ? {} : { reason }),
      };
    });
};

const isEnabled = ({ rejection }: Verdict): boolean => rejection?.code !== "runtime/disabled";

/** One InferenceService, fully explained. */
export const explainService = (snapshot: Snapshot, object: ServiceObject): ServiceExplanation => {
  const { service, inUse } = toJudgeable(object);
  const common = {
    revision: snapshot.revision,
    rules: ruleSet,
    serviceYaml: yamlOf(object),
    unknownKinds: unknownKinds(snapshot, judgedKinds),
  };
  if (service === undefined) {
    return { ...common, service: toRow(object, unreadable, inUse), messages: [], ranking: [], near: [] };
  }
  const judged = judgeService(service, toServiceWorld(snapshot));
  const { model, selection, verdict } = judged;
  const found = model.code === "found" ? snapshot.objects[model.model.kind].get(toResourceKey(model.model)) : undefined;
  const reason = verdict === undefined || verdict.compatible ? undefined : reasonOf(verdict);
  const inheritance =
    judged.inheritance === undefined ? undefined : toInheritance(snapshot, judged.inheritance, judged.merged);
  return {
    ...common,
    service: toRow(object, judged, inUse),
    ...(found !== undefined && "summary" in found ? { model: found.summary as ServiceExplanation["model"] } : {}),
    ...(model.code === "found" && model.shadows !== undefined ? { shadows: withKey(model.shadows) as ModelName } : {}),
    messages: sayService(service, judged).map((message) => ({ ...message })),
    ranking: toRanking(selection),
    near: toNear(selection),
    ...(selection === undefined ? {} : { checked: { ...selection.checked } }),
    ...(reason === undefined ? {} : { reason }),
    ...(verdict === undefined ? {} : { verdict: toVerdict(verdict) }),
    ...(inheritance === undefined ? {} : { inheritance }),
  };
};
