import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "./json.ts";
import { kinds } from "./kinds.ts";
import { readObject } from "./registry.ts";
import { fieldName } from "./schema.ts";

const storage = { storageUri: "hf://acme/writer" };
const entry = { modelFormat: { name: "safetensors" }, modelFramework: { name: "transformers" } };

function read(kindName: string, spec: Json, more: JsonObject = {}) {
  const kind = kinds.find((candidate) => candidate.kind === kindName);
  if (kind === undefined) throw new Error(`no kind ${kindName}`);
  const metadata = { name: "x", ...(more["metadata"] as JsonObject | undefined) };
  const { object, unknown, errors } = readObject(kind, {
    apiVersion: "ome.io/v1beta1",
    kind: kindName,
    spec,
    ...more,
    metadata,
  });
  return {
    object,
    unknown: unknown.map(fieldName),
    errors: errors.map((error) => `${fieldName(error.path)}: ${error.message}`),
  };
}

describe("what is filled in", () => {
  const rows: readonly { name: string; kind: string; spec: JsonObject; expect: JsonObject }[] = [
    {
      name: "format, framework and distribution of a model",
      kind: "BaseModel",
      spec: { storage, modelFormat: { name: "a" }, modelFramework: { name: "b", operator: "X", weight: 0 } },
      expect: {
        storage,
        distribution: "PerNode",
        modelFormat: { name: "a", operator: "Equal", weight: 1 },
        modelFramework: { name: "b", operator: "X", weight: 0 },
      },
    },
    {
      name: "the entries of a runtime, but neither autoSelect nor priority",
      kind: "ServingRuntime",
      spec: { supportedModelFormats: [entry] },
      expect: {
        supportedModelFormats: [
          {
            modelFormat: { name: "safetensors", operator: "Equal", weight: 1 },
            modelFramework: { name: "transformers", operator: "Equal", weight: 1 },
          },
        ],
      },
    },
    {
      name: "the kinds that a service means",
      kind: "InferenceService",
      spec: { model: { name: "m" }, runtime: { name: "r" } },
      expect: {
        model: { name: "m", kind: "ClusterBaseModel", apiGroup: "ome.io" },
        runtime: { name: "r", kind: "ClusterServingRuntime", apiGroup: "ome.io", autoSync: true },
      },
    },
    { name: "nothing in what is not there", kind: "InferenceService", spec: {}, expect: {} },
    {
      name: "a default in the place of a null, and nothing in the place of another null",
      kind: "BaseModel",
      spec: {
        storage,
        modelFormat: { name: "a", operator: null, version: null },
        quantization: null,
        diffusionPipeline: { vae: null },
      },
      expect: {
        storage,
        distribution: "PerNode",
        modelFormat: { name: "a", operator: "Equal", weight: 1 },
        diffusionPipeline: {},
      },
    },
    {
      name: "an empty string, an empty object and an empty list stay",
      kind: "BaseModel",
      spec: { storage, modelArchitecture: "", modelFormat: { name: "" }, diffusionPipeline: {}, modelCapabilities: [] },
      expect: {
        storage,
        distribution: "PerNode",
        modelArchitecture: "",
        modelFormat: { name: "", operator: "Equal", weight: 1 },
        diffusionPipeline: {},
        modelCapabilities: [],
      },
    },
    {
      name: "pod fields stay as they are",
      kind: "ServingRuntime",
      spec: {
        engineConfig: {
          runner: { name: "c", env: [{ name: "A", value: null }], strange: { deep: [1] } },
          tolerations: [{ key: "x" }],
        },
      },
      expect: {
        engineConfig: {
          runner: { name: "c", env: [{ name: "A", value: null }], strange: { deep: [1] } },
          tolerations: [{ key: "x" }],
        },
      },
    },
  ];
  test.each(rows)("$name", ({ kind, spec, expect: expected }) => {
    const { object, errors } = read(kind, spec);
    expect(errors).toEqual([]);
    expect(object["spec"]).toEqual(expected);
  });
});

