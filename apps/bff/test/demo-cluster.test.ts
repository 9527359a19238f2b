/**
 * The demo cluster, story by story: what it must always show. It is read as any cluster is, over HTTP.
 * A model or a runtime of a namespace is written `namespace/name` here; a pair `model × runtime`.
 */
import { fileURLToPath } from "node:url";
import {
  computeMatrix,
  type InferenceService,
  judge,
  type Model,
  mismatchCodes,
  type PairState,
  pairStates,
  type Read,
  type RejectionCode,
  type Runtime,
  readInferenceService,
  readModel,
  readRuntime,
  rejectModel,
  type Selection,
  type SkipCode,
  sayModelRejection,
  sayNoRuntimeFound,
  sayReason,
  select,
  type Verdict,
} from "@ome-matrix/matcher";
import { type MockCluster, startMockCluster } from "@ome-matrix/mock-cluster";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const demo = fileURLToPath(new URL("../../../packages/mock-cluster/demo/", import.meta.url));
const namespaces = ["team-vision", "team-language", "studio"] as const;

/** What these tests look at besides what the matcher reads. */
interface KubeObject {
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly creationTimestamp: string;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly spec: {
    readonly disabled?: boolean;
    readonly engine?: object;
    readonly acceleratorRequirements?: { readonly acceleratorClasses?: readonly string[] };
    readonly supportedModelFormats?: readonly { name?: string; autoSelect?: boolean; priority?: number }[];
    readonly storage?: { readonly storageUri: string };
  };
  readonly status?: {
    readonly state?: string;
    readonly conditions?: readonly { type: string; status: string; reason?: string; message?: string }[];
    readonly inheritanceChain?: readonly string[];
  };
}

interface Fleet {
  readonly objects: readonly KubeObject[];
  readonly models: readonly Model[];
  readonly runtimes: readonly Runtime[];
  readonly services: readonly InferenceService[];
}

/** The compiler asks for every code. */
const keysOf = <Code extends string>(codes: Readonly<Record<Code, true>>): readonly string[] => Object.keys(codes);
const rejectionCodes = keysOf<RejectionCode>({
  "runtime/disabled": true,
  "accelerator-class/not-supported": true,
  "deployment-mode/differs": true,
  "formats/none-defined": true,
  "formats/no-entry-matches": true,
  "size/outside-range": true,
});
const skipCodes = keysOf<SkipCode>({
  "auto-select/not-enabled": true,
  "auto-select/not-on-matching-entry": true,
  "score/not-positive": true,
});

const plurals = [
  "acceleratorclasses",
  "basemodels",
  "clusterbasemodels",
  "clusterservingruntimes",
  "inferenceservices",
  "servingruntimes",
];

async function readFleet(url: string): Promise<Fleet> {
  const lists = await Promise.all(
    plurals.map(async (plural) => {
      const response = await fetch(`${url}/apis/ome.io/v1beta1/${plural}`);
      return ((await response.json()) as { readonly items: readonly KubeObject[] }).items;
    }),
  );
  const objects = lists.flat();
  const readAll = <Value>(kind: RegExp, read: (object: unknown) => Read<Value>): readonly Value[] =>
    objects
      .filter((object) => kind.test(object.kind))
      .map((object) => {
        const result = read(object);
        if (!result.ok) throw new Error(`${object.metadata.name}: ${JSON.stringify(result.problems)}`);
        return result.value;
      });
  return {
    objects,
    models: readAll(/BaseModel$/, readModel),
    runtimes: readAll(/ServingRuntime$/, readRuntime),
    services: readAll(/^InferenceService$/, readInferenceService),
  };
}

const nameOf = ({ namespace, name }: { readonly namespace?: string; readonly name: string }): string =>
  namespace === undefined ? name : `${namespace}/${name}`;

function named<Value extends { readonly namespace?: string; readonly name: string }>(
  values: readonly Value[],
  name: string,
): Value {
  const found = values.filter((value) => nameOf(value) === name);
  if (found.length !== 1 || found[0] === undefined) throw new Error(`${found.length} objects are called ${name}`);
  return found[0];
}

/** A view is `all namespaces`, a namespace, or an InferenceService (`namespace/name`). */
function viewOf(fleet: Fleet, view: string) {
  if (view === "all namespaces") return { namespace: undefined, service: undefined };
  const service = view.includes("/") ? named(fleet.services, view).spec : undefined;
  return { namespace: view.split("/")[0], service };
}

/** The states of all pairs of a view, without the rows and columns of other namespaces. */
function statesOf(fleet: Fleet, view: string): ReadonlyMap<string, PairState> {
  const { namespace, service } = viewOf(fleet, view);
  const isSeen = (object: { readonly namespace?: string }): boolean =>
    namespace === undefined || object.namespace === undefined || object.namespace === namespace;
  const models = fleet.models.filter(isSeen);
  const runtimes = fleet.runtimes.filter(isSeen);
  const matrix = computeMatrix({ models, runtimes, namespace, service });
  const states = new Map<string, PairState>();
  for (const [row, model] of models.entries()) {
    for (const [column, runtime] of runtimes.entries()) {
      const state = pairStates[matrix.states[row * runtimes.length + column] ?? -1];
      if (state !== undefined) states.set(`${nameOf(model)} × ${nameOf(runtime)}`, state);
    }
  }
  return states;
}

function verdictOn(fleet: Fleet, view: string, pair: string): Verdict {
  const [model = "", runtime = ""] = pair.split(" × ");
  return judge(named(fleet.models, model).spec, named(fleet.runtimes, runtime).spec, viewOf(fleet, view).service);
}

