/** Requests that a real API server and the mock cluster have to answer alike; nearly all of them are wrong in one way each. */
import type { JsonObject } from "./api-client.ts";
import { omePath } from "./definitions.ts";
import { aModel, aRuntime, aService } from "./samples.ts";

export interface Case {
  readonly what: string;
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: string;
  readonly body?: unknown;
  readonly contentType?: string;
}

const models = `${omePath}/clusterbasemodels`;
const runtimes = `${omePath}/clusterservingruntimes`;
const classes = `${omePath}/acceleratorclasses`;
const services = `${omePath}/namespaces/default/inferenceservices`;
const namespacedModels = `${omePath}/namespaces/default/basemodels`;

/** What has to be there before: the names that cases refer to. */
export const prepared: readonly JsonObject[] = [
  aModel("ClusterBaseModel", "there"),
  aRuntime("ClusterServingRuntime", "there"),
  aService("there", "default"),
];

const create = (what: string, path: string, body: unknown): Case => ({
  what,
  method: "POST",
  path: path.includes("?") ? `${path}&dryRun=All` : `${path}?dryRun=All`,
  body,
});
const merge = (what: string, path: string, body: unknown): Case => ({
  ...{ what, method: "PATCH", path: `${path}?dryRun=All`, body },
  contentType: "application/merge-patch+json",
});
const operations = (what: string, path: string, body: unknown): Case => ({
  ...{ what, method: "PATCH", path: `${path}?dryRun=All`, body },
  contentType: "application/json-patch+json",
});
const get = (what: string, path: string): Case => ({ what, method: "GET", path });

const model = (spec: object, metadata: object = {}): object => {
  const whole = aModel("ClusterBaseModel", "new");
  return { ...whole, metadata: { name: "new", ...metadata }, spec: { ...(whole["spec"] as JsonObject), ...spec } };
};
const entry = {
  modelFormat: { name: "safetensors" },
  modelFramework: { name: "transformers" },
};
const runtime = (spec: object): object => ({ ...aRuntime("ClusterServingRuntime", "new"), spec });
const withEntry = (fields: object): object => runtime({ supportedModelFormats: [{ ...entry, ...fields }] });
const acceleratorClass = (spec: object): object => ({
  apiVersion: "ome.io/v1beta1",
  kind: "AcceleratorClass",
  metadata: { name: "new" },
  spec,
});
const service = (spec: object): object => ({ ...aService("new", "default"), spec });

const types: readonly Case[] = [
  create("a number for a text", models, model({ modelArchitecture: 5 })),
  create("true for a text", models, model({ quantization: true })),
  create("an object for a text", models, model({ vendor: { name: "acme" } })),
  create("a list for a text", models, model({ modelParameterSize: ["3B"] })),
  create("a text for a number", models, model({ modelFormat: { name: "a", weight: "1" } })),
  create("a fraction for a whole number", models, model({ maxTokens: 1.5 })),
  create("a text for a flag", models, model({ disabled: "true" })),
  create("a list for an object", models, model({ modelFormat: ["a"] })),
  create("a text for an object", models, model({ diffusionPipeline: "FluxPipeline" })),
  create("a text for a spec", models, { ...aModel("ClusterBaseModel", "new"), spec: "text" }),
  create("an object for a list", runtimes, runtime({ supportedModelFormats: entry })),
  create("a text for a list", runtimes, runtime({ acceleratorRequirements: { acceleratorClasses: "a" } })),
  create("a number in a list of texts", runtimes, runtime({ acceleratorRequirements: { acceleratorClasses: [1] } })),
  create("a text for an entry", runtimes, runtime({ supportedModelFormats: ["safetensors"] })),
  create("a number for an annotation's text", runtimes, runtime({ engineConfig: { annotations: { a: 1 } } })),
  create("a number in a map of objects", models, model({ diffusionPipeline: { additionalComponents: { a: 1 } } })),
  create("two mistakes at once", runtimes, withEntry({ priority: 0, modelArchitecture: 5 })),
];

