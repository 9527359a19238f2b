import { z } from "zod";
import { unknownKinds } from "./cluster.ts";
import { modelName, runtimeName, serviceName } from "./names.ts";
import { instant } from "./text.ts";

export const readProblem = z
  .object({
    path: z.string(),
    expected: z.string(),
    found: z.string(),
    /** The whole in one sentence. */
    message: z.string(),
  })
  .meta({ id: "ReadProblem" });
export type ReadProblem = z.infer<typeof readProblem>;

/** Who applied the object, as far as its marks tell. */
export const managedBy = z.enum(["helm", "argo-cd", "flux", "kubectl-apply"]);

const versionedName = z.object({ name: z.string().optional(), version: z.string().optional() });

const facts = {
  createdAt: instant.optional(),
  managedBy: z.array(managedBy),
  labels: z.record(z.string(), z.string()),
  /** Empty when the object could be read. */
  problems: z.array(readProblem),
};

export const modelSummary = modelName
  .extend({
    ...facts,
    displayName: z.string().optional(),
    vendor: z.string().optional(),
    modelType: z.string().optional(),
    capabilities: z.array(z.string()),
    format: versionedName.optional(),
    framework: versionedName.optional(),
    architecture: z.string().optional(),
    quantization: z.string().optional(),
    /** As written. */
    size: z.string().optional(),
    /** Parsed (spec 2.5); absent when not stated or not a finite number. */
    sizeValue: z.number().optional(),
    distribution: z.string().optional(),
    pipelineClass: z.string().optional(),
    hasPipeline: z.boolean(),
    storageUri: z.string().optional(),
    disabled: z.boolean(),
    status: z.object({ state: z.string().optional(), nodesReady: z.int(), nodesFailed: z.int() }),
    /** Why OME recorded nothing, or no pipeline, as far as the object tells (spec 4.1); a sentence each. */
    explanations: z.array(z.string()),
    /** A BaseModel of the same name hides this ClusterBaseModel in these namespaces (spec 3.7). */
    shadowedIn: z.array(z.string()),
  })
  .meta({ id: "ModelSummary" });
export type ModelSummary = z.infer<typeof modelSummary>;

export const runtimeSummary = runtimeName
  .extend({
    ...facts,
    disabled: z.boolean(),
    entries: z.array(
      z.object({
        format: versionedName.optional(),
        framework: versionedName.optional(),
        architecture: z.string().optional(),
        quantization: z.string().optional(),
        pipelineClass: z.string().optional(),
        autoSelect: z.boolean().optional(),
        priority: z.int().optional(),
      }),
    ),
    /** Any entry has `autoSelect: true`. */
    autoSelect: z.boolean(),
    sizeRange: z.object({ min: z.string().optional(), max: z.string().optional(), text: z.string() }).optional(),
    /** Parsed lower bound, for ordering. */
    sizeValue: z.number().optional(),
    acceleratorClasses: z.array(z.string()),
    images: z.array(z.string()),
    /** `ome.io/inherit-from`; matching looks at the runtime's own spec only (spec 6.1). */
    inheritsFrom: z.string().optional(),
    isProfile: z.boolean(),
  })
  .meta({ id: "RuntimeSummary" });
export type RuntimeSummary = z.infer<typeof runtimeSummary>;

export const serviceSummary = serviceName
  .extend({
    ...facts,
    model: z.object({ name: z.string().optional(), kind: z.string().optional() }).optional(),
    runtime: z.object({ name: z.string().optional(), kind: z.string().optional() }).optional(),
    acceleratorClasses: z.array(z.object({ place: z.string(), name: z.string() })),
    deploymentMode: z.string().optional(),
    deploymentModes: z.object({ engine: z.string().optional(), decoder: z.string().optional() }),
    url: z.string().optional(),
    conditions: z.array(
      z.object({
        type: z.string(),
        status: z.string(),
        reason: z.string().optional(),
        message: z.string().optional(),
      }),
    ),
    /** In a few words, what it asks for: `nvidia-h100 · OMENative`; empty when nothing. */
    asks: z.string(),
  })
  .meta({ id: "ServiceSummary" });
export type ServiceSummary = z.infer<typeof serviceSummary>;

export const modelList = z
  .object({ revision: z.int().nonnegative(), models: z.array(modelSummary), unknownKinds })
  .meta({ id: "ModelList" });
export const runtimeList = z
  .object({ revision: z.int().nonnegative(), runtimes: z.array(runtimeSummary), unknownKinds })
  .meta({ id: "RuntimeList" });
export type ModelList = z.infer<typeof modelList>;
export type RuntimeList = z.infer<typeof runtimeList>;
