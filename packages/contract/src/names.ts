import { z } from "zod";

export const modelKind = z.enum(["BaseModel", "ClusterBaseModel"]);
export const runtimeKind = z.enum(["ServingRuntime", "ClusterServingRuntime"]);

/** `kind/name`, or `kind/namespace/name` for namespaced kinds; each part percent-encoded. One spelling for URLs, rows and columns. */
export const resourceKey = z.string().min(1).meta({ id: "ResourceKey" });

const named = { name: z.string(), namespace: z.string().optional(), key: resourceKey };
export const modelName = z.object({ kind: modelKind, ...named }).meta({ id: "ModelName" });
export const runtimeName = z.object({ kind: runtimeKind, ...named }).meta({ id: "RuntimeName" });
export const serviceName = z
  .object({ kind: z.literal("InferenceService"), name: z.string(), namespace: z.string(), key: resourceKey })
  .meta({ id: "ServiceName" });

export type ModelName = z.infer<typeof modelName>;
export type RuntimeName = z.infer<typeof runtimeName>;
export type ServiceName = z.infer<typeof serviceName>;
