/** InferenceServices, models and runtimes of tables: a base, and what a row changes about it. */
import {
  type NameableRuntime,
  newServiceWorld,
  type ServableModel,
  type ServiceFacts,
  type ServiceToJudge,
  type ServiceWorld,
} from "../src/index.ts";
import { baseModel, type Change, changed, runtimeWith, serviceWith } from "./base.ts";

export function servedModel(name: string, change: Change<ServableModel> = {}): ServableModel {
  return changed<ServableModel>({ kind: "ClusterBaseModel", name, spec: baseModel, disabled: false }, change);
}

export function ownModel(name: string, change: Change<ServableModel> = {}): ServableModel {
  return servedModel(name, { kind: "BaseModel", namespace: "studio", ...change });
}

export function nameable(name: string, change: Change<NameableRuntime> = {}): NameableRuntime {
  return changed<NameableRuntime>({ kind: "ClusterServingRuntime", name, spec: runtimeWith() }, change);
}

export function ownRuntime(name: string, change: Change<NameableRuntime> = {}): NameableRuntime {
  return nameable(name, { kind: "ServingRuntime", namespace: "studio", ...change });
}

/** An object that is there and cannot be read. */
export function unreadable<Value extends ServableModel | NameableRuntime>(value: Value): Value {
  return { ...value, spec: undefined };
}

/** In `studio`, with the model `m`, an engine, and no runtime. */
export function asking(
  spec: Parameters<typeof serviceWith>[0] = {},
  facts: Partial<ServiceFacts> = {},
): ServiceToJudge {
  return {
    kind: "InferenceService",
    namespace: "studio",
    name: "s",
    spec: serviceWith(spec),
    facts: { hasEngine: true, hasOwnImage: false, isPinned: false, ...facts },
  };
}

/** The same, naming the runtime `r`. */
export function naming(
  spec: Parameters<typeof serviceWith>[0] = {},
  facts: Partial<ServiceFacts> = {},
): ServiceToJudge {
  return asking({ runtime: { name: "r" }, ...spec }, facts);
}

export function world(
  models: readonly ServableModel[] = [servedModel("m")],
  runtimes: readonly NameableRuntime[] = [nameable("r")],
): ServiceWorld {
  return newServiceWorld(models, runtimes);
}
