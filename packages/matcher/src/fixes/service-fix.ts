/** What can be changed on the InferenceService (spec 5.2, column "Other"). */
import type { AcceleratorClassPlace } from "../resources.ts";
import type { Json, JsonObject } from "./json-value.ts";
import { jsonAt } from "./json-value.ts";
import type { FixEdit, Repair } from "./repair.ts";
import type { Situation } from "./situation.ts";

/** The four places (spec 2.6). */
const placePaths: { readonly [Place in AcceleratorClassPlace]: readonly string[] } = {
  "metadata.annotations[ome.io/accelerator-class]": ["metadata", "annotations", "ome.io/accelerator-class"],
  "spec.acceleratorSelector.acceleratorClass": ["spec", "acceleratorSelector", "acceleratorClass"],
  "spec.engine.acceleratorOverride.acceleratorClass": ["spec", "engine", "acceleratorOverride", "acceleratorClass"],
  "spec.decoder.acceleratorOverride.acceleratorClass": ["spec", "decoder", "acceleratorOverride", "acceleratorClass"],
};

/** Classes that the runtime does not list: taken out, or exchanged for the one it does list where that is not in doubt. */
export function changeClasses({ service, runtime }: Situation, missing: readonly string[]): readonly Repair[] {
  const asked = service?.spec.acceleratorClasses ?? [];
  const failing = asked.filter(({ name }) => missing.includes(name));
  if (failing.length === 0) return [];
  const way = (to: Json | undefined): Repair =>
    failing.map(({ place, name }): FixEdit => {
      const claim = { code: "service-does-without", path: place, value: name } as const;
      const solves = "accelerator-class/not-supported";
      return { side: "service", code: "service/accelerator-class", path: placePaths[place], to, solves, claim };
    });
  const listed = [...new Set(runtime.spec.acceleratorClasses)];
  const kept = [...new Set(asked.map(({ name }) => name))].filter((name) => listed.includes(name));
  const only = kept.length === 1 ? kept[0] : listed.length === 1 ? listed[0] : undefined;
  return [...(only === undefined ? [] : [way(only)]), way(undefined)];
}

export interface FailingMode {
  readonly component: "engine" | "decoder";
  readonly offered: string;
  readonly requested: string;
}

/**
 * The runtime's mode asked for, or none. On the component where it exists: an annotation on one that does not would create
 * it. `spec.deploymentMode` takes two modes only.
 */
export function changeRequestedModes(
  { objects, service }: Situation,
  failing: readonly FailingMode[],
): readonly Repair[] {
  if (service === undefined || failing.length === 0) return [];
  const set = (path: readonly string[], to: string | undefined, requested: string): FixEdit => ({
    side: "service",
    code: "service/deployment-mode",
    path: ["spec", ...path],
    to,
    solves: "deployment-mode/differs",
    claim: { code: "service-does-without", path: path.join("."), value: requested },
  });
  const exists = (component: string) => jsonAt(objects.service, "spec", component) !== undefined;
  const annotation = (component: string) => [component, "annotations", "ome.io/deploymentMode"];
  const ways: Repair[] = [];
  if (failing.every(({ component }) => exists(component))) {
    ways.push(failing.map(({ component, offered, requested }) => set(annotation(component), offered, requested)));
    ways.push(failing.map(({ component, requested }) => set(annotation(component), undefined, requested)));
  }
  const { deploymentMode } = service.spec;
  if (deploymentMode !== undefined) {
    const offered = new Set(failing.map((mode) => mode.offered));
    for (const mode of offered) {
      if (mode === "OMENative" || mode === "RawDeployment") ways.push([set(["deploymentMode"], mode, deploymentMode)]);
    }
    ways.push([set(["deploymentMode"], undefined, deploymentMode)]);
    ways.push([
      ...failing
        .filter(({ component }) => service.spec.deploymentModes[component] !== undefined)
        .map(({ component, requested }) => set(annotation(component), undefined, requested)),
      set(["deploymentMode"], undefined, deploymentMode),
    ]);
  }
  return ways;
}

/** The runtime named, by name and kind (spec 3.8), and the model's kind, without which there is no workload (spec 3.7). */
export function nameRuntime(situation: Situation): Repair {
  const { runtime } = situation;
  const edit = (key: string, to: string): FixEdit => ({
    side: "service",
    code: "service/name-runtime",
    path: ["spec", "runtime", key],
    to,
  });
  return [edit("name", runtime.name), edit("kind", runtime.kind), ...correctModelKind(situation)];
}

/** The kind of the model that the name means. */
export function correctModelKind({ model }: Situation): Repair {
  return [{ side: "service", code: "service/model-kind", path: ["spec", "model", "kind"], to: model.kind }];
}

/** What to write into the manifest of an InferenceService that does not exist. */
export function serviceManifest({ model, runtime }: Situation, namespace: string): JsonObject {
  return {
    apiVersion: "ome.io/v1beta1",
    kind: "InferenceService",
    metadata: { namespace },
    spec: {
      model: { name: model.name, kind: model.kind },
      runtime: { name: runtime.name, kind: runtime.kind },
    },
  };
}
