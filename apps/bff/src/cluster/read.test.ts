import { modelSummary, readResourceKey, runtimeSummary, serviceSummary, watchedKinds } from "@ome-matrix/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyObject } from "../../test/any-object.ts";
import type { ModelObject, NamedObject, RuntimeObject, ServiceObject } from "../snapshot/change.ts";
import { readObject } from "./read.ts";

const metadata = { name: "writer", namespace: "studio" };
const readModel = (object: object): ModelObject =>
  readObject("BaseModel", { apiVersion: "ome.io/v1beta1", kind: "BaseModel", metadata, ...object }) as ModelObject;
const readRuntime = (object: object): RuntimeObject =>
  readObject("ServingRuntime", {
    apiVersion: "ome.io/v1beta1",
    kind: "ServingRuntime",
    metadata,
    ...object,
  }) as RuntimeObject;
const readService = (object: object): ServiceObject =>
  readObject("InferenceService", {
    apiVersion: "ome.io/v1beta1",
    kind: "InferenceService",
    metadata,
    ...object,
  }) as ServiceObject;

describe("reading a model", () => {
  it("keeps what is shown", () => {
    const { key, summary, spec } = readModel({
      metadata: { ...metadata, creationTimestamp: "2026-03-01T10:00:00Z", labels: { team: "a", odd: 5 } },
      spec: {
        displayName: "Writer",
        vendor: "acme",
        modelType: "llama",
        modelCapabilities: ["TEXT_GENERATION", 7],
        modelFormat: { name: "safetensors", version: "1.0.0" },
        modelFramework: { name: "transformers", version: "4.45.0" },
        modelArchitecture: "LlamaForCausalLM",
        quantization: "fp8",
        modelParameterSize: "3.2B",
        storage: { storageUri: "hf://acme/writer" },
      },
      status: { state: "Ready", nodesReady: ["a", "b"], nodesFailed: ["c"] },
    });
    expect(key).toBe("BaseModel/studio/writer");
    expect(modelSummary.parse(summary)).toEqual({
      kind: "BaseModel",
      name: "writer",
      namespace: "studio",
      key: "BaseModel/studio/writer",
      createdAt: "2026-03-01T10:00:00Z",
      managedBy: [],
      labels: { team: "a" },
      problems: [],
      displayName: "Writer",
      vendor: "acme",
      modelType: "llama",
      capabilities: ["TEXT_GENERATION"],
      format: { name: "safetensors", version: "1.0.0" },
      framework: { name: "transformers", version: "4.45.0" },
      architecture: "LlamaForCausalLM",
      quantization: "fp8",
      size: "3.2B",
      sizeValue: 3.2e9,
      hasPipeline: false,
      storageUri: "hf://acme/writer",
      disabled: false,
      status: { state: "Ready", nodesReady: 2, nodesFailed: 1 },
      explanations: [],
      shadowedIn: [],
    });
    expect(spec?.modelParameterSize).toBe("3.2B");
  });

  const sizes = [
    { size: "3.2B", value: 3.2e9 },
    { size: "4b", value: 0 },
    { size: "inf", value: undefined },
    { size: "nan", value: undefined },
    { size: undefined, value: undefined },
  ];
  for (const { size, value } of sizes) {
    it(`reads the size ${size} as ${value}`, () =>
      expect(readModel({ spec: { modelParameterSize: size } }).summary.sizeValue).toBe(value));
  }

  const unreadable = [
    { why: "a number for a text", object: { spec: { modelArchitecture: 5 } }, message: "spec.modelArchitecture" },
    { why: "a list for a spec", object: { spec: [] }, message: "spec" },
    { why: "a name that is a number", object: { metadata: { name: 5 } }, message: "metadata.name" },
    { why: "no metadata", object: { metadata: undefined }, message: "metadata.name" },
  ];
  for (const { why, object, message } of unreadable) {
    it(`reports ${why}`, () => {
      const { spec, summary } = readModel(object);
      expect(spec).toBeUndefined();
      expect(summary.problems[0]?.message).toContain(message);
    });
  }

  it("gives an object without a name one that stays", () => {
    const first = readModel({ metadata: { uid: "0a1b", labels: { step: "1" } } });
    const later = readModel({ metadata: { uid: "0a1b", labels: { step: "2" } } });
    expect(first.name).toBe("(no name, 0a1b)");
    expect(later.key).toBe(first.key);
    const without = readModel({ metadata: { resourceVersion: "1" }, spec: 5 });
    expect(without.key).toBe(readModel({ metadata: { resourceVersion: "2" }, spec: 5 }).key);
    expect(without.key).not.toBe(readModel({ metadata: {}, spec: 6 }).key);
  });
});

