/** Step by step or all at once: whatever changes in a matrix, the page works out the same. */
import type { MatrixChanges, MatrixResponse } from "@ome-matrix/contract";
import fc from "fast-check";
import { expect, it } from "vitest";
import { applyChanges } from "../../api/matrix-changes.ts";
import { type CellText, toMatrix, toModel, toRuntime } from "../../testing/matrix-fixture.ts";
import { filterMatrix, toCoverage } from "./filter-view.ts";
import { changedCells, type LaidOut, rowsChanged, toMatrixData } from "./matrix-data.ts";
import { isLayoutUntouched, keepLayout, listNearMisses, newNearMisses, toLayout } from "./matrix-view.ts";
import { type RowNames, shortenRows, toRowNames } from "./row-view.ts";
import type { MatrixSearch } from "./url-state.ts";

const rows = 6;
const columns = 5;
const cell = fc.constantFrom<CellText>(
  "rejected",
  "rejected",
  "selected 1",
  "candidate 2",
  "pin-only",
  "near-miss 1 size",
  "near-miss 2 size,quantization",
  "disabled",
);
const row = fc.array(cell, { minLength: columns, maxLength: columns });
const model = (index: number) =>
  fc
    .record({
      capabilities: fc.constantFrom<string[]>(["TEXT_TO_TEXT"], []),
      architecture: fc.constantFrom("A", "B"),
      shadowedIn: fc.constantFrom<string[]>([], ["studio"]),
      quantization: fc.constantFrom(undefined, "fp8"),
      sizeValue: fc.constantFrom(undefined, 1e9),
    })
    .map((facts) => toModel({ name: `model-${index}`, ...facts }));
const runtime = (index: number) =>
  fc
    .record({ architecture: fc.constantFrom("A", "B"), disabled: fc.boolean() })
    .map((facts) => toRuntime({ name: `runtime-${index}`, ...(index === 0 ? { namespace: "studio" } : {}), ...facts }));
const whole = fc
  .tuple(
    fc.tuple(...Array.from({ length: rows }, (_, index) => model(index))),
    fc.tuple(...Array.from({ length: columns }, (_, index) => runtime(index))),
    fc.array(row, { minLength: rows, maxLength: rows }),
  )
  .map(([models, runtimes, cells]) => toMatrix(models, runtimes, cells));
const search = fc.constantFrom<MatrixSearch>(
  {},
  { q: "model-1" },
  { q: "a" },
  { scope: "namespaced" },
  { capability: "TEXT_TO_TEXT" },
  { problems: true },
  { states: ["rejected"] },
  { fields: ["size"] },
  { order: "coverage" },
  { order: "name", all: "both" },
);

/** Some rows, models and runtimes of a matrix put into another. */
const changesFrom = (before: MatrixResponse, other: MatrixResponse, of: readonly number[]): MatrixChanges => ({
  revision: before.revision + 1,
  epoch: before.epoch,
  since: before.revision,
  unknownKinds: [],
  models: of
    .filter((index) => index < rows && index % 2 === 0)
    .map((index) => ({ row: index, model: other.models[index] as MatrixResponse["models"][number] })),
  runtimes: of
    .filter((index) => index >= rows)
    .map((index) => ({
      column: index - rows,
      runtime: other.runtimes[index - rows] as MatrixResponse["runtimes"][number],
    })),
  rows: of
    .filter((index) => index < rows)
    .map((index) => ({
      row: index,
      cells: other.cells[index] ?? "",
      ranks: other.ranks[index] ?? [],
      nearMisses: other.nearMisses[index] ?? [],
    })),
});

it("works out the same from what changed as from the whole", () => {
  const which = fc.uniqueArray(fc.nat(rows + columns - 1), { maxLength: 4 });
  let steps = 0;
  let skipped = 0;
  fc.assert(
    fc.property(
      whole,
      fc.array(fc.tuple(whole, which), { minLength: 1, maxLength: 4 }),
      search,
      (first, others, asked) => {
        let matrix = first;
        let known: LaidOut = { matrix, data: toMatrixData(matrix) };
        let coverage = toCoverage(known.data);
        let filtered = filterMatrix(known.data, coverage, asked);
        let shown = toLayout(known.data, coverage, filtered, asked);
        let names: RowNames | undefined;
        for (const [other, of] of others) {
          const next = applyChanges(matrix, changesFrom(matrix, other, of));
          if (next === undefined) throw new Error("the changes fit");
          const data = toMatrixData(next, known);
          if (rowsChanged(known.data, data) !== undefined) steps += 1;
          const before = { data: known.data, coverage, filtered };
          const nextCoverage = toCoverage(data, before);
          const nextFiltered = filterMatrix(data, nextCoverage, asked, before);

          // The same answer, as if it had come as a whole.
          const copy = { ...next };
          const anew = toMatrixData(copy);
          expect(data).toEqual(anew);
          expect(nextCoverage).toEqual(toCoverage(anew));
          expect(nextFiltered).toEqual(filterMatrix(anew, toCoverage(anew), asked));
          const layout = toLayout(anew, nextCoverage, nextFiltered, asked);
          expect([...(changedCells(known.data, data) ?? [])].sort()).toEqual(
            [...(changedCells(known.data, anew) ?? [])].sort(),
          );
          const nearMisses = layout.models.keys.flatMap((key, at) =>
            layout.runtimes.keys.flatMap((columnKey, column) => {
              const place = (anew.modelIndex.get(key) ?? 0) * columns + (anew.runtimeIndex.get(columnKey) ?? 0);
              const number = anew.numbers[place] ?? 0;
              const isShown =
                anew.states[place] === 3 &&
                nextFiltered.strength.table[6 + (number > 1 ? 1 : 0)] === 1 &&
                (nextFiltered.strength.fieldMask === 0 ||
                  ((anew.fields[place] ?? 0) & nextFiltered.strength.fieldMask) !== 0);
              return isShown ? [at * layout.runtimes.keys.length + column] : [];
            }),
          );
          expect([...listNearMisses(data, layout, nextFiltered)]).toEqual(nearMisses);
          const lazily = newNearMisses(data, layout, nextFiltered);
          expect(lazily.first()).toBe(nearMisses[0]);
          expect(lazily.all()).toEqual(Int32Array.from(nearMisses));

          const untouched = isLayoutUntouched(
            { ...before, layout: shown },
            data,
            nextCoverage,
            nextFiltered,
            asked.order,
          );
          if (untouched) {
            skipped += 1;
            expect(layout).toEqual(shown);
          }
          const kept = keepLayout(shown, layout);
          expect(kept).toEqual(layout);
          if (JSON.stringify(shown) === JSON.stringify(layout)) expect(kept).toBe(shown);
          shown = kept;
          names = toRowNames(data, kept.models, undefined, 12, names);
          expect(names.names).toEqual(shortenRows(anew, kept.models, undefined, 12));

          matrix = next;
          known = { matrix, data };
          coverage = nextCoverage;
          filtered = nextFiltered;
        }
      },
    ),
    { numRuns: 400 },
  );
  expect(steps).toBeGreaterThan(400);
  expect(skipped).toBeGreaterThan(50);
});
