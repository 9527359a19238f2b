/** Explanations as the server would give them, made from a few fields: the matcher judges, so that no example can be untrue. */
import type {
  ExplainRowResponse,
  ModelExplanation,
  ModelSummary,
  NamedResponse,
  PairExplanation,
  Reason,
  RuntimeExplanation,
  RuntimeName,
  RuntimeSummary,
  ServiceSummary,
  Standing,
  VerdictResponse,
} from "@ome-matrix/contract";
import { toResourceKey } from "@ome-matrix/contract";
import {
  explainTable,
  formatTable,
  type InferenceServiceSpec,
  type InheritingRuntime,
  judge,
  type ModelSpec,
  mergeInherited,
  type PairState,
  type Rejection,
  type Runtime,
  type RuntimeSpec,
  rejectModel,
  resolveChain,
  ruleSet,
  type Skip,
  sayChainError,
  sayMismatch,
  sayModelRejection,
  sayNoRuntimeFound,
  sayRejection,
  saySkip,
  select,
  sizeRangeText,
  type Verdict,
} from "@ome-matrix/matcher";

export interface ModelExample {
  readonly name?: string;
  readonly namespace?: string;
  readonly spec: ModelSpec;
  readonly summary?: Partial<ModelSummary>;
}

export interface RuntimeExample {
  readonly name?: string;
  readonly namespace?: string;
  readonly spec: Partial<RuntimeSpec>;
  readonly summary?: Partial<RuntimeSummary>;
}

export interface ServiceExample {
  readonly name: string;
  readonly namespace: string;
  readonly spec: Partial<InferenceServiceSpec>;
}

/** The base model and the base entry of OME's own truth tables. */
export const baseModel: ModelSpec = {
  modelFormat: { name: "safetensors", version: "1.0.0" },
  modelFramework: { name: "transformers", version: "4.45.0" },
  modelArchitecture: "LlamaForCausalLM",
  modelParameterSize: "3.21B",
};
export const baseEntry = {
  modelFormat: { name: "safetensors", version: "1.0.0", operator: "Equal", weight: 1 },
  modelFramework: { name: "transformers", version: "4.45.0", operator: "Equal", weight: 1 },
  modelArchitecture: "LlamaForCausalLM",
  autoSelect: true,
};

const defined = <Value extends object>(value: Value): Value => JSON.parse(JSON.stringify(value));

const named = (namespace: string | undefined) => (namespace === undefined ? {} : { namespace });

export const toModelSummary = ({ name = "writer", namespace, spec, summary }: ModelExample): ModelSummary => {
  const kind = namespace === undefined ? ("ClusterBaseModel" as const) : ("BaseModel" as const);
  return defined({
    kind,
    name,
    ...named(namespace),
    key: toResourceKey({ kind, name, namespace }),
    managedBy: [],
    labels: {},
    problems: [],
    capabilities: [],
    format: spec.modelFormat,
    framework: spec.modelFramework,
    architecture: spec.modelArchitecture,
    quantization: spec.quantization,
    size: spec.modelParameterSize,
    distribution: spec.distribution,
    pipelineClass: spec.diffusionPipeline?.className,
    hasPipeline: spec.diffusionPipeline !== undefined,
    disabled: false,
    status: { state: "Ready", nodesReady: 2, nodesFailed: 0 },
    explanations: [],
    shadowedIn: [],
    ...summary,
  }) as ModelSummary;
};

const toSpec = (spec: Partial<RuntimeSpec>): RuntimeSpec => ({
  supportedModelFormats: [baseEntry],
  acceleratorClasses: [],
  deploymentModes: {},
  ...spec,
});

const toRuntimeName = ({ name = "srt-writer", namespace }: RuntimeExample): RuntimeName => {
  const kind = namespace === undefined ? ("ClusterServingRuntime" as const) : ("ServingRuntime" as const);
  return { kind, name, ...named(namespace), key: toResourceKey({ kind, name, namespace }) };
};

export const toRuntimeSummary = (example: RuntimeExample): RuntimeSummary => {
  const spec = toSpec(example.spec);
  return defined({
    ...toRuntimeName(example),
    managedBy: [],
    labels: {},
    problems: [],
    disabled: spec.disabled === true,
    entries: spec.supportedModelFormats.map((entry) => ({
      format: entry.modelFormat,
      framework: entry.modelFramework,
      architecture: entry.modelArchitecture,
      quantization: entry.quantization,
      pipelineClass: entry.diffusionPipeline?.className,
      autoSelect: entry.autoSelect,
      priority: entry.priority,
    })),
    autoSelect: spec.supportedModelFormats.some((entry) => entry.autoSelect === true),
    sizeRange:
      spec.modelSizeRange === undefined
        ? undefined
        : { ...spec.modelSizeRange, text: sizeRangeText(spec.modelSizeRange) },
    acceleratorClasses: [...spec.acceleratorClasses],
    images: [],
    isProfile: false,
    ...example.summary,
  }) as RuntimeSummary;
};

