/** Generated models, runtimes and services. The vocabularies are small, so that matches, near misses and ties happen. */
import fc from "fast-check";
import type {
  DiffusionComponent,
  DiffusionPipeline,
  Entry,
  EntryVersionedName,
  InferenceServiceSpec,
  MatrixRow,
  ModelKind,
  ModelSpec,
  RuntimeKind,
  RuntimeSpec,
  VersionedName,
} from "../src/index.ts";
import { acceleratorClassPlaces } from "../src/index.ts";

const names = ["safetensors", "diffusers", "Safetensors", ""];
const versions = ["1.0.0", "1.0", "1", "v1.0.0", "1.2.0", "4.45.0.dev0", "1.0.0-rc1", "1.0.0+cu12", "latest", ""];
const operators = ["Equal", "GreaterThan", "GreaterThanOrEqual", "LessThan", ""];
const architectures = ["LlamaForCausalLM", "Qwen2ForCausalLM", "llamaforcausallm", ""];
const quantizations = ["fp8", "int4", ""];
const sizes = ["1B", "3.2B", "7B", "7b", "70B", "500M", "0.5", "1.2", "NaN", "inf", ""];
const classNames = ["FluxPipeline", "QwenImagePipeline", ""];
const modes = ["RawDeployment", "OMENative", "MultiNode", "multinode", ""];
const weights = [0, 1, 2, -1, -3, 5, 2 ** 62, Number.MAX_SAFE_INTEGER];
const priorities = [1, 2, 3, 0, -1, 2 ** 31 - 1];

/** The first values are much likelier than the others. */
function oneOf<Value>(values: readonly Value[]): fc.Arbitrary<Value> {
  const [first, ...others] = values.map((value) => fc.constant(value));
  return first === undefined
    ? fc.constantFrom(...values)
    : fc.oneof({ arbitrary: first, weight: 2 * values.length }, ...others);
}

/** A record whose undefined members are absent, as everywhere in this package. */
function record<Value extends object>(
  members: { [Key in keyof Value]-?: fc.Arbitrary<Value[Key] | undefined> },
): fc.Arbitrary<Value> {
  return fc
    .record(members as Record<string, fc.Arbitrary<unknown>>)
    .map((fields) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Value);
}

function maybe<Value>(arbitrary: fc.Arbitrary<Value>, often = 3): fc.Arbitrary<Value | undefined> {
  return fc.oneof({ arbitrary, weight: often * 10 }, { arbitrary: fc.constant(undefined), weight: 10 });
}

const component = record<DiffusionComponent>({
  library: maybe(oneOf(["diffusers", "transformers", ""])),
  type: maybe(oneOf(["A", "B", ""])),
});

export const pipeline = record<DiffusionPipeline>({
  className: maybe(oneOf(classNames)),
  scheduler: maybe(component, 1),
  textEncoder: maybe(component, 1),
  tokenizer: maybe(component, 1),
  transformer: maybe(component, 1),
  vae: maybe(component, 1),
  additionalComponents: maybe(
    fc
      .array(fc.tuple(fc.constantFrom("text_encoder_2", "__proto__", "constructor", "b", "a"), component), {
        maxLength: 3,
      })
      .map((items) => new Map(items)),
    1,
  ),
});

const versionedName = record<VersionedName>({ name: maybe(oneOf(names), 20), version: maybe(oneOf(versions), 5) });

const entryName = record<EntryVersionedName>({
  name: maybe(oneOf(names), 20),
  version: maybe(oneOf(versions), 5),
  operator: maybe(fc.constantFrom(...operators), 1),
  weight: maybe(oneOf(weights), 2),
});

export const modelSpec: fc.Arbitrary<ModelSpec> = record<ModelSpec>({
  modelFormat: maybe(versionedName, 20),
  modelFramework: maybe(versionedName, 10),
  modelArchitecture: maybe(oneOf(architectures), 10),
  quantization: maybe(fc.constantFrom(...quantizations), 0.1),
  modelParameterSize: maybe(fc.constantFrom(...sizes)),
  diffusionPipeline: maybe(pipeline, 0.3),
  distribution: maybe(fc.constantFrom("PerNode", "Sharded"), 0.1),
});