/** Everything a pair is turned down for. */
function codesOf({ rejection, skip }: Verdict): readonly string[] {
  const entries = rejection?.code === "formats/no-entry-matches" ? rejection.entries : [];
  const mismatches = entries.flatMap((entry) => entry.mismatches.map(({ code }) => code));
  return [rejection?.code, skip?.code, ...mismatches].filter((code) => code !== undefined);
}

/** By the model's name as an InferenceService gives it: a BaseModel of the namespace first. */
function findModel(fleet: Fleet, namespace: string, name: string): Model {
  const own = fleet.models.find((model) => model.namespace === namespace && model.name === name);
  return own ?? named(fleet.models, name);
}

function selectIn(fleet: Fleet, view: string, model: string): Selection {
  const { namespace = "", service } = viewOf(fleet, view);
  return select(findModel(fleet, namespace, model).spec, fleet.runtimes, { namespace, service });
}

let cluster: MockCluster;
let fleet: Fleet;

beforeAll(async () => {
  cluster = await startMockCluster({ manifests: [demo], port: 0, watch: false });
  fleet = await readFleet(cluster.url);
});
afterAll(() => cluster.stop());

describe("what the cluster holds", () => {
  test("is accepted without a word", () => {
    expect(cluster.reports()).toEqual([]);
  });

  test.each([
    ["AcceleratorClass", 6],
    ["BaseModel", 12],
    ["ClusterBaseModel", 37],
    ["ServingRuntime", 7],
    ["ClusterServingRuntime", 32],
    ["InferenceService", 11],
  ])("%s: %i", (kind, count) => {
    expect(fleet.objects.filter((object) => object.kind === kind)).toHaveLength(count);
  });

  test.each([
    // rows, columns, then a count for each state
    ["all namespaces", 49, 39, [28, 13, 8, 81, 1453, 88, 185, 55, 0]],
    ["team-vision", 41, 34, [26, 6, 6, 52, 1062, 72, 170, 0, 0]],
    ["team-language", 40, 34, [26, 5, 8, 67, 1078, 74, 102, 0, 0]],
    ["studio", 42, 35, [27, 11, 6, 60, 1183, 78, 105, 0, 0]],
    ["studio/dialogue-8b", 42, 35, [7, 0, 4, 93, 1183, 78, 105, 0, 0]],
    ["team-language/chat-70b", 40, 34, [24, 5, 8, 69, 1078, 74, 102, 0, 0]],
    ["team-language/assistant-pd", 40, 34, [24, 5, 6, 71, 1078, 74, 102, 0, 0]],
  ])("%s: %i models, %i runtimes", (view, rows, columns, counts) => {
    const states = [...statesOf(fleet, view).values()];
    expect(states).toHaveLength(rows * columns);
    expect(pairStates.map((state) => [state, states.filter((found) => found === state).length])).toEqual(
      pairStates.map((state, index) => [state, counts[index]]),
    );
  });

  test.each([
    "studio/notes",
    "studio/scripts",
    "studio/storyboard",
    "team-language/assistant-8b",
    "team-language/chat-3b",
    "team-vision/gpu-lab",
    "team-vision/posters",
    "team-vision/retouch",
  ])("%s asks for nothing and sees what its namespace sees", (view) => {
    expect(statesOf(fleet, view)).toEqual(statesOf(fleet, view.split("/")[0] ?? ""));
  });
});

/** Pairs of a view, by what is said of them. */
type ByView<Said extends string> = Readonly<Record<string, { readonly [Key in Said]?: readonly string[] }>>;

const rowsOf = <Said extends string>(table: ByView<Said>) =>
  Object.entries(table).flatMap(([view, said]) =>
    (Object.entries(said) as [Said, readonly string[]][]).map(([what, pairs]) => ({ view, what, pairs })),
  );