const toServiceSpec = ({ spec }: ServiceExample): InferenceServiceSpec => ({
  model: { name: "writer" },
  acceleratorClasses: [],
  deploymentModes: {},
  hasDecoder: false,
  ...spec,
});

export const toServiceSummary = (example: ServiceExample): ServiceSummary => {
  const spec = toServiceSpec(example);
  const { name, namespace } = example;
  return defined({
    kind: "InferenceService" as const,
    name,
    namespace,
    key: toResourceKey({ kind: "InferenceService", name, namespace }),
    managedBy: [],
    labels: {},
    problems: [],
    model: spec.model,
    runtime: spec.runtime,
    acceleratorClasses: [...spec.acceleratorClasses],
    deploymentMode: spec.deploymentMode,
    deploymentModes: spec.deploymentModes,
    conditions: [],
    asks: "",
  }) as ServiceSummary;
};

const isSkip = (failure: Rejection | Skip): failure is Skip =>
  failure.code.startsWith("auto-select/") || failure.code === "score/not-positive";

const withWords = (failure: Rejection | Skip): Reason =>
  defined({ ...failure, message: isSkip(failure) ? saySkip(failure) : sayRejection(failure) }) as Reason;

const toReason = (verdict: Verdict): Reason | undefined => {
  const failure = verdict.rejection ?? verdict.skip;
  return failure === undefined ? undefined : withWords(failure);
};

/** 64-bit integers become numbers, and OME's words stand beside every code. */
const toVerdict = (verdict: Verdict): VerdictResponse => {
  const plain = JSON.parse(
    JSON.stringify(verdict, (_key, value) => (typeof value === "bigint" ? Number(value) : value)),
  ) as VerdictResponse;
  return {
    ...plain,
    gates: verdict.gates.map((gate, index) => ({
      ...plain.gates[index],
      gate: gate.gate,
      outcome: gate.outcome,
      ...(gate.failure === undefined ? {} : { failure: withWords(gate.failure) }),
    })),
    entries: verdict.entries.map((entry) => ({
      ...(defined(entry) as VerdictResponse["entries"][number]),
      mismatches: entry.mismatches.map((mismatch) => ({ ...mismatch, message: sayMismatch(mismatch) })),
    })),
  };
};

/** The state as the design defines it, of two that can meet. */
const stateOf = (verdict: Verdict, rank: number | undefined): PairState => {
  if (verdict.rejection?.code === "runtime/disabled") return "disabled";
  if (rank !== undefined) return rank === 1 ? "selected" : "candidate";
  if (verdict.compatible) return "pin-only";
  return verdict.ofAnotherKind ? "rejected" : "near-miss";
};

export interface Example {
  readonly model?: ModelExample;
  /** The first is the one of the pair. */
  readonly runtimes: readonly RuntimeExample[];
  readonly namespace?: string;
  readonly service?: ServiceExample;
}

const toRuntime = (example: RuntimeExample): Runtime => {
  const { kind, name, namespace } = toRuntimeName(example);
  return { kind, name, spec: toSpec(example.spec), ...named(namespace) };
};

const selectionOf = ({ model = { spec: baseModel }, runtimes, namespace = "default", service }: Example) => {
  const known = new Map(runtimes.map((example) => [toRuntime(example), toRuntimeName(example)]));
  const selection = select(model.spec, [...known.keys()], {
    namespace,
    service: service === undefined ? undefined : toServiceSpec(service),
  });
  const nameOf = (runtime: Runtime): RuntimeName => known.get(runtime) ?? toRuntimeName({ spec: {} });
  return { selection, nameOf };
};

const commonOf = ({ namespace, service }: Example) => ({
  revision: 1,
  rules: ruleSet,
  view: { ...named(namespace), ...(service === undefined ? {} : { service: service.name }) },
  namespace: namespace ?? "default",
  ...(service === undefined ? {} : { service: toServiceSummary(service) }),
});

const rankingOf = (example: Example): Standing[] => {
  const { selection, nameOf } = selectionOf(example);
  return selection.ranking.map(({ rank, verdict, sizeDistance, decidedBy, runtime }) =>
    defined({
      runtime: nameOf(runtime),
      rank,
      score: Number(verdict.score.score),
      sizeDistance,
      decidedBy,
    } as Standing),
  );
};