describe("what is refused", () => {
  const rows: readonly (readonly [string, Json, string])[] = [
    ["BaseModel", {}, "spec.storage: Required value"],
    ["BaseModel", { storage: {} }, "spec.storage.storageUri: Required value"],
    ["BaseModel", { storage: { storageUri: null } }, "spec.storage.storageUri: Required value"],
    ["BaseModel", { storage, modelFormat: { version: "1" } }, "spec.modelFormat.name: Required value"],
    [
      "BaseModel",
      { storage, modelFormat: { name: "a", version: 1 } },
      'spec.modelFormat.version: Invalid value: "integer": spec.modelFormat.version in body must be of type string: "integer"',
    ],
    [
      "BaseModel",
      { storage, version: 1.5 },
      'spec.version: Invalid value: "number": spec.version in body must be of type string: "number"',
    ],
    [
      "BaseModel",
      { storage, disabled: "yes" },
      'spec.disabled: Invalid value: "string": spec.disabled in body must be of type boolean: "string"',
    ],
    [
      "BaseModel",
      { storage, modelCapabilities: [null] },
      'spec.modelCapabilities[0]: Invalid value: "null": spec.modelCapabilities[0] in body must be of type string: "null"',
    ],
    [
      "BaseModel",
      { storage, distribution: "Both" },
      'spec.distribution: Unsupported value: "Both": supported values: "PerNode", "Sharded"',
    ],
    [
      "BaseModel",
      { storage, maxTokens: 2 ** 31 },
      "spec.maxTokens: Invalid value: 2147483648: Checked value must be of type integer with format int32 in spec.maxTokens",
    ],
    ["BaseModel", [], 'spec: Invalid value: "array": spec in body must be of type object: "array"'],
    [
      "ServingRuntime",
      { supportedModelFormats: [{ modelFormat: { name: "a" } }] },
      "spec.supportedModelFormats[0].modelFramework: Required value",
    ],
    [
      "ServingRuntime",
      { supportedModelFormats: [{ ...entry, priority: 0 }] },
      "spec.supportedModelFormats[0].priority: Invalid value: 0: spec.supportedModelFormats[0].priority in body should be greater than or equal to 1",
    ],
    [
      "ServingRuntime",
      { engineConfig: { annotations: { "ome.io/deploymentMode": true } } },
      'spec.engineConfig.annotations.ome.io/deploymentMode: Invalid value: "boolean": spec.engineConfig.annotations.ome.io/deploymentMode in body must be of type string: "boolean"',
    ],
    [
      "ServingRuntime",
      { modelSizeRange: { max: 4 } },
      'spec.modelSizeRange.max: Invalid value: "integer": spec.modelSizeRange.max in body must be of type string: "integer"',
    ],
    [
      "InferenceService",
      { deploymentMode: "MultiNode" },
      'spec.deploymentMode: Unsupported value: "MultiNode": supported values: "OMENative", "RawDeployment"',
    ],
    ["InferenceService", { model: {} }, "spec.model.name: Required value"],
    ["AcceleratorClass", { discovery: {} }, "spec.capabilities: Required value"],
    [
      "AcceleratorClass",
      { discovery: {}, capabilities: { memoryGB: "lots" } },
      'spec.capabilities.memoryGB: Invalid value: "lots": spec.capabilities.memoryGB in body should match \'^(\\+|-)?',
    ],
    [
      "AcceleratorClass",
      { discovery: {}, capabilities: { memoryGB: true } },
      'spec.capabilities.memoryGB: Invalid value: "boolean": spec.capabilities.memoryGB in body must be of type integer,string: "boolean"',
    ],
  ];
  test.each(rows)("%s %j", (kind, spec, expected) => {
    const { errors } = read(kind, spec);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toContain(expected);
  });

  test("the status of a model needs a state that exists", () => {
    expect(read("BaseModel", { storage }, { status: { state: "Lost" } }).errors[0]).toContain(
      "status.state: Unsupported value",
    );
    expect(read("BaseModel", { storage }, { status: {} }).errors).toEqual(["status.state: Required value"]);
  });

  test("what it takes are quantities of both forms", () => {
    const capabilities = { memoryGB: "80Gi", memoryBandwidthGBps: 3350 };
    expect(read("AcceleratorClass", { discovery: {}, capabilities }).errors).toEqual([]);
  });
});

