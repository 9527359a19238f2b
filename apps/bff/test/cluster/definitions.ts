/**
 * The custom resource definitions: OME's own, which lie outside of the project and are older than the rules (they lack what
 * v1.3 adds, and a real API server drops what a schema does not know), or open ones for what needs no schema.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import { at, expectSuccess, type Json, type JsonObject } from "./api-client.ts";
import type { ControlPlane } from "./control-plane.ts";
import { until } from "./processes.ts";

export interface OmeKind {
  readonly kind: string;
  readonly plural: string;
  readonly namespaced: boolean;
}

export const omeKinds: readonly OmeKind[] = [
  { kind: "AcceleratorClass", plural: "acceleratorclasses", namespaced: false },
  { kind: "BaseModel", plural: "basemodels", namespaced: true },
  { kind: "ClusterBaseModel", plural: "clusterbasemodels", namespaced: false },
  { kind: "ClusterServingRuntime", plural: "clusterservingruntimes", namespaced: false },
  { kind: "InferenceService", plural: "inferenceservices", namespaced: true },
  { kind: "ServingRuntime", plural: "servingruntimes", namespaced: true },
];

export const omePath = "/apis/ome.io/v1beta1";

/** OME's catalog; undefined when nobody said where it lies. */
export const catalog: string | undefined = process.env["OME_CATALOG"] || undefined;

const text = { type: "string" };
const int64 = { type: "integer", format: "int64" };
const conditions = {
  type: "array",
  items: {
    type: "object",
    required: ["status", "type"],
    properties: {
      type: text,
      status: text,
      severity: text,
      reason: text,
      message: text,
      lastTransitionTime: text,
      observedGeneration: int64,
    },
  },
};

/** What v1.3 adds, by kind and place in the schema; a place that does not exist yet is made. */
const modelAdditions = {
  "spec.properties.distribution": { type: "string", enum: ["PerNode", "Sharded"], default: "PerNode" },
  "status.properties.conditions": conditions,
  "status.properties.lastReconcileTime": { type: "string", format: "date-time" },
  "status.properties.observedGeneration": int64,
};
const runtimeAdditions = {
  "spec.properties.supportedModelFormats.items.properties.modelCacheProviders": {
    type: "array",
    items: { "x-kubernetes-preserve-unknown-fields": true },
  },
  status: {
    type: "object",
    properties: {
      conditions,
      inheritanceChain: { type: "array", items: text },
      observedGeneration: int64,
    },
  },
};
const additions: Readonly<Record<string, Readonly<Record<string, Json>>>> = {
  BaseModel: modelAdditions,
  ClusterBaseModel: modelAdditions,
  ServingRuntime: runtimeAdditions,
  ClusterServingRuntime: runtimeAdditions,
  InferenceService: {
    "spec.properties.deploymentMode": { type: "string", enum: ["OMENative", "RawDeployment"] },
    "spec.properties.runtime.properties.autoSync": { type: "boolean", default: true },
    "spec.properties.runtime.properties.revision": text,
    "status.properties.pinnedRevisionName": text,
    "status.properties.conditions.items.properties.observedGeneration": int64,
  },
};

type Mutable = Record<string, unknown>;

const descend = (from: unknown, path: readonly string[]): Mutable => {
  const found = at(from, ...path);
  if (typeof found !== "object" || found === null) throw new Error(`the definition has no ${path.join(".")}`);
  return found as Mutable;
};

const extend = (definition: unknown, kind: string): void => {
  const version = descend(definition, ["spec", "versions"])[0];
  // Nobody can write a runtime's status without it; v1.3 has it.
  descend(version, [])["subresources"] = { status: {} };
  const properties = ["schema", "openAPIV3Schema", "properties"];
  for (const [place, schema] of Object.entries(additions[kind] ?? {})) {
    const path = place.split(".");
    const name = path.pop() ?? "";
    descend(version, [...properties, ...path])[name] = schema;
  }
};

const readDefinition = async (folder: string, { kind, plural }: OmeKind): Promise<unknown> => {
  const definition: unknown = parse(await readFile(join(folder, "crds", `ome.io_${plural}.yaml`), "utf8"));
  delete descend(definition, [])["status"];
  extend(definition, kind);
  return definition;
};

/** A definition that keeps whatever it is given. */
const openDefinition = ({ kind, plural, namespaced }: OmeKind): JsonObject => ({
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: `${plural}.ome.io` },
  spec: {
    group: "ome.io",
    scope: namespaced ? "Namespaced" : "Cluster",
    names: { kind, plural, singular: kind.toLowerCase(), listKind: `${kind}List` },
    versions: [
      {
        name: "v1beta1",
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
      },
    ],
  },
});

const install = async ({ api }: ControlPlane, definitions: readonly unknown[]): Promise<void> => {
  const path = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
  for (const definition of definitions) {
    expectSuccess(`definition of ${String(at(definition, "spec", "names", "kind"))}`, await api.post(path, definition));
  }
  for (const { plural } of omeKinds) {
    await until(`${plural} are served`, async () => expectSuccess(plural, await api.get(`${omePath}/${plural}`)));
  }
};

/** Installs OME's definitions with what v1.3 adds; resolves when all kinds are served. */
export const installDefinitions = async (controlPlane: ControlPlane): Promise<void> => {
  const folder = catalog;
  if (folder === undefined) throw new Error("OME_CATALOG is not set");
  await install(controlPlane, await Promise.all(omeKinds.map((kind) => readDefinition(folder, kind))));
};

/** Installs definitions that keep whatever they are given; resolves when all kinds are served. */
export const installOpenDefinitions = (controlPlane: ControlPlane): Promise<void> =>
  install(controlPlane, omeKinds.map(openDefinition));
