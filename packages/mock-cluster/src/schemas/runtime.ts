import type { Schema } from "../schema.ts";
import {
  anyObject,
  anyObjects,
  boolean,
  diffusionPipeline,
  int64,
  integer,
  looseCondition,
  runtimeComponent,
  runtimeRouter,
  string,
  stringMap,
  strings,
  versionedName,
} from "./shapes.ts";

const notNegative: Schema = { type: "integer", format: "int64", minimum: 0 };

const supportedModelFormat: Schema = {
  type: "object",
  required: ["modelFormat", "modelFramework"],
  properties: {
    acceleratorConfig: {
      type: "object",
      additionalProperties: {
        type: "object",
        properties: {
          environmentOverride: stringMap,
          minMemoryPerBillionParams: notNegative,
          runtimeArgsOverride: strings,
          tensorParallelismOverride: {
            type: "object",
            properties: {
              dataParallelSize: notNegative,
              pipelineParallelSize: notNegative,
              tensorParallelSize: notNegative,
            },
          },
        },
      },
    },
    // Neither autoSelect nor priority has a default: unset means something else than false and 1.
    autoSelect: boolean,
    diffusionPipeline,
    modelArchitecture: string,
    modelCacheProviders: { type: "array", items: { "x-kubernetes-preserve-unknown-fields": true } },
    modelFormat: versionedName,
    modelFramework: versionedName,
    modelType: string,
    name: string,
    priority: { type: "integer", format: "int32", minimum: 1 },
    quantization: string,
    version: string,
  },
};

const toleration: Schema = {
  type: "object",
  properties: { effect: string, key: string, operator: string, tolerationSeconds: int64, value: string },
};

const imagePullSecret: Schema = { type: "object", properties: { name: { type: "string", default: "" } } };

// The pod fields that stand directly in the spec, and again in `workers`.
const podFields: Readonly<Record<string, Schema>> = {
  affinity: anyObject,
  annotations: stringMap,
  containers: anyObjects,
  dnsPolicy: string,
  hostIPC: boolean,
  imagePullSecrets: { type: "array", items: imagePullSecret },
  labels: stringMap,
  nodeSelector: stringMap,
  schedulerName: string,
  tolerations: { type: "array", items: toleration },
  volumes: anyObjects,
  hostNetwork: boolean,
};

/** ServingRuntime and ClusterServingRuntime. */
export const runtimeSchema: Schema = {
  type: "object",
  properties: {
    spec: {
      type: "object",
      properties: {
        ...podFields,
        acceleratorRequirements: {
          type: "object",
          properties: {
            acceleratorClasses: strings,
            minArchitectureVersion: string,
            minComputePerformanceTFLOPS: notNegative,
            minMemory: notNegative,
            preferredPrecisions: strings,
            requiredFeatures: strings,
          },
        },
        decoderConfig: runtimeComponent,
        disabled: boolean,
        engineConfig: runtimeComponent,
        modelSizeRange: { type: "object", properties: { max: string, min: string } },
        protocolVersions: strings,
        routerConfig: runtimeRouter,
        supportedModelFormats: { type: "array", items: supportedModelFormat },
        workers: { type: "object", properties: { ...podFields, size: integer } },
      },
    },
    status: {
      type: "object",
      properties: {
        conditions: { type: "array", items: looseCondition },
        inheritanceChain: strings,
        observedGeneration: int64,
      },
    },
  },
};