/** At least two pairs for each state of each view. */
const stateTable: ByView<PairState> = {
  "all namespaces": {
    selected: [
      "qwen-image × srt-qwen-image-pipeline",
      "gemma-3-4b-it × srt-gemma-3",
      "studio/flux-1-krea-nunchaku × studio/studio-flux-nunchaku",
    ],
    candidate: [
      "llama-3-1-8b-instruct × vllm-llama-3-1-8b",
      "phi-3-5-mini-instruct × studio/studio-phi",
      "wan2-2-ti2v-5b × team-vision/vision-wan-fast",
    ],
    "pin-only": ["mistral-small-24b-instruct × vllm-mistral", "qwen3-8b × team-language/language-qwen3-last-resort"],
    "near-miss": ["llama-3-2-3b-instruct × srt-llama-3-2-3b", "qwen-image-pvc × srt-qwen-image-pipeline"],
    rejected: ["qwen-image-edit × srt-qwen-image-pipeline", "gemma-3-4b-it × srt-llama-3-2-1b"],
    disabled: ["llama-3-1-8b-instruct × tgi-classic", "gemma-3-4b-it × vllm-gemma-profile"],
    unknown: ["kimi-k2-instruct × srt-mistral", "command-a × team-vision/vision-sandbox"],
    "not-applicable": [
      "team-language/intent-nano × studio/studio-phi",
      "studio/qwen3-14b-dialogue × team-language/language-qwen3-last-resort",
    ],
  },
  "team-vision": {
    selected: ["wan2-2-t2v-a14b × team-vision/vision-wan-fast", "wan2-2-ti2v-5b × team-vision/vision-wan-fast"],
    candidate: ["wan2-2-t2v-a14b × srt-wan", "phi-3-5-mini-instruct × vllm-phi-blue"],
    "pin-only": ["mistral-small-24b-instruct × vllm-mistral", "llama-3-3-70b-instruct × srt-llama-pd"],
    "near-miss": ["team-vision/qwen-image-lightning × srt-qwen-image-pipeline", "wan2-2-ti2v-5b × srt-wan"],
    rejected: ["qwen-image-edit × srt-flux", "flux-1-dev × team-vision/vision-sandbox"],
    disabled: ["qwen-image × tgi-classic", "qwen-image-pvc × vllm-gemma-profile"],
    unknown: ["team-vision/internvl3-8b × srt-gemma-3", "team-vision/wan-archive × srt-wan"],
  },
  "team-language": {
    selected: ["team-language/llama-3-1-8b-instruct × team-language/language-llama-next", "qwen3-8b × vllm-qwen3"],
    candidate: ["phi-3-5-mini-instruct × srt-phi", "phi-3-5-mini-instruct × vllm-phi-green"],
    "pin-only": [
      "qwen3-4b-instruct-2507 × team-language/language-qwen3-last-resort",
      "qwen3-8b × team-language/language-qwen3-last-resort",
    ],
    "near-miss": ["team-language/qwen3-8b-tickets × vllm-qwen3", "team-language/intent-nano × tei-embeddings"],
    rejected: ["llama-3-2-3b-instruct × srt-mistral", "bge-m3 × team-language/language-llama-next"],
    disabled: ["mistral-7b-instruct-v0-3 × tgi-classic", "qwen3-8b × tgi-classic"],
    unknown: ["glm-4-5-air × vllm-qwen3", "kimi-k2-instruct × srt-deepseek-multinode"],
  },
  studio: {
    selected: ["studio/phi-3-5-mini-scripts × studio/studio-phi", "phi-3-5-mini-instruct × studio/studio-phi"],
    candidate: ["studio/phi-3-5-mini-scripts × vllm-phi-canary", "phi-3-5-mini-instruct × vllm-phi-green"],
    "pin-only": ["mistral-nemo-12b-instruct × vllm-mistral-mixtral", "llama-3-1-8b-instruct × srt-llama-pd"],
    "near-miss": ["studio/flux-1-krea-nunchaku × srt-flux", "studio/sd3-medium-scenes × srt-sd3"],
    rejected: ["studio/sd3-medium-scenes × srt-flux", "gemma-3-4b-it × vllm-gemma-h100"],
    disabled: ["gemma-3-12b-it × vllm-gemma-profile", "studio/bedtime-stories-gguf × tgi-classic"],
    unknown: ["command-a × srt-mistral", "command-a × studio/studio-phi"],
  },
  "studio/dialogue-8b": {
    selected: ["llama-3-1-8b-instruct × vllm-llama-3-1-8b", "llama-3-1-8b-instruct-fp8 × srt-llama-3-1-8b-fp8"],
    "pin-only": ["llama-3-1-8b-instruct × srt-llama-pd", "llama-3-3-70b-instruct × srt-llama-pd"],
    "near-miss": ["llama-3-1-8b-instruct × srt-llama-3-1-8b", "studio/phi-3-5-mini-scripts × studio/studio-phi"],
  },
  "team-language/chat-70b": {
    selected: ["llama-3-3-70b-instruct × srt-llama-3-3-70b", "mistral-7b-instruct-v0-3 × srt-mistral"],
    "near-miss": ["deepseek-r1-0528 × srt-deepseek-multinode", "llama-3-2-3b-instruct-gguf × llama-cpp"],
  },
  "team-language/assistant-pd": {
    "near-miss": ["llama-3-3-70b-instruct × srt-llama-pd", "llama-3-2-3b-instruct-gguf × llama-cpp"],
  },
};

describe("states", () => {
  test.each(rowsOf(stateTable))("$view: $what", ({ view, what, pairs }) => {
    const states = statesOf(fleet, view);
    expect(pairs.map((pair) => [pair, states.get(pair)])).toEqual(pairs.map((pair) => [pair, what]));
  });

  test("the table has two pairs for every state of every namespace", () => {
    const listed = rowsOf(stateTable).flatMap(({ view, what, pairs }) =>
      pairs.length < 2 ? [] : [`${view}: ${what}`],
    );
    const seen = ["all namespaces", ...namespaces].flatMap((view) =>
      [...new Set(statesOf(fleet, view).values())].map((state) => `${view}: ${state}`),
    );
    expect(seen.filter((row) => !listed.includes(row))).toEqual([]);
    // Nothing that the API accepts is unreadable.
    expect(new Set(seen.map((row) => row.split(": ")[1]))).toEqual(new Set(pairStates.slice(0, -1)));
  });
});