describe("who manages an object", () => {
  const rows = [
    { labels: { "app.kubernetes.io/managed-by": "Helm" }, managers: ["helm"] },
    { annotations: { "meta.helm.sh/release-name": "x" }, managers: ["helm"] },
    { annotations: { "argocd.argoproj.io/tracking-id": "x" }, managers: ["argo-cd"] },
    {
      labels: { "app.kubernetes.io/instance": "x" },
      annotations: { "argocd.argoproj.io/sync-wave": "1" },
      managers: ["argo-cd"],
    },
    { labels: { "app.kubernetes.io/instance": "x" }, managers: [] },
    { labels: { "kustomize.toolkit.fluxcd.io/name": "x" }, managers: ["flux"] },
    { labels: { "helm.toolkit.fluxcd.io/name": "x" }, managers: ["flux"] },
    { annotations: { "kubectl.kubernetes.io/last-applied-configuration": "{}" }, managers: ["kubectl-apply"] },
    { labels: { "app.kubernetes.io/managed-by": 5 }, annotations: "none", managers: [] },
  ];
  for (const { labels, annotations, managers } of rows) {
    it(`${JSON.stringify({ labels, annotations })} -> ${managers.join() || "nobody"}`, () =>
      expect(readModel({ metadata: { ...metadata, labels, annotations } }).summary.managedBy).toEqual(managers));
  }
});

describe("why nothing is recorded", () => {
  const complete = {
    modelFormat: { name: "safetensors", version: "1.0.0" },
    modelFramework: { name: "transformers", version: "4.45.0" },
    modelArchitecture: "LlamaForCausalLM",
  };
  const diffusion = {
    modelFormat: { name: "diffusers", version: "0.30.1" },
    modelFramework: { name: "diffusers", version: "0.30.1" },
    modelArchitecture: "FluxPipeline",
  };
  const ready = { state: "Ready" };
  const rows = [
    { what: "a complete language model", uri: "hf://a/b", spec: complete, status: ready, says: undefined },
    { what: "the same on a PVC", uri: "pvc://a/b", spec: complete, status: ready, says: undefined },
    {
      what: "a diffusion model on a PVC",
      uri: "pvc://a/b",
      spec: diffusion,
      status: ready,
      says: "never records a pipeline",
    },
    {
      what: "a PVC model not read yet",
      uri: "pvc://a/b",
      spec: {},
      status: {},
      says: "not read the model's files yet",
    },
    { what: "a PVC model that cannot be read", uri: "pvc://a/b", spec: {}, status: ready, says: "could not be read" },
    { what: "vendor", uri: "vendor://a", spec: {}, status: ready, says: "OME reads nothing of vendor://" },
    { what: "skipped", uri: "hf://a/b", spec: {}, status: ready, skip: "TRUE", says: "switched off" },
    { what: "skipped on a PVC", uri: "pvc://a/b", spec: complete, status: ready, skip: "true", says: undefined },
    { what: "no downloader", uri: "s3://a/b", spec: {}, status: {}, says: "no downloader for s3://" },
    { what: "still downloading", uri: "hf://a/b", spec: {}, status: { state: "In_Transit" }, says: "wait until" },
    { what: "unreadable files", uri: "hf://a/b", spec: {}, status: ready, says: "could not be read" },
    {
      what: "a pipeline read from config.json",
      uri: "hf://a/b",
      spec: { ...complete, modelArchitecture: "FluxPipeline" },
      status: ready,
      says: "not recorded as a diffusers pipeline",
    },
    {
      what: "an empty version",
      uri: "hf://a/b",
      spec: { ...complete, modelFormat: { name: "diffusers", version: "" }, diffusionPipeline: {} },
      status: ready,
      says: "empty version",
    },
    {
      what: "a size in K",
      uri: "hf://a/b",
      spec: { ...complete, modelParameterSize: "500K" },
      status: ready,
      says: "reads as 0",
    },
  ];
  for (const { what, uri, spec, status, skip, says } of rows) {
    it(`${what}: ${says ?? "nothing to explain"}`, () => {
      const annotations = skip === undefined ? {} : { "ome.oracle.com/skip-config-parsing": skip };
      const { summary } = readModel({
        metadata: { ...metadata, annotations },
        spec: { ...spec, storage: { storageUri: uri } },
        status,
      });
      if (says === undefined) expect(summary.explanations).toEqual([]);
      else expect(summary.explanations.join(" ")).toContain(says);
    });
  }
});

