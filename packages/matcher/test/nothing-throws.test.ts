/** Nothing throws, whatever it is given. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  acceptsVersion,
  computeMatrix,
  escapeControls,
  explainTable,
  formatLabel,
  formatTable,
  judge,
  parseSize,
  parseVersion,
  type Read,
  readInferenceService,
  readModel,
  readModelSpec,
  readRuntime,
  readRuntimeSpec,
  sayMismatch,
  sayNoRuntimeFound,
  sayReadProblem,
  sayReason,
  select,
} from "../src/index.ts";
import { maybeService, modelSpec, runtimeSpec } from "./arbitraries.ts";

const anything = fc.oneof(
  fc.jsonValue(),
  fc.anything({ withBigInt: true, withMap: true, withNullPrototype: true, withDate: true }),
);

const model = {
  modelFormat: { name: "a", version: "1" },
  modelFramework: { name: "b", version: "1" },
  modelArchitecture: "A",
  quantization: "q",
  modelParameterSize: "1B",
  distribution: "PerNode",
  diffusionPipeline: {
    className: "P",
    vae: { library: "l", type: "t" },
    additionalComponents: { x: { library: "l" } },
  },
};
const runtime = {
  disabled: false,
  supportedModelFormats: [
    {
      ...model,
      modelFormat: { name: "a", version: "1", operator: "Equal", weight: 1 },
      autoSelect: true,
      priority: 1,
      name: "n",
    },
  ],
  modelSizeRange: { min: "1B", max: "2B" },
  acceleratorRequirements: { acceleratorClasses: ["h100"] },
  engineConfig: { annotations: { "ome.io/deploymentMode": "MultiNode" } },
  decoderConfig: { annotations: { "ome.io/deploymentMode": "MultiNode" } },
};
const service = {
  kind: "InferenceService",
  metadata: { name: "s", annotations: { "ome.io/accelerator-class": "h100" } },
  spec: {
    model: { name: "m" },
    runtime: { name: "r" },
    acceleratorSelector: { acceleratorClass: "h100" },
    engine: { acceleratorOverride: { acceleratorClass: "x" }, annotations: { "ome.io/deploymentMode": "MultiNode" } },
    decoder: { acceleratorOverride: { acceleratorClass: "x" } },
    deploymentMode: "OMENative",
  },
};

/** The object with one of its values, at any depth, replaced. */
function withOneReplaced(value: unknown, at: readonly number[], by: unknown): unknown {
  const [first, ...rest] = at;
  if (typeof value !== "object" || value === null || first === undefined) return by;
  const entries = Object.entries(value);
  if (entries.length === 0 || first % (entries.length + 1) === entries.length) return by;
  const key = entries[first % (entries.length + 1)]?.[0];
  const changed = entries.map(([name, inner]) => [name, name === key ? withOneReplaced(inner, rest, by) : inner]);
  return Array.isArray(value) ? changed.map(([, inner]) => inner) : Object.fromEntries(changed);
}

const place = fc.array(fc.nat(), { maxLength: 6 });

function check(read: Read<unknown>): void {
  if (read.ok) return;
  for (const problem of read.problems) {
    expect(problem.found.length).toBeLessThan(320);
    expect(sayReadProblem(problem)).not.toMatch(/\p{Cc}/u);
  }
}

describe("readers report and never throw", () => {
  test("whatever they are given", () => {
    fc.assert(
      fc.property(anything, (any) => {
        for (const read of [readModel, readRuntime, readInferenceService, readModelSpec, readRuntimeSpec])
          check(read(any));
        const object = { metadata: any, spec: any };
        check(readModel({ ...object, kind: "BaseModel" }));
        check(readRuntime({ ...object, kind: "ServingRuntime" }));
        check(readInferenceService({ ...object, kind: "InferenceService" }));
      }),
      { numRuns: 500 },
    );
  });

  test("and what they did read is judged", () => {
    fc.assert(
      fc.property(anything, place, fc.nat(2), (any, at, which) => {
        const readM = readModelSpec(which === 0 ? withOneReplaced(model, at, any) : model);
        const readR = readRuntimeSpec(which === 1 ? withOneReplaced(runtime, at, any) : runtime);
        const readS = readInferenceService(which === 2 ? withOneReplaced(service, at, any) : service);
        for (const read of [readM, readR, readS]) check(read);
        if (!readM.ok || !readR.ok || !readS.ok) return;
        const verdict = judge(readM.value, readR.value, readS.value.spec);
        sayReason(verdict);
        JSON.stringify(verdict, (_key, value: unknown) => (typeof value === "bigint" ? String(value) : value));
      }),
      { numRuns: 1500 },
    );
  });
});

test("texts of any kind", () => {
  const texts = fc.oneof(fc.string({ unit: "binary" }), fc.stringMatching(/^[v0-9.+\-eExpXaAfFnNiI_TBM ]{0,16}$/));
  fc.assert(
    fc.property(texts, texts, texts, (one, other, operator) => {
      parseVersion(one);
      acceptsVersion(one, operator, other);
      expect(typeof parseSize(one)).toBe("number");
      expect(escapeControls(one)).not.toMatch(/\p{Cc}/u);
    }),
    { numRuns: 3000 },
  );
});

test("selection, its table and its message", () => {
  const runtimes = fc.array(
    fc.record({
      kind: fc.constantFrom("ServingRuntime" as const, "ClusterServingRuntime" as const),
      namespace: fc.constantFrom("n", "m"),
      name: fc.string({ unit: "binary" }),
      spec: runtimeSpec,
    }),
    { maxLength: 6 },
  );
  fc.assert(
    fc.property(modelSpec, runtimes, maybeService, (spec, list, from) => {
      const selection = select(spec, list, { namespace: "n", service: from });
      const visible = list.filter(({ kind, namespace }) => kind === "ClusterServingRuntime" || namespace === "n");
      const rows = explainTable(selection);
      if (selection.rejection === undefined) expect(rows).toHaveLength(visible.length);
      expect(formatTable(rows).split("\n")).toHaveLength(rows.length + 1);
      sayNoRuntimeFound(spec, selection);
      formatLabel(spec);
      for (const { verdict } of [...selection.ranking, ...selection.others]) {
        expect(verdict.qualifies).toBe(verdict.rejection === undefined && verdict.skip === undefined);
        for (const mismatch of verdict.entries.flatMap(({ mismatches }) => mismatches)) sayMismatch(mismatch);
      }
    }),
  );
});

test("an empty matrix", () => {
  expect(computeMatrix({ models: [], runtimes: [] })).toMatchObject({ rows: 0, columns: 0 });
  expect(
    computeMatrix({ models: [], runtimes: [{ kind: "ServingRuntime", name: "r", spec: undefined }] }).states,
  ).toHaveLength(0);
});