const limits: readonly Case[] = [
  create("priority 0", runtimes, withEntry({ priority: 0 })),
  create("priority -1", runtimes, withEntry({ priority: -1 })),
  create("priority 1", runtimes, withEntry({ priority: 1 })),
  create("the greatest int32", runtimes, withEntry({ priority: 2_147_483_647 })),
  create("one more than an int32", runtimes, withEntry({ priority: 2_147_483_648 })),
  create("a negative weight", runtimes, withEntry({ modelFormat: { name: "a", weight: -5 } })),
  create("weight 0", runtimes, withEntry({ modelFormat: { name: "a", weight: 0 } })),
  create("a whole number written as 2.0", runtimes, JSON.stringify(withEntry({ priority: 777 })).replace("777", "2.0")),
  create("a whole number written as 2e0", runtimes, JSON.stringify(withEntry({ priority: 777 })).replace("777", "2e0")),
  create("a bad distribution", models, model({ distribution: "Sometimes" })),
  create("an empty distribution", models, model({ distribution: "" })),
  create("a bad deployment mode", services, service({ deploymentMode: "Serverless" })),
  create("a bad download policy", models, model({ storage: { storageUri: "hf://a/b", downloadPolicy: "Never" } })),
  create("a bad policy", services, service({ acceleratorSelector: { policy: "Any" } })),
  create("any operator", runtimes, withEntry({ modelFormat: { name: "a", operator: "AtMost" } })),
  create("a quantity", classes, acceleratorClass({ discovery: {}, capabilities: { memoryGB: "80Gi" } })),
  create("a quantity as a number", classes, acceleratorClass({ discovery: {}, capabilities: { memoryGB: 80 } })),
  create("a quantity as a fraction", classes, acceleratorClass({ discovery: {}, capabilities: { memoryGB: 80.5 } })),
  create("no quantity", classes, acceleratorClass({ discovery: {}, capabilities: { memoryGB: "eighty" } })),
  create("a flag for a quantity", classes, acceleratorClass({ discovery: {}, capabilities: { memoryGB: true } })),
];

const required: readonly Case[] = [
  create("no storage", models, { ...aModel("ClusterBaseModel", "new"), spec: {} }),
  create("no storageUri", models, model({ storage: {} })),
  create("no spec", models, { apiVersion: "ome.io/v1beta1", kind: "ClusterBaseModel", metadata: { name: "new" } }),
  create("a format without a name", models, model({ modelFormat: { version: "1" } })),
  create(
    "an entry without a framework",
    runtimes,
    runtime({ supportedModelFormats: [{ modelFormat: { name: "a" } }] }),
  ),
  create("an empty entry", runtimes, runtime({ supportedModelFormats: [{}] })),
  create("a runner without a name", runtimes, runtime({ engineConfig: { runner: { image: "a" } } })),
  create("a runner of a service without a name", services, service({ engine: { runner: { image: "a" } } })),
  create("a class without capabilities", classes, acceleratorClass({ discovery: {} })),
  create("a model reference without a name", services, service({ model: { kind: "BaseModel" } })),
  create("a runtime reference without a name", services, service({ runtime: {} })),
];

const nulls: readonly Case[] = [
  create("null for an optional object", models, model({ modelFormat: null })),
  create("null for a required object", models, model({ storage: null })),
  create("null for a required text", models, model({ storage: { storageUri: null } })),
  create("null where there is a default", models, model({ modelFormat: { name: "a", weight: null, operator: null } })),
  create("null for a flag", runtimes, withEntry({ autoSelect: null, priority: null })),
  create("null for a list", runtimes, runtime({ supportedModelFormats: null })),
  create("null in a list of objects", runtimes, runtime({ supportedModelFormats: [null] })),
  create(
    "null in a list of texts",
    runtimes,
    runtime({ acceleratorRequirements: { acceleratorClasses: ["a", null] } }),
  ),
  create("null in a map of objects", models, model({ diffusionPipeline: { additionalComponents: { a: null } } })),
  create("null in a map of texts", runtimes, runtime({ engineConfig: { annotations: { a: null } } })),
  create("null for a spec", runtimes, runtime(null as unknown as object)),
  create("null for labels", models, model({}, { labels: null })),
  create("null for a label", models, model({}, { labels: { a: null } })),
  create("null for an unknown field", models, model({ unheardOf: null })),
];

const unknown: readonly Case[] = [
  create("an unknown field", models, model({ unheardOf: 1 })),
  create("an unknown field, strictly", `${models}?fieldValidation=Strict`, model({ unheardOf: 1 })),
  create("an unknown field, with a warning", `${models}?fieldValidation=Warn`, model({ unheardOf: 1 })),
  create("an unknown field, ignored", `${models}?fieldValidation=Ignore`, model({ unheardOf: 1 })),
  create("two unknown fields, strictly", `${runtimes}?fieldValidation=Strict`, {
    ...withEntry({ typo: 1 }),
    other: 2,
  }),
  create("an unknown member of metadata", models, model({}, { unheardOf: 1 })),
  create("an unknown member of metadata, strictly", `${models}?fieldValidation=Strict`, model({}, { unheardOf: 1 })),
  create("a bad value of fieldValidation", `${models}?fieldValidation=Sometimes`, model({})),
  create("a key twice", models, JSON.stringify(model({})).replace('"spec":{', '"spec":{"vendor":"a","vendor":"b",')),
  create(
    "keys twice, deep and unknown, strictly",
    `${runtimes}?fieldValidation=Strict`,
    JSON.stringify(withEntry({})).replace('"modelFormat":{', '"typo":1,"typo":2,"modelFormat":{"\\u006eame":"b",'),
  ),
  merge(
    "a merge patch with a key twice",
    `${models}/there`,
    '{"spec":{"quantization":"fp8","quantization":"fp4","vendor":"a,{b"}}',
  ),
  { what: "a bad dryRun", method: "POST", path: `${models}?dryRun=Some`, body: model({}) },
  create("a status on creation", models, { ...model({}), status: { state: "Ready" } }),
  create(
    "a key twice, strictly",
    `${models}?fieldValidation=Strict`,
    JSON.stringify(model({})).replace('"spec":{', '"spec":{"vendor":"a","vendor":"b",'),
  ),
];

