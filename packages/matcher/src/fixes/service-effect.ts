/**
 * What changed objects change for InferenceServices (spec 3.7, 3.8, 6.1): what automatic selection picks for those that name
 * no runtime, and whether a named runtime declares the model.
 */
import { type InheritingRuntime, resolveChain, specWhenNamed } from "../inherit.ts";
import { judge, rejectModel } from "../judge.ts";
import { type Lookup, modelOf, namedRuntimeOf, namesRuntime, newLookup } from "../lookup.ts";
import { computeMatrix } from "../matrix.ts";
import { picksFor, questionOf } from "../picks.ts";
import { pairStates } from "../reasons.ts";
import type { InferenceService, Model, ModelKind, ResourceName, RuntimeKind } from "../resources.ts";
import { nameOf } from "./malformed.ts";
import { isChanged, present, type Time, type Twice } from "./twice.ts";

/** What an InferenceService gets. */
export type ServiceOutcome =
  | { readonly code: "no-service" }
  /** No model is named, or there is none of that name. */
  | { readonly code: "no-model" }
  | { readonly code: "selected"; readonly runtime: ResourceName<RuntimeKind> }
  | { readonly code: "nothing-selected" }
  | { readonly code: "runtime-not-found" }
  | {
      readonly code: "declares" | "does-not-declare" | "disabled" | "inheritance-broken" | "model-without-format";
      readonly runtime: ResourceName<RuntimeKind>;
    };

export interface ServiceChange {
  readonly service: ResourceName<"InferenceService">;
  /** After the change, else before it. */
  readonly model?: ResourceName<ModelKind>;
  readonly before: ServiceOutcome;
  readonly after: ServiceOutcome;
}

export function changedServices(
  models: readonly Twice<Model>[],
  runtimes: readonly Twice<InheritingRuntime>[],
  services: readonly Twice<InferenceService>[],
): readonly ServiceChange[] {
  const world: Worlds = { before: newWorld("before", models, runtimes), after: newWorld("after", models, runtimes) };
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
    const before = outcomeOf(item.before, world.before, selections.before);
    const after = outcomeOf(item.after, world.after, selections.after);
    if (JSON.stringify(before) === JSON.stringify(after)) return [];
    const model = modelOf(item.after, world.after) ?? modelOf(item.before, world.before);
    return [{ service: nameOf(service), ...(model === undefined ? {} : { model: nameOf(model) }), before, after }];
  });
}

type Worlds = { readonly [At in Time]: World };
type World = Lookup<Model, InheritingRuntime>;

function newWorld(time: Time, models: readonly Twice<Model>[], runtimes: readonly Twice<InheritingRuntime>[]): World {
  return newLookup(present(models, time), present(runtimes, time));
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
function chainOf(service: InferenceService, world: World): readonly InheritingRuntime[] {
  const runtime = namedRuntimeOf(service, world);
  if (runtime === undefined) return [];
  const resolved = resolveChain(runtime, world.runtimes);
  return resolved.ok ? resolved.chain : [runtime];
}

// ---- automatic selection ----

/** Leaves out automatic ones for whose model no changed runtime qualifies, neither before nor after: they keep what they have. */
function touchedServices(
  asked: readonly Twice<InferenceService>[],
  world: Worlds,
  changedRuntimes: readonly Twice<InheritingRuntime>[],
): readonly Twice<InferenceService>[] {
  const open = new Map<string, { readonly first: InferenceService; readonly models: Set<Model> }>();
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
  models: readonly Model[],
  runtimes: readonly InheritingRuntime[],
  { namespace = "", spec }: InferenceService,
): ReadonlySet<Model> {
  const found = new Set<Model>();
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

type Selections = ReadonlyMap<InferenceService, InheritingRuntime>;

// ---- outcomes ----

/** What an InferenceService gets in a world. */
function outcomeOf(service: InferenceService | undefined, world: World, selections: Selections): ServiceOutcome {
  if (service === undefined) return { code: "no-service" };
  const model = modelOf(service, world);
  if (model === undefined) return { code: "no-model" };
  if (!namesRuntime(service)) {
    const runtime = selections.get(service);
    return runtime === undefined ? { code: "nothing-selected" } : { code: "selected", runtime: nameOf(runtime) };
  }
  const named = namedRuntimeOf(service, world);
  if (named === undefined) return { code: "runtime-not-found" };
  const runtime = nameOf(named);
  const merged = specWhenNamed(named, world.runtimes);
  if (!merged.ok) return { code: "inheritance-broken", runtime };
  if (rejectModel(model.spec) !== undefined) return { code: "model-without-format", runtime };
  if (merged.spec.disabled === true) return { code: "disabled", runtime };
  const { compatible } = judge(model.spec, merged.spec, service.spec);
  return { code: compatible ? "declares" : "does-not-declare", runtime };
}
