import type { Schema } from "../schema.ts";
import {
  anyObject,
  boolean,
  dateTime,
  int32,
  int64,
  quantity,
  strictCondition,
  string,
  stringMap,
  strings,
} from "./shapes.ts";

export const acceleratorClassSchema: Schema = {
  type: "object",
  properties: {
    spec: {
      type: "object",
      required: ["capabilities", "discovery"],
      properties: {
        capabilities: {
          type: "object",
          properties: {
            clockSpeedMHz: int32,
            computeCapability: string,
            features: strings,
            levelZeroVersion: string,
            memoryBandwidthGBps: quantity,
            memoryGB: quantity,
            performance: {
              type: "object",
              properties: {
                fp16Tflops: int64,
                fp32Tflops: int64,
                int4Tops: int64,
                int8Tops: int64,
                latency: { type: "object", properties: { averageMillis: int64, maximumMillis: int64 } },
              },
            },
          },
        },
        cost: {
          type: "object",
          properties: { perHour: quantity, perMillionTokens: quantity, spotPerHour: quantity, tier: string },
        },
        discovery: {
          type: "object",
          properties: { affinity: anyObject, deviceIDs: strings, nodeSelector: stringMap, pciVendorID: string },
        },
        family: string,
        integration: { type: "object", properties: { kueueResourceFlavor: string, volcanoGPUType: string } },
        model: string,
        resources: {
          type: "array",
          items: {
            type: "object",
            required: ["name"],
            properties: { divisible: boolean, name: string, quantity: { ...quantity, default: "1" } },
          },
        },
        vendor: string,
      },
    },
    status: {
      type: "object",
      properties: {
        availableAccelerators: int32,
        availableNodes: int32,
        conditions: { type: "array", items: strictCondition },
        lastUpdated: dateTime,
        nodes: strings,
        totalAccelerators: int32,
      },
    },
  },
};