const metadata: readonly Case[] = [
  create("capital letters in a name", models, model({}, { name: "Writer" })),
  create("an underscore in a name", models, model({}, { name: "a_b" })),
  create("dots in a name", models, model({}, { name: "a.b-c.1" })),
  create("a name that is too long", models, model({}, { name: "a".repeat(254) })),
  create("no name", models, model({}, { name: "" })),
  create("a number for a name", models, model({}, { name: 5 })),
  create("no metadata", models, { ...model({}), metadata: undefined }),
  create("a list for metadata", models, { ...model({}), metadata: [] }),
  create("a bad label", models, model({}, { labels: { a: "not a label" } })),
  create("a bad label name", models, model({}, { labels: { "a b": "c" } })),
  create("a number for a label", models, model({}, { labels: { a: 1 } })),
  create("a bad annotation name", models, model({}, { annotations: { "a b": "c" } })),
  create("a number for an annotation", models, model({}, { annotations: { a: 1 } })),
  create("a namespace for what has none", models, model({}, { namespace: "default" })),
  create("another namespace", namespacedModels, { ...aModel("BaseModel", "new", "other") }),
  create("a namespace that is not there", `${omePath}/namespaces/nowhere/basemodels`, aModel("BaseModel", "new")),
  create("a resource version", models, model({}, { resourceVersion: "5" })),
  create("a name that is taken", models, aModel("ClusterBaseModel", "there")),
  create("a bad finalizer", models, model({}, { finalizers: ["a b"] })),
  create("another kind", models, { ...model({}), kind: "BaseModel" }),
  create("another version", models, { ...model({}), apiVersion: "ome.io/v1" }),
  create("no kind", models, { ...model({}), kind: undefined }),
  create("a list for a body", models, "[]"),
  create("no JSON", models, "{"),
  create("no body", models, ""),
];

const patches: readonly Case[] = [
  merge("a merge patch of a text", `${models}/there`, { spec: { quantization: "fp8" } }),
  merge("a merge patch with a number for a text", `${models}/there`, { spec: { quantization: 8 } }),
  merge("a merge patch that takes something required away", `${models}/there`, { spec: { storage: null } }),
  merge("a merge patch that takes a default away", `${models}/there`, { spec: { modelFormat: { weight: null } } }),
  merge("a merge patch of the name", `${models}/there`, { metadata: { name: "other" } }),
  merge("a merge patch with an old version", `${models}/there`, { metadata: { resourceVersion: "1" } }),
  merge("a merge patch of the kind", `${models}/there`, { kind: "Other" }),
  merge("a merge patch of a status without the subresource", `${models}/there`, { status: { state: "Ready" } }),
  merge("a merge patch of a status", `${models}/there/status`, { status: { state: "Ready", nodesReady: ["a"] } }),
  merge("a bad state", `${models}/there/status`, { status: { state: "Asleep" } }),
  merge("a status without a state", `${models}/there/status`, { status: { nodesReady: ["a"] } }),
  merge("a spec by way of the status", `${models}/there/status`, { spec: { quantization: "fp8" } }),
  merge("a condition without a type", `${runtimes}/there/status`, { status: { conditions: [{ status: "True" }] } }),
  merge("a merge patch that is a list", `${models}/there`, []),
  merge("a merge patch that is no JSON", `${models}/there`, "{"),
  merge("a merge patch of nobody", `${models}/nobody`, {}),
  merge("an empty merge patch", `${models}/there`, {}),
  merge("a merge patch with an unknown field", `${models}/there`, { spec: { unheardOf: 1 } }),
  operations("a JSON patch", `${runtimes}/there`, [
    { op: "test", path: "/spec/supportedModelFormats/0/priority", value: 2 },
    { op: "replace", path: "/spec/supportedModelFormats/0/priority", value: 3 },
  ]),
  operations("a test that fails", `${models}/there`, [{ op: "test", path: "/spec/quantization", value: "x" }]),
  operations("a test of a present value that fails", `${models}/there`, [
    { op: "test", path: "/spec/modelArchitecture", value: "x" },
  ]),
  operations("a replacement of nothing", `${models}/there`, [{ op: "replace", path: "/spec/none", value: 1 }]),
  operations("a replacement of no item", `${runtimes}/there`, [
    { op: "replace", path: "/spec/supportedModelFormats/7", value: entry },
  ]),
  operations("a removal of nothing", `${models}/there`, [{ op: "remove", path: "/spec/none" }]),
  operations("an addition below nothing", `${models}/there`, [{ op: "add", path: "/spec/none/a", value: 1 }]),
  operations("an entry beyond the end", `${runtimes}/there`, [
    { op: "add", path: "/spec/supportedModelFormats/7", value: {} },
  ]),
  operations("an entry at the end", `${runtimes}/there`, [
    { op: "add", path: "/spec/supportedModelFormats/-", value: entry },
  ]),
  operations("a priority 0", `${runtimes}/there`, [
    { op: "replace", path: "/spec/supportedModelFormats/0/priority", value: 0 },
  ]),
  operations("an operation that does not exist", `${models}/there`, [{ op: "swap", path: "/spec" }]),
  operations("an object for a JSON patch", `${models}/there`, { spec: {} }),
  operations("a path without a slash", `${models}/there`, [{ op: "add", path: "spec", value: 1 }]),
  operations("an empty JSON patch", `${models}/there`, []),
  {
    ...{ what: "a strategic merge patch", method: "PATCH", path: `${models}/there`, body: { spec: {} } },
    contentType: "application/strategic-merge-patch+json",
  },
  { what: "a patch of no type", method: "PATCH", path: `${models}/there`, body: { spec: {} } },
];

