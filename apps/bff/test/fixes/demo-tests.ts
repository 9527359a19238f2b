/** Half of the demo's models, so that two processes share the work. */
import { fileURLToPath } from "node:url";
import { type MockCluster, startMockCluster } from "@ome-matrix/mock-cluster";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { collectFixes, type Offered, viewsOf } from "./collect.ts";
import { type Bffs, type FreshBff, startBffs } from "./fresh-bff.ts";
import { hasKubectl, openShell } from "./kubectl.ts";
import { lookThrough } from "./observe.ts";
import { expectPromise } from "./promise.ts";
import { runAll } from "./run-all.ts";
import { chooseFixes, runWithKubectl } from "./run-with-kubectl.ts";

const demoFolder = fileURLToPath(new URL("../../../../packages/mock-cluster/demo/", import.meta.url));

export const defineDemoTests = (half: string, isOfHalf: (row: number) => boolean): void => {
  describe(`the fixes of the demo's ${half} models, in every view`, () => {
    let mock: MockCluster;
    let bffs: Bffs;
    let bff: FreshBff;
    let offered: Offered;

    beforeAll(async () => {
      mock = await startMockCluster({ manifests: [demoFolder], watch: false });
      bffs = await startBffs(mock.url);
      bff = await bffs.begin();
      const keys = bff.snapshot.models.filter((_, row) => isOfHalf(row)).map(({ key }) => key);
      offered = await collectFixes(bff, viewsOf(bff), (model) => keys.includes(model));
    }, 600_000);
    afterAll(async () => {
      await bffs.stop();
      await mock.stop();
    });

    it("are offered for pairs of all kinds, or it is said why not", () => {
      expect(offered.pairs).toBeGreaterThan(8_000);
      expect(offered.speechless).toEqual([]);
      const states = new Set([...offered.sets.values()].flatMap((uses) => uses.map(({ state }) => state)));
      expect([...states]).toEqual(expect.arrayContaining(["near-miss", "rejected", "pin-only", "candidate"]));
    });

    it("have the same id for the same changes, and another for others", () => {
      const ids = new Map<string, string>();
      for (const [changes, uses] of offered.sets) {
        for (const { fix } of uses) expect(ids.get(fix.id) ?? changes).toBe(changes);
        for (const { fix } of uses) ids.set(fix.id, changes);
      }
      expect(ids.size).toBe(offered.sets.size);
    });

    it("keep their promise when sent as bash parses them, have the effect announced, and are undone", async () => {
      const done = await runAll(mock.url, bffs, bff, offered);
      expect(done.sets).toBeGreaterThan(1_000);
      for (const count of [done.promises, done.withPairs, done.withWinners, done.withTies, done.withServices]) {
        expect(count).toBeGreaterThan(0);
      }
    }, 900_000);

    it("keep their promise when the real kubectl is run by bash with the very texts, and are undone by it", async ({
      skip,
    }) => {
      if (!hasKubectl()) {
        if (process.env["CI"] === "true") expect.fail("kubectl is missing: with CI=true it has to be there");
        skip("kubectl is missing, so nothing is run with it");
      }
      const shell = openShell(mock.url);
      onTestFinished(() => shell.remove());
      const chosen = chooseFixes(offered, 50, 20_260_701);
      expect(chosen.length).toBeGreaterThan(60);
      for (const use of chosen) await runWithKubectl(mock.url, bffs, shell, use);
    }, 600_000);

    it("without anything to patch have a manifest that names the runtime", async () => {
      const sight = lookThrough(bff);
      for (const use of offered.manifests) await expectPromise(use, sight);
      expect(offered.manifests.length).toBeGreaterThan(1_000);
    });
  });
};
