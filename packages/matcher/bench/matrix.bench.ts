/**
 * The speed we promise: 5,000 models × 1,000 runtimes in under a second on one core (design, section 10), and at the
 * size of a catalog far faster than `judge` on every pair. Run: npx tsx packages/matcher/bench/matrix.bench.ts
 */
import {
  computeMatrix,
  type Entry,
  judge,
  type MatrixInput,
  type ModelSpec,
  pairStates,
  type RuntimeSpec,
} from "../src/index.ts";

/** The same numbers on every run. */
function newRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

interface Vocabulary {
  readonly architectures: number;
  readonly frameworkVersions: number;
  readonly sizes: number;
  readonly entries: number;
  /** One entry in so many matches almost any model, so that rankings are long. */
  readonly broad: number;
}

const realistic: Vocabulary = { architectures: 90, frameworkVersions: 60, sizes: 120, entries: 4, broad: 0 };
const mixedWorst: Vocabulary = { architectures: 2000, frameworkVersions: 900, sizes: 5000, entries: 4, broad: 40 };

function newInput(models: number, runtimes: number, vocabulary: Vocabulary): MatrixInput {
  const random = newRandom(7);
  const architecture = () => `Architecture${random(vocabulary.architectures)}ForCausalLM`;
  const version = () => {
    const number = random(vocabulary.frameworkVersions);
    return `4.${number % 60}.${Math.floor(number / 60)}${number % 9 === 0 ? ".dev0" : ""}`;
  };
  const size = (from: number) => `${((from + 1) / 4).toFixed(2)}B`;
  const component = (kind: string) => ({ library: "diffusers", type: `${kind}${random(6)}` });
  const pipeline = () => ({
    className: `Pipeline${random(20)}`,
    scheduler: component("Scheduler"),
    transformer: component("Transformer"),
    vae: component("Vae"),
    additionalComponents: new Map([["text_encoder_2", component("Encoder")]]),
  });
  const isDiffusion = () => random(12) === 0;
  const model = (): ModelSpec => {
    const of = isDiffusion() ? "diffusers" : "safetensors";
    const framework = of === "diffusers" ? "diffusers" : "transformers";
    return {
      modelFormat: { name: of, version: "1.0.0" },
      modelFramework: { name: framework, version: version() },
      modelArchitecture: architecture(),
      modelParameterSize: size(random(vocabulary.sizes)),
      ...(random(6) === 0 ? { quantization: random(2) === 0 ? "fp8" : "int4" } : {}),
      ...(of === "diffusers" && random(3) > 0 ? { diffusionPipeline: pipeline() } : {}),
    };
  };
  const entry = (): Entry => {
    const of = isDiffusion() ? "diffusers" : "safetensors";
    const isBroad = vocabulary.broad > 0 && random(vocabulary.broad) === 0;
    return {
      modelFormat: { name: of, version: "1.0.0", weight: 1 },
      modelFramework: {
        name: of === "diffusers" ? "diffusers" : "transformers",
        version: isBroad ? "4.60.0" : version(),
        operator: isBroad || random(5) === 0 ? "GreaterThanOrEqual" : "Equal",
        weight: 1,
      },
      modelArchitecture: isBroad ? `Architecture${random(20)}ForCausalLM` : architecture(),
      ...(random(6) === 0 ? { quantization: random(2) === 0 ? "fp8" : "int4" } : {}),
      ...(of === "diffusers" ? { diffusionPipeline: pipeline() } : {}),
      autoSelect: random(3) > 0,
      priority: 1 + random(3),
    };
  };
  const runtime = (): RuntimeSpec => {
    const from = random(vocabulary.sizes);
    return {
      disabled: random(40) === 0,
      supportedModelFormats: Array.from({ length: 1 + random(vocabulary.entries) }, entry),
      acceleratorClasses: [],
      deploymentModes: {},
      ...(random(4) > 0 ? { modelSizeRange: { min: size(from), max: size(from + random(60)) } } : {}),
    };
  };
  const namespaces = ["studio", "lab", "prod"];
  return {
    models: Array.from({ length: models }, (_, index) => ({
      kind: index % 10 === 0 ? "BaseModel" : "ClusterBaseModel",
      name: `model-${index}`,
      ...(index % 10 === 0 ? { namespace: namespaces[random(3)] ?? "studio" } : {}),
      spec: model(),
    })),
    runtimes: Array.from({ length: runtimes }, (_, index) => ({
      kind: index % 10 === 0 ? "ServingRuntime" : "ClusterServingRuntime",
      name: `runtime-${index}`,
      ...(index % 10 === 0 ? { namespace: namespaces[random(3)] ?? "studio" } : {}),
      spec: runtime(),
    })),
  };
}

/** The median of several runs, in milliseconds of processor time: what else the machine does is left out. */
function time(run: () => void, runs = 5): number {
  const times = Array.from({ length: runs }, () => {
    const start = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  }).sort((one, other) => one - other);
  return times[Math.floor(runs / 2)] ?? 0;
}

function statesOf(input: MatrixInput): string {
  const counts = new Map<string, number>();
  for (const index of computeMatrix(input).states) {
    const name = pairStates[index] ?? "?";
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].map(([name, count]) => `${name} ${count}`).join(", ");
}

for (const [name, vocabulary] of Object.entries({ realistic, "mixed worst case": mixedWorst })) {
  const input = newInput(5000, 1000, vocabulary);
  const milliseconds = time(() => computeMatrix(input));
  console.log(`${name}: 5,000 x 1,000 in ${milliseconds.toFixed(0)} ms (${statesOf(input)})`);
}

const catalog = newInput(205, 201, realistic);
const matrixTime = time(() => computeMatrix(catalog));
const judgeTime = time(() => {
  for (const model of catalog.models) {
    for (const runtime of catalog.runtimes) if (model.spec && runtime.spec) judge(model.spec, runtime.spec);
  }
}, 3);
console.log(
  `catalog size: 205 x 201 in ${matrixTime.toFixed(1)} ms, judge on every pair ${judgeTime.toFixed(0)} ms, ${(judgeTime / matrixTime).toFixed(0)} times as long`,
);
