import type { MockCluster } from "@ome-matrix/mock-cluster";
import { expect, vi } from "vitest";
import { systemClock } from "../../src/clock.ts";
import { defaultTimings } from "../../src/cluster/timings.ts";
import { createManualClock } from "../manual-clock.ts";
import { about, aModel, type Fault, hurry, letRequestsArrive, patience, startFaulty, watching } from "./fault.ts";

/** Like in earnest, but no list is given up while the clock is hurried. */
const earnest = { ...defaultTimings, listMilliseconds: 36_000_000 };

/** Live, by a clock that the test moves. */
const startByClock = async () => {
  const clock = createManualClock();
  const program = await startFaulty({ sourceClock: clock, timings: earnest });
  await program.settled();
  return { clock, program };
};

/** The same, after something has happened that no watch told of. */
const startUnaware = async (change: (mock: MockCluster) => void) => {
  const { clock, program } = await startByClock();
  await watching(program.mock);
  program.mock.muteWatches(true);
  change(program.mock);
  program.mock.muteWatches(false);
  return { clock, program };
};

export const connectionFaults = {
  "down at start": {
    done: "Every connection is cut when the BFF starts, then nobody listens, then the API comes up",
    meanwhile: "every kind `failed`: `connect ECONNREFUSED`; `/readyz` 503",
    repaired: "The first list, tried again with growing pauses",
    async run() {
      // The first answer that anybody gets is a broken connection; then nobody listens.
      let refuse = true;
      const program = await startFaulty({
        prepare: (mock) => mock.misbehave(() => (refuse ? { cut: true } : undefined)),
      });
      await program.mock.restart(async () => {
        await program.saysOfAll({ state: "failed", message: expect.stringContaining("ECONNREFUSED"), count: 0 });
        expect((await program.ask("/readyz")).status).toBe(503);
        refuse = false;
      });
      await program.equals();
      expect((await program.ask("/readyz")).status).toBe(200);
    },
  },

  "down later for a minute": {
    done: "The API goes away for a minute; objects are changed, added and deleted before it is back",
    meanwhile: "every kind `stale` since then: `connect ECONNREFUSED`; the last known objects stay, `/readyz` 200",
    repaired: "The version is too old for a watch, so a new list",
    async run() {
      const { clock, program } = await startByClock();
      const began = clock.now().getTime();
      const known = program.names();
      const stop = hurry(clock);
      await program.mock.restart(async () => {
        await program.saysOfAll({ state: "stale", message: expect.stringContaining("ECONNREFUSED") });
        await vi.waitFor(() => expect(clock.now().getTime() - began).toBeGreaterThan(60_000), patience);
        await program.saysOfAll({ state: "stale", count: expect.toSatisfy((count: number) => count > 0) });
        expect(program.names()).toEqual(known);
        const { since } = program.store.snapshot().conditions.ClusterBaseModel;
        expect(new Date(since).getTime() - began).toBeLessThan(30_000);
        program.mock.door.put(aModel("writer", "7B"));
        program.mock.door.put(aModel("late"));
        program.mock.door.remove({ kind: "ClusterBaseModel", name: "reader" });
      });
      await program.equals();
      stop();
      expect(program.names()).toEqual(["late", "painter", "writer"]);
    },
  },

  "killed in mid-list": {
    done: "The second page of a list breaks off after 60 bytes, again and again",
    meanwhile: "that kind `failed`: the connection was ended; the others `live`",
    repaired: "The list from its first page on",
    async run() {
      const hook = about("ClusterBaseModel", ({ query }) => (query.has("continue") ? { cutAfter: 60 } : undefined));
      const program = await startFaulty({ timings: { pageSize: 2 }, prepare: (mock) => mock.misbehave(hook) });
      await program.says("ClusterBaseModel", { state: "failed", count: 0 });
      expect(program.store.snapshot().conditions.ClusterBaseModel.message).toMatch(/closed|terminated|reset/);
      await program.says("ClusterServingRuntime", { state: "live", count: 1 });
      await program.equals();
    },
  },

  "killed in mid-event": {
    done: "Every watch of a kind breaks off in the middle of its first event",
    meanwhile: "first nothing, then that kind `stale`: the connection was ended",
    repaired: "The next watch from the last whole event on",
    async run() {
      const program = await startFaulty();
      await program.settled();
      program.mock.misbehave(about("ClusterBaseModel", ({ watch }) => (watch ? { cutAfter: 60 } : undefined)));
      program.mock.closeWatches("end");
      await watching(program.mock);
      program.mock.door.put(aModel("half"));
      await program.says("ClusterBaseModel", { state: "stale", count: 3 });
      expect(program.store.snapshot().conditions.ClusterBaseModel.message).toMatch(/closed|terminated|reset/);
      await program.equals();
      expect(program.names()).toContain("half");
    },
  },

  "all connections cut": {
    done: "Every connection is reset, while an object is changed",
    meanwhile: "nothing: `live`",
    repaired: "The next watch, at once",
    async run() {
      const program = await startFaulty();
      await program.settled();
      await watching(program.mock);
      program.mock.closeWatches("cut");
      program.mock.door.put(aModel("writer", "7B"));
      await program.equals();
      program.expectCalm();
    },
  },

  slow: {
    done: "Every answer takes 300 ms",
    meanwhile: "`connecting`, then `live`",
    repaired: "The answer, when it comes",
    async run() {
      const program = await startFaulty({ prepare: (mock) => mock.setDelay(300) });
      await program.saysOfAll({ state: "connecting" });
      await program.settled();
      program.mock.setDelay(0);
      await program.equals();
      program.expectCalm();
    },
  },

  "slower than is waited for": {
    done: "Lists take longer than they may (30 s in earnest)",
    meanwhile: "every kind `failed`: `the list did not arrive in time`",
    repaired: "The next list that arrives",
    async run() {
      const program = await startFaulty({
        timings: { listMilliseconds: 100 },
        prepare: (mock) => mock.misbehave(() => ({ hang: true })),
      });
      await program.saysOfAll({ state: "failed", message: "the list did not arrive in time" });
      await program.equals();
    },
  },

  "half-open connection": {
    done: "Connections stay open and nothing comes any more; an object is added",
    meanwhile: "nothing for 75 s, for a quiet watch looks the same: `live`, with the old objects",
    repaired: "After 75 s without even a bookmark the watch is replaced and goes on from its version",
    async run() {
      const { clock, program } = await startUnaware((mock) => mock.door.put(aModel("unheard")));
      await letRequestsArrive();
      await program.saysOfAll({ state: "live" });
      clock.advance(defaultTimings.idleMilliseconds - 1);
      await letRequestsArrive();
      expect(program.names()).not.toContain("unheard");
      clock.advance(1);
      await program.equals();
      expect(program.names()).toContain("unheard");
      program.expectCalm();
    },
  },

  "clock jumps": {
    done: "The computer's clock is set a year ahead, then ten years back, with an ended watch and a change each time",
    meanwhile: "nothing: `live`. Pauses and silence are measured with timers, never with the time of day",
    repaired: "The next watch, at once",
    async run() {
      let offset = 0;
      const clock = { now: () => new Date(Date.now() + offset), after: systemClock.after };
      const program = await startFaulty({ clock, sourceClock: clock });
      await program.settled();
      const year = 365 * 24 * 3_600_000;
      for (const jump of [year, -10 * year, 0]) {
        offset = jump;
        await watching(program.mock);
        program.mock.closeWatches("end");
        program.mock.door.put(aModel(`year-${jump}`));
        await program.equals();
      }
      // It has been live ever since it began.
      const { since } = program.store.snapshot().conditions.ClusterBaseModel;
      expect(Math.abs(Date.parse(since) - Date.now())).toBeLessThan(60_000);
      program.expectCalm();
    },
  },

  "computer asleep": {
    done: "Eight hours pass at once; the API has closed the connections and forgotten its history",
    meanwhile: "nothing, or `stale` until the first answer",
    repaired: "The version is too old for a watch, so a new list",
    async run() {
      const { clock, program } = await startUnaware((mock) => {
        mock.door.remove({ kind: "ClusterBaseModel", name: "reader" });
        mock.compact();
      });
      clock.advance(8 * 3_600_000);
      hurry(clock);
      await program.equals();
      expect(program.names()).not.toContain("reader");
    },
  },
} satisfies Readonly<Record<string, Fault>>;
