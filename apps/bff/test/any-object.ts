import type { WatchedKind } from "@ome-matrix/contract";
import fc from "fast-check";

/** Any JSON, half surrogates and `__proto__` included. */
export const anyJson = (): fc.Arbitrary<unknown> =>
  fc.oneof(
    fc.json({ maxDepth: 2 }).map((text): unknown => JSON.parse(text)),
    fc.string({ unit: "binary" }),
    fc.constantFrom("", "\ud800", "__proto__", "constructor", "‮evil", "a/b", "%", 0, -1, 1e308, true, null, [], {}),
  );

/** A field that is as it should be, or anything. */
const field = (good: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 6, arbitrary: good }, { weight: 1, arbitrary: anyJson() });

const record = (fields: Readonly<Record<string, fc.Arbitrary<unknown>>>): fc.Arbitrary<unknown> =>
  field(fc.record(fields, { requiredKeys: [] }));

const texts = (...values: readonly string[]): fc.Arbitrary<unknown> => field(fc.constantFrom(...values));
const list = (item: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> => field(fc.array(item, { maxLength: 3 }));
const flag = field(fc.boolean());
const number = field(fc.oneof(fc.integer(), fc.double()));

const versionedName = record({
  name: texts("safetensors", "diffusers", "transformers"),
  version: texts("1.0.0", "4.45.0", "", "1.0.0.dev0"),
  operator: texts("Equal", "GreaterThanOrEqual", "odd"),
  weight: number,
});
const component = record({ library: texts("diffusers"), type: texts("AutoencoderKL") });
const pipeline = record({
  className: texts("FluxPipeline"),
  vae: component,
  transformer: component,
  additionalComponents: field(fc.dictionary(fc.string(), component, { maxKeys: 2 })),
});
const part = record({
  annotations: record({ "ome.io/deploymentMode": texts("RawDeployment", "MultiNode") }),
  acceleratorOverride: record({ acceleratorClass: texts("nvidia-h100") }),
  runner: record({ image: texts("example.org/a:1"), env: anyJson(), resources: anyJson() }),
  leader: record({ runner: record({ image: texts("example.org/b:1") }) }),
});

const modelSpec = record({
  modelFormat: versionedName,
  modelFramework: versionedName,
  modelArchitecture: texts("LlamaForCausalLM", "FluxPipeline"),
  quantization: texts("fp8"),
  modelParameterSize: texts("3.2B", "4b", "nan", "inf"),
  diffusionPipeline: pipeline,
  distribution: texts("PerNode", "Sharded"),
  storage: record({ storageUri: texts("hf://a/b", "pvc://a/b", "s3://x", "vendor://x") }),
  modelCapabilities: list(texts("TEXT_GENERATION")),
  disabled: flag,
  displayName: texts("Writer"),
});
const runtimeSpec = record({
  disabled: flag,
  supportedModelFormats: list(
    record({
      modelFormat: versionedName,
      modelFramework: versionedName,
      modelArchitecture: texts("LlamaForCausalLM"),
      quantization: texts("fp8"),
      diffusionPipeline: pipeline,
      autoSelect: flag,
      priority: number,
      name: texts("entry"),
    }),
  ),
  modelSizeRange: record({ min: texts("1B", "nan"), max: texts("70B") }),
  acceleratorRequirements: record({ acceleratorClasses: list(texts("nvidia-h100")) }),
  engineConfig: part,
  decoderConfig: part,
  containers: list(record({ image: texts("example.org/c:1") })),
});
const serviceSpec = record({
  model: record({ name: texts("writer"), kind: texts("BaseModel") }),
  runtime: record({ name: texts("fast"), kind: texts("ServingRuntime") }),
  acceleratorSelector: record({ acceleratorClass: texts("nvidia-h100") }),
  deploymentMode: texts("OMENative"),
  engine: part,
  decoder: part,
});

const specs: { readonly [Kind in WatchedKind]: fc.Arbitrary<unknown> } = {
  BaseModel: modelSpec,
  ClusterBaseModel: modelSpec,
  ServingRuntime: runtimeSpec,
  ClusterServingRuntime: runtimeSpec,
  InferenceService: serviceSpec,
  AcceleratorClass: anyJson(),
  Namespace: anyJson(),
};

const labels = field(fc.dictionary(fc.string(), anyJson(), { maxKeys: 2 }));

/** An object of a kind that is nearly right: any of its fields may hold any JSON. */
export const anyObject = (kind: WatchedKind): fc.Arbitrary<{ readonly kind: string }> =>
  fc
    .record(
      {
        apiVersion: texts("ome.io/v1beta1"),
        metadata: record({
          name: field(fc.string()),
          namespace: texts("default", "studio"),
          uid: anyJson(),
          creationTimestamp: texts("2026-01-01T00:00:00Z", "yesterday"),
          labels,
          annotations: labels,
          managedFields: anyJson(),
        }),
        spec: specs[kind],
        status: record({
          state: texts("Ready", "In_Transit"),
          nodesReady: list(texts("node")),
          conditions: list(record({ type: texts("Ready"), status: texts("True"), message: texts("fine") })),
          url: texts("http://x"),
        }),
      },
      { requiredKeys: [] },
    )
    .map((object) => ({ ...object, kind }));