const everywhere = "all namespaces";
/** At least two pairs for each reason that an object of the API can cause. */
const reasonTable: ByView<string> = {
  "all namespaces": {
    "runtime/disabled": ["llama-3-1-8b-instruct × tgi-classic", "gemma-3-4b-it × vllm-gemma-profile"],
    "formats/none-defined": ["gemma-3-4b-it × vllm-gemma-h100", "flux-1-dev × team-vision/vision-sandbox"],
    "formats/no-entry-matches": [
      "llama-3-2-3b-instruct × srt-llama-3-2-3b",
      "qwen-image-pvc × srt-qwen-image-pipeline",
    ],
    "size/outside-range": [
      "qwen2-5-3b-instruct × vllm-qwen2-5-small",
      "team-language/intent-nano × tei-embeddings",
      "llama-3-2-1b-instruct × srt-llama-3-2-3b",
    ],
    "auto-select/not-enabled": ["mistral-small-24b-instruct × vllm-mistral", "llama-3-3-70b-instruct × srt-llama-pd"],
    "auto-select/not-on-matching-entry": [
      "mistral-7b-instruct-v0-3 × vllm-mistral-mixtral",
      "mistral-nemo-12b-instruct × vllm-mistral-mixtral",
    ],
    "score/not-positive": [
      "qwen3-8b × team-language/language-qwen3-last-resort",
      "qwen3-4b-instruct-2507 × team-language/language-qwen3-last-resort",
    ],
    "cache-provider/not-configured": ["deepseek-v3-1 × srt-deepseek-multinode", "deepseek-v3-1 × vllm-mistral"],
    "pipeline/missing-on-model": ["qwen-image-pvc × srt-qwen-image-pipeline", "qwen-image-pvc × srt-flux"],
    "pipeline-class/differs": ["qwen-image-edit × srt-qwen-image-pipeline", "flux-1-dev × srt-sd3"],
    "pipeline-class/missing-on-model": [
      "team-vision/qwen-image-lightning × srt-qwen-image-pipeline",
      "team-vision/qwen-image-lightning × srt-wan",
    ],
    "pipeline-component/missing-on-model": [
      "team-vision/qwen-image-lightning × srt-wan",
      "team-vision/qwen-image-lightning × srt-flux",
    ],
    "pipeline-library/differs": [
      "studio/flux-1-krea-nunchaku × srt-flux",
      "flux-1-dev × studio/studio-flux-nunchaku",
      "wan2-2-ti2v-5b × srt-wan",
    ],
    "pipeline-type/differs": ["wan2-1-t2v-14b × team-vision/vision-wan-fast", "flux-1-dev × srt-wan"],
    "additional-components/missing-on-model": ["qwen-image × srt-wan", "wan2-1-t2v-14b × srt-flux"],
    "additional-component/missing-on-model": ["studio/sd3-medium-scenes × srt-sd3", "qwen-image-edit × srt-wan"],
    "architecture/differs": ["gemma-3-4b-it × srt-mistral", "bge-m3 × triton-embeddings"],
    "architecture/missing-on-model": ["llama-3-2-3b-instruct-gguf × srt-llama-3-2-3b", "bge-m3-onnx × tei-embeddings"],
    "architecture/missing-on-runtime": ["bge-m3 × triton-onnx", "llama-3-2-1b-instruct × llama-cpp"],
    "quantization/differs": ["qwen2-5-7b-instruct-awq × srt-qwen3-fp8", "llama-3-1-8b-instruct-fp8 × srt-qwen2-5"],
    "quantization/missing-on-model": ["llama-3-1-8b-instruct × srt-llama-3-1-8b-fp8", "qwen3-8b × srt-qwen3-fp8"],
    "quantization/missing-on-runtime": ["llama-3-1-8b-instruct-fp8 × srt-llama-3-1-8b", "qwen3-32b-fp8 × vllm-qwen3"],
    "format-name/differs": ["qwen-image × srt-mistral", "mistral-7b-instruct-gguf × srt-mistral"],
    "format-version/not-accepted": [
      "bge-m3-onnx × triton-onnx",
      "team-vision/piper-voice-onnx × triton-onnx",
      "studio/sd3-medium-scenes × srt-sd3",
    ],
    "format-version/missing-on-model": [
      "llama-3-2-3b-instruct-gguf × studio/studio-llama-cpp",
      "studio/bedtime-stories-gguf × studio/studio-llama-cpp",
    ],
    "format-version/missing-on-runtime": ["mistral-7b-instruct-gguf × llama-cpp", "bge-small-en × triton-embeddings"],
    "framework/missing-on-model": [
      "studio/bedtime-stories-gguf × llama-cpp",
      "team-vision/piper-voice-onnx × triton-onnx",
    ],
    "framework-name/differs": ["qwen-image × srt-mistral", "mistral-7b-instruct-gguf × srt-mistral"],
    "framework-version/not-accepted": [
      "llama-3-2-3b-instruct × srt-llama-3-2-3b",
      "team-language/qwen3-8b-tickets × vllm-qwen3",
    ],
    "framework-version/missing-on-model": [
      "bge-small-en × triton-embeddings",
      "mistral-7b-instruct-gguf × studio/studio-llama-cpp",
    ],
    "framework-version/missing-on-runtime": [
      "gemma-3-4b-it × tei-embeddings",
      "llama-3-2-1b-instruct × tei-embeddings",
    ],
  },
  "studio/dialogue-8b": {
    "accelerator-class/not-supported": [
      "llama-3-1-8b-instruct × srt-llama-3-1-8b",
      "studio/phi-3-5-mini-scripts × studio/studio-phi",
      "llama-3-2-3b-instruct-gguf × llama-cpp",
    ],
  },
  "team-language/chat-70b": {
    "deployment-mode/differs": ["deepseek-r1-0528 × srt-deepseek-multinode", "llama-3-2-3b-instruct-gguf × llama-cpp"],
  },
  "team-language/assistant-pd": {
    "deployment-mode/differs": ["llama-3-3-70b-instruct × srt-llama-pd", "llama-3-1-8b-instruct × srt-llama-pd"],
  },
};

/** What the API refuses before it could be a reason. */
const impossible = ["framework/missing-on-runtime", "entry/unknown"];

describe("reasons", () => {
  test.each(rowsOf(reasonTable))("$what, in $view", ({ view, what, pairs }) => {
    expect(pairs.length).toBeGreaterThanOrEqual(2);
    expect(pairs.map((pair) => [pair, codesOf(verdictOn(fleet, view, pair)).includes(what)])).toEqual(
      pairs.map((pair) => [pair, true]),
    );
  });

  test.each(["kimi-k2-instruct", "glm-4-5-air", "command-a", "team-vision/internvl3-8b", "team-vision/wan-archive"])(
    "model/no-format: %s",
    (model) => {
      const rejection = rejectModel(named(fleet.models, model).spec);
      expect(rejection && sayModelRejection(rejection)).toBe(
        "invalid model specification: modelFormat.name: model format name is required",
      );
    },
  );

  test("the table has a row for every reason", () => {
    const listed = new Set(rowsOf(reasonTable).map(({ what }) => what));
    const possible = [...rejectionCodes, ...skipCodes, ...mismatchCodes].filter((code) => !impossible.includes(code));
    expect([...listed].sort()).toEqual([...possible].sort());
  });
});

