import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { computeMatrix, type Matrix, type MatrixInput, pairStates } from "../src/index.ts";
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
