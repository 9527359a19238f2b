/** What to mind about a fix on these very objects (spec 5.4). */
import { type InheritingRuntime, resolveChain, specWhenNamed } from "../inherit.ts";
import type { Change, FixCode, FixWarning, Manager, Verified, WarningCode } from "./fix.ts";
import { jsonAt, textAt } from "./json-value.ts";
import { nameOf } from "./malformed.ts";
import { sourceOf } from "./model-source.ts";
import type { FixEdit } from "./repair.ts";
import { hasModelKind, namesRuntime, type Situation, type Surroundings, servesModel } from "./situation.ts";

export interface Known extends Surroundings {
  /** InferenceServices as stored, as far as they are known. */
  readonly services: readonly unknown[];
}

export function warningsOn(
  before: Situation,
  edits: readonly FixEdit[],
  changes: readonly Change[],
  verified: Verified,
  known: Known,
): readonly FixWarning[] {
  return [
    ...changes.flatMap(({ target }) => objectWarnings(before, target)),
    ...modelWarnings(before, edits),
    ...runtimeWarnings(before, edits, known),
    ...namingWarnings(edits, changes, verified),
    ...serviceWarnings(before, edits, verified, known),
  ];
}

function objectWarnings(before: Situation, target: Change["target"]): readonly FixWarning[] {
  const side = target.kind === "InferenceService" ? "service" : target.kind.endsWith("Runtime") ? "runtime" : "model";
  const managers = managersOf(before.objects[side]);
  return [
    ...(target.kind.startsWith("Cluster") ? [{ code: "cluster-wide", target } as const] : []),
    ...(managers.length > 0 ? [{ code: "managed", target, managers } as const] : []),
  ];
}

/** Who applies the object, as far as its labels and annotations tell. */
export function managersOf(object: unknown): readonly Manager[] {
  const label = (key: string) => textAt(object, "metadata", "labels", key);
  const annotation = (key: string) => textAt(object, "metadata", "annotations", key);
  const keys = ["labels", "annotations"].flatMap((part) => Object.keys(jsonAt(object, "metadata", part) ?? {}));
  const found: Manager[] = [];
  if (label("app.kubernetes.io/managed-by") === "Helm" || annotation("meta.helm.sh/release-name") !== undefined) {
    found.push("helm");
  }
  const hasArgoName = keys.some((key) => key.startsWith("argocd.argoproj.io/"));
  if (
    annotation("argocd.argoproj.io/tracking-id") !== undefined ||
    (label("app.kubernetes.io/instance") !== undefined && hasArgoName)
  ) {
    found.push("argo-cd");
  }
  if (keys.includes("kustomize.toolkit.fluxcd.io/name") || keys.includes("helm.toolkit.fluxcd.io/name")) {
    found.push("flux");
  }
  if (annotation("kubectl.kubernetes.io/last-applied-configuration") !== undefined) found.push("kubectl-apply");
  return found;
}

function modelWarnings({ objects, model }: Situation, edits: readonly FixEdit[]): readonly FixWarning[] {
  const ofModel = edits.filter(({ side }) => side === "model");
  if (ofModel.length === 0) return [];
  const target = nameOf(model);
  const setsPipeline = ofModel.some(({ path }) => path[1] === "diffusionPipeline");
  const codes: WarningCode[] = ["models-not-watched"];
  if (ofModel.some(({ code, to }) => code !== "model/enable" && to !== undefined)) codes.push("stays-on-model");
  if (setsPipeline && sourceOf(objects.model).isOnPvc) codes.push("pvc-has-no-pipeline");
  return codes.map((code) => ({ code, target }));
}

/** Codes after which more InferenceServices may get the runtime by themselves. */
const widening: ReadonlySet<FixCode> = new Set([
  "runtime/auto-select",
  "runtime/append-entry",
  "runtime/enable",
  "runtime/size-range",
  "runtime/accelerator-class",
  "runtime/deployment-mode",
  "runtime/correct-value",
]);

function runtimeWarnings(before: Situation, edits: readonly FixEdit[], known: Known): readonly FixWarning[] {
  const ofRuntime = edits.filter(({ side }) => side === "runtime");
  if (ofRuntime.length === 0) return [];
  const { runtime, model } = before;
  const target = nameOf(runtime);
  const codes = new Set(ofRuntime.map(({ code }) => code));
  const warnings: FixWarning[] = [];
  const warn = (code: WarningCode, when: boolean, names?: readonly string[]) => {
    if (when) warnings.push(names === undefined ? { code, target } : { code, target, names: [...names].sort() });
  };
  warn("narrows", ofRuntime.some(narrows));
  warn(
    "widens",
    ofRuntime.some((edit) => widening.has(edit.code) || loosens(edit)),
  );
  warn("services-may-move", codes.has("runtime/priority") || codes.has("runtime/weight"));
  const entryHasNoVersion =
    codes.has("runtime/append-entry") ||
    ofRuntime.some(({ path, to }) => path.at(-2) === "modelFormat" && path.at(-1) === "version" && to === undefined);
  warn(
    "may-be-filled-in",
    entryHasNoVersion &&
      model.spec.modelFormat?.version === undefined &&
      sourceOf(before.objects.model).readBy !== "nobody",
  );
  const isPickedByItself = codes.has("runtime/auto-select") || codes.has("runtime/append-entry");
  warn("runs-without-inherited", isPickedByItself && runtime.inheritsFrom !== undefined);
  warn("hides-inherited-formats", hiddenLists(before, edits, known).includes("supportedModelFormats"));
  warn("class-not-known", codes.has("runtime/accelerator-class") && known.acceleratorClasses === undefined);
  warn("mode-may-break", codes.has("runtime/deployment-mode"));
  const children = known.others.filter((other) => inheritsFromIt(other, runtime, known.others));
  warn(
    "children-follow",
    children.length > 0,
    children.map(({ name }) => name),
  );
  const naming = servicesNaming(runtime, known.services);
  warn("services-follow", naming.followers.length > 0, naming.followers);
  warn("services-pinned", naming.pinned.length > 0, naming.pinned);
  return warnings;
}

