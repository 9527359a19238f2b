/** What a named runtime inherits, and what an InferenceService gets that names it. Data in, data out. */
import type { InheritanceResponse, NamedResponse, RuntimeName } from "@ome-matrix/contract";
import {
  type InferenceServiceSpec,
  type InheritedField,
  judge,
  type ModelSpec,
  mergeInherited,
  originsOf,
  type ResourceName,
  type RuntimeSpec,
  resolveChain,
  type ServiceVerdict,
  sayChainError,
} from "@ome-matrix/matcher";
import type { RuntimeObject } from "../snapshot/change.ts";
import { toServiceWorld } from "../snapshot/service-world.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { withKey } from "./effect-response.ts";
import { reasonOf, toVerdict } from "./verdict-response.ts";

const count = (amount: number, noun: string): string => `${amount} ${noun}${amount === 1 ? "y" : "ies"}`;

const shownValues: { readonly [Field in InheritedField]: (spec: RuntimeSpec) => string } = {
  disabled: ({ disabled }) => String(disabled),
  supportedModelFormats: ({ supportedModelFormats }) => count(supportedModelFormats.length, "entr"),
  "modelSizeRange.min": ({ modelSizeRange }) => modelSizeRange?.min ?? "",
  "modelSizeRange.max": ({ modelSizeRange }) => modelSizeRange?.max ?? "",
  "acceleratorRequirements.acceleratorClasses": ({ acceleratorClasses }) => acceleratorClasses.join(", "),
  "engineConfig.annotations[ome.io/deploymentMode]": ({ deploymentModes }) => deploymentModes.engine ?? "",
  "decoderConfig.annotations[ome.io/deploymentMode]": ({ deploymentModes }) => deploymentModes.decoder ?? "",
};

/** `merged` is the spec that the named runtime is checked with, where there is one. */
export const toInheritance = (
  snapshot: Snapshot,
  { chain, runtime }: NonNullable<ServiceVerdict["inheritance"]>,
  merged: RuntimeSpec | undefined,
): InheritanceResponse => {
  const runtimes = chain.ok ? chain.chain : [runtime];
  const ancestors = runtimes.map((one) => {
    const name = withKey<"ServingRuntime" | "ClusterServingRuntime">(one) as RuntimeName;
    const { isProfile } = snapshot.runtimes.find(({ key }) => key === name.key)?.summary ?? { isProfile: false };
    const { disabled, supportedModelFormats } = one.spec;
    return { ...name, disabled: disabled === true, isProfile, entries: supportedModelFormats.length };
  });
  const base = { chain: ancestors, merged: [] };
  if (!chain.ok) {
    const { error } = chain;
    const parent = error.code === "inheritance/parent-not-found" ? { parent: error.parent } : {};
    const names = { code: error.code, ...parent, names: [...error.chain] };
    return { ...base, error: { ...names, message: sayChainError(error).text } };
  }
  if (merged === undefined) return base;
  const specs = runtimes.map(({ spec }) => spec);
  const fields = originsOf(specs).flatMap(({ field, from }) => {
    const origin = runtimes[from];
    return origin === undefined
      ? []
      : [{ field, value: shownValues[field](merged), from: withKey(origin as ResourceName<RuntimeName["kind"]>) }];
  });
  return { ...base, merged: fields };
};

/**
 * A pair when the runtime is named (spec 6.1): the engine's `specWhenNamed`, with the chain it is made of. Undefined for a
 * runtime that does not inherit: then naming it changes nothing.
 */
export const explainNamed = (
  snapshot: Snapshot,
  object: RuntimeObject,
  model: ModelSpec,
  service: InferenceServiceSpec | undefined,
): NamedResponse | undefined => {
  const { chained, placeholders } = toServiceWorld(snapshot);
  const runtime = chained.find(
    ({ kind, namespace, name }) => kind === object.kind && namespace === object.namespace && name === object.name,
  );
  if (runtime?.inheritsFrom === undefined) return undefined;
  const chain = resolveChain(runtime, chained);
  const isKnown = chain.ok && !chain.chain.some((ancestor) => placeholders.has(ancestor));
  const merged = isKnown ? mergeInherited(chain.chain.map(({ spec }) => spec)) : undefined;
  const inheritance = toInheritance(snapshot, { runtime, chain }, merged);
  if (merged === undefined) return { inheritance };
  const verdict = judge(model, merged, service);
  const reason = verdict.compatible ? undefined : reasonOf(verdict);
  return { inheritance, verdict: toVerdict(verdict), ...(reason === undefined ? {} : { reason }) };
};