const notSupported = (label: string, entries: string): string =>
  `model format '${label}' not in supported formats: ${entries}`;
const llama = (version: string): string => `mt:safetensors:1.0.0:LlamaForCausalLM:transformers:${version}`;
const qwenImage = "mt:diffusers:0.34.0.dev0:QwenImagePipeline:diffusers:0.34.0.dev0";
const wan = (version: string): string => `mt:diffusers:${version}:WanPipeline:diffusers:${version}`;

/** OME's sentence for the pairs that the stories are about, letter for letter. */
const sentences: readonly (readonly [story: string, view: string, pair: string, sentence: string | undefined])[] = [
  [
    "llama-3-2",
    everywhere,
    "llama-3-2-3b-instruct × srt-llama-3-2-3b",
    notSupported(llama("4.46.0"), "framework version mismatch (model=4.46.0, runtime=4.45.0.dev0)"),
  ],
  [
    "llama-3-1-quantization",
    everywhere,
    "llama-3-1-8b-instruct-fp8 × srt-llama-3-1-8b",
    notSupported(
      "mt:safetensors:1.0.0:LlamaForCausalLM:fp8:transformers:4.42.3",
      "model has quantization fp8 but runtime has no quantization requirement",
    ),
  ],
  [
    "llama-3-1-quantization",
    everywhere,
    "llama-3-1-8b-instruct × srt-llama-3-1-8b-fp8",
    notSupported(llama("4.42.3"), "model has no quantization but runtime requires fp8"),
  ],
  [
    "llama-3-1-quantization",
    "studio/dialogue-8b",
    "llama-3-1-8b-instruct × srt-llama-3-1-8b",
    "runtime does not support the required accelerator class",
  ],
  [
    "llama-3-3-deployment-mode",
    "team-language/chat-70b",
    "deepseek-r1-0528 × srt-deepseek-multinode",
    "runtime engine deployment mode MultiNode does not match requested engine deployment mode OMENative",
  ],
  [
    "llama-3-3-deployment-mode",
    "team-language/assistant-pd",
    "llama-3-3-70b-instruct × srt-llama-pd",
    "runtime decoder deployment mode MultiNode does not match requested decoder deployment mode OMENative",
  ],
  ["llama-3-3-deployment-mode", "team-language/chat-70b", "llama-3-3-70b-instruct × srt-llama-3-3-70b", undefined],
  [
    "mistral-pin-only",
    everywhere,
    "mistral-small-24b-instruct × vllm-mistral",
    "supports the model but has no supportedModelFormats[].autoSelect=true entry, so automatic selection skips it (pin it explicitly via spec.runtime.name instead)",
  ],
  [
    "mistral-pin-only",
    everywhere,
    "mistral-7b-instruct-v0-3 × vllm-mistral-mixtral",
    "matching format safetensors is not autoSelect-enabled (a different supportedModelFormats entry on this runtime has autoSelect=true, but not the one that matches this model)",
  ],
  [
    "mistral-pin-only",
    everywhere,
    "mistral-nemo-12b-instruct × vllm-mistral",
    notSupported(
      "mt:safetensors:1.0.0:MistralForCausalLM:transformers:4.43.0.dev0",
      "framework version mismatch (model=4.43.0.dev0, runtime=4.42.0.dev0); framework version mismatch (model=4.43.0.dev0, runtime=4.50.0)",
    ),
  ],
  [
    "qwen2-5-size-bound",
    everywhere,
    "qwen2-5-3b-instruct × vllm-qwen2-5-small",
    "model size 3.09B is outside supported range [1B, 4b]",
  ],
  [
    "qwen2-5-size-bound",
    everywhere,
    "qwen2-5-3b-instruct × srt-qwen2-5",
    "model size 3.09B is outside supported range [5B, inf)",
  ],
  [
    "qwen3-upper-limit",
    everywhere,
    "team-language/qwen3-8b-tickets × vllm-qwen3",
    notSupported(
      "mt:safetensors:1.0.0:Qwen3ForCausalLM:transformers:4.52.3",
      "framework version mismatch (model=4.52.3, runtime=4.51.0)",
    ),
  ],
  [
    "qwen3-negative-weight",
    "team-language",
    "qwen3-8b × team-language/language-qwen3-last-resort",
    "auto-select score is 0",
  ],
  [
    "gemma-inheritance",
    everywhere,
    "gemma-3-12b-it × vllm-gemma-h100",
    notSupported(
      "mt:safetensors:1.0.0:Gemma3ForConditionalGeneration:transformers:4.50.0.dev0",
      "no supported formats defined",
    ),
  ],
  ["gemma-inheritance", everywhere, "gemma-3-12b-it × vllm-gemma-profile", "runtime is disabled"],
  ["gemma-inheritance", everywhere, "gemma-3-12b-it × srt-gemma-3", undefined],
  ["embeddings", everywhere, "bge-m3 × tei-embeddings", undefined],
  [
    "embeddings",
    "team-language",
    "team-language/intent-nano × tei-embeddings",
    "model size 500K is outside supported range [1M, 10B]",
  ],
  [
    "embeddings-operators",
    everywhere,
    "bge-m3 × triton-embeddings",
    notSupported(
      "mt:safetensors:1.0.0:XLMRobertaModel:transformers:4.33.0",
      "framework version mismatch (model=4.33.0, runtime=4.40); framework version mismatch (model=4.33.0, runtime=v4.40.0); architecture mismatch (model=XLMRobertaModel, runtime=BertModel), framework version mismatch (model=4.33.0, runtime=4.40.0); architecture mismatch (model=XLMRobertaModel, runtime=BertModel), model has format version but runtime has no version requirement",
    ),
  ],
  [
    "deepseek-sharded",
    everywhere,
    "deepseek-v3-1 × srt-deepseek-multinode",
    notSupported(
      "mt:safetensors:1.0.0:DeepseekV3ForCausalLM:fp8:transformers:4.44.2",
      "no model cache provider is configured for sharded model loading",
    ),
  ],
  [
    "gguf-one-sided",
    everywhere,
    "mistral-7b-instruct-gguf × llama-cpp",
    notSupported("mt:gguf:3:llama.cpp", "model has format version but runtime has no version requirement"),
  ],
  [
    "gguf-one-sided",
    everywhere,
    "llama-3-2-3b-instruct-gguf × studio/studio-llama-cpp",
    notSupported(
      "mt:gguf:llama.cpp",
      "model has no format version but runtime requires 3, model has no framework version but runtime requires b6700",
    ),
  ],
  [
    "gguf-one-sided",
    "studio",
    "studio/bedtime-stories-gguf × llama-cpp",
    notSupported("mt:gguf", "model has no framework but runtime requires llama.cpp"),
  ],
  [
    "onnx-unparsable",
    everywhere,
    "bge-m3-onnx × triton-onnx",
    notSupported("mt:onnx:latest:onnxruntime:1.20.0", "format version mismatch (model=latest, runtime=latest)"),
  ],
  [
    "onnx-unparsable",
    "team-vision",
    "team-vision/piper-voice-onnx × triton-onnx",
    notSupported(
      "mt:onnx:1.0.0rc1",
      "format version mismatch (model=1.0.0rc1, runtime=latest), model has no framework but runtime requires onnxruntime",
    ),
  ],
  [
    "qwen-image-pvc",
    everywhere,
    "qwen-image-pvc × srt-qwen-image-pipeline",
    notSupported(qwenImage, "diffusion pipeline required by runtime but not specified in model"),
  ],
  [
    "qwen-image-named",
    "team-vision",
    "team-vision/qwen-image-lightning × srt-qwen-image-pipeline",
    notSupported(qwenImage, "pipeline class mismatch (model=<nil>, runtime=QwenImagePipeline)"),
  ],
  [
    "qwen-image-named",
    "team-vision/retouch",
    "qwen-image-edit × srt-qwen-image-pipeline",
    notSupported(
      "mt:diffusers:0.35.0.dev0:QwenImageEditPipeline:diffusers:0.35.0.dev0",
      "pipeline class mismatch (model=QwenImageEditPipeline, runtime=QwenImagePipeline), architecture mismatch (model=QwenImageEditPipeline, runtime=QwenImagePipeline), format version mismatch (model=0.35.0.dev0, runtime=0.34.0.dev0), framework version mismatch (model=0.35.0.dev0, runtime=0.34.0.dev0)",
    ),
  ],
  [
    "flux",
    "studio",
    "studio/flux-1-krea-nunchaku × srt-flux",
    notSupported(
      "mt:diffusers:0.30.0.dev0:FluxPipeline:diffusers:0.30.0.dev0",
      "transformer library mismatch (model=nunchaku, runtime=diffusers)",
    ),
  ],
  ["stable-diffusion-3", everywhere, "sd3-5-large × srt-sd3", undefined],
  [
    "stable-diffusion-3",
    "studio",
    "studio/sd3-medium-scenes × srt-sd3",
    notSupported(
      "mt:diffusers::StableDiffusion3Pipeline:diffusers:",
      "diffusion component image_encoder missing in model, format version mismatch (model=, runtime=0.31.0.dev0), framework version mismatch (model=, runtime=0.31.0.dev0)",
    ),
  ],
  [
    "wan",
    everywhere,
    "wan2-2-ti2v-5b × srt-wan",
    notSupported(
      wan("0.35.0.dev0"),
      "transformer_2 library mismatch (model=, runtime=diffusers); format version mismatch (model=0.35.0.dev0, runtime=0.33.0.dev0), framework version mismatch (model=0.35.0.dev0, runtime=0.33.0.dev0)",
    ),
  ],
  [
    "wan",
    "team-vision",
    "wan2-1-t2v-14b × team-vision/vision-wan-fast",
    notSupported(
      wan("0.33.0.dev0"),
      "format version mismatch (model=0.33.0.dev0, runtime=0.35.0.dev0), framework version mismatch (model=0.33.0.dev0, runtime=0.35.0.dev0); scheduler type mismatch (model=UniPCMultistepScheduler, runtime=FlowMatchEulerDiscreteScheduler)",
    ),
  ],
  ["switched-off", everywhere, "llama-3-1-8b-instruct × tgi-classic", "runtime is disabled"],
];

