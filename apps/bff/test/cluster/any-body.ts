/** Objects that are nearly right, at random: what the table of cases does not think of. */
import fc from "fast-check";

/** Small values of every type; the ones that schemas are most often tripped by. */
const oddity: fc.Arbitrary<unknown> = fc.constantFrom<unknown>(
  ...[null, true, false, 0, 1, -1, 1.5, 2_147_483_648, "", "a", "Equal", [], ["a"], [null], [1], {}, { a: null }],
  ...[{ name: null }, { name: "a" }, { name: 1 }, [{}], { unheardOf: 1 }],
);
const field = (good: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 8, arbitrary: good }, { weight: 1, arbitrary: oddity });
const record = (fields: Readonly<Record<string, fc.Arbitrary<unknown>>>): fc.Arbitrary<unknown> =>
  field(fc.record(fields, { requiredKeys: [] }));
const texts = (...values: readonly string[]): fc.Arbitrary<unknown> => field(fc.constantFrom(...values));
const list = (item: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> => field(fc.array(item, { maxLength: 2 }));
const map = (value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  field(fc.dictionary(fc.constantFrom("a", "b", "c"), value, { maxKeys: 2 }));

const flag = field(fc.boolean());
const number = field(fc.integer({ min: -3, max: 5 }));
const text = texts("a", "1.0", "");

const versionedName = record({ name: text, version: text, operator: texts("Equal", "odd"), weight: number, odd: text });
const component = record({ library: text, type: text });
const pipeline = record({
  ...{ className: text, scheduler: component, textEncoder: component, tokenizer: component },
  ...{ transformer: component, vae: component, additionalComponents: map(component), unheardOf: text },
});

const model = record({
  ...{ modelFormat: versionedName, modelFramework: versionedName, modelArchitecture: text, quantization: text },
  ...{ modelParameterSize: text, diffusionPipeline: pipeline, disabled: flag, displayName: text, maxTokens: number },
  ...{ additionalMetadata: map(text), modelCapabilities: list(text), servingMode: list(text), unheardOf: text },
  distribution: texts("PerNode", "Sharded", "Other"),
  modelConfiguration: map(field(fc.jsonValue({ maxDepth: 1 }))),
  storage: record({
    ...{ storageUri: text, path: text, key: text, schemaPath: text, nodeSelector: map(text), parameters: map(text) },
    downloadPolicy: texts("AlwaysDownload", "ReuseIfExists", "Never"),
  }),
});

// Nothing odd in the part itself: the mock cluster keeps what it does not know of a pod, as its README says.
const part = fc.record(
  { annotations: map(text), labels: map(text), minReplicas: number, maxReplicas: number },
  { requiredKeys: [] },
);
const runtime = record({
  ...{ disabled: flag, modelSizeRange: record({ min: text, max: text }), protocolVersions: list(text) },
  ...{ engineConfig: part, decoderConfig: part, routerConfig: part, unheardOf: text, labels: map(text) },
  supportedModelFormats: list(
    record({
      ...{ modelFormat: versionedName, modelFramework: versionedName, modelArchitecture: text, quantization: text },
      ...{ diffusionPipeline: pipeline, autoSelect: flag, priority: number, name: text, version: text },
      ...{ modelType: text, unheardOf: text, acceleratorConfig: map(record({ runtimeArgsOverride: list(text) })) },
    }),
  ),
  acceleratorRequirements: record({
    ...{ acceleratorClasses: list(text), minMemory: number, requiredFeatures: list(text) },
  }),
});

const selector = record({ acceleratorClass: text, policy: texts("BestFit", "Other") });
const service = record({
  model: record({ name: text, kind: text, apiGroup: text, fineTunedWeights: list(text) }),
  runtime: record({ name: text, kind: text, autoSync: flag, revision: text, unheardOf: text }),
  ...{ acceleratorSelector: selector, deploymentMode: texts("OMENative", "RawDeployment", "Other"), unheardOf: text },
  engine: fc.record(
    { annotations: map(text), minReplicas: number, acceleratorOverride: selector },
    { requiredKeys: [] },
  ),
});

const quantity = field(fc.constantFrom<unknown>("80Gi", 80, "0.5", "eighty", "1e3", "-1", 0.5));
const acceleratorClass = record({
  ...{ vendor: text, family: text, model: text, unheardOf: text },
  discovery: record({ nodeSelector: map(text), deviceIDs: list(text), pciVendorID: text }),
  capabilities: record({ memoryGB: quantity, features: list(text), clockSpeedMHz: number, computeCapability: text }),
  cost: record({ perHour: quantity, tier: text }),
  resources: list(record({ name: text, quantity, divisible: flag })),
});

/** Specs by kind. */
export const anySpec: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  AcceleratorClass: acceleratorClass,
  ClusterBaseModel: model,
  ClusterServingRuntime: runtime,
  InferenceService: service,
};
