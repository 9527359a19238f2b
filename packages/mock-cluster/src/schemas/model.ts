import type { Schema } from "../schema.ts";
import {
  anyObject,
  boolean,
  dateTime,
  diffusionPipeline,
  int32,
  int64,
  looseCondition,
  string,
  stringMap,
  strings,
  versionedName,
} from "./shapes.ts";

/** BaseModel and ClusterBaseModel. */
export const modelSchema: Schema = {
  type: "object",
  properties: {
    spec: {
      type: "object",
      required: ["storage"],
      properties: {
        additionalMetadata: stringMap,
        apiCapabilities: strings,
        compartmentID: string,
        diffusionPipeline,
        disabled: boolean,
        displayName: string,
        distribution: { type: "string", enum: ["PerNode", "Sharded"], default: "PerNode" },
        maxTokens: int32,
        modelArchitecture: string,
        modelCapabilities: strings,
        modelConfiguration: anyObject,
        modelFormat: versionedName,
        modelFramework: versionedName,
        modelParameterSize: string,
        modelType: string,
        quantization: string,
        servingMode: strings,
        storage: {
          type: "object",
          required: ["storageUri"],
          properties: {
            downloadPolicy: { type: "string", enum: ["AlwaysDownload", "ReuseIfExists"] },
            key: string,
            nodeAffinity: anyObject,
            nodeSelector: stringMap,
            parameters: stringMap,
            path: string,
            schemaPath: string,
            storageUri: string,
          },
        },
        vendor: string,
        version: string,
      },
    },
    status: {
      type: "object",
      required: ["state"],
      properties: {
        conditions: { type: "array", items: looseCondition },
        lastReconcileTime: dateTime,
        lifecycle: string,
        nodesFailed: strings,
        nodesReady: strings,
        observedGeneration: int64,
        state: { type: "string", enum: ["Creating", "Importing", "In_Transit", "In_Training", "Ready", "Failed"] },
      },
    },
  },
};
