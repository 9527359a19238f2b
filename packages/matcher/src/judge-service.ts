/** What one InferenceService gets: its model, and the runtime that OME picks or that it names (spec 3.6 to 3.8, chapter 6). */
import { type InheritingRuntime, mergeInherited, resolveChain } from "./inherit.ts";
import { judge, rejectModel } from "./judge.ts";
import { type Lookup, modelOf, namedRuntimeOf, namesRuntime, newLookup } from "./lookup.ts";
import { picksFor } from "./picks.ts";
import type { InferenceService, ModelKind, ResourceName, RuntimeKind, RuntimeSpec } from "./resources.ts";
import { type Selection, select } from "./select.ts";
import type {
  NameableRuntime,
  ServableModel,
  ServiceBrief,
  ServiceModel,
  ServiceNoteCode,
  ServiceResult,
  ServiceResultCode,
  ServiceToJudge,
  ServiceVerdict,
} from "./service-verdict.ts";
import { setFields } from "./values/set-fields.ts";

/** All models and runtimes, unreadable ones included: they are found under their names. */
export interface ServiceWorld extends Lookup<ServableModel, NameableRuntime> {
  readonly readable: readonly InheritingRuntime[];
  /** What chains are made of: an unreadable one takes its place in them. */
  readonly chained: readonly InheritingRuntime[];
  /** Those of them that stand for unreadable ones. */
  readonly placeholders: ReadonlySet<InheritingRuntime>;
}

const nothing: RuntimeSpec = { supportedModelFormats: [], acceleratorClasses: [], deploymentModes: {} };

export function newServiceWorld(models: readonly ServableModel[], runtimes: readonly NameableRuntime[]): ServiceWorld {
  const readable = runtimes.filter(isReadable);
  const placeholders = runtimes.flatMap((runtime) => (isReadable(runtime) ? [] : [{ ...runtime, spec: nothing }]));
  return {
    ...newLookup(models, runtimes),
    readable,
    chained: [...readable, ...placeholders],
    placeholders: new Set(placeholders),
  };
}

/** The whole verdict. */
export function judgeService(service: ServiceToJudge, world: ServiceWorld): ServiceVerdict {
  const model = findModel(service, world);
  const selection = selectFor(service, model, world);
  const found = selection?.selected === undefined ? undefined : (selection.selected.runtime as NameableRuntime);
  return conclude(service, model, world, found, selection);
}

/** The same for many, without the explanations: runtimes are picked for all at once. */
export function judgeServices(services: readonly ServiceToJudge[], world: ServiceWorld): readonly ServiceBrief[] {
  const picks = picksFor(services, world);
  return services.map((service) => {
    const found = conclude(service, findModel(service, world), world, picks.get(service), undefined);
    const { model, result, notes } = found;
    return { model, result, notes };
  });
}

/** What comes of one, and nothing besides; `picked` is what automatic selection picks for it. */
export function resultOf(
  service: InferenceService,
  world: ServiceWorld,
  picked: NameableRuntime | undefined,
): ServiceResult {
  const model = findModel(service, world);
  return modelProblem(service, model) ?? ask(service, model, world, picked, undefined).result;
}

/** By name, a BaseModel of the namespace first, whatever the kind says (spec 3.7). */
function findModel(service: InferenceService, world: ServiceWorld): ServiceModel {
  const name = service.spec.model?.name;
  if (name === undefined) return { code: "not-named" };
  const model = modelOf(service, world);
  if (model === undefined) return { code: "not-found", name };
  const behind = model.kind === "BaseModel" ? world.models.get(undefined)?.get(name) : undefined;
  return behind === undefined ? { code: "found", model } : { code: "found", model, shadows: nameOf(behind) };
}

function selectFor(service: InferenceService, found: ServiceModel, world: ServiceWorld): Selection | undefined {
  if (namesRuntime(service) || found.code !== "found" || found.model.spec === undefined) return undefined;
  return select(found.model.spec, world.readable, { namespace: service.namespace ?? "", service: service.spec });
}

function conclude(
  service: ServiceToJudge,
  model: ServiceModel,
  world: ServiceWorld,
  picked: NameableRuntime | undefined,
  selection: Selection | undefined,
): ServiceVerdict {
  const rest = ask(service, model, world, picked, selection);
  const result = modelProblem(service, model) ?? rest.result;
  const { inheritance, merged, verdict } = rest;
  const notes = notesOn(service, model, result, merged, world);
  return setFields<ServiceVerdict>({ model, result, notes, selection, inheritance, merged, verdict });
}

type Asked = Pick<ServiceVerdict, "result" | "inheritance" | "merged" | "verdict">;

/** What comes of it where the model is no problem. */
function ask(
  service: InferenceService,
  model: ServiceModel,
  world: ServiceWorld,
  picked: NameableRuntime | undefined,
  selection: Selection | undefined,
): Asked {
  return namesRuntime(service) ? askNamed(service, model, world) : askSelection(model, world, picked, selection);
}

/** What stands in the way before any runtime is looked at. */
function modelProblem(service: InferenceService, found: ServiceModel): ServiceResult | undefined {
  if (found.code === "not-named") return undefined;
  if (found.code === "not-found") return { code: "model-not-found" };
  const { spec, disabled, claimNamespace } = found.model;
  if (spec === undefined) return { code: "model-unreadable" };
  if (disabled === true) return { code: "model-disabled" };
  const isElsewhere = claimNamespace !== undefined && claimNamespace !== service.namespace;
  return isElsewhere ? { code: "model-elsewhere" } : undefined;
}

