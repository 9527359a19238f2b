import type { JsonObject } from "./api-client.ts";

const identity = (kind: string, name: string, namespace: string | undefined): JsonObject => ({
  apiVersion: "ome.io/v1beta1",
  kind,
  metadata: { name, ...(namespace === undefined ? {} : { namespace }) },
});

const formats = {
  modelFormat: { name: "safetensors", version: "1.0.0" },
  modelFramework: { name: "transformers", version: "4.45.0" },
  modelArchitecture: "LlamaForCausalLM",
};

/** A model with everything that matching asks for. */
export const aModel = (kind: "BaseModel" | "ClusterBaseModel", name: string, namespace?: string): JsonObject => ({
  ...identity(kind, name, namespace),
  spec: { ...formats, modelParameterSize: "3.2B", storage: { storageUri: "hf://acme/writer" } },
});

/** A runtime that takes it. */
export const aRuntime = (
  kind: "ServingRuntime" | "ClusterServingRuntime",
  name: string,
  namespace?: string,
): JsonObject => ({
  ...identity(kind, name, namespace),
  spec: {
    supportedModelFormats: [{ ...formats, autoSelect: true, priority: 2 }],
    modelSizeRange: { min: "1B", max: "8B" },
  },
});

/** A service that asks for nothing in particular. */
export const aService = (name: string, namespace: string): JsonObject => ({
  ...identity("InferenceService", name, namespace),
  spec: { model: { name: "painter", kind: "BaseModel" }, engine: { minReplicas: 1 } },
});
