import {
  type DiffusionComponent,
  type DiffusionPipeline,
  type Model,
  type ModelSpec,
  pipelineComponents,
  type Read,
  type VersionedName,
} from "../resources.ts";
import { setFields } from "../values/set-fields.ts";
import { fieldOf, type Problems, pathToKey, readObject, readText, toRead } from "./json.ts";
import { readMetadata } from "./metadata.ts";

/** Reads a BaseModel or ClusterBaseModel: kind, name, namespace and the fields of the spec that matching reads (spec 1). */
export function readModel(object: unknown): Read<Model> {
  const problems: Problems = [];
  const { name, spec } = readMetadata(object, ["BaseModel", "ClusterBaseModel"], problems);
  const value = { ...name, spec: modelSpec(spec, problems) };
  return toRead(value, problems);
}

/** Reads the `spec` of a model alone. */
export function readModelSpec(spec: unknown): Read<ModelSpec> {
  const problems: Problems = [];
  return toRead(modelSpec(spec, problems), problems);
}

function modelSpec(json: unknown, problems: Problems): ModelSpec {
  const spec = readObject(json, "spec", problems);
  const text = (key: string) => readText(fieldOf(spec, key), `spec.${key}`, problems);
  return setFields<ModelSpec>({
    // Operator and weight of a model are never looked at, so they may be anything.
    modelFormat: readVersionedName(fieldOf(spec, "modelFormat"), "spec.modelFormat", problems),
    modelFramework: readVersionedName(fieldOf(spec, "modelFramework"), "spec.modelFramework", problems),
    modelArchitecture: text("modelArchitecture"),
    quantization: text("quantization"),
    modelParameterSize: text("modelParameterSize"),
    diffusionPipeline: readPipeline(fieldOf(spec, "diffusionPipeline"), "spec.diffusionPipeline", problems),
    distribution: text("distribution"),
  });
}

function readVersionedName(json: unknown, path: string, problems: Problems): VersionedName | undefined {
  const object = readObject(json, path, problems);
  if (object === undefined) return undefined;
  return setFields<VersionedName>({
    name: readText(fieldOf(object, "name"), `${path}.name`, problems),
    version: readText(fieldOf(object, "version"), `${path}.version`, problems),
  });
}

/** The same shape on models and in entries. */
export function readPipeline(json: unknown, path: string, problems: Problems): DiffusionPipeline | undefined {
  const object = readObject(json, path, problems);
  if (object === undefined) return undefined;
  const pipeline: { -readonly [Key in keyof DiffusionPipeline]: DiffusionPipeline[Key] } = {};
  const className = readText(fieldOf(object, "className"), `${path}.className`, problems);
  if (className !== undefined) pipeline.className = className;
  for (const name of pipelineComponents) {
    const component = readComponent(fieldOf(object, name), `${path}.${name}`, problems);
    if (component !== undefined) pipeline[name] = component;
  }
  const additionalPath = `${path}.additionalComponents`;
  const additional = readObject(fieldOf(object, "additionalComponents"), additionalPath, problems);
  if (additional !== undefined) {
    const components = new Map<string, DiffusionComponent>();
    for (const [key, value] of Object.entries(additional)) {
      const component = readComponent(value, pathToKey(additionalPath, key), problems);
      if (component !== undefined) components.set(key, component);
    }
    pipeline.additionalComponents = components;
  }
  return pipeline;
}

function readComponent(json: unknown, path: string, problems: Problems): DiffusionComponent | undefined {
  const object = readObject(json, path, problems);
  if (object === undefined) return undefined;
  return setFields<DiffusionComponent>({
    library: readText(fieldOf(object, "library"), `${path}.library`, problems),
    type: readText(fieldOf(object, "type"), `${path}.type`, problems),
  });
}
