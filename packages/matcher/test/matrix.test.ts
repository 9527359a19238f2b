import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { computeMatrix, type Matrix, type MatrixInput, newRowComputer, pairStates } from "../src/index.ts";
import { maybeService, modelRows, runtimeRows, viewNamespace } from "./arbitraries.ts";
import { type Cell, expectedMatrix } from "./expected-matrix.ts";

function cells(matrix: Matrix): readonly (readonly Cell[])[] {
  return Array.from({ length: matrix.rows }, (_, row) =>
    Array.from({ length: matrix.columns }, (__, column) => {
      const at = row * matrix.columns + column;
      return {
        state: pairStates[matrix.states[at] ?? -1] ?? "error",
        number: matrix.numbers[at] ?? -1,
        fields: matrix.fields[at] ?? -1,
      };
    }),
  );
}

describe("the matrix says what judge and select say", () => {
  const inputs: fc.Arbitrary<MatrixInput> = fc.record({
    models: modelRows,
    runtimes: runtimeRows,
    namespace: viewNamespace,
    service: maybeService,
  });
  test("in every cell, for any models, runtimes, namespace and service", () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(inputs, (input) => {
        const actual = cells(computeMatrix(input));
        for (const { state } of actual.flat()) seen.add(state);
        expect(actual).toEqual(expectedMatrix(input));
      }),
      { numRuns: 1500 },
    );
    expect([...seen].sort()).toEqual([...pairStates].sort());
  });
});

describe("a computer that is asked again", () => {
  const runtimeAndModels = fc.record({ models: modelRows, runtimes: runtimeRows });
  const steps = fc.array(fc.tuple(runtimeAndModels, viewNamespace, maybeService), { minLength: 2, maxLength: 6 });
  test("says the same as one that is asked once, whatever it has seen before", () => {
    fc.assert(
      fc.property(steps, fc.nat({ max: 5 }), (asked, kept) => {
        const compute = newRowComputer();
        const first = asked[0]?.[0];
        for (const [index, [objects, namespace, service]] of asked.entries()) {
          // Some of the objects come again, with the very same specs.
          const input: MatrixInput = {
            models: [...objects.models, ...(first?.models ?? []).slice(kept)],
            runtimes:
              index % 2 === 0 ? objects.runtimes : [...(first?.runtimes ?? []).slice(kept), ...objects.runtimes],
            namespace,
            service,
          };
          const expected = computeMatrix(input);
          const seen: number[] = [];
          compute(input, (indexes, { states, numbers, fields }) => {
            seen.push(...indexes);
            for (const row of indexes) {
              const [from, to] = [row * expected.columns, (row + 1) * expected.columns];
              expect(states).toEqual(expected.states.slice(from, to));
              expect(numbers).toEqual(expected.numbers.slice(from, to));
              expect(fields).toEqual(expected.fields.slice(from, to));
            }
          });
          expect(seen.sort((left, right) => left - right)).toEqual(input.models.map((_, row) => row));
        }
      }),
      { numRuns: 200 },
    );
  });
});