/** What comes of naming the first runtime, where it inherits; its ancestors are among the others. */
const namedOf = ({ model = { spec: baseModel }, runtimes, service }: Example): NamedResponse | undefined => {
  const known = runtimes.map((example): InheritingRuntime => {
    const { inheritsFrom } = example.summary ?? {};
    return { ...toRuntime(example), ...(inheritsFrom === undefined ? {} : { inheritsFrom }) };
  });
  const [runtime] = known;
  if (runtime?.inheritsFrom === undefined) return undefined;
  const chain = resolveChain(runtime, known);
  const ancestors = (chain.ok ? chain.chain : [runtime]).map(({ kind, namespace, name, spec }) => ({
    ...{ kind, name, ...named(namespace) },
    key: toResourceKey({ kind, name, namespace }),
    disabled: spec.disabled === true,
    isProfile: false,
    entries: spec.supportedModelFormats.length,
  }));
  if (!chain.ok) {
    const { code, chain: names } = chain.error;
    const error = { code, names: [...names], message: sayChainError(chain.error).text };
    return { inheritance: { chain: ancestors, merged: [], error } };
  }
  const merged = mergeInherited(chain.chain.map(({ spec }) => spec));
  const verdict = judge(model.spec, merged, service === undefined ? undefined : toServiceSpec(service));
  const reason = verdict.compatible ? undefined : toReason(verdict);
  return {
    inheritance: { chain: ancestors, merged: [] },
    verdict: toVerdict(verdict),
    ...(reason === undefined ? {} : { reason }),
  };
};

/** The pair of the model and the first runtime. */
export const pairExample = (example: Example): PairExplanation => {
  const { model = { spec: baseModel }, service } = example;
  const [runtime = { spec: {} }] = example.runtimes;
  const common = {
    ...commonOf(example),
    model: toModelSummary(model),
    runtime: toRuntimeSummary(runtime),
    modelYaml: "kind: ClusterBaseModel\n",
    runtimeYaml: "kind: ClusterServingRuntime\n",
  };
  const rejection = rejectModel(model.spec);
  if (rejection !== undefined) {
    return {
      ...common,
      state: "unknown",
      reason: { code: rejection.code, message: sayModelRejection(rejection) },
      ranking: [],
    };
  }
  const verdict = judge(model.spec, toSpec(runtime.spec), service === undefined ? undefined : toServiceSpec(service));
  const ranking = rankingOf(example);
  const rank = ranking.find((standing) => standing.runtime.key === common.runtime.key)?.rank;
  const reason = toReason(verdict);
  const whenNamed = namedOf(example);
  return {
    ...common,
    state: stateOf(verdict, rank),
    ...(rank === undefined ? {} : { rank }),
    ...(reason === undefined ? {} : { reason }),
    verdict: toVerdict(verdict),
    ranking,
    ...(whenNamed === undefined ? {} : { named: whenNamed }),
  };
};

const toRow = (example: Example, runtime: RuntimeExample): ExplainRowResponse => {
  const others = example.runtimes.filter((other) => other !== runtime);
  const pair = pairExample({ ...example, runtimes: [runtime, ...others] });
  const standing = pair.ranking.find(({ runtime: { key } }) => key === pair.runtime.key);
  const { verdict } = pair;
  const closest = verdict?.closestEntry === undefined ? undefined : verdict.entries[verdict.closestEntry];
  const { selection } = selectionOf(example);
  const columns = explainTable(selection).find((line) => line.runtime === toRuntimeName(runtime).name);
  return defined({
    runtime: toRuntimeName(runtime),
    columns,
    state: pair.state,
    rank: pair.rank,
    score: verdict?.score.score,
    sizeDistance: standing?.sizeDistance,
    decidedBy: standing?.decidedBy,
    differences: verdict?.differences ?? 0,
    differingFields: verdict?.differingFields ?? [],
    mismatches: closest?.mismatches ?? [],
    reason: pair.reason,
  }) as ExplainRowResponse;
};

const byRank = (one: { rank?: number | undefined }, other: { rank?: number | undefined }): number =>
  (one.rank ?? Number.MAX_SAFE_INTEGER) - (other.rank ?? Number.MAX_SAFE_INTEGER);

/** The model with all runtimes. */
export const modelExample = (example: Example): ModelExplanation => {
  const { model = { spec: baseModel }, runtimes } = example;
  const { selection, nameOf } = selectionOf(example);
  const rows = runtimes.map((runtime) => toRow(example, runtime)).toSorted(byRank);
  return {
    ...commonOf(example),
    model: toModelSummary(model),
    ...(selection.selected === undefined ? {} : { selected: nameOf(selection.selected.runtime) }),
    ...(selection.selected === undefined && rejectModel(model.spec) === undefined
      ? { message: sayNoRuntimeFound(model.spec, selection) }
      : {}),
    checked: {
      total: runtimes.length,
      namespaced: runtimes.filter(({ namespace }) => namespace !== undefined).length,
      cluster: runtimes.filter(({ namespace }) => namespace === undefined).length,
    },
    rows,
    table: formatTable(explainTable(selection)),
    services: [],
    modelYaml: "kind: ClusterBaseModel\n",
  };
};

/** The runtime with all models. */
export const runtimeExample = (
  runtime: RuntimeExample,
  models: readonly ModelExample[],
  others: readonly RuntimeExample[] = [],
): RuntimeExplanation => ({
  ...commonOf({ runtimes: [] }),
  runtime: toRuntimeSummary(runtime),
  rows: models.map((model) => {
    const { runtime: _runtime, ...row } = toRow({ model, runtimes: [runtime, ...others] }, runtime);
    return { model: toModelSummary(model), ...row };
  }),
  services: [],
  runtimeYaml: "kind: ClusterServingRuntime\n",
});