describe("stories: OME's sentence", () => {
  test.each(sentences)("%s, in %s: %s", (_story, view, pair, sentence) => {
    expect(sayReason(verdictOn(fleet, view, pair))).toBe(sentence);
  });
});

describe("stories: what is selected", () => {
  test("phi-ranking: every step of the tie-break", () => {
    const { ranking } = selectIn(fleet, "studio", "phi-3-5-mini-scripts");
    expect(
      ranking.map(({ runtime, verdict, sizeDistance, decidedBy, tied }) => [
        nameOf(runtime),
        verdict.score.score,
        Math.round((sizeDistance ?? 0) / 1e6),
        decidedBy,
        tied,
      ]),
    ).toEqual([
      // score, distance in millions, what decided against the next one
      ["studio/studio-phi", 2n, 69_000, "kind", false],
      ["vllm-phi-canary", 15n, 7_000, "score", false],
      ["srt-phi", 6n, 0, "size-distance", false],
      ["srt-phi-mini", 6n, 1_000, "size-distance", false],
      ["vllm-phi-blue", 6n, 14_000, "name", true],
      ["vllm-phi-green", 6n, 14_000, undefined, true],
    ]);
    expect(ranking[1]?.verdict).toMatchObject({ weight: 0n, priority: 1 });
  });

  test.each([
    ["team-vision", "phi-3-5-mini-instruct", "vllm-phi-canary"],
    ["studio", "phi-3-5-mini-instruct", "studio/studio-phi"],
    ["team-language", "llama-3-1-8b-instruct", "team-language/language-llama-next"],
    ["studio", "llama-3-1-8b-instruct", "srt-llama-3-1-8b"],
    ["studio/dialogue-8b", "llama-3-1-8b-instruct", "vllm-llama-3-1-8b"],
    ["team-language/chat-70b", "llama-3-3-70b-instruct", "srt-llama-3-3-70b"],
    ["team-language/assistant-pd", "mistral-7b-instruct-v0-3", "srt-mistral"],
    ["team-vision", "wan2-2-t2v-a14b", "team-vision/vision-wan-fast"],
    ["studio", "wan2-2-t2v-a14b", "srt-wan"],
    ["studio", "wan2-2-ti2v-5b", undefined],
    ["team-vision", "bge-m3", "tei-embeddings"],
    ["team-vision", "gemma-3-4b-it", "srt-gemma-3"],
    ["team-vision", "qwen-image", "srt-qwen-image-pipeline"],
    ["studio", "mistral-small-24b-instruct", undefined],
    ["studio", "qwen2-5-3b-instruct", undefined],
    ["studio", "deepseek-v3-1", undefined],
  ])("in %s, %s gets %s", (view, model, runtime) => {
    const { selected } = selectIn(fleet, view, model);
    expect(selected && nameOf(selected.runtime)).toBe(runtime);
  });

  test("mistral-pin-only: nothing but pin only serves it, in every view", () => {
    for (const view of [everywhere, ...namespaces]) {
      const states = [...statesOf(fleet, view)].filter(([pair]) => pair.startsWith("mistral-small-24b-instruct × "));
      expect(states.filter(([, state]) => state === "selected" || state === "candidate")).toEqual([]);
      expect(states.filter(([, state]) => state === "pin-only")).toHaveLength(1);
    }
  });

  test.each([
    ["embeddings", "bge-m3 × tei-embeddings", 0, false, 8n, 1],
    ["gemma-inheritance", "gemma-3-4b-it × srt-gemma-3", 0, undefined, 4n, 0],
  ])("%s: %s is picked through another entry", (_story, pair, matchedEntry, autoSelect, score, givenBy) => {
    const verdict = verdictOn(fleet, everywhere, pair);
    expect(verdict).toMatchObject({ qualifies: true, matchedEntry, score: { score, givenBy } });
    expect(verdict.score.entries[matchedEntry]?.autoSelect).toBe(autoSelect);
    expect(verdict.notes).toContainEqual(expect.objectContaining({ code: "auto-select/through-another-entry" }));
  });

  test("most models that are read have a runtime somewhere", () => {
    const served = new Set(
      namespaces.flatMap((view) =>
        [...statesOf(fleet, view)].filter(([, state]) => state === "selected").map(([pair]) => pair.split(" × ")[0]),
      ),
    );
    const read = fleet.models.filter(({ spec }) => rejectModel(spec) === undefined);
    expect([served.size, read.length]).toEqual([29, 44]);
  });
});