function askSelection(
  model: ServiceModel,
  world: ServiceWorld,
  picked: NameableRuntime | undefined,
  selection: Selection | undefined,
): Asked {
  if (model.code !== "found") return { result: { code: "no-model" } };
  if (model.model.spec !== undefined && rejectModel(model.model.spec) !== undefined) {
    return { result: { code: "model-without-format" } };
  }
  if (picked === undefined) return { result: { code: "nothing-selected" } };
  const result = { code: "selected", runtime: nameOf(picked) } as const;
  if (selection === undefined || picked.inheritsFrom === undefined || !isReadable(picked)) return { result };
  return { result, inheritance: { runtime: picked, chain: resolveChain(picked, world.chained) } };
}

/** The named runtime is looked up, resolved and checked with what it inherits (spec 3.8, 6.1). */
function askNamed(service: InferenceService, model: ServiceModel, world: ServiceWorld): Asked {
  const named = namedRuntimeOf(service, world);
  if (named === undefined) return { result: { code: "runtime-not-found" } };
  const end = (code: ServiceResultCode, runtime: ResourceName<RuntimeKind> = named) => ({
    result: { code, runtime: nameOf(runtime) },
  });
  if (!isReadable(named)) return end("runtime-unreadable");
  const chain = resolveChain(named, world.chained);
  const inheritance = { runtime: named, chain };
  if (!chain.ok) return { ...end("inheritance-broken"), inheritance };
  const unreadable = chain.chain.find((ancestor) => world.placeholders.has(ancestor));
  if (unreadable !== undefined) return end("runtime-unreadable", unreadable);
  const merged = mergeInherited(chain.chain.map(({ spec }) => spec));
  const spec = model.code === "found" ? model.model.spec : undefined;
  const base = { inheritance, merged };
  if (spec !== undefined && rejectModel(spec) !== undefined) return { ...end("model-without-format"), ...base };
  const verdict = spec === undefined ? undefined : judge(spec, merged, service.spec);
  const all = verdict === undefined ? base : { ...base, verdict };
  if (merged.disabled === true) return { ...end("runtime-disabled"), ...all };
  if (verdict === undefined) return { ...end("named-without-model"), ...all };
  if (spec?.distribution === "Sharded") return { ...end("model-sharded"), ...all };
  return { ...end(verdict.compatible ? "declares" : "does-not-declare"), ...all };
}

function notesOn(
  service: ServiceToJudge,
  model: ServiceModel,
  result: ServiceResult,
  merged: RuntimeSpec | undefined,
  world: ServiceWorld,
): readonly ServiceNoteCode[] {
  const { spec, facts } = service;
  const isNamed = namesRuntime(service);
  const asksForClass = spec.acceleratorClasses.length > 0;
  const named = isNamed ? namedRuntimeOf(service, world) : undefined;
  const notes: readonly (readonly [ServiceNoteCode, boolean])[] = [
    ["model/wrong-kind", model.code === "found" && askedKind(service) !== model.model.kind],
    ["model/shadows", model.code === "found" && model.shadows !== undefined],
    ["selection/own-image", !isNamed && model.code === "found" && facts.hasOwnImage],
    ["selection/without-parent", result.code === "selected" && inheritsFrom(result.runtime, world)],
    ["runtime/namespaced-passed-over", named?.kind === "ClusterServingRuntime" && hasOwn(service, world)],
    ["runtime/namespaced-taken", named?.kind === "ServingRuntime" && spec.runtime?.kind !== "ServingRuntime"],
    ["runtime/class-dropped", asksForClass && merged !== undefined && merged.acceleratorClasses.length === 0],
    ["runtime/class-not-checked", asksForClass && isNamed && spec.model === undefined],
    ["runtime/pinned", named !== undefined && facts.isPinned],
  ];
  return notes.flatMap(([code, holds]) => (holds ? [code] : []));
}

/** What the API server writes when it is left out (spec 3.7). */
function askedKind({ spec }: ServiceToJudge): string {
  return spec.model?.kind ?? ("ClusterBaseModel" satisfies ModelKind);
}

function inheritsFrom(runtime: ResourceName<RuntimeKind> | undefined, { runtimesByName }: ServiceWorld): boolean {
  const found = runtimesByName
    .get(runtime?.name ?? "")
    ?.find(({ kind, namespace }) => kind === runtime?.kind && namespace === runtime?.namespace);
  return found?.inheritsFrom !== undefined;
}

/** Whether the namespace has a ServingRuntime of the name. */
function hasOwn({ namespace, spec }: ServiceToJudge, { runtimesByName }: ServiceWorld): boolean {
  const ofName = runtimesByName.get(spec.runtime?.name ?? "") ?? [];
  return ofName.some((runtime) => runtime.kind === "ServingRuntime" && runtime.namespace === namespace);
}

function isReadable(runtime: NameableRuntime): runtime is NameableRuntime & { readonly spec: RuntimeSpec } {
  return runtime.spec !== undefined;
}

function nameOf<Kind extends string>({ kind, namespace, name }: ResourceName<Kind>): ResourceName<Kind> {
  return namespace === undefined ? { kind, name } : { kind, namespace, name };
}