const updates: readonly Case[] = [
  {
    ...{ what: "an update without a version", method: "PUT", path: `${models}/there?dryRun=All` },
    body: aModel("ClusterBaseModel", "there"),
  },
  {
    ...{ what: "an update of an old version", method: "PUT", path: `${models}/there?dryRun=All` },
    body: { ...model({}), metadata: { name: "there", resourceVersion: "1" } },
  },
  {
    ...{ what: "an update under another name", method: "PUT", path: `${models}/there?dryRun=All` },
    body: { ...model({}), metadata: { name: "other", resourceVersion: "1" } },
  },
  {
    ...{ what: "an update of nobody", method: "PUT", path: `${models}/nobody?dryRun=All` },
    body: { ...model({}), metadata: { name: "nobody" } },
  },
  { what: "a deletion of nobody", method: "DELETE", path: `${models}/nobody` },
  {
    ...{ what: "a deletion of another object", method: "DELETE", path: `${models}/there` },
    body: { apiVersion: "v1", kind: "DeleteOptions", preconditions: { uid: "other" } },
  },
  create("creating an object at its own address", `${models}/there`, model({})),
  { what: "an update of a collection", method: "PUT", path: `${models}?dryRun=All`, body: model({}) },
  {
    ...{ what: "a body of another type", method: "POST", path: `${models}?dryRun=All`, body: "a=b" },
    contentType: "application/x-www-form-urlencoded",
  },
];

const reads: readonly Case[] = [
  get("nobody", `${models}/nobody`),
  get("nobody in a namespace", `${namespacedModels}/nobody`),
  get("a list in a namespace that is not there", `${omePath}/namespaces/nowhere/basemodels`),
  get("an unknown subresource", `${models}/there/scale`),
  get("an unknown resource", `${omePath}/modelzoos`),
  get("an unknown version", "/apis/ome.io/v9/basemodels"),
  get("an unknown group", "/apis/nobody.example.org/v1/things"),
  get("a limit that is no number", `${models}?limit=few`),
  get("a continuation that is none", `${models}?continue=nonsense`),
  get("a bad label selector", `${models}?labelSelector=${encodeURIComponent("a in b")}`),
  get("a field selector", `${models}?fieldSelector=metadata.name=nobody`),
  get("a field selector of another field", `${models}?fieldSelector=spec.vendor=acme`),
  get("a bad field selector", `${models}?fieldSelector=nonsense`),
  get("a resource version that is none", `${models}?resourceVersion=new`),
  get("a resource version of the future", `${models}?resourceVersion=9999999999999999&resourceVersionMatch=Exact`),
  get("a match without a version", `${models}?resourceVersionMatch=Exact`),
  get("a bad match", `${models}?resourceVersion=1&resourceVersionMatch=Roughly`),
  get("a watch with a bad version", `${models}?watch=true&resourceVersion=new&timeoutSeconds=1`),
];

/** All of them, by subject. */
export const caseTable: Readonly<Record<string, readonly Case[]>> = {
  types,
  limits,
  "what is required": required,
  nulls,
  "unknown fields": unknown,
  metadata,
  patches,
  updates,
  reads,
};
