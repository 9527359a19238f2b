/**
 * A large cluster, made up: as many architectures, versions and sizes as make a catalog's share of pairs match (about six in
 * a thousand), and objects as long as those of a catalog, with what the product does not keep.
 */
import type { Random } from "./random.ts";

export interface KubernetesObject {
  readonly apiVersion: "ome.io/v1beta1";
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly generation: number;
    readonly labels: Readonly<Record<string, string>>;
    readonly annotations: Readonly<Record<string, string>>;
  };
  readonly spec: Readonly<Record<string, unknown>>;
  readonly status?: Readonly<Record<string, unknown>>;
}

/** One in ten models and runtimes is of a namespace. */
export const namespaces: readonly string[] = Array.from({ length: 20 }, (_, index) => `team-${index}`);

const architectures = 90;
const sizes = 120;

const architectureOf = (index: number): string => `Architecture${index}ForCausalLM`;
const versionOf = (architecture: number, random: Random): string => `4.${architecture % 60}.${random.below(2)}`;
/** From 0.5B upwards. */
export const sizeOf = (index: number): string => `${(index + 1) / 2}B`;
export const someSize = (random: Random): string => sizeOf(random.below(sizes));

const component = (kind: string, random: Random) => ({ library: "diffusers", type: `${kind}${random.below(6)}` });
const pipeline = (random: Random) => ({
  className: `Pipeline${random.below(20)}`,
  scheduler: component("Scheduler", random),
  transformer: component("Transformer", random),
  vae: component("Vae", random),
  additionalComponents: { text_encoder_2: component("Encoder", random) },
});

const metadataOf = (name: string, isNamespaced: boolean, random: Random): KubernetesObject["metadata"] => ({
  name,
  ...(isNamespaced ? { namespace: random.pick(namespaces) } : {}),
  generation: 1,
  labels: {
    "app.kubernetes.io/managed-by": "Helm",
    "app.kubernetes.io/part-of": "catalog",
    team: `team-${name.length}`,
  },
  annotations: { "meta.helm.sh/release-name": "catalog", "meta.helm.sh/release-namespace": "ome" },
});

/** What a model and an entry are compared by. */
const traits = (random: Random) => {
  const isDiffusion = random.happens(1 / 12);
  const architecture = random.below(architectures);
  return {
    isDiffusion,
    modelFormat: { name: isDiffusion ? "diffusers" : "safetensors", version: "1.0.0" },
    modelFramework: {
      name: isDiffusion ? "diffusers" : "transformers",
      version: versionOf(architecture, random),
    },
    modelArchitecture: architectureOf(architecture),
    ...(random.happens(1 / 6) ? { quantization: random.pick(["fp8", "int4"]) } : {}),
  };
};

export const aModel = (name: string, random: Random): KubernetesObject => {
  const isNamespaced = random.happens(1 / 10);
  const { isDiffusion, ...matched } = traits(random);
  return {
    apiVersion: "ome.io/v1beta1",
    kind: isNamespaced ? "BaseModel" : "ClusterBaseModel",
    metadata: metadataOf(name, isNamespaced, random),
    spec: {
      ...matched,
      displayName: `vendor.${name}`,
      vendor: `vendor-${random.below(30)}`,
      modelParameterSize: someSize(random),
      modelCapabilities: ["TEXT_TO_TEXT", "TEXT_TO_EMBEDDING"],
      ...(isDiffusion ? { diffusionPipeline: pipeline(random) } : {}),
      storage: { storageUri: `hf://vendor/${name}`, path: `/raid/models/vendor/${name}` },
    },
    status: { state: "Ready", nodesReady: ["node-1", "node-2", "node-3"], nodesFailed: [] },
  };
};

const anEntry = (random: Random) => {
  const { isDiffusion, modelFormat, modelFramework, ...matched } = traits(random);
  return {
    ...matched,
    modelFormat: { ...modelFormat, weight: 1 },
    modelFramework: {
      ...modelFramework,
      operator: random.happens(1 / 5) ? "GreaterThanOrEqual" : "Equal",
      weight: 1,
    },
    ...(isDiffusion ? { diffusionPipeline: pipeline(random) } : {}),
    autoSelect: random.happens(2 / 3),
    priority: 1 + random.below(3),
  };
};

/** A container with everything that real ones have and the product drops. */
const container = (name: string, model: string) => ({
  name,
  image: "docker.io/lmsysorg/sglang:v0.5.5.post3-cu129-amd64",
  command: ["python3", "-m", "sglang.launch_server", "--host", "0.0.0.0", "--port", "8080", "--enable-metrics"],
  args: ["--model-path", "$(MODEL_PATH)", "--tp-size", "1", "--mem-frac", "0.9", "--served-model-name", model],
  env: Array.from({ length: 8 }, (_, index) => ({ name: `SETTING_${index}`, value: `value-${index}-of-${model}` })),
  ports: [{ containerPort: 8080, name: "http1", protocol: "TCP" }],
  resources: {
    requests: { cpu: "10", memory: "30Gi", "nvidia.com/gpu": "1" },
    limits: { cpu: "10", memory: "30Gi", "nvidia.com/gpu": "1" },
  },
  volumeMounts: [{ mountPath: "/dev/shm", name: "dshm" }],
  readinessProbe: { httpGet: { path: "/health_generate", port: 8080 }, periodSeconds: 60, timeoutSeconds: 200 },
  livenessProbe: { httpGet: { path: "/health", port: 8080 }, periodSeconds: 60, timeoutSeconds: 60 },
});

export const aRange = (random: Random): { readonly min: string; readonly max: string } => {
  const from = random.below(sizes);
  return { min: sizeOf(from), max: sizeOf(from + random.below(sizes)) };
};

export const aRuntime = (name: string, random: Random): KubernetesObject => {
  const isNamespaced = random.happens(1 / 10);
  return {
    apiVersion: "ome.io/v1beta1",
    kind: isNamespaced ? "ServingRuntime" : "ClusterServingRuntime",
    metadata: metadataOf(name, isNamespaced, random),
    spec: {
      disabled: random.happens(1 / 40),
      supportedModelFormats: Array.from({ length: 1 + random.below(4) }, () => anEntry(random)),
      protocolVersions: ["openAI"],
      ...(random.happens(3 / 4) ? { modelSizeRange: aRange(random) } : {}),
      engineConfig: {
        annotations: { "prometheus.io/scrape": "true", "prometheus.io/port": "8080", "prometheus.io/path": "/metrics" },
        tolerations: [{ key: "nvidia.com/gpu", operator: "Exists", effect: "NoSchedule" }],
        volumes: [{ name: "dshm", emptyDir: { medium: "Memory" } }],
        runner: container("ome-container", name),
      },
      routerConfig: { runner: container("router", name) },
    },
  };
};

export const aService = (
  name: string,
  models: readonly KubernetesObject[],
  runtimes: readonly KubernetesObject[],
  random: Random,
): KubernetesObject => {
  const model = random.pick(models);
  const namesRuntime = random.happens(1 / 3);
  return {
    apiVersion: "ome.io/v1beta1",
    kind: "InferenceService",
    metadata: metadataOf(name, true, random),
    spec: {
      model: { name: model.metadata.name, kind: model.kind },
      ...(namesRuntime ? { runtime: { name: random.pick(runtimes).metadata.name } } : {}),
      engine: { minReplicas: 1, maxReplicas: 3 },
    },
    status: {
      url: `http://${name}.example`,
      conditions: [{ type: "Ready", status: "True", lastTransitionTime: "2026-01-01T00:00:00Z" }],
    },
  };
};