test("of very many mistakes the first hundred are told", () => {
  expect(read("BaseModel", { storage, modelCapabilities: Array(5000).fill(1) }).errors).toHaveLength(100);
  const odd = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`f${index}`, 1]));
  const { unknown, object } = read("BaseModel", { storage, ...odd });
  expect(unknown).toHaveLength(100);
  expect(Object.keys(object["spec"] as JsonObject)).toHaveLength(2);
});

describe("what is dropped", () => {
  test("fields that no schema knows, each with its place", () => {
    const { object, unknown } = read("ServingRuntime", {
      suportedModelFormats: [],
      supportedModelFormats: [{ ...entry, architecture: "x" }],
    });
    expect(unknown).toEqual(["spec.suportedModelFormats", "spec.supportedModelFormats[0].architecture"]);
    expect(object["spec"]).not.toHaveProperty("suportedModelFormats");
  });

  test("members that are names of Object.prototype, like any other unknown field", () => {
    const spec = JSON.parse('{"storage":{"storageUri":"x"},"__proto__":{"a":1},"constructor":1,"toString":2}') as Json;
    const { object, unknown } = read("BaseModel", spec);
    expect(unknown).toEqual(["spec.constructor", "spec.toString"]);
    expect(Object.keys(object["spec"] as JsonObject)).toEqual(["storage", "distribution"]);
  });

  test("but a map may have members of such names", () => {
    const { object } = read("ServingRuntime", { engineConfig: { annotations: { constructor: "x" } } });
    expect(JSON.stringify(object["spec"])).toBe('{"engineConfig":{"annotations":{"constructor":"x"}}}');
  });
});

describe("metadata", () => {
  const rows: readonly (readonly [JsonObject, string])[] = [
    [{ name: "A" }, 'metadata.name: Invalid value: "A": a lowercase RFC 1123 subdomain must consist of'],
    [{ name: "a/b" }, "metadata.name: Invalid value"],
    [{ name: "a".repeat(254) }, "must be no more than 253 characters"],
    [{ name: "" }, "metadata.name: Required value: name or generateName is required"],
    [{ name: 5 }, "json: cannot unmarshal number into Go struct field ObjectMeta.name of type string"],
    [{ namespace: "a.b" }, 'metadata.namespace: Invalid value: "a.b": a lowercase RFC 1123 label must consist of'],
    [{ labels: { "a b": "c" } }, 'metadata.labels: Invalid value: "a b": name part must consist of'],
    [
      { labels: { a: "b c" } },
      'metadata.labels: Invalid value: "b c": a valid label must be an empty string or consist of',
    ],
    [{ labels: { a: 1 } }, "json: cannot unmarshal number into Go struct field ObjectMeta.labels of type string"],
    [{ labels: [] }, "of type map[string]string"],
    [{ annotations: { "a b": "" } }, 'metadata.annotations: Invalid value: "a b"'],
    [{ annotations: { a: "x".repeat(300_000) } }, "metadata.annotations: Too long"],
  ];
  test.each(rows)("%j", (metadata, expected) => {
    const { errors } = read("BaseModel", { storage }, { metadata });
    expect(errors.join("\n")).toContain(expected);
  });

  test("a null label is an empty one, and a namespace is default", () => {
    const { object, errors } = read("BaseModel", { storage }, { metadata: { labels: { a: null }, annotations: null } });
    expect(errors).toEqual([]);
    expect(object["metadata"]).toEqual({ name: "x", namespace: "default", labels: { a: "" } });
  });
});
