/**
 * The effect of one changed object at 5,000 models × 1,000 runtimes with 2,000 InferenceServices (design, section 5).
 * Run: npx tsx packages/matcher/bench/effect.bench.ts
 */
import {
  type Entry,
  effectOf,
  type Fleet,
  type InferenceService,
  type InheritingRuntime,
  type Model,
  type Replacement,
} from "../src/index.ts";

/** The same numbers on every run. */
function newRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const random = newRandom(11);
const namespaces = ["studio", "lab", "prod"];
const scope = <Kind extends string>(index: number, namespaced: Kind, cluster: Kind) =>
  index % 10 === 0 ? { kind: namespaced, namespace: namespaces[random(3)] ?? "studio" } : { kind: cluster };
const version = () => `4.${random(60)}.0`;
const architecture = () => `Architecture${random(90)}ForCausalLM`;

const models = Array.from(
  { length: 5000 },
  (_, index): Model => ({
    ...scope(index, "BaseModel", "ClusterBaseModel"),
    name: `model-${index}`,
    spec: {
      modelFormat: { name: "safetensors", version: "1.0.0" },
      modelFramework: { name: "transformers", version: version() },
      modelArchitecture: architecture(),
      modelParameterSize: `${1 + random(80)}B`,
    },
  }),
);

function entry(): Entry {
  return {
    modelFormat: { name: "safetensors", version: "1.0.0", weight: 1 },
    modelFramework: {
      name: "transformers",
      version: version(),
      operator: random(5) === 0 ? "GreaterThanOrEqual" : "Equal",
      weight: 1,
    },
    modelArchitecture: architecture(),
    autoSelect: random(3) > 0,
    priority: 1 + random(3),
  };
}

const runtimes = Array.from(
  { length: 1000 },
  (_, index): InheritingRuntime => ({
    ...scope(index, "ServingRuntime", "ClusterServingRuntime"),
    name: `runtime-${index}`,
    spec: {
      supportedModelFormats: Array.from({ length: 1 + random(4) }, entry),
      acceleratorClasses: ["h100"],
      deploymentModes: {},
      ...(random(2) === 0 ? { modelSizeRange: { min: "1B", max: `${1 + random(80)}B` } } : {}),
    },
  }),
);

const services = Array.from(
  { length: 2000 },
  (_, index): InferenceService => ({
    kind: "InferenceService",
    namespace: namespaces[random(3)] ?? "studio",
    name: `service-${index}`,
    spec: {
      model: { name: `model-${random(5000)}` },
      acceleratorClasses: [],
      deploymentModes: {},
      hasDecoder: false,
      ...(random(4) === 0 ? { runtime: { name: `runtime-${random(1000)}` } } : {}),
    },
  }),
);

const fleet: Fleet = { models, runtimes, services };

/** An entry that takes every model of one architecture, or of all of them. */
function broaden(runtime: InheritingRuntime, count: number): InheritingRuntime {
  const added = Array.from(
    { length: count },
    (_, index): Entry => ({
      modelFormat: { name: "safetensors", version: "1.0.0", weight: 1 },
      modelFramework: { name: "transformers", version: "4.99.0", operator: "GreaterThanOrEqual", weight: 1 },
      modelArchitecture: `Architecture${index}ForCausalLM`,
      autoSelect: true,
    }),
  );
  const { modelSizeRange: _, ...spec } = runtime.spec;
  return { ...runtime, spec: { ...spec, supportedModelFormats: [...spec.supportedModelFormats, ...added] } };
}

function time(name: string, replacements: readonly Replacement[]): void {
  const times: number[] = [];
  let told = "";
  for (let run = 0; run < 7; run++) {
    const start = process.cpuUsage();
    const effect = effectOf(fleet, replacements);
    times.push(process.cpuUsage(start).user / 1000);
    told = `${effect.pairs.length} pairs, ${effect.winners.length} winners, ${effect.ties.length} ties, ${effect.services.length} services`;
  }
  times.sort((one, other) => one - other);
  // Processor time: other programs on the machine do not count.
  console.log(`${name}: median ${(times[3] ?? 0).toFixed(0)} ms (${told})`);
}

const [model] = models.slice(17);
const [runtime] = runtimes.slice(17);
if (model !== undefined && runtime !== undefined) {
  const changed = { ...model, spec: { ...model.spec, modelFramework: { name: "transformers", version: "4.30.0" } } };
  time("one model", [{ before: model, after: changed }]);
  time("one runtime, entry for one architecture", [{ before: runtime, after: broaden(runtime, 1) }]);
  time("one runtime, entries for all architectures", [{ before: runtime, after: broaden(runtime, 90) }]);
}
