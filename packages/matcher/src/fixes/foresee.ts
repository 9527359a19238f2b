/** What the API or a webhook would refuse (spec 5.5, 3.6 to 3.8, 6.2). */
import { isDeploymentMode } from "../checks/gate/deployment-mode.ts";
import { type InheritingRuntime, readInheritance, resolveChain } from "../inherit.ts";
import { hasOwnImage } from "../read/service-facts.ts";
import type { InferenceServiceSpec, RuntimeSpec } from "../resources.ts";
import type { RefusalCode } from "./fix.ts";
import { isJsonObject, type JsonObject, jsonAt } from "./json-value.ts";

/** A refusal that is certain to come. */
export interface Foreseen {
  readonly code: RefusalCode;
  /** What it is about: classes, a chain of names, a namespace. */
  readonly names?: readonly string[];
  /** The two entries that clash. */
  readonly entries?: readonly number[];
}

/** `modelFormat` and `modelFramework` need a name where they are given (spec 5.3). */
export function foreseeModel(model: JsonObject): Foreseen | undefined {
  return hasNames(jsonAt(model, "spec"), "optional") ? undefined : { code: "api-refuses-object" };
}

/** The schema, then the webhook. All but inheritance and profiles is skipped for a disabled runtime. */
export function foreseeRuntime(
  object: JsonObject,
  runtime: InheritingRuntime,
  others: readonly InheritingRuntime[],
  acceleratorClasses: ReadonlySet<string> | undefined,
): Foreseen | undefined {
  const entries = jsonAt(object, "spec", "supportedModelFormats");
  for (const entry of Array.isArray(entries) ? entries : []) {
    const priority = jsonAt(entry, "priority");
    if (!hasNames(entry, "required") || (typeof priority === "number" && !isPriority(priority)))
      return { code: "api-refuses-object" };
  }
  const isDisabled = runtime.spec.disabled === true;
  if (readInheritance(object).isProfile && !isDisabled) return { code: "profile-stays-disabled" };
  const chain = resolveChain(runtime, others);
  if (!chain.ok) return { code: "broken-inheritance", names: chain.error.chain };
  if (isDisabled) return undefined;
  const unknown = runtime.spec.acceleratorClasses.filter((name) => acceleratorClasses?.has(name) === false);
  if (unknown.length > 0) return { code: "unknown-accelerator-class", names: unknown.filter((name) => name !== "") };
  const clash = differentPriorities(runtime.spec);
  if (clash === undefined) return undefined;
  const { name, entries: both } = clash;
  // Two entries without a name have the same one, too.
  return { code: "different-priorities", entries: both, ...(name === "" ? {} : { names: [name] }) };
}

/**
 * The webhook's priority rule, from its source (spec 5.5): of the entries with `autoSelect: true` the first of each name is
 * remembered; a later one of the same name is refused when both have a priority and these differ. Returns the name and the
 * two entries.
 */
export function differentPriorities({
  supportedModelFormats,
}: Pick<RuntimeSpec, "supportedModelFormats">):
  | { readonly name: string; readonly entries: readonly [number, number] }
  | undefined {
  const firsts = new Map<string, { readonly index: number; readonly priority: number | undefined }>();
  for (const [index, { autoSelect, name = "", priority }] of supportedModelFormats.entries()) {
    if (autoSelect !== true) continue;
    const first = firsts.get(name);
    if (first === undefined) {
      firsts.set(name, { index, priority });
      continue;
    }
    if (first.priority === undefined || priority === undefined || first.priority === priority) continue;
    return { name, entries: [first.index, index] };
  }
  return undefined;
}

/** The mode that the InferenceService asks for, for a component (spec 2.7). */
export function requestedMode(service: InferenceServiceSpec, component: "engine" | "decoder"): string | undefined {
  const own = service.deploymentModes[component];
  return own !== undefined && isDeploymentMode(own) ? own : service.deploymentMode;
}

/** With engine and decoder, `OMENative` must be asked for both or for neither (spec 5.2). */
export function foreseeModes(object: JsonObject, service: InferenceServiceSpec): Foreseen | undefined {
  if (jsonAt(object, "spec", "engine") === undefined || jsonAt(object, "spec", "decoder") === undefined)
    return undefined;
  const isNative = (component: "engine" | "decoder") => requestedMode(service, component) === "OMENative";
  return isNative("engine") === isNative("decoder") ? undefined : { code: "mode-combination" };
}

/** An InferenceService whose engine OME must find a runtime for, or the webhook refuses it (spec 3.6). */
export function needsRuntime(object: JsonObject, service: InferenceServiceSpec): boolean {
  if (service.runtime !== undefined || service.model === undefined) return false;
  return jsonAt(object, "spec", "engine") !== undefined && !hasOwnImage(object);
}

function hasNames(holder: unknown, presence: "required" | "optional"): boolean {
  return ["modelFormat", "modelFramework"].every((key) => {
    const named = jsonAt(holder, key);
    if (named === undefined) return presence === "optional";
    return isJsonObject(named) && typeof named["name"] === "string";
  });
}

function isPriority(number: number): boolean {
  return Number.isInteger(number) && number >= 1 && number < 2 ** 31;
}
