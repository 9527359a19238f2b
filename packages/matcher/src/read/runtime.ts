import type {
  DeploymentModes,
  Entry,
  EntryVersionedName,
  ModelSizeRange,
  Read,
  Runtime,
  RuntimeSpec,
} from "../resources.ts";
import { setFields } from "../values/set-fields.ts";
import {
  fieldOf,
  type JsonObject,
  type Problems,
  readBoolean,
  readInteger,
  readList,
  readLongInteger,
  readObject,
  readText,
  toRead,
} from "./json.ts";
import { readMetadata } from "./metadata.ts";
import { readPipeline } from "./model.ts";

/** Reads a ServingRuntime or ClusterServingRuntime: kind, name, namespace and what matching reads of the spec (spec 1). */
export function readRuntime(object: unknown): Read<Runtime> {
  const problems: Problems = [];
  const { name, spec } = readMetadata(object, ["ServingRuntime", "ClusterServingRuntime"], problems);
  const value = { ...name, spec: runtimeSpec(spec, problems) };
  return toRead(value, problems);
}

/** Reads the `spec` of a runtime alone. */
export function readRuntimeSpec(spec: unknown): Read<RuntimeSpec> {
  const problems: Problems = [];
  return toRead(runtimeSpec(spec, problems), problems);
}

function runtimeSpec(json: unknown, problems: Problems): RuntimeSpec {
  const spec = readObject(json, "spec", problems);
  const formatsPath = "spec.supportedModelFormats";
  const formats = readList(fieldOf(spec, "supportedModelFormats"), formatsPath, problems);
  const requirementsPath = "spec.acceleratorRequirements";
  const requirements = readObject(fieldOf(spec, "acceleratorRequirements"), requirementsPath, problems);
  return setFields<RuntimeSpec>({
    disabled: readBoolean(fieldOf(spec, "disabled"), "spec.disabled", problems),
    supportedModelFormats: formats.map((entry, index) => readEntry(entry, `${formatsPath}[${index}]`, problems)),
    modelSizeRange: readRange(fieldOf(spec, "modelSizeRange"), "spec.modelSizeRange", problems),
    acceleratorClasses: readClasses(requirements, `${requirementsPath}.acceleratorClasses`, problems),
    deploymentModes: readDeploymentModes(spec, { engine: "engineConfig", decoder: "decoderConfig" }, problems),
  });
}

function readEntry(json: unknown, path: string, problems: Problems): Entry {
  const entry = readObject(json, path, problems);
  const name = fieldOf(entry, "name");
  return setFields<Entry>({
    modelFormat: readEntryName(fieldOf(entry, "modelFormat"), `${path}.modelFormat`, problems),
    modelFramework: readEntryName(fieldOf(entry, "modelFramework"), `${path}.modelFramework`, problems),
    modelArchitecture: readText(fieldOf(entry, "modelArchitecture"), `${path}.modelArchitecture`, problems),
    quantization: readText(fieldOf(entry, "quantization"), `${path}.quantization`, problems),
    diffusionPipeline: readPipeline(fieldOf(entry, "diffusionPipeline"), `${path}.diffusionPipeline`, problems),
    autoSelect: readBoolean(fieldOf(entry, "autoSelect"), `${path}.autoSelect`, problems),
    priority: readInteger(fieldOf(entry, "priority"), `${path}.priority`, problems),
    // Matching does not read it, so anything else than a text counts as unset.
    name: typeof name === "string" ? name : undefined,
  });
}

function readEntryName(json: unknown, path: string, problems: Problems): EntryVersionedName | undefined {
  const object = readObject(json, path, problems);
  if (object === undefined) return undefined;
  return setFields<EntryVersionedName>({
    name: readText(fieldOf(object, "name"), `${path}.name`, problems),
    version: readText(fieldOf(object, "version"), `${path}.version`, problems),
    operator: readText(fieldOf(object, "operator"), `${path}.operator`, problems),
    weight: readLongInteger(fieldOf(object, "weight"), `${path}.weight`, problems),
  });
}

function readRange(json: unknown, path: string, problems: Problems): ModelSizeRange | undefined {
  const range = readObject(json, path, problems);
  if (range === undefined) return undefined;
  return setFields<ModelSizeRange>({
    min: readText(fieldOf(range, "min"), `${path}.min`, problems),
    max: readText(fieldOf(range, "max"), `${path}.max`, problems),
  });
}

/** A `null` among them is unset, and so left out. */
function readClasses(requirements: JsonObject | undefined, path: string, problems: Problems): readonly string[] {
  const list = readList(fieldOf(requirements, "acceleratorClasses"), path, problems);
  return list.flatMap((item, index) => {
    const name = readText(item, `${path}[${index}]`, problems);
    return name === undefined ? [] : [name];
  });
}

/** The annotation `ome.io/deploymentMode` of the engine's and the decoder's part of a spec (spec 2.7). */
export function readDeploymentModes(
  spec: JsonObject | undefined,
  parts: { readonly engine: string; readonly decoder: string },
  problems: Problems,
): DeploymentModes {
  const read = (key: string) => {
    const part = readObject(fieldOf(spec, key), `spec.${key}`, problems);
    const annotations = readObject(fieldOf(part, "annotations"), `spec.${key}.annotations`, problems);
    const path = `spec.${key}.annotations[ome.io/deploymentMode]`;
    return readText(fieldOf(annotations, "ome.io/deploymentMode"), path, problems);
  };
  return setFields<DeploymentModes>({ engine: read(parts.engine), decoder: read(parts.decoder) });
}
