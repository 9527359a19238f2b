import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readObject } from "../cluster/read.ts";
import type { ModelObject, RuntimeObject } from "./change.ts";
import { type MatrixInput, nextRows } from "./matrix-rows.ts";

/** Few values, so that many pairs match and ranks change. */
const version = fc.constantFrom("1.0.0", "2.0.0");
const spec = fc.record({
  modelFormat: fc.record({ name: fc.constantFrom("safetensors", "gguf"), version }),
  modelFramework: fc.record({ name: fc.constant("transformers"), version }),
  modelArchitecture: fc.constantFrom("Llama", "Qwen"),
  modelParameterSize: fc.constantFrom("1B", "8B", undefined),
});
const entry = fc.record({
  modelFormat: fc.record({ name: fc.constantFrom("safetensors", "gguf"), version, weight: fc.constantFrom(0, 1, -5) }),
  modelFramework: fc.record({ name: fc.constant("transformers"), version }),
  modelArchitecture: fc.constantFrom("Llama", "Qwen"),
  autoSelect: fc.constantFrom(true, true, false, undefined),
  priority: fc.constantFrom(1, 2),
});
const runtimeSpec = fc.record({
  disabled: fc.constantFrom(false, false, true, "unreadable"),
  supportedModelFormats: fc.array(entry, { minLength: 1, maxLength: 2 }),
  modelSizeRange: fc.constantFrom(undefined, { min: "1B", max: "7B" }, { min: "2B" }),
});
const namespace = fc.constantFrom(undefined, undefined, "studio", "art");

const model = (index: number): fc.Arbitrary<ModelObject> =>
  fc.tuple(namespace, spec).map(([where, of]) => {
    const kind = where === undefined ? "ClusterBaseModel" : "BaseModel";
    return readObject(kind, { metadata: { name: `model-${index}`, namespace: where }, spec: of }) as ModelObject;
  });
const runtime = (index: number, where: string | undefined): fc.Arbitrary<RuntimeObject> =>
  runtimeSpec.map((of) => {
    const kind = where === undefined ? "ClusterServingRuntime" : "ServingRuntime";
    return readObject(kind, { metadata: { name: `runtime-${index}`, namespace: where }, spec: of }) as RuntimeObject;
  });

const models = fc.tuple(...[0, 1, 2, 3].map(model));
/** Enough that two changed ones are no large share. */
const places = [undefined, undefined, "studio", "art", "studio", undefined, "art", undefined, undefined, "studio"];
const runtimes = fc.tuple(...[...places, ...places].map((where, index) => runtime(index, where)));
const subset = <Value>(values: fc.Arbitrary<Value[]>): fc.Arbitrary<Value[]> =>
  values.chain((all) => fc.subarray(all, { minLength: Math.max(0, all.length - 2) }));

describe("the rows of a matrix", () => {
  it("are the same, however much of the matrix before is used", () => {
    const views = fc.constantFrom(undefined, "studio");
    const input = fc.record({ models: subset(models), runtimes: subset(runtimes) });
    const chosen = fc.tuple(
      fc.array(
        fc.tuple(input, fc.constantFrom("all", "models", "runtimes", "which runtimes"), fc.nat(19), fc.nat(19)),
        {
          minLength: 2,
          maxLength: 5,
        },
      ),
      views,
    );
    fc.assert(
      fc.property(chosen, ([steps, view]) => {
        let previous: ReturnType<typeof nextRows> | undefined;
        for (const [next, what, one, other] of steps) {
          const before: MatrixInput | undefined = previous?.input;
          // Mostly one or two objects change, as in life.
          const change = <Value extends { readonly key: string }>(old: readonly Value[], wanted: readonly Value[]) =>
            old.map((value, index) =>
              index === one || index === other ? (wanted.find(({ key }) => key === value.key) ?? value) : value,
            );
          const objects =
            before === undefined || what === "all"
              ? next
              : what === "models"
                ? { models: change(before.models, next.models), runtimes: before.runtimes }
                : what === "runtimes"
                  ? { models: before.models, runtimes: change(before.runtimes, next.runtimes) }
                  : // The same runtimes where they are in both, so that some come, some go and the others move.
                    {
                      models: before.models,
                      runtimes: next.runtimes.map(
                        (runtime) => before.runtimes.find(({ key }) => key === runtime.key) ?? runtime,
                      ),
                    };
          const asked: MatrixInput = { ...objects, namespace: view, service: undefined };
          const rows = nextRows(asked, previous);
          expect(rows.rows).toEqual(nextRows(asked, undefined).rows);
          previous = rows;
        }
      }),
      { numRuns: 300 },
    );
  });

  it("are taken from the matrix before where nothing touches them", () => {
    const [all] = fc.sample(fc.tuple(models, runtimes), { numRuns: 1, seed: 7 });
    if (all === undefined) throw new Error("nothing was sampled");
    const input: MatrixInput = { models: all[0], runtimes: all[1], namespace: undefined, service: undefined };
    const first = nextRows(input, undefined);
    const again = nextRows({ ...input, models: all[0].map((object) => ({ ...object })) }, first);
    for (const [index, row] of again.rows.entries()) expect(row).toBe(first.rows[index]);
  });
});
