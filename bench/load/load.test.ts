import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { faults } from "./bounds.ts";
import { runLoad } from "./load.ts";

const main = fileURLToPath(new URL("../../apps/bff/src/main.ts", import.meta.url));

/** The number of a metric that has no labels. */
const metric = (text: string, name: string): number => Number(new RegExp(`^${name} (\\d+)$`, "m").exec(text)?.[1]);

it("loses nothing, tells everybody the same, and drops who does not read", async () => {
  let dropped = 0;
  let welcome:
    | { readonly last: number; readonly kinds: readonly string[]; readonly touched?: readonly string[] }
    | undefined;
  const result = await runLoad({
    models: 500,
    runtimes: 100,
    services: 50,
    readers: 100,
    pages: 2,
    changesPerSecond: 200,
    seconds: 10,
    command: ["--import", "tsx", main],
    async meanwhile({ program, cluster, readers }) {
      const { url } = program;
      await readers.call("openSlow", { url });
      // The network's own buffers fill up first. A machine that is busy may have others dropped too; they come back.
      for (let round = 0; round < 1_000 && dropped === 0; round++) {
        await cluster.call("swell", 190);
        const all = metric(await program.get("/metrics"), "ome_matrix_event_streams_dropped_total");
        if (all === 0) continue;
        await new Promise((resolve) => setTimeout(resolve, 500));
        dropped = all - (await readers.call("seen", undefined as never)).ended;
      }
      const resumed = await readers.call("resumeSlow", { url });
      welcome = { last: resumed.last, ...resumed.welcome };
    },
  });
  expect(faults(result)).toEqual([]);
  expect(result.changes.changes).toHaveLength(2_000);
  expect(result.delays.sorted).toHaveLength(2_000 * 100);
  expect(result.received.fetches.length).toBeGreaterThan(5);
  expect(dropped).toBe(1);
  // Who comes back is told to fetch again what it missed.
  expect(welcome?.last).toBeGreaterThan(0);
  expect(welcome?.kinds).toContain("InferenceService");
}, 240_000);