describe("reading a runtime", () => {
  it("keeps what is shown", () => {
    const { summary, spec } = readRuntime({
      metadata: { ...metadata, annotations: { "ome.io/inherit-from": "parent", "ome.io/runtime-profile": "true" } },
      spec: {
        supportedModelFormats: [
          {
            modelFormat: { name: "safetensors", weight: 2 },
            modelFramework: { name: "transformers", version: "4.45.0" },
            modelArchitecture: "LlamaForCausalLM",
            autoSelect: true,
            priority: 3,
          },
        ],
        modelSizeRange: { min: "1B" },
        acceleratorRequirements: { acceleratorClasses: ["nvidia-h100"] },
        engineConfig: { runner: { image: "example.org/a:1" }, leader: { runner: { image: "example.org/b:1" } } },
        decoderConfig: { runner: { image: "example.org/a:1" } },
      },
    });
    expect(runtimeSummary.parse(summary)).toMatchObject({
      key: "ServingRuntime/studio/writer",
      disabled: false,
      entries: [
        {
          format: { name: "safetensors" },
          framework: { name: "transformers", version: "4.45.0" },
          architecture: "LlamaForCausalLM",
          autoSelect: true,
          priority: 3,
        },
      ],
      autoSelect: true,
      sizeRange: { min: "1B", text: "[1B, inf)" },
      sizeValue: 1e9,
      acceleratorClasses: ["nvidia-h100"],
      images: ["example.org/a:1", "example.org/b:1"],
      inheritsFrom: "parent",
      isProfile: true,
    });
    expect(spec?.supportedModelFormats).toHaveLength(1);
  });
});

describe("reading an InferenceService", () => {
  it("keeps what it asks for", () => {
    const { summary } = readService({
      metadata: { ...metadata, annotations: { "ome.io/accelerator-class": "nvidia-h100" } },
      spec: {
        model: { name: "writer", kind: "BaseModel" },
        runtime: { name: "fast" },
        engine: {
          acceleratorOverride: { acceleratorClass: "nvidia-h100" },
          annotations: { "ome.io/deploymentMode": "MultiNode" },
        },
        deploymentMode: "OMENative",
      },
      status: { url: "http://x", conditions: [{ type: "Ready", status: "True", secret: "x" }, { type: "odd" }, 5] },
    });
    expect(serviceSummary.parse(summary)).toMatchObject({
      model: { name: "writer", kind: "BaseModel" },
      runtime: { name: "fast" },
      acceleratorClasses: [
        { place: "metadata.annotations[ome.io/accelerator-class]", name: "nvidia-h100" },
        { place: "spec.engine.acceleratorOverride.acceleratorClass", name: "nvidia-h100" },
      ],
      asks: "nvidia-h100 · OMENative · engine MultiNode",
      conditions: [{ type: "Ready", status: "True" }],
    });
  });
});

describe("reading any JSON at all", () => {
  for (const kind of watchedKinds) {
    it(`makes something to show of every ${kind}`, () => {
      fc.assert(
        fc.property(
          fc.oneof(
            fc.json().map((text): unknown => JSON.parse(text)),
            anyObject(kind),
          ),
          (object) => {
            const read = readObject(kind, object);
            expect(readResourceKey(read.key)?.name).toBe(read.name);
            expect(read.name).not.toBe("");
            if (kind === "BaseModel" || kind === "ClusterBaseModel") modelSummary.parse((read as ModelObject).summary);
            else if (kind === "InferenceService") serviceSummary.parse((read as ServiceObject).summary);
            else if (kind === "AcceleratorClass" || kind === "Namespace")
              expect((read as NamedObject).problems).toBeDefined();
            else runtimeSummary.parse((read as RuntimeObject).summary);
            expect(readObject(kind, object).key).toBe(read.key);
          },
        ),
        { numRuns: 300 },
      );
    });
  }
});
