import type { ModelSpec } from "../resources.ts";

/**
 * The label of a model in OME's sentences (spec 2.1): `mt:safetensors:1.0.0:LlamaForCausalLM:transformers:4.45.0`.
 * Values that are unset leave no colon, so positions are ambiguous: show fields, do not take the label apart.
 */
export function formatLabel(model: ModelSpec): string {
  const { modelFormat, modelFramework, modelArchitecture, quantization } = model;
  const parts = [`mt:${modelFormat?.name ?? ""}`];
  if (modelFormat?.version !== undefined) parts.push(modelFormat.version);
  if (modelArchitecture !== undefined) parts.push(modelArchitecture);
  if (quantization !== undefined) parts.push(quantization);
  if (modelFramework !== undefined) {
    parts.push(modelFramework.name ?? "");
    if (modelFramework.version !== undefined) parts.push(modelFramework.version);
  }
  return parts.join(":");
}