/** Asks for something else, or for something where nothing was asked: models without it, or with it, are lost. */
function narrows({ code, path, to }: FixEdit): boolean {
  // The entry's own name asks for nothing.
  if (code !== "runtime/change-entry" || path.at(-1) === "operator" || path[3] === "name") return false;
  return to !== undefined || path[3] !== "diffusionPipeline";
}

function loosens({ code, path, to }: FixEdit): boolean {
  if (code !== "runtime/change-entry") return false;
  return path.at(-1) === "operator" || (to === undefined && path[3] === "diffusionPipeline");
}

function inheritsFromIt(
  other: InheritingRuntime,
  runtime: InheritingRuntime,
  others: readonly InheritingRuntime[],
): boolean {
  if (other.inheritsFrom === undefined) return false;
  const resolved = resolveChain(other, [...others, runtime]);
  return resolved.ok && resolved.chain.includes(runtime);
}

/** InferenceServices whose `spec.runtime` is this runtime (spec 6.5), as `namespace/name`. */
function servicesNaming(runtime: InheritingRuntime, services: readonly unknown[]) {
  const followers: string[] = [];
  const pinned: string[] = [];
  for (const service of services) {
    const name = textAt(service, "metadata", "name") || undefined;
    if (name === undefined || textAt(service, "spec", "runtime", "name") !== runtime.name) continue;
    const kind = textAt(service, "spec", "runtime", "kind") ?? "ClusterServingRuntime";
    const namespace = textAt(service, "metadata", "namespace") ?? "";
    if (kind !== runtime.kind || (runtime.namespace !== undefined && runtime.namespace !== namespace)) continue;
    const isPinned = jsonAt(service, "spec", "runtime", "autoSync") === false;
    const hasRevision = jsonAt(service, "spec", "runtime", "revision") !== undefined;
    if (isPinned && hasRevision) continue;
    (isPinned ? pinned : followers).push(`${namespace}/${name}`);
  }
  return { followers, pinned };
}

/** What has to be known of the InferenceService from which the pair is seen. */
function serviceWarnings(
  before: Situation,
  edits: readonly FixEdit[],
  verified: Verified,
  known: Known,
): readonly FixWarning[] {
  const { model, service } = before;
  if (service === undefined) return [];
  const target = nameOf(service);
  const named = service.spec.runtime?.name;
  const setsKind = edits.some(({ code }) => code === "service/model-kind");
  const lacksWorkload = servesModel(before) && known.isShadowed !== true && !hasModelKind(before) && !setsKind;
  return [
    ...(named === undefined || named === "" || verified.outcome === "named"
      ? []
      : [{ code: "service-names-runtime", target, ...(namesRuntime(before) ? {} : { names: [named] }) } as const]),
    ...(lacksWorkload ? [{ code: "service-has-no-workload", target, names: [model.kind] } as const] : []),
  ];
}

const inheritedLists = ["supportedModelFormats", "acceleratorClasses"] as const;

/** Lists that the runtime inherits whole and would no longer inherit: an own one replaces it (spec 6.3). */
export function hiddenLists(
  { runtime }: Situation,
  edits: readonly FixEdit[],
  { others }: Surroundings,
): readonly (typeof inheritedLists)[number][] {
  if (runtime.inheritsFrom === undefined) return [];
  const merged = specWhenNamed(runtime, others);
  if (!merged.ok) return [];
  const codes = new Set(edits.map(({ code }) => code));
  const isSet = {
    supportedModelFormats: codes.has("runtime/append-entry"),
    acceleratorClasses: codes.has("runtime/accelerator-class"),
  };
  return inheritedLists.filter(
    (list) => isSet[list] && runtime.spec[list].length === 0 && merged.spec[list].length > 0,
  );
}

/** InferenceServices of other models that name the runtime or one below it, and rely on a list that it would no longer inherit. */
export function relyingOnInherited(situation: Situation, edits: readonly FixEdit[], known: Known): readonly string[] {
  if (hiddenLists(situation, edits, known).length === 0) return [];
  const { model, runtime } = situation;
  const isOfModel = (service: unknown) => textAt(service, "spec", "model", "name") === model.name;
  const others = known.services.filter((service) => !isOfModel(service));
  const below = known.others.filter((other) => inheritsFromIt(other, runtime, known.others));
  const naming = [runtime, ...below].map((named) => servicesNaming(named, others));
  return [...new Set(naming.flatMap(({ followers, pinned }) => [...followers, ...pinned]))].sort();
}

function namingWarnings(
  edits: readonly FixEdit[],
  changes: readonly Change[],
  verified: Verified,
): readonly FixWarning[] {
  if (verified.outcome !== "named") return [];
  const codes: WarningCode[] = ["named-is-unchecked"];
  if (!verified.matches) codes.push("named-does-not-declare");
  if (changes.length === 0 && edits.length === 0) codes.push("nothing-to-patch");
  return codes.map((code) => ({ code }));
}
