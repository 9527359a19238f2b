/**
 * What changed objects change for InferenceServices (spec 3.7, 3.8, 6.1): what automatic selection picks for those that name
 * no runtime, and whether a named runtime declares the model.
 */
import { type InheritingRuntime, resolveChain, specWhenNamed } from "../inherit.ts";
import { judge, rejectModel } from "../judge.ts";
import { computeMatrix, type Matrix } from "../matrix.ts";
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
    before: selectAll("before", touched, world.before),
    after: selectAll("after", touched, world.after),
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

/** Objects by what they are looked up with. */
interface World {
  /** By namespace, undefined for the cluster's, then by name. */
  readonly models: ReadonlyMap<string | undefined, ReadonlyMap<string, Model>>;
  readonly runtimes: readonly InheritingRuntime[];
  readonly runtimesByName: ReadonlyMap<string, readonly InheritingRuntime[]>;
}

function newWorld(time: Time, models: readonly Twice<Model>[], runtimes: readonly Twice<InheritingRuntime>[]): World {
  const byNamespace = new Map<string | undefined, Map<string, Model>>();
  for (const item of models) {
    const model = item[time];
    if (model === undefined) continue;
    const namespace = model.kind === "BaseModel" ? (model.namespace ?? "") : undefined;
    const known = byNamespace.get(namespace);
    if (known === undefined) byNamespace.set(namespace, new Map([[model.name, model]]));
    else known.set(model.name, model);
  }
  const existing = present(runtimes, time);
  const runtimesByName = new Map<string, InheritingRuntime[]>();
  for (const runtime of existing) {
    const known = runtimesByName.get(runtime.name);
    if (known === undefined) runtimesByName.set(runtime.name, [runtime]);
    else known.push(runtime);
  }
  return { models: byNamespace, runtimes: existing, runtimesByName };
}

/** A BaseModel of the namespace comes before a ClusterBaseModel, whatever the kind says (spec 3.7). */
function modelOf(service: InferenceService | undefined, { models }: World): Model | undefined {
  const name = service?.spec.model?.name;
  if (service === undefined || name === undefined) return undefined;
  return models.get(service.namespace ?? "")?.get(name) ?? models.get(undefined)?.get(name);
}

/** The runtime that `spec.runtime` means (spec 3.8). */
function namedRuntime({ namespace, spec }: InferenceService, { runtimesByName }: World): InheritingRuntime | undefined {
  const named = spec.runtime;
  const found = named?.name === undefined ? [] : (runtimesByName.get(named.name) ?? []);
  const own = found.find((runtime) => runtime.kind === "ServingRuntime" && runtime.namespace === namespace);
  if (named?.kind === "ServingRuntime") return own;
  return found.find(({ kind }) => kind === "ClusterServingRuntime") ?? own;
}

/** Whether anything that an InferenceService depends on is among what changed. */
function mayChange(item: Twice<InferenceService>, world: Worlds, runtimesChange: boolean): boolean {
  if (isCertain(item, world)) return true;
  const { before } = item;
  if (before === undefined) return false;
  if (!isNamed(before)) return runtimesChange;
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

function isNamed(service: InferenceService): boolean {
  return service.spec.runtime?.name !== undefined;
}

/** The runtimes that a named runtime is made of; of a broken chain as many as there are. */
function chainOf(service: InferenceService, world: World): readonly InheritingRuntime[] {
  const runtime = namedRuntime(service, world);
  if (runtime === undefined) return [];
  const resolved = resolveChain(runtime, world.runtimes);
  return resolved.ok ? resolved.chain : [runtime];
}

// ---- automatic selection ----

/** What an InferenceService asks of runtimes; those that ask for the same in one namespace are one matrix. */
function questionOf({ namespace, spec }: InferenceService): string {
  const { acceleratorClasses, deploymentMode, deploymentModes, hasDecoder, model } = spec;
  const asks = [acceleratorClasses, deploymentMode, deploymentModes, hasDecoder, model === undefined];
  return JSON.stringify([namespace, asks]);
}

/** Leaves out automatic ones for whose model no changed runtime qualifies, neither before nor after: they keep what they have. */
function touchedServices(
  asked: readonly Twice<InferenceService>[],
  world: Worlds,
  changedRuntimes: readonly Twice<InheritingRuntime>[],
): readonly Twice<InferenceService>[] {
  const open = new Map<string, { readonly first: InferenceService; readonly models: Set<Model> }>();
  const isOpen = (item: Twice<InferenceService>) =>
    item.before !== undefined && !isNamed(item.before) && !isCertain(item, world);
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

type Selections = ReadonlyMap<InferenceService, ResourceName<RuntimeKind>>;

function selectAll(time: Time, items: readonly Twice<InferenceService>[], world: World): Selections {
  const groups = new Map<string, InferenceService[]>();
  for (const service of present(items, time)) {
    if (isNamed(service) || modelOf(service, world) === undefined) continue;
    const question = questionOf(service);
    const group = groups.get(question);
    if (group === undefined) groups.set(question, [service]);
    else group.push(service);
  }
  const selections = new Map<InferenceService, ResourceName<RuntimeKind>>();
  for (const services of groups.values()) {
    const [first] = services;
    if (first === undefined) continue;
    const models = [...new Set(services.flatMap((service) => modelOf(service, world) ?? []))];
    const { namespace = "", spec } = first;
    const matrix = computeMatrix({ models, runtimes: world.runtimes, namespace, service: spec });
    const picks = new Map(models.map((model, row) => [model, pickOf(matrix, row, world.runtimes)]));
    for (const service of services) {
      const model = modelOf(service, world);
      const pick = model === undefined ? undefined : picks.get(model);
      if (pick !== undefined) selections.set(service, pick);
    }
  }
  return selections;
}

function pickOf(
  { states, columns }: Matrix,
  row: number,
  runtimes: readonly InheritingRuntime[],
): ResourceName<RuntimeKind> | undefined {
  const selected = pairStates.indexOf("selected");
  const at = states.subarray(row * columns, (row + 1) * columns).indexOf(selected);
  const runtime = at < 0 ? undefined : runtimes[at];
  return runtime === undefined ? undefined : nameOf(runtime);
}

// ---- outcomes ----

/** What an InferenceService gets in a world. */
function outcomeOf(service: InferenceService | undefined, world: World, selections: Selections): ServiceOutcome {
  if (service === undefined) return { code: "no-service" };
  const model = modelOf(service, world);
  if (model === undefined) return { code: "no-model" };
  if (!isNamed(service)) {
    const runtime = selections.get(service);
    return runtime === undefined ? { code: "nothing-selected" } : { code: "selected", runtime };
  }
  const named = namedRuntime(service, world);
  if (named === undefined) return { code: "runtime-not-found" };
  const runtime = nameOf(named);
  const merged = specWhenNamed(named, world.runtimes);
  if (!merged.ok) return { code: "inheritance-broken", runtime };
  if (rejectModel(model.spec) !== undefined) return { code: "model-without-format", runtime };
  if (merged.spec.disabled === true) return { code: "disabled", runtime };
  const { compatible } = judge(model.spec, merged.spec, service.spec);
  return { code: compatible ? "declares" : "does-not-declare", runtime };
}