describe("services", () => {
  const statusOf = (name: string) => {
    const found = fleet.objects.find(({ kind, metadata }) => kind === "InferenceService" && metadata.name === name);
    return found?.status?.conditions?.find(({ type }) => type === "RuntimeReady");
  };

  test.each([
    ["team-language/chat-3b", "safetensors", 2],
    ["team-vision/posters", "diffusers", 2],
  ])("%s has no runtime, and its status says so in OME's words", (view, format, namespaced) => {
    const service = named(fleet.services, view);
    const selection = selectIn(fleet, view, service.spec.model?.name ?? "");
    const model = findModel(fleet, service.namespace ?? "", service.spec.model?.name ?? "");
    const message = sayNoRuntimeFound(model.spec, selection);
    expect(message.split(". Excluded")[0]).toBe(
      `no runtime found to support model ${format} with format ${format} in namespace ${service.namespace}. ` +
        `Checked ${32 + namespaced} runtimes (${namespaced} namespace-scoped, 32 cluster-scoped)`,
    );
    expect(statusOf(service.name)).toMatchObject({ status: "False", reason: "RuntimeNotFound", message });
  });

  test("what the others ask for", () => {
    const specs = new Map(fleet.services.map((service) => [nameOf(service), service.spec]));
    expect(specs.get("studio/dialogue-8b")?.acceleratorClasses.map(({ name }) => name)).toEqual([
      "nvidia-h100",
      "nvidia-h100",
      "nvidia-h200",
    ]);
    expect(specs.get("team-language/chat-70b")).toMatchObject({ deploymentMode: "OMENative", hasDecoder: false });
    expect(specs.get("team-language/assistant-pd")).toMatchObject({ hasDecoder: true });
    expect(specs.get("team-vision/retouch")?.runtime?.name).toBe("srt-qwen-image-pipeline");
    expect(specs.get("team-vision/gpu-lab")?.model).toBeUndefined();
    // The API server fills in the kind; the model is a BaseModel.
    expect(specs.get("studio/scripts")?.model).toEqual({ name: "phi-3-5-mini-scripts", kind: "ClusterBaseModel" });
  });
});

