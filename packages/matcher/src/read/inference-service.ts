import type { AcceleratorClassPlace, InferenceService, InferenceServiceSpec, Read } from "../resources.ts";
import { setFields } from "../values/set-fields.ts";
import { fieldOf, type JsonObject, type Problems, readObject, readText, toRead } from "./json.ts";
import { readMetadata } from "./metadata.ts";
import { readDeploymentModes } from "./runtime.ts";

/** Reads an InferenceService: name, namespace and what matching reads of it (spec 1, 2.6, 2.7). */
export function readInferenceService(object: unknown): Read<InferenceService> {
  const problems: Problems = [];
  const { name, annotations, spec } = readMetadata(object, ["InferenceService"], problems);
  const value = { ...name, spec: serviceSpec(annotations, spec, problems) };
  return toRead(value, problems);
}

function serviceSpec(annotationsJson: unknown, specJson: unknown, problems: Problems): InferenceServiceSpec {
  const annotations = readObject(annotationsJson, "metadata.annotations", problems);
  const spec = readObject(specJson, "spec", problems);
  return setFields<InferenceServiceSpec>({
    model: readReference(spec, "model", problems),
    runtime: readReference(spec, "runtime", problems),
    acceleratorClasses: readClasses(annotations, spec, problems),
    deploymentMode: readText(fieldOf(spec, "deploymentMode"), "spec.deploymentMode", problems),
    deploymentModes: readDeploymentModes(spec, { engine: "engine", decoder: "decoder" }, problems),
    hasDecoder: (fieldOf(spec, "decoder") ?? undefined) !== undefined,
  });
}

function readReference(spec: JsonObject | undefined, key: "model" | "runtime", problems: Problems) {
  const reference = readObject(fieldOf(spec, key), `spec.${key}`, problems);
  if (reference === undefined) return undefined;
  return setFields<{ readonly name?: string; readonly kind?: string }>({
    name: readText(fieldOf(reference, "name"), `spec.${key}.name`, problems),
    kind: readText(fieldOf(reference, "kind"), `spec.${key}.kind`, problems),
  });
}

/** All names that are set, in the four places of spec 2.6; `""` is a name. */
function readClasses(
  annotations: JsonObject | undefined,
  spec: JsonObject | undefined,
  problems: Problems,
): InferenceServiceSpec["acceleratorClasses"] {
  const selector = readObject(fieldOf(spec, "acceleratorSelector"), "spec.acceleratorSelector", problems);
  const override = (component: "engine" | "decoder") => {
    // Whether the component itself is an object was looked at with its deployment mode.
    const part = readObject(fieldOf(spec, component), `spec.${component}`, []);
    return readObject(fieldOf(part, "acceleratorOverride"), `spec.${component}.acceleratorOverride`, problems);
  };
  const places: readonly (readonly [AcceleratorClassPlace, unknown])[] = [
    ["metadata.annotations[ome.io/accelerator-class]", fieldOf(annotations, "ome.io/accelerator-class")],
    ["spec.acceleratorSelector.acceleratorClass", fieldOf(selector, "acceleratorClass")],
    ["spec.engine.acceleratorOverride.acceleratorClass", fieldOf(override("engine"), "acceleratorClass")],
    ["spec.decoder.acceleratorOverride.acceleratorClass", fieldOf(override("decoder"), "acceleratorClass")],
  ];
  return places.flatMap(([place, value]) => {
    const name = readText(value, place, problems);
    return name === undefined ? [] : [{ place, name }];
  });
}
