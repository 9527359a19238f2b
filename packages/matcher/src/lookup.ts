/** Objects by what an InferenceService looks them up with (spec 3.7, 3.8). */
import type { InferenceService, ModelKind, ResourceName, RuntimeKind } from "./resources.ts";

export interface Lookup<
  KnownModel extends ResourceName<ModelKind> = ResourceName<ModelKind>,
  KnownRuntime extends ResourceName<RuntimeKind> = ResourceName<RuntimeKind>,
> {
  /** By namespace, undefined for the cluster's, then by name. */
  readonly models: ReadonlyMap<string | undefined, ReadonlyMap<string, KnownModel>>;
  readonly runtimes: readonly KnownRuntime[];
  readonly runtimesByName: ReadonlyMap<string, readonly KnownRuntime[]>;
}

export function newLookup<KnownModel extends ResourceName<ModelKind>, KnownRuntime extends ResourceName<RuntimeKind>>(
  models: readonly KnownModel[],
  runtimes: readonly KnownRuntime[],
): Lookup<KnownModel, KnownRuntime> {
  const byNamespace = new Map<string | undefined, Map<string, KnownModel>>();
  for (const model of models) {
    const namespace = model.kind === "BaseModel" ? (model.namespace ?? "") : undefined;
    const known = byNamespace.get(namespace);
    if (known === undefined) byNamespace.set(namespace, new Map([[model.name, model]]));
    else known.set(model.name, model);
  }
  const runtimesByName = new Map<string, KnownRuntime[]>();
  for (const runtime of runtimes) {
    const known = runtimesByName.get(runtime.name);
    if (known === undefined) runtimesByName.set(runtime.name, [runtime]);
    else known.push(runtime);
  }
  return { models: byNamespace, runtimes, runtimesByName };
}

/** A BaseModel of the namespace comes before a ClusterBaseModel, whatever the kind says (spec 3.7). */
export function modelOf<KnownModel extends ResourceName<ModelKind>>(
  service: InferenceService | undefined,
  { models }: Pick<Lookup<KnownModel>, "models">,
): KnownModel | undefined {
  const name = service?.spec.model?.name;
  if (service === undefined || name === undefined) return undefined;
  return models.get(service.namespace ?? "")?.get(name) ?? models.get(undefined)?.get(name);
}

/** The runtime that `spec.runtime` means (spec 3.8). */
export function namedRuntimeOf<KnownRuntime extends ResourceName<RuntimeKind>>(
  { namespace, spec }: InferenceService,
  { runtimesByName }: Pick<Lookup<ResourceName<ModelKind>, KnownRuntime>, "runtimesByName">,
): KnownRuntime | undefined {
  const named = spec.runtime;
  const found = named?.name === undefined ? [] : (runtimesByName.get(named.name) ?? []);
  const own = found.find((runtime) => runtime.kind === "ServingRuntime" && runtime.namespace === namespace);
  if (named?.kind === "ServingRuntime") return own;
  return found.find(({ kind }) => kind === "ClusterServingRuntime") ?? own;
}

/** Whether automatic selection is out of the question. */
export function namesRuntime({ spec }: InferenceService): boolean {
  return spec.runtime?.name !== undefined;
}
