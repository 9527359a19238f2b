/**
 * A seeded thousand of the near misses of OME's catalog: every fix keeps its promise, is minimal and can be undone, and its
 * command comes back from bash as the patch. The catalog is not part of the project: `OME_CATALOG` says where it lies.
 */
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { patchJson } from "../src/fixes/kubectl.ts";
import {
  type Change,
  commandsFor,
  computeMatrix,
  type InheritingRuntime,
  type Model,
  pairStates,
  proposeFixes,
} from "../src/index.ts";
import { runInBash } from "./bash.ts";
import { nameOf, parseObjects, read, readFolder, toCluster } from "./fixes-cluster.ts";
import { allPatches, applyAll, keepsPromise, toObjects, undoRestores, withOneLess } from "./fixes-promise.ts";

const folder = process.env["OME_CATALOG"];
const isMissing = folder === undefined || folder === "";

/** The same choice on every run. */
function choose<Value>(values: readonly Value[], count: number): readonly Value[] {
  let state = 2026;
  const rest = [...values];
  const chosen: Value[] = [];
  while (chosen.length < count && rest.length > 0) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    chosen.push(...rest.splice(Math.floor((state / 2 ** 32) * rest.length), 1));
  }
  return chosen;
}

describe("near misses of the catalog", () => {
  test("need OME_CATALOG", ({ skip }) => {
    if (!isMissing) return expect(isMissing).toBe(false);
    if (process.env["CI"] === "true")
      throw new Error("OME_CATALOG is not set: the catalog's near misses were not looked at");
    skip("OME_CATALOG is not set: the catalog's near misses were not looked at");
  });

  test.skipIf(isMissing)(
    "a seeded thousand",
    () => {
      const recorded = `${folder}/recorded-models.yaml`;
      expect(existsSync(recorded), recorded).toBe(true);
      const { models } = toCluster(parseObjects(readFileSync(recorded, "utf8")));
      // Of two files with one name the later one counts, as if they were applied in order.
      const runtimes = [
        ...new Map(readFolder(`${folder}/runtimes`).runtimes.map((one) => [nameOf(one), one])).values(),
      ];
      const readRuntimes = runtimes.map(read<InheritingRuntime>);
      const { states } = computeMatrix({
        models: models.map(read<Model>),
        runtimes: readRuntimes,
        namespace: "default",
      });
      const nearMisses = [...states.keys()].filter((cell) => pairStates[states[cell] ?? -1] === "near-miss");
      expect(nearMisses.length).toBeGreaterThan(100);
      const changes: Change[] = [];
      let fixes = 0;
      for (const cell of choose(nearMisses, 1000)) {
        const input = {
          model: models[Math.floor(cell / runtimes.length)],
          runtime: runtimes[cell % runtimes.length],
          namespace: "default",
          runtimes: readRuntimes,
          acceleratorClasses: undefined,
        };
        const proposals = proposeFixes(input);
        expect(proposals.fixes.length).toBeGreaterThan(0);
        for (const fix of proposals.fixes) {
          if (fix.changes.length === 0) continue;
          fixes++;
          const what = JSON.stringify(fix.changes);
          expect(keepsPromise(input, fix, applyAll(toObjects(input), allPatches(fix))), what).toBe(true);
          for (const smaller of withOneLess(fix)) {
            expect(keepsPromise(input, fix, applyAll(toObjects(input), smaller)), what).toBe(false);
          }
          expect(undoRestores(input, fix), what).toBe(true);
          changes.push(...fix.changes);
        }
      }
      expect(fixes).toBeGreaterThan(1000);
      const commands = changes.flatMap((change) => {
        const made = commandsFor(change);
        return made.ok ? [made.bash, made.undo.bash] : [];
      });
      const { calls, stderr, files } = runInBash(commands);
      expect(stderr).toBe("");
      expect(files).toEqual([]);
      expect(calls.map((call) => call.at(-1))).toEqual(
        changes.flatMap(({ patch, undo }) => [patchJson(patch), patchJson(undo)]),
      );
    },
    900_000,
  );
});
