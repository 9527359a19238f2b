import type { Schema } from "../schema.ts";
import {
  acceleratorSelector,
  anyObject,
  boolean,
  int64,
  looseCondition,
  serviceComponent,
  serviceRouter,
  string,
  stringMap,
  strings,
} from "./shapes.ts";

export const inferenceServiceSchema: Schema = {
  type: "object",
  properties: {
    spec: {
      type: "object",
      properties: {
        acceleratorSelector,
        decoder: serviceComponent,
        deploymentMode: { type: "string", enum: ["OMENative", "RawDeployment"] },
        engine: serviceComponent,
        kedaConfig: {
          type: "object",
          properties: {
            authModes: string,
            authenticationRef: {
              type: "object",
              properties: {
                kind: {
                  type: "string",
                  enum: ["TriggerAuthentication", "ClusterTriggerAuthentication"],
                  default: "TriggerAuthentication",
                },
                name: { type: "string", minLength: 1 },
              },
            },
            customPromQuery: string,
            enableKeda: boolean,
            promServerAddress: string,
            scalingOperator: string,
            scalingThreshold: string,
          },
        },
        model: {
          type: "object",
          required: ["name"],
          properties: {
            apiGroup: { type: "string", default: "ome.io" },
            fineTunedWeights: strings,
            kind: { type: "string", default: "ClusterBaseModel" },
            name: string,
          },
        },
        predictor: anyObject,
        router: serviceRouter,
        runtime: {
          type: "object",
          required: ["name"],
          properties: {
            apiGroup: { type: "string", default: "ome.io" },
            autoSync: { type: "boolean", default: true },
            kind: { type: "string", default: "ClusterServingRuntime" },
            name: string,
            revision: string,
          },
        },
      },
    },
    status: {
      ...anyObject,
      properties: {
        annotations: stringMap,
        conditions: { type: "array", items: looseCondition },
        observedGeneration: int64,
        pinnedRevisionName: string,
        url: string,
      },
    },
  },
};
