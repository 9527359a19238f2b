/** The base model and entry of the truth tables (spec 2.9), and what tables change about them. */
import type { Entry, InferenceServiceSpec, ModelSpec, Runtime, RuntimeSpec } from "../src/index.ts";

/** A change to an object: `undefined` unsets a field. */
export type Change<Value> = { readonly [Key in keyof Value]?: Value[Key] | undefined };

export function changed<Value extends object>(value: Value, change: Change<Value>): Value {
  return Object.fromEntries(
    Object.entries({ ...value, ...change }).filter(([, member]) => member !== undefined),
  ) as Value;
}

export const baseModel: ModelSpec = {
  modelFormat: { name: "safetensors", version: "1.0.0" },
  modelFramework: { name: "transformers", version: "4.45.0.dev0" },
  modelArchitecture: "LlamaForCausalLM",
  modelParameterSize: "3.21B",
};

export const baseEntry: Entry = {
  modelFormat: { name: "safetensors", version: "1.0.0", operator: "Equal", weight: 1 },
  modelFramework: { name: "transformers", version: "4.45.0.dev0", operator: "Equal", weight: 1 },
  modelArchitecture: "LlamaForCausalLM",
  autoSelect: true,
};

export function modelWith(change: Change<ModelSpec>): ModelSpec {
  return changed(baseModel, change);
}

export function entryWith(change: Change<Entry>): Entry {
  return changed(baseEntry, change);
}

/** A runtime with the base entry, or with the entries given. */
export function runtimeWith(change: Change<RuntimeSpec> = {}, entries: readonly Entry[] = [baseEntry]): RuntimeSpec {
  return changed<RuntimeSpec>({ supportedModelFormats: entries, acceleratorClasses: [], deploymentModes: {} }, change);
}

export function serviceWith(change: Change<InferenceServiceSpec> = {}): InferenceServiceSpec {
  const service = { model: { name: "m" }, acceleratorClasses: [], deploymentModes: {}, hasDecoder: false };
  return changed<InferenceServiceSpec>(service, change);
}

export function clusterRuntime(name: string, spec: RuntimeSpec = runtimeWith()): Runtime {
  return { kind: "ClusterServingRuntime", name, spec };
}

export function namespacedRuntime(name: string, spec: RuntimeSpec = runtimeWith(), namespace = "studio"): Runtime {
  return { kind: "ServingRuntime", namespace, name, spec };
}
