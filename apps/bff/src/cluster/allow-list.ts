/**
 * What may leave the BFF. Everything here is named; what is not named stays inside: container `env`, `envFrom`, `command`
 * and `args`, volumes, `managedFields`, and annotations of others, some of which repeat the whole object.
 */
import type { WatchedKind } from "@ome-matrix/contract";
import { isRecord } from "./json.ts";
import { withoutCredentials } from "./storage-uri.ts";

/** Which parts of a value are let through. */
type Shape =
  | { readonly type: "scalar"; readonly show?: (text: string) => string }
  | { readonly type: "list"; readonly of: Shape }
  | { readonly type: "map"; readonly of: Shape; readonly has: (name: string) => boolean }
  | { readonly type: "object"; readonly fields: readonly (readonly [name: string, of: Shape])[] };

const scalar: Shape = { type: "scalar" };
const list = (of: Shape): Shape => ({ type: "list", of });
const map = (of: Shape, has: (name: string) => boolean = () => true): Shape => ({ type: "map", of, has });
const object = (fields: Readonly<Record<string, Shape>>): Shape => ({ type: "object", fields: Object.entries(fields) });
const scalars = (...names: readonly string[]): Readonly<Record<string, Shape>> =>
  Object.fromEntries(names.map((name) => [name, scalar]));

/** Those that matching and inheritance read, and those that tell who applies an object. */
const knownAnnotations: ReadonlySet<string> = new Set([
  "ome.io/accelerator-class",
  "ome.io/deploymentMode",
  "ome.io/inherit-from",
  "ome.io/runtime-profile",
  "ome.oracle.com/skip-config-parsing",
  "meta.helm.sh/release-name",
  "meta.helm.sh/release-namespace",
  "argocd.argoproj.io/tracking-id",
  "argocd.argoproj.io/sync-wave",
  "argocd.argoproj.io/sync-options",
  "argocd.argoproj.io/compare-options",
  "kustomize.toolkit.fluxcd.io/name",
  "kustomize.toolkit.fluxcd.io/namespace",
  "helm.toolkit.fluxcd.io/name",
  "helm.toolkit.fluxcd.io/namespace",
]);

const metadata = object({
  ...scalars("name", "namespace", "creationTimestamp", "generation"),
  labels: map(scalar),
  annotations: map(scalar, (name) => knownAnnotations.has(name)),
});

const versionedName = object(scalars("name", "version", "operator", "weight"));
const component = object(scalars("library", "type"));
const pipeline = object({
  className: scalar,
  scheduler: component,
  textEncoder: component,
  tokenizer: component,
  transformer: component,
  vae: component,
  additionalComponents: map(component),
});

const container = object({
  ...scalars("name", "image"),
  resources: object({ requests: map(scalar), limits: map(scalar) }),
});
const containers = { containers: list(container), initContainers: list(container), sidecars: list(container) };
const annotations = object(scalars("ome.io/deploymentMode"));
const node = object({ runner: container, size: scalar, ...containers });
/** Engine, decoder and router, of a runtime as of an InferenceService. */
const part = object({
  annotations,
  ...scalars("minReplicas", "maxReplicas"),
  acceleratorOverride: object(scalars("acceleratorClass", "policy")),
  runner: container,
  leader: node,
  worker: node,
  ...containers,
});

const conditions = list(object(scalars("type", "status", "severity", "reason", "message", "lastTransitionTime")));

const modelShape = object({
  ...scalars("apiVersion", "kind"),
  metadata,
  spec: object({
    ...scalars("disabled", "displayName", "vendor", "version", "modelType", "maxTokens"),
    modelFormat: versionedName,
    modelFramework: versionedName,
    ...scalars("modelArchitecture", "quantization", "modelParameterSize"),
    modelCapabilities: list(scalar),
    apiCapabilities: list(scalar),
    diffusionPipeline: pipeline,
    distribution: scalar,
    storage: object({ storageUri: { type: "scalar", show: withoutCredentials }, path: scalar }),
  }),
  status: object({
    ...scalars("state", "lifecycle", "observedGeneration", "lastReconcileTime"),
    nodesReady: list(scalar),
    nodesFailed: list(scalar),
    conditions,
  }),
});

const runtimeShape = object({
  ...scalars("apiVersion", "kind"),
  metadata,
  spec: object({
    disabled: scalar,
    supportedModelFormats: list(
      object({
        ...scalars("name", "version", "modelType"),
        modelFormat: versionedName,
        modelFramework: versionedName,
        ...scalars("modelArchitecture", "quantization"),
        diffusionPipeline: pipeline,
        ...scalars("autoSelect", "priority"),
        modelCacheProviders: list(scalar),
      }),
    ),
    modelSizeRange: object(scalars("min", "max")),
    acceleratorRequirements: object({ acceleratorClasses: list(scalar) }),
    protocolVersions: list(scalar),
    engineConfig: part,
    decoderConfig: part,
    routerConfig: part,
    ...containers,
  }),
  status: object({ inheritanceChain: list(scalar), conditions }),
});

const serviceShape = object({
  ...scalars("apiVersion", "kind"),
  metadata,
  spec: object({
    model: object(scalars("name", "kind")),
    runtime: object(scalars("name", "kind", "autoSync", "revision")),
    acceleratorSelector: object(scalars("acceleratorClass", "policy")),
    deploymentMode: scalar,
    engine: part,
    decoder: part,
    router: part,
  }),
  status: object({ ...scalars("url", "pinnedRevisionName", "observedGeneration"), conditions }),
});

const namedShape = object({ ...scalars("apiVersion", "kind"), metadata: object(scalars("name")) });

const shapes: { readonly [Kind in WatchedKind]: Shape } = {
  BaseModel: modelShape,
  ClusterBaseModel: modelShape,
  ServingRuntime: runtimeShape,
  ClusterServingRuntime: runtimeShape,
  InferenceService: serviceShape,
  AcceleratorClass: namedShape,
  Namespace: namedShape,
};

const listRemark = "(a list, not shown)";
const objectRemark = "(an object, not shown)";

/** A list or map where a plain value belongs could hold anything, so it is only named. */
const cut = (value: unknown, shape: Shape): unknown => {
  if (typeof value !== "object" || value === null) {
    return shape.type === "scalar" && shape.show !== undefined && typeof value === "string" ? shape.show(value) : value;
  }
  const kept = Array.isArray(value) ? listRemark : objectRemark;
  switch (shape.type) {
    case "scalar":
      return kept;
    case "list":
      return Array.isArray(value) ? value.map((item) => cut(item, shape.of)) : kept;
    case "map": {
      if (!isRecord(value)) return kept;
      const entries: [string, unknown][] = [];
      for (const name of Object.keys(value)) {
        if (shape.has(name)) entries.push([name, cut(value[name], shape.of)]);
      }
      return Object.fromEntries(entries);
    }
    case "object": {
      if (!isRecord(value)) return kept;
      const cutValue: Record<string, unknown> = {};
      for (const [name, of] of shape.fields) if (Object.hasOwn(value, name)) cutValue[name] = cut(value[name], of);
      return cutValue;
    }
  }
};

/** The part of an object that may leave the BFF. */
export const toDocument = (kind: WatchedKind, value: unknown): unknown => cut(value, shapes[kind]);

/** A document in which what was cut is an empty list or object again: as wrong as before, and not mistaken for a text. */
export const asStructure = (value: unknown): unknown => {
  if (value === listRemark) return [];
  if (value === objectRemark) return {};
  if (Array.isArray(value)) return value.map(asStructure);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, asStructure(item)]));
};
