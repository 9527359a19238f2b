/** Inheritance of runtimes: what a named runtime is checked with (spec chapter 6). Automatic selection never looks at it. */
import { textAt } from "./fixes/json-value.ts";
import type { DeploymentModes, ModelSizeRange, Runtime, RuntimeSpec } from "./resources.ts";
import { setFields } from "./values/set-fields.ts";

/** A runtime with the name of its parent, from `metadata.annotations["ome.io/inherit-from"]`. */
export interface InheritingRuntime extends Runtime {
  readonly inheritsFrom?: string;
}

/** What the annotations of a stored runtime say about inheritance. */
export interface Inheritance {
  readonly inheritsFrom?: string;
  /** `ome.io/runtime-profile: "true"`: meant as a parent only, and to stay disabled (spec 6.4). */
  readonly isProfile: boolean;
}

/** Reads the annotations of a stored runtime. An empty name is none. */
export function readInheritance(object: unknown): Inheritance {
  const annotation = (key: string) => textAt(object, "metadata", "annotations", key);
  return setFields<Inheritance>({
    inheritsFrom: annotation("ome.io/inherit-from") || undefined,
    isProfile: annotation("ome.io/runtime-profile") === "true",
  });
}

/** A chain holds at most five runtimes (spec 6.2). */
export const longestChain = 5;

/** Why a chain does not resolve; `chain` are names, child first, as in the webhook's texts (spec 6.2). */
export type ChainError =
  | { readonly code: "inheritance/parent-not-found"; readonly parent: string; readonly chain: readonly string[] }
  | { readonly code: "inheritance/cycle"; readonly chain: readonly string[] }
  | { readonly code: "inheritance/too-long"; readonly chain: readonly string[] };

/** The runtimes of a chain, root first, ending with the runtime itself. */
export type Chain =
  | { readonly ok: true; readonly chain: readonly [...InheritingRuntime[], InheritingRuntime] }
  | { readonly ok: false; readonly error: ChainError };

/**
 * Follows `ome.io/inherit-from` (spec 6.2): a ServingRuntime looks among those of its namespace, then among the
 * ClusterServingRuntimes; a ClusterServingRuntime only among its like. A name may occur once in a chain, whatever the kind.
 */
export function resolveChain(runtime: InheritingRuntime, runtimes: readonly InheritingRuntime[]): Chain {
  const chain: [...InheritingRuntime[], InheritingRuntime] = [runtime];
  const names = [runtime.name];
  let current = runtime;
  while (current.inheritsFrom !== undefined) {
    const parent = current.inheritsFrom;
    if (names.includes(parent)) return failed({ code: "inheritance/cycle", chain: [...names, parent] });
    if (names.length === longestChain) return failed({ code: "inheritance/too-long", chain: [...names, parent] });
    const found = findParent(current, parent, runtimes);
    if (found === undefined) return failed({ code: "inheritance/parent-not-found", parent, chain: names });
    chain.unshift(found);
    names.push(parent);
    current = found;
  }
  return { ok: true, chain };
}

function failed(error: ChainError): Chain {
  return { ok: false, error };
}

function findParent(
  child: InheritingRuntime,
  name: string,
  runtimes: readonly InheritingRuntime[],
): InheritingRuntime | undefined {
  const named = runtimes.filter((runtime) => runtime.name === name);
  const ofCluster = named.find(({ kind }) => kind === "ClusterServingRuntime");
  if (child.kind === "ClusterServingRuntime") return ofCluster;
  return named.find(({ kind, namespace }) => kind === "ServingRuntime" && namespace === child.namespace) ?? ofCluster;
}

/**
 * The matching fields of a chain laid over each other, root first (spec 6.3). Lists replace lists as a whole; objects are
 * merged field by field. `[]`, `{}` and `""` in a child count as unset here: a child cannot remove anything.
 */
export function mergeInherited(chain: readonly RuntimeSpec[]): RuntimeSpec {
  let merged: RuntimeSpec = { supportedModelFormats: [], acceleratorClasses: [], deploymentModes: {} };
  for (const spec of chain) {
    merged = setFields<RuntimeSpec>({
      disabled: spec.disabled ?? merged.disabled,
      supportedModelFormats:
        spec.supportedModelFormats.length > 0 ? spec.supportedModelFormats : merged.supportedModelFormats,
      modelSizeRange: mergeRange(merged.modelSizeRange, spec.modelSizeRange),
      acceleratorClasses: spec.acceleratorClasses.length > 0 ? spec.acceleratorClasses : merged.acceleratorClasses,
      deploymentModes: setFields<DeploymentModes>({
        engine: spec.deploymentModes.engine || merged.deploymentModes.engine,
        decoder: spec.deploymentModes.decoder || merged.deploymentModes.decoder,
      }),
    });
  }
  return merged;
}

function mergeRange(parent: ModelSizeRange | undefined, child: ModelSizeRange | undefined): ModelSizeRange | undefined {
  if (parent === undefined || child === undefined) return parent ?? child;
  return setFields<ModelSizeRange>({ min: child.min || parent.min, max: child.max || parent.max });
}

/** The spec a named runtime is checked with, or why there is none. */
export function specWhenNamed(
  runtime: InheritingRuntime,
  runtimes: readonly InheritingRuntime[],
): { readonly ok: true; readonly spec: RuntimeSpec } | { readonly ok: false; readonly error: ChainError } {
  if (runtime.inheritsFrom === undefined) return { ok: true, spec: runtime.spec };
  const resolved = resolveChain(runtime, runtimes);
  return resolved.ok ? { ok: true, spec: mergeInherited(resolved.chain.map(({ spec }) => spec)) } : resolved;
}
