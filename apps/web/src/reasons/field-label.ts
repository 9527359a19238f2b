/** A field's path below a model's `spec` or an entry, as OME's documentation and the tables name it. */
import { shownValue } from "./phrase.ts";

const labels: Readonly<Record<string, string>> = {
  distribution: "distribution",
  modelFormat: "format",
  "modelFormat.name": "format name",
  "modelFormat.version": "format version",
  modelFramework: "framework",
  "modelFramework.name": "framework name",
  "modelFramework.version": "framework version",
  modelArchitecture: "architecture",
  quantization: "quantization",
  modelParameterSize: "size",
  modelSizeRange: "size range",
  "modelSizeRange.min": "lower bound",
  "modelSizeRange.max": "upper bound",
  "modelFormat.weight": "format weight",
  "modelFramework.weight": "framework weight",
  autoSelect: "autoSelect",
  diffusionPipeline: "diffusion pipeline",
  "diffusionPipeline.className": "pipeline class",
  "diffusionPipeline.additionalComponents": "additional components",
};

const componentPath = /^diffusionPipeline\.(?:additionalComponents\.)?(.+?)(?:\.(library|type))?$/su;

export const fieldLabel = (path: string): string => {
  const known = labels[path];
  if (known !== undefined) return known;
  const [, component, part] = componentPath.exec(path) ?? [];
  if (component === undefined) return shownValue(path);
  return part === undefined ? shownValue(component) : `${shownValue(component)} ${part}`;
};
