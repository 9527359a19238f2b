/**
 * What changed objects change for InferenceServices (spec 3.7, 3.8, 6.1): what automatic selection picks for those that name
 * no runtime, and whether a named runtime declares the model. By the very judgement that an InferenceService's page shows.
 */
import { type InheritingRuntime, resolveChain } from "../inherit.ts";
import { newServiceWorld, resultOf, type ServiceWorld } from "../judge-service.ts";
import { modelOf, namedRuntimeOf, namesRuntime } from "../lookup.ts";
import { computeMatrix } from "../matrix.ts";
import { picksFor, questionOf } from "../picks.ts";
import { pairStates } from "../reasons.ts";
import type { InferenceService, Model, ModelKind, ResourceName, RuntimeKind } from "../resources.ts";
import type { NameableRuntime, ServableModel, ServiceResult } from "../service-verdict.ts";
import { nameOf } from "./malformed.ts";
import { isChanged, keyOf, present, type Time, type Twice } from "./twice.ts";

/** A model, and what InferenceServices have to know of it besides (spec 3.7). */
export type FleetModel = Model & Pick<ServableModel, "disabled" | "claimNamespace">;

/** What an InferenceService gets, as its own page has it; or it is not there. */
export type ServiceOutcome = { readonly code: "no-service" } | ServiceResult;

export interface ServiceChange {
  readonly service: ResourceName<"InferenceService">;
  /** After the change, else before it. */
  readonly model?: ResourceName<ModelKind>;
  readonly before: ServiceOutcome;
  readonly after: ServiceOutcome;
}

export interface ServiceChanges {
  readonly models: readonly Twice<FleetModel>[];
  readonly runtimes: readonly Twice<InheritingRuntime>[];
  readonly services: readonly Twice<InferenceService>[];
  /** Of all kinds. */
  readonly unreadable: readonly Twice<ResourceName>[];
}

export function changedServices(changes: ServiceChanges): readonly ServiceChange[] {
  const { runtimes, services } = changes;
  const world: Worlds = { before: newWorld("before", changes), after: newWorld("after", changes) };
  const changedRuntimes = runtimes.filter(isChanged);
  const asked = services.filter((item) => mayChange(item, world, changedRuntimes.length > 0));
  const touched = touchedServices(asked, world, changedRuntimes);
  const selections = {
    before: picksFor(present(touched, "before"), world.before),
    after: picksFor(present(touched, "after"), world.after),
  };
  return touched.flatMap((item): ServiceChange[] => {
    const service = item.after ?? item.before;
    if (service === undefined) return [];
    const outcomeAt = (time: Time): ServiceOutcome => {
      const asking = item[time];
      if (asking !== undefined) return resultOf(asking, world[time], selections[time].get(asking));
      return { code: isUnreadable(service, changes.unreadable, time) ? "service-unreadable" : "no-service" };
    };
    const before = outcomeAt("before");
    const after = outcomeAt("after");
    if (JSON.stringify(before) === JSON.stringify(after)) return [];
    const model = modelOf(item.after, world.after) ?? modelOf(item.before, world.before);
    return [{ service: nameOf(service), ...(model === undefined ? {} : { model: nameOf(model) }), before, after }];
  });
}

type Worlds = { readonly [At in Time]: ServiceWorld };

function newWorld(time: Time, { models, runtimes, unreadable }: ServiceChanges): ServiceWorld {
  const unread = present(unreadable, time);
  const unreadModels = unread.filter(isModelName).map((name) => ({ ...name, spec: undefined }));
  const unreadRuntimes = unread.filter(isRuntimeName).map((name) => ({ ...name, spec: undefined }));
  return newServiceWorld([...present(models, time), ...unreadModels], [...present(runtimes, time), ...unreadRuntimes]);
}

function isModelName(name: ResourceName): name is ResourceName<ModelKind> {
  return name.kind === "BaseModel" || name.kind === "ClusterBaseModel";
}

function isRuntimeName(name: ResourceName): name is ResourceName<RuntimeKind> {
  return name.kind === "ServingRuntime" || name.kind === "ClusterServingRuntime";
}

function isUnreadable(service: InferenceService, unreadable: readonly Twice<ResourceName>[], time: Time): boolean {
  return present(unreadable, time).some((name) => keyOf(name) === keyOf(service));
}

/** Whether anything that an InferenceService depends on is among what changed. */
function mayChange(item: Twice<InferenceService>, world: Worlds, runtimesChange: boolean): boolean {
  if (isCertain(item, world)) return true;
  const { before } = item;
  if (before === undefined) return false;
  if (!namesRuntime(before)) return runtimesChange;
  const chains = { before: chainOf(before, world.before), after: chainOf(before, world.after) };
  return (
    chains.before.length !== chains.after.length ||
    chains.before.some((runtime, index) => runtime !== chains.after[index])
  );
}

/** The InferenceService itself changes, or its model, or which model its name means. */
function isCertain({ before, after }: Twice<InferenceService>, world: Worlds): boolean {
  return before !== after || modelOf(before, world.before) !== modelOf(before, world.after);
}

/** The runtimes that a named runtime is made of; of a broken chain as many as there are. */
function chainOf(service: InferenceService, world: ServiceWorld): readonly NameableRuntime[] {
  const runtime = namedRuntimeOf(service, world);
  if (runtime === undefined || runtime.spec === undefined) return [];
  const resolved = resolveChain({ ...runtime, spec: runtime.spec }, world.chained);
  return resolved.ok ? [runtime, ...resolved.chain.slice(0, -1)] : [runtime];
}

// ---- automatic selection ----

/** Leaves out automatic ones for whose model no changed runtime qualifies, neither before nor after: they keep what they have. */
function touchedServices(
  asked: readonly Twice<InferenceService>[],
  world: Worlds,
  changedRuntimes: readonly Twice<InheritingRuntime>[],
): readonly Twice<InferenceService>[] {
  const open = new Map<string, { readonly first: InferenceService; readonly models: Set<ServableModel> }>();
  const isOpen = (item: Twice<InferenceService>) =>
    item.before !== undefined && !namesRuntime(item.before) && !isCertain(item, world);
  for (const item of asked) {
    if (item.before === undefined || !isOpen(item)) continue;
    const model = modelOf(item.before, world.before);
    if (model === undefined) continue;
    const question = questionOf(item.before);
    const known = open.get(question);
    if (known === undefined) open.set(question, { first: item.before, models: new Set([model]) });
    else known.models.add(model);
  }
  const changed = changedRuntimes.flatMap(({ before, after }) => [before, after].flatMap((runtime) => runtime ?? []));
  const touched = new Map(
    [...open].map(([question, { first, models }]) => [question, qualifying([...models], changed, first)] as const),
  );
  return asked.filter((item) => {
    if (item.before === undefined || !isOpen(item)) return true;
    const model = modelOf(item.before, world.before);
    return model !== undefined && touched.get(questionOf(item.before))?.has(model) === true;
  });
}

function qualifying(
  models: readonly ServableModel[],
  runtimes: readonly InheritingRuntime[],
  { namespace = "", spec }: InferenceService,
): ReadonlySet<ServableModel> {
  const found = new Set<ServableModel>();
  if (runtimes.length === 0) return found;
  // Whether one qualifies does not depend on the others, so before and after can stand side by side.
  const { states, columns } = computeMatrix({ models, runtimes, namespace, service: spec });
  for (const [row, model] of models.entries()) {
    const isAmong = states.subarray(row * columns, (row + 1) * columns).some((index) => {
      const state = pairStates[index];
      return state === "selected" || state === "candidate";
    });
    if (isAmong) found.add(model);
  }
  return found;
}