describe("OME's webhooks would accept it", () => {
  const runtimeObjects = () => fleet.objects.filter(({ kind }) => kind.endsWith("ServingRuntime"));
  const servicesWith = (isWanted: (service: InferenceService, object: KubeObject) => boolean) =>
    fleet.services.filter((service) => {
      const object = fleet.objects.find(
        ({ kind, metadata }) => kind === service.kind && metadata.name === service.name,
      );
      return object !== undefined && isWanted(service, object);
    });

  test("every class that an enabled runtime lists exists", () => {
    const classes = fleet.objects
      .filter(({ kind }) => kind === "AcceleratorClass")
      .map(({ metadata }) => metadata.name);
    const listed = runtimeObjects()
      .filter(({ spec }) => spec.disabled !== true)
      .flatMap(({ spec }) => spec.acceleratorRequirements?.acceleratorClasses ?? []);
    expect(listed.filter((name) => !classes.includes(name))).toEqual([]);
  });

  test("entries of one name that enable automatic selection have one priority", () => {
    for (const { metadata, spec } of runtimeObjects()) {
      const first = new Map<string, number | undefined>();
      for (const { name = "", autoSelect, priority } of spec.supportedModelFormats ?? []) {
        if (autoSelect !== true) continue;
        if (!first.has(name)) first.set(name, priority);
        expect([metadata.name, first.get(name) ?? priority]).toEqual([metadata.name, priority ?? first.get(name)]);
      }
    }
  });

  test("profiles are disabled, and chains resolve", () => {
    const annotated = (key: string) =>
      runtimeObjects().filter(({ metadata }) => metadata.annotations?.[key] !== undefined);
    const profiles = annotated("ome.io/runtime-profile");
    expect(profiles.map(({ metadata, spec }) => [metadata.name, spec.disabled])).toEqual([
      ["vllm-gemma-profile", true],
    ]);
    const children = annotated("ome.io/inherit-from");
    expect(children.map(({ metadata, status }) => [metadata.name, status?.inheritanceChain])).toEqual([
      ["vllm-gemma-h100", ["vllm-gemma-profile", "vllm-gemma-h100"]],
    ]);
  });

  test("a service with an engine and a model, and without a named runtime, has one", () => {
    const services = servicesWith(
      ({ spec }, object) => spec.model !== undefined && spec.runtime === undefined && object.spec.engine !== undefined,
    );
    expect(services.map(nameOf).sort()).toEqual([
      "studio/dialogue-8b",
      "studio/scripts",
      "team-language/assistant-8b",
      "team-language/assistant-pd",
      "team-language/chat-70b",
    ]);
    for (const service of services) {
      const { selected } = selectIn(fleet, nameOf(service), service.spec.model?.name ?? "");
      expect([nameOf(service), selected !== undefined]).toEqual([nameOf(service), true]);
    }
  });

  test("a named runtime exists and is enabled, and its model is read and not Sharded", () => {
    const services = servicesWith(({ spec }) => spec.runtime !== undefined);
    expect(services).toHaveLength(4);
    for (const { namespace = "", spec } of services) {
      const { kind, name = "" } = spec.runtime ?? {};
      const runtime = named(fleet.runtimes, kind === "ServingRuntime" ? `${namespace}/${name}` : name);
      expect(runtime.spec.disabled ?? false).toBe(false);
      if (spec.model?.name === undefined) continue;
      const model = findModel(fleet, namespace, spec.model.name);
      expect([rejectModel(model.spec), model.spec.distribution]).toEqual([undefined, "PerNode"]);
    }
  });

  test("a claim of a namespace is only used from there", () => {
    for (const { namespace = "", spec } of fleet.services) {
      if (spec.model?.name === undefined) continue;
      const model = findModel(fleet, namespace, spec.model.name);
      const object = fleet.objects.find(
        ({ kind, metadata }) => kind === model.kind && nameOf(metadata) === nameOf(model),
      );
      const claim = /^pvc:\/\/(.*):/.exec(object?.spec.storage?.storageUri ?? "");
      if (claim !== null) expect([spec.model.name, claim[1]]).toEqual([spec.model.name, namespace]);
    }
  });

  test("everything was made in 2026", () => {
    for (const { metadata } of fleet.objects) expect(metadata.creationTimestamp).toMatch(/^2026-0[1-5]-/);
  });
});

describe("the repair of qwen-image-pvc", () => {
  const patch =
    '{"spec":{"diffusionPipeline":{"className":"QwenImagePipeline","transformer":{"library":"diffusers"}}}}';
  const pair = "qwen-image-pvc × srt-qwen-image-pipeline";
  const views = [everywhere, ...namespaces];

  test("is one merge patch on the model, and works in every namespace", async () => {
    const own = await startMockCluster({ manifests: [demo], port: 0, watch: false });
    try {
      const before = await readFleet(own.url);
      const verdict = verdictOn(before, everywhere, pair);
      expect([verdict.differences, verdict.differingFields]).toEqual([1, ["pipeline"]]);
      expect(views.map((view) => statesOf(before, view).get(pair))).toEqual(views.map(() => "near-miss"));

      const response = await fetch(`${own.url}/apis/ome.io/v1beta1/clusterbasemodels/qwen-image-pvc`, {
        method: "PATCH",
        headers: { "content-type": "application/merge-patch+json" },
        body: patch,
      });
      expect(response.status).toBe(200);

      const after = await readFleet(own.url);
      expect(views.map((view) => statesOf(after, view).get(pair))).toEqual(views.map(() => "selected"));
      for (const view of [...namespaces, "team-vision/posters"]) {
        expect(selectIn(after, view, "qwen-image-pvc").ranking.map(({ runtime }) => nameOf(runtime))).toEqual([
          "srt-qwen-image-pipeline",
        ]);
      }
      // Nothing else changes anywhere.
      for (const view of views) {
        const then = statesOf(before, view);
        const changed = [...statesOf(after, view)].filter(([key, state]) => then.get(key) !== state);
        expect(changed.map(([key]) => key)).toEqual([pair]);
      }
    } finally {
      await own.stop();
    }
  });
});
