import { differingFields, driftCodes, serviceNoteCodes, serviceResultCodes } from "@ome-matrix/matcher";
import { z } from "zod";
import { unknownKinds } from "./cluster.ts";
import { mismatch, reason, standing, verdict } from "./explain.ts";
import { inheritance } from "./inheritance.ts";
import { pairState } from "./matrix.ts";
import { modelName, runtimeName } from "./names.ts";
import { modelSummary, serviceSummary } from "./resources.ts";

const condition = z.object({ status: z.string(), reason: z.string().optional(), message: z.string().optional() });

/**
 * What the InferenceService's own status and labels say. Which runtime was picked is only recorded on the workload, which is
 * not read.
 */
export const inUse = z
  .object({
    /** The label `serving-runtime`. */
    label: z.string().optional(),
    pinnedRevision: z.string().optional(),
    ready: condition.optional(),
    runtimeReady: condition.optional(),
    runtimeDrifted: condition.optional(),
  })
  .meta({ id: "InUse" });
export type InUseResponse = z.infer<typeof inUse>;

/** What it asks for of the runtime that it names: whether changes of it are taken over, and on which revision to stay. */
export const runtimeSync = z
  .object({
    /** `spec.runtime.autoSync`; the API's default is `true`. */
    autoSync: z.boolean(),
    /** `spec.runtime.revision`, which needs `autoSync: false`. */
    revision: z.string().optional(),
  })
  .meta({ id: "RuntimeSync" });
export type RuntimeSync = z.infer<typeof runtimeSync>;

/** What OME would do with an InferenceService now. */
export const serviceResult = z
  .object({
    code: z.enum(serviceResultCodes),
    /** The runtime that is picked or named; where one cannot be read, that one. */
    runtime: runtimeName.optional(),
  })
  .meta({ id: "ServiceResult" });
export type ServiceResultResponse = z.infer<typeof serviceResult>;

export const serviceRow = serviceSummary
  .extend({
    result: serviceResult,
    /** The model that its name means; absent when there is none. */
    foundModel: modelName.optional(),
    notes: z.array(z.enum(serviceNoteCodes)),
    /** Absent where no runtime is named, or the object cannot be read. */
    runtimeSync: runtimeSync.optional(),
    inUse,
    /** How what is in use differs from what OME would do now. */
    drift: z.array(z.enum(driftCodes)),
  })
  .meta({ id: "ServiceRow" });
export type ServiceRow = z.infer<typeof serviceRow>;

export const serviceList = z
  .object({ revision: z.int().nonnegative(), services: z.array(serviceRow), unknownKinds })
  .meta({ id: "ServiceList" });
export type ServiceList = z.infer<typeof serviceList>;

/** A text of OME about it, letter for letter, and where it is to be read. */
export const serviceMessage = z
  .object({
    /** `refusal` and `warning`: the webhook's answer to who applies it. */
    place: z.enum(["refusal", "warning", "condition", "event"]),
    /** The reason of the condition or event. */
    reason: z.string().optional(),
    /** How much of OME's text this is. */
    part: z.enum(["whole", "beginning", "middle", "end"]),
    text: z.string(),
  })
  .meta({ id: "ServiceMessage" });
export type ServiceMessageResponse = z.infer<typeof serviceMessage>;

/** A runtime that matches and is not picked, or comes near. */
export const nearRuntime = z
  .object({
    runtime: runtimeName,
    state: pairState,
    differences: z.int().nonnegative(),
    differingFields: z.array(z.enum(differingFields)),
    /** Of its closest entry. */
    mismatches: z.array(mismatch),
    reason: reason.optional(),
  })
  .meta({ id: "NearRuntime" });

export const serviceExplanation = z
  .object({
    revision: z.int().nonnegative(),
    rules: z.string(),
    service: serviceRow,
    model: modelSummary.optional(),
    /** The ClusterBaseModel that the BaseModel stands in front of. */
    shadows: modelName.optional(),
    messages: z.array(serviceMessage),
    /** What automatic selection ranks; empty where a runtime is named. */
    ranking: z.array(standing),
    /** Where automatic selection finds nothing: those that can be named, then near misses, the nearest first. */
    near: z.array(nearRuntime),
    checked: z.object({ total: z.int(), namespaced: z.int(), cluster: z.int() }).optional(),
    /** Why a named runtime does not declare the model. */
    reason: reason.optional(),
    /** Of a named runtime, checked with what it inherits. */
    verdict: verdict.optional(),
    /** Of a named runtime, or of a picked one that inherits. */
    inheritance: inheritance.optional(),
    serviceYaml: z.string(),
    unknownKinds,
  })
  .meta({ id: "ServiceExplanation" });
export type ServiceExplanation = z.infer<typeof serviceExplanation>;
