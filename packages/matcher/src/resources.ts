/**
 * The resources OME's matching reads, cut down to the fields it reads (spec chapter 1), under OME's own field names.
 *
 * An unset field is an absent property. `""` and an empty pipeline are set: they are values, and they behave as such.
 */

export type ModelKind = "BaseModel" | "ClusterBaseModel";
export type RuntimeKind = "ServingRuntime" | "ClusterServingRuntime";

/** `modelFormat` or `modelFramework` of a model. */
export interface VersionedName {
  readonly name?: string;
  readonly version?: string;
}

/** `modelFormat` or `modelFramework` of an entry: the operator and the weight only count there. */
export interface EntryVersionedName extends VersionedName {
  readonly operator?: string;
  /** An integer of 64 bits, a `bigint` where a number would round it; unset is 0 for the engine, as in OME's own code (spec 3.2). */
  readonly weight?: number | bigint;
}

export interface DiffusionComponent {
  readonly library?: string;
  readonly type?: string;
}

/** The five components with a field of their own, in the order OME compares them (spec 2.8). */
export const pipelineComponents = ["scheduler", "textEncoder", "tokenizer", "transformer", "vae"] as const;
export type PipelineComponent = (typeof pipelineComponents)[number];

export interface DiffusionPipeline extends Readonly<Partial<Record<PipelineComponent, DiffusionComponent>>> {
  readonly className?: string;
  /** A Map, since a component may be named `__proto__`. */
  readonly additionalComponents?: ReadonlyMap<string, DiffusionComponent>;
}

/** `spec` of a BaseModel or ClusterBaseModel. */
export interface ModelSpec {
  readonly modelFormat?: VersionedName;
  readonly modelFramework?: VersionedName;
  readonly modelArchitecture?: string;
  readonly quantization?: string;
  readonly modelParameterSize?: string;
  readonly diffusionPipeline?: DiffusionPipeline;
  readonly distribution?: string;
}

/** One item of `spec.supportedModelFormats`. */
export interface Entry {
  /** The API requires both; OME's code has words for when they are absent (spec 2.2). */
  readonly modelFormat?: EntryVersionedName;
  readonly modelFramework?: EntryVersionedName;
  readonly modelArchitecture?: string;
  readonly quantization?: string;
  readonly diffusionPipeline?: DiffusionPipeline;
  /** `false` and unset behave differently (spec 3.2). */
  readonly autoSelect?: boolean;
  /** Unset counts as 1. */
  readonly priority?: number;
  /** Only the webhook's priority rule reads it (spec 5.5). */
  readonly name?: string;
}

export interface ModelSizeRange {
  readonly min?: string;
  readonly max?: string;
}

/** Deployment modes as written in the annotation `ome.io/deploymentMode`; values that are no mode are kept (spec 2.7). */
export interface DeploymentModes {
  readonly engine?: string;
  readonly decoder?: string;
}

/** `spec` of a ServingRuntime or ClusterServingRuntime. */
export interface RuntimeSpec {
  readonly disabled?: boolean;
  readonly supportedModelFormats: readonly Entry[];
  readonly modelSizeRange?: ModelSizeRange;
  /** `spec.acceleratorRequirements.acceleratorClasses` */
  readonly acceleratorClasses: readonly string[];
  /** From `spec.engineConfig.annotations` and `spec.decoderConfig.annotations`. */
  readonly deploymentModes: DeploymentModes;
}

/** The places in which an InferenceService can name an accelerator class (spec 2.6). */
export const acceleratorClassPlaces = [
  "metadata.annotations[ome.io/accelerator-class]",
  "spec.acceleratorSelector.acceleratorClass",
  "spec.engine.acceleratorOverride.acceleratorClass",
  "spec.decoder.acceleratorOverride.acceleratorClass",
] as const;
export type AcceleratorClassPlace = (typeof acceleratorClassPlaces)[number];

/** What matching reads of an InferenceService. */
export interface InferenceServiceSpec {
  /** `spec.model`; without it the accelerator class is not checked (spec 2.6, v1.3). */
  readonly model?: { readonly name?: string; readonly kind?: string };
  /** `spec.runtime`: a named runtime. */
  readonly runtime?: { readonly name?: string; readonly kind?: string };
  readonly acceleratorClasses: readonly { readonly place: AcceleratorClassPlace; readonly name: string }[];
  /** `spec.deploymentMode` */
  readonly deploymentMode?: string;
  /** The annotation on `spec.engine` and on `spec.decoder`. */
  readonly deploymentModes: DeploymentModes;
  /** Whether `spec.decoder` exists: only then the decoder is compared. */
  readonly hasDecoder: boolean;
}

/** An object of the cluster by name; `namespace` only for namespaced kinds. */
export interface ResourceName<Kind extends string = string> {
  readonly kind: Kind;
  readonly namespace?: string;
  readonly name: string;
}

export interface Model extends ResourceName<ModelKind> {
  readonly spec: ModelSpec;
}

export interface Runtime extends ResourceName<RuntimeKind> {
  readonly spec: RuntimeSpec;
}

export interface InferenceService extends ResourceName<"InferenceService"> {
  readonly spec: InferenceServiceSpec;
}

/** One thing about an object that keeps it from being read. */
export interface ReadProblem {
  /** Such as `spec.supportedModelFormats[2].priority`. */
  readonly path: string;
  /** Such as `a string`. */
  readonly expected: string;
  /** The kind of value found and, when short, the value: `the number 5`. */
  readonly found: string;
}

/** An object that was read, or all that kept it from being read. */
export type Read<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problems: readonly [ReadProblem, ...ReadProblem[]] };
