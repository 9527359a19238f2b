/** Small answers of the server, complete and valid, for tests. */
import {
  type ClusterState,
  type KindState,
  type MatrixResponse,
  type ModelSummary,
  type RuntimeSummary,
  toResourceKey,
  watchedKinds,
} from "@ome-matrix/contract";
import { type DifferingField, differingFields, type PairState, pairStates } from "@ome-matrix/matcher";

export const toModel = (model: Partial<ModelSummary> & { readonly name: string }): ModelSummary => {
  const kind = model.namespace === undefined ? "ClusterBaseModel" : "BaseModel";
  return {
    kind,
    key: toResourceKey({ kind, namespace: model.namespace, name: model.name }),
    managedBy: [],
    labels: {},
    problems: [],
    capabilities: [],
    format: { name: "safetensors", version: "1.0.0" },
    framework: { name: "transformers", version: "4.46.3" },
    architecture: "LlamaForCausalLM",
    hasPipeline: false,
    disabled: false,
    status: { state: "Ready", nodesReady: 1, nodesFailed: 0 },
    explanations: [],
    shadowedIn: [],
    ...model,
  };
};

export const toRuntime = ({
  architecture = "LlamaForCausalLM",
  ...runtime
}: Partial<RuntimeSummary> & { readonly name: string; readonly architecture?: string }): RuntimeSummary => {
  const kind = runtime.namespace === undefined ? "ClusterServingRuntime" : "ServingRuntime";
  return {
    kind,
    key: toResourceKey({ kind, namespace: runtime.namespace, name: runtime.name }),
    managedBy: [],
    labels: {},
    problems: [],
    disabled: false,
    entries: [{ architecture, format: { name: "safetensors" }, framework: { name: "transformers" }, autoSelect: true }],
    autoSelect: true,
    acceleratorClasses: [],
    images: [],
    isProfile: false,
    ...runtime,
  };
};

/** `selected`, `candidate 2`, `near-miss 1 size`, `near-miss 2 size,quantization`, `rejected`, … */
export type CellText = string;

/** A matrix from words: one list a model, one text a runtime. */
export const toMatrix = (
  models: readonly ModelSummary[],
  runtimes: readonly RuntimeSummary[],
  cells: readonly (readonly CellText[])[],
  revision = 1,
): MatrixResponse => {
  const parsed = cells.map((row) =>
    row.map((text) => {
      const [state = "", number = "0", fields = ""] = text.split(" ");
      const bits = fields.split(",").filter((field) => field !== "") as DifferingField[];
      return {
        state: pairStates.indexOf(state as PairState),
        number: Number(number),
        mask: bits.reduce((mask, field) => mask | (1 << differingFields.indexOf(field)), 0),
      };
    }),
  );
  const nearMiss = pairStates.indexOf("near-miss");
  return {
    revision,
    epoch: "epoch",
    rules: "OME v1.3",
    view: {},
    models: [...models],
    runtimes: [...runtimes],
    states: [...pairStates],
    fields: [...differingFields],
    cells: parsed.map((row) => row.map(({ state }) => state).join("")),
    ranks: parsed.map((row) => row.flatMap(({ state, number }, column) => (state < 2 ? [column, number || 1] : []))),
    nearMisses: parsed.map((row) =>
      row.flatMap(({ state, number, mask }, column) => (state === nearMiss ? [column, number, mask] : [])),
    ),
    unknownKinds: [],
  };
};

export const toKind = (kind: KindState["kind"], state: KindState["state"] = "live"): KindState => ({
  kind,
  plural: `${kind.toLowerCase()}s`,
  apiVersion: kind === "Namespace" ? "v1" : "ome.io/v1beta1",
  state,
  since: "2026-01-01T10:00:00Z",
  count: 1,
  unreadable: 0,
});

export const toCluster = (cluster: Partial<ClusterState> = {}): ClusterState => ({
  revision: 1,
  epoch: "epoch",
  rules: "OME v1.3",
  source: { kind: "demo", name: "demo" },
  updatedAt: "2026-01-01T10:00:00Z",
  state: "live",
  kinds: watchedKinds.map((kind) => toKind(kind)),
  namespaces: ["studio", "team-llama"],
  manifestReports: [],
  ...cluster,
});

/** Four models and four runtimes of two families, with every state that is not an error. */
export const smallMatrix = (): MatrixResponse =>
  toMatrix(
    [
      toModel({ name: "llama-70b", sizeValue: 70e9, size: "70B" }),
      toModel({ name: "llama-8b", sizeValue: 8e9, size: "8B", quantization: "fp8" }),
      toModel({ name: "qwen-image", architecture: "QwenImagePipeline", capabilities: ["TEXT_TO_IMAGE"] }),
      toModel({ name: "writer", namespace: "studio", architecture: "WriterForCausalLM" }),
    ],
    [
      toRuntime({ name: "srt-llama-70b", sizeValue: 60e9 }),
      toRuntime({ name: "srt-llama-8b", sizeValue: 5e9 }),
      toRuntime({ name: "srt-qwen-image", architecture: "QwenImagePipeline" }),
      toRuntime({ name: "srt-mamba", architecture: "MambaForCausalLM" }),
    ],
    [
      ["selected 1", "near-miss 1 size", "rejected", "rejected"],
      ["near-miss 2 size,quantization", "candidate 2", "rejected", "rejected"],
      ["rejected", "rejected", "near-miss 1 pipeline", "rejected"],
      ["rejected", "rejected", "rejected", "rejected"],
    ],
  );
