import { describe, expect, test } from "vitest";
import { baseModel, entryWith, modelWith, runtimeWith, serviceWith } from "../test/base.ts";
import { computeMatrix, type MatrixInput } from "./matrix.ts";
import { differingFields, pairStates } from "./reasons.ts";

type ModelRow = MatrixInput["models"][number];
type RuntimeRow = MatrixInput["runtimes"][number];

const clusterModel = (name: string, spec: ModelRow["spec"] = baseModel): ModelRow => ({
  kind: "ClusterBaseModel",
  name,
  spec,
});
const ownModel = (name: string, namespace: string, spec: ModelRow["spec"] = baseModel): ModelRow => ({
  kind: "BaseModel",
  namespace,
  name,
  spec,
});
const clusterRuntime = (name: string, spec: RuntimeRow["spec"] = runtimeWith()): RuntimeRow => ({
  kind: "ClusterServingRuntime",
  name,
  spec,
});
const ownRuntime = (name: string, namespace: string, spec: RuntimeRow["spec"] = runtimeWith()): RuntimeRow => ({
  kind: "ServingRuntime",
  namespace,
  name,
  spec,
});

/** Each cell as its state, its number and the fields that differ. */
function show(input: MatrixInput): readonly (readonly string[])[] {
  const { rows, columns, states, numbers, fields } = computeMatrix(input);
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (__, column) => {
      const at = row * columns + column;
      const state = pairStates[states[at] ?? -1] ?? "?";
      const number = numbers[at] === 0 ? [] : [String(numbers[at])];
      const differing = differingFields.filter((___, bit) => ((fields[at] ?? 0) >> bit) & 1);
      return [state, ...number, ...differing].join(" ");
    }),
  );
}

describe("computeMatrix", () => {
  test("all nine states", () => {
    const runtimes = [
      clusterRuntime("best", runtimeWith({}, [entryWith({ priority: 2 })])),
      clusterRuntime("good"),
      clusterRuntime("manual", runtimeWith({}, [entryWith({ autoSelect: false })])),
      clusterRuntime(
        "near",
        runtimeWith({ modelSizeRange: { max: "1B" } }, [
          entryWith({ modelFramework: { name: "transformers", version: "4.40.0" } }),
        ]),
      ),
      clusterRuntime("other", runtimeWith({}, [entryWith({ modelArchitecture: "MistralForCausalLM" })])),
      clusterRuntime("off", runtimeWith({ disabled: true })),
      ownRuntime("theirs", "lab"),
      { ...clusterRuntime("broken"), spec: undefined },
    ];
    const models = [
      ownModel("m", "studio"),
      ownModel("empty", "studio", {}),
      { ...ownModel("bad", "studio"), spec: undefined },
    ];
    expect(show({ models, runtimes })).toEqual([
      [
        "selected 1",
        "candidate 2",
        "pin-only",
        "near-miss 2 framework-version size",
        "rejected",
        "disabled",
        "not-applicable",
        "error",
      ],
      ["unknown", "unknown", "unknown", "unknown", "unknown", "unknown", "not-applicable", "error"],
      ["error", "error", "error", "error", "error", "error", "error", "error"],
    ]);
  });

  test("seen from a namespace, objects of others are not applicable", () => {
    const models = [clusterModel("c"), ownModel("s", "studio"), ownModel("l", "lab")];
    const runtimes = [clusterRuntime("c"), ownRuntime("s", "studio"), ownRuntime("l", "lab")];
    expect(show({ models, runtimes, namespace: "studio" })).toEqual([
      ["candidate 2", "selected 1", "not-applicable"],
      ["candidate 2", "selected 1", "not-applicable"],
      ["not-applicable", "not-applicable", "not-applicable"],
    ]);
  });

  test("seen from everywhere, cluster models have one selected among the cluster's and candidates in each namespace", () => {
    const models = [clusterModel("c"), ownModel("s", "studio")];
    const runtimes = [
      ownRuntime("a", "studio"),
      ownRuntime("b", "studio"),
      ownRuntime("a", "lab"),
      clusterRuntime("x"),
      clusterRuntime("y"),
    ];
    expect(show({ models, runtimes })).toEqual([
      ["candidate 1", "candidate 2", "candidate 1", "selected 1", "candidate 2"],
      ["selected 1", "candidate 2", "not-applicable", "candidate 3", "candidate 4"],
    ]);
  });

  test("class and mode count one each", () => {
    const service = serviceWith({
      acceleratorClasses: [{ place: "spec.acceleratorSelector.acceleratorClass", name: "h100" }],
      deploymentMode: "OMENative",
    });
    const runtimes = [clusterRuntime("a", runtimeWith({ deploymentModes: { engine: "MultiNode" } }))];
    expect(show({ models: [clusterModel("m")], runtimes, service })).toEqual([
      ["near-miss 2 accelerator-class deployment-mode"],
    ]);
  });

  test("models that are alike share their row, whatever their names", () => {
    const models = [
      clusterModel("a"),
      clusterModel("b"),
      ownModel("c", "studio"),
      clusterModel("d", modelWith({ modelParameterSize: "9B" })),
    ];
    const runtimes = [clusterRuntime("r", runtimeWith({ modelSizeRange: { max: "4B" } }))];
    expect(show({ models, runtimes })).toEqual([["selected 1"], ["selected 1"], ["selected 1"], ["near-miss 1 size"]]);
  });

  test("counts beyond 65,535 stay there", () => {
    const additionalComponents = new Map(Array.from({ length: 70_000 }, (_, index) => [`k${index}`, {}]));
    const model = modelWith({ diffusionPipeline: {} });
    const runtimes = [
      clusterRuntime("r", runtimeWith({}, [entryWith({ diffusionPipeline: { additionalComponents } })])),
    ];
    expect(show({ models: [clusterModel("m", model)], runtimes })).toEqual([["near-miss 65535 pipeline"]]);
  });
});
