import type { Schema } from "../schema.ts";
import { anyObject, string, strings } from "./shapes.ts";

export const namespaceSchema: Schema = {
  type: "object",
  properties: {
    spec: { type: "object", properties: { finalizers: strings } },
    status: { type: "object", properties: { conditions: { type: "array", items: anyObject }, phase: string } },
  },
};