const entry = record<Entry>({
  modelFormat: maybe(entryName, 20),
  modelFramework: maybe(entryName, 10),
  modelArchitecture: maybe(oneOf(architectures), 10),
  quantization: maybe(fc.constantFrom(...quantizations), 0.1),
  diffusionPipeline: maybe(pipeline, 0.3),
  autoSelect: maybe(oneOf([true, false]), 5),
  priority: maybe(oneOf(priorities), 2),
  name: fc.constant(undefined),
});

export const runtimeSpec: fc.Arbitrary<RuntimeSpec> = record<RuntimeSpec>({
  disabled: maybe(oneOf([false, true]), 0.3),
  supportedModelFormats: fc.array(entry, { maxLength: 4 }),
  modelSizeRange: maybe(
    record<{ min?: string; max?: string }>({ min: maybe(oneOf(sizes)), max: maybe(fc.constantFrom(...sizes), 1) }),
    0.5,
  ),
  acceleratorClasses: fc.array(fc.constantFrom("h100", "h200", ""), { maxLength: 3 }),
  deploymentModes: record<{ engine?: string; decoder?: string }>({
    engine: maybe(fc.constantFrom(...modes), 0.3),
    decoder: maybe(fc.constantFrom(...modes), 0.3),
  }),
});

export const serviceSpec: fc.Arbitrary<InferenceServiceSpec> = record<InferenceServiceSpec>({
  model: maybe(fc.constant({ name: "m" })),
  runtime: fc.constant(undefined),
  acceleratorClasses: fc.array(
    fc.record({ place: fc.constantFrom(...acceleratorClassPlaces), name: fc.constantFrom("h100", "h200", "") }),
    { maxLength: 2 },
  ),
  deploymentMode: maybe(fc.constantFrom("OMENative", "RawDeployment"), 0.3),
  deploymentModes: record<{ engine?: string; decoder?: string }>({
    engine: maybe(fc.constantFrom(...modes), 0.3),
    decoder: maybe(fc.constantFrom(...modes), 0.3),
  }),
  hasDecoder: fc.boolean(),
});

const namespaces = ["studio", "lab", "x"];

/** Rows or columns; several share a spec, as the many variants of one model do. */
function row<Kind extends string, Spec>(
  namespaced: Kind,
  cluster: Kind,
  spec: fc.Arbitrary<Spec>,
): fc.Arbitrary<readonly MatrixRow<Kind, Spec>[]> {
  const pool = fc.array(spec, { minLength: 1, maxLength: 6 });
  const items = fc.array(
    fc.record({
      isCluster: fc.boolean(),
      namespace: maybe(fc.constantFrom(...namespaces), 20),
      name: fc.constantFrom("a", "b", "c", "d", "\u{10000}", "\uffff", "ab"),
      pick: maybe(fc.nat(), 12),
    }),
    { maxLength: 8 },
  );
  return fc.tuple(pool, items).map(([specs, rows]) => {
    const seen = new Set<string>();
    return rows.flatMap(({ isCluster, namespace, name, pick }): MatrixRow<Kind, Spec>[] => {
      const key = JSON.stringify([isCluster, isCluster ? "" : namespace, name]);
      if (seen.has(key)) return [];
      seen.add(key);
      const kind = isCluster ? cluster : namespaced;
      const read = pick === undefined ? undefined : specs[pick % specs.length];
      return [{ kind, ...(isCluster || namespace === undefined ? {} : { namespace }), name, spec: read }];
    });
  });
}

export const modelRows = row<ModelKind, ModelSpec>("BaseModel", "ClusterBaseModel", modelSpec);
export const runtimeRows = row<RuntimeKind, RuntimeSpec>("ServingRuntime", "ClusterServingRuntime", runtimeSpec);
export const viewNamespace = maybe(fc.constantFrom(...namespaces), 1);
export const maybeService = maybe(serviceSpec, 1);
