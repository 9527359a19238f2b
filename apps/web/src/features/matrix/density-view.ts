/** The whole matrix in a small square: each point shows the best of the pairs that fall on it. */
import { type MatrixData, stateNumber } from "./matrix-data.ts";
import type { Layout } from "./matrix-view.ts";

/** From nothing to the best. A rejected pair leaves its point empty. */
export const densityLevels = ["none", "near-miss-more", "near-miss-1", "pin-only", "candidate", "selected"] as const;
export type DensityLevel = (typeof densityLevels)[number];

/** Fewer rows or columns than this do not fill the square: few pairs do not become bars. */
export const leastCells = 24;

const levelOf = (level: DensityLevel): number => densityLevels.indexOf(level);

/** Levels by `row of points * size + column of points`. */
export const toDensity = (data: MatrixData, layout: Layout, size: number): Uint8Array => {
  const models = layout.models.keys.map((key) => data.modelIndex.get(key) ?? -1);
  const runtimes = layout.runtimes.keys.map((key) => data.runtimeIndex.get(key) ?? -1);
  const rows = Math.max(leastCells, models.length);
  const columns = Math.max(leastCells, runtimes.length);
  const levels = new Uint8Array(stateNumber.rejected);
  levels[stateNumber.selected] = levelOf("selected");
  levels[stateNumber.candidate] = levelOf("candidate");
  levels[stateNumber["pin-only"]] = levelOf("pin-only");
  const nearMiss = stateNumber["near-miss"];
  const density = new Uint8Array(size * size);
  for (let y = 0; y < size; y++) {
    const rowFrom = Math.floor((y * rows) / size);
    const rowTo = Math.min(models.length, Math.max(rowFrom + 1, Math.floor(((y + 1) * rows) / size)));
    for (let x = 0; x < size; x++) {
      const columnFrom = Math.floor((x * columns) / size);
      const columnTo = Math.min(runtimes.length, Math.max(columnFrom + 1, Math.floor(((x + 1) * columns) / size)));
      let best = 0;
      for (let row = rowFrom; row < rowTo; row++) {
        const start = (models[row] ?? -1) * data.runtimes.length;
        if (start < 0) continue;
        for (let column = columnFrom; column < columnTo; column++) {
          const state = data.states[start + (runtimes[column] ?? 0)] ?? stateNumber.error;
          if (state >= stateNumber.rejected) continue;
          const number = data.numbers[start + (runtimes[column] ?? 0)] ?? 0;
          const level = state === nearMiss ? (number <= 1 ? 2 : 1) : (levels[state] ?? 0);
          if (level > best) best = level;
        }
      }
      density[y * size + x] = best;
    }
  }
  return density;
};
