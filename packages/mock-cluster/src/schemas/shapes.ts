import type { Schema } from "../schema.ts";

// The words that the schemas are written in. Each is plain data: a piece of an OpenAPI v3 structural schema.

export const string: Schema = { type: "string" };
export const boolean: Schema = { type: "boolean" };
export const integer: Schema = { type: "integer" };
export const int32: Schema = { type: "integer", format: "int32" };
export const int64: Schema = { type: "integer", format: "int64" };
export const dateTime: Schema = { type: "string", format: "date-time" };
export const strings: Schema = { type: "array", items: string };
export const stringMap: Schema = { type: "object", additionalProperties: string };

/** Kept as it is, whatever is in it. */
export const anyObject: Schema = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
export const anyObjects: Schema = { type: "array", items: anyObject };

/** A Kubernetes quantity: `80Gi`, `0.5`, 3. */
export const quantity: Schema = {
  "x-kubernetes-int-or-string": true,
  pattern:
    "^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))))?$",
};

/** A condition with the rules of metav1.Condition. */
export const strictCondition: Schema = {
  type: "object",
  required: ["lastTransitionTime", "message", "reason", "status", "type"],
  properties: {
    lastTransitionTime: dateTime,
    message: { type: "string", maxLength: 32768 },
    observedGeneration: { type: "integer", format: "int64", minimum: 0 },
    reason: { type: "string", minLength: 1, maxLength: 1024, pattern: "^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$" },
    status: { type: "string", enum: ["True", "False", "Unknown"] },
    type: {
      type: "string",
      maxLength: 316,
      pattern:
        "^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$",
    },
  },
};

/** A condition as OME writes it on models, runtimes and services. */
export const looseCondition: Schema = {
  type: "object",
  required: ["status", "type"],
  properties: {
    lastTransitionTime: string,
    message: string,
    observedGeneration: int64,
    reason: string,
    severity: string,
    status: string,
    type: string,
  },
};

const diffusionComponent: Schema = { type: "object", properties: { library: string, type: string } };

/** The same shape on models and in the entries of runtimes. */
export const diffusionPipeline: Schema = {
  type: "object",
  properties: {
    additionalComponents: { type: "object", additionalProperties: diffusionComponent },
    className: string,
    scheduler: diffusionComponent,
    textEncoder: diffusionComponent,
    tokenizer: diffusionComponent,
    transformer: diffusionComponent,
    vae: diffusionComponent,
  },
};

/** A format or a framework; the defaults are filled in on models too, where nothing reads them. */
export const versionedName: Schema = {
  type: "object",
  required: ["name"],
  properties: {
    name: string,
    operator: { type: "string", default: "Equal" },
    version: string,
    weight: { type: "integer", format: "int64", default: 1 },
  },
};

const acceleratorConstraints: Schema = {
  type: "object",
  properties: {
    architectureFamilies: strings,
    excludedClasses: strings,
    maxMemory: int64,
    minArchitectureVersion: string,
    minComputePerformanceTFLOPS: int64,
    minMemory: int64,
    preferredPrecisions: strings,
    requiredFeatures: strings,
  },
};

/** How an InferenceService, or a component, asks for an accelerator. */
export const acceleratorSelector: Schema = {
  type: "object",
  properties: {
    acceleratorClass: string,
    constraints: acceleratorConstraints,
    policy: { type: "string", enum: ["BestFit", "Cheapest", "MostCapable", "FirstAvailable"] },
  },
};

const container: Schema = { ...anyObject, properties: { name: string, image: string } };
const namedContainer: Schema = { ...container, required: ["name"] };
const podGroup: Schema = { ...anyObject, properties: { runner: namedContainer } };

function withRunner(runner: Schema): Readonly<Record<string, Schema>> {
  return { annotations: stringMap, labels: stringMap, maxReplicas: integer, minReplicas: integer, runner };
}

function componentWith(runner: Schema): Schema {
  return {
    ...anyObject,
    properties: { ...withRunner(runner), acceleratorOverride: acceleratorSelector, leader: podGroup, worker: podGroup },
  };
}

function routerWith(runner: Schema): Schema {
  return { ...anyObject, properties: { ...withRunner(runner), config: stringMap } };
}

/**
 * Engine and decoder of a runtime. Their hundreds of pod fields are kept as they are; the few that matching reads, or that
 * people mistype, are checked.
 */
export const runtimeComponent: Schema = componentWith(namedContainer);
export const runtimeRouter: Schema = routerWith(namedContainer);

/** The same on a service, where the runner only overrides the runtime's and may go without a name. */
export const serviceComponent: Schema = componentWith(container);
export const serviceRouter: Schema = routerWith(container);
