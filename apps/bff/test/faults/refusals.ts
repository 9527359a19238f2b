import { expect, vi } from "vitest";
import { defaultTimings } from "../../src/cluster/timings.ts";
import { addressOf, ruleFor } from "../../src/kinds.ts";
import { createManualClock } from "../manual-clock.ts";
import { about, aModel, type Fault, letRequestsArrive, patience, startFaulty, watching } from "./fault.ts";

const earnest = { ...defaultTimings, listMilliseconds: 36_000_000 };

const tooOld = JSON.stringify({
  type: "ERROR",
  object: { kind: "Status", code: 410, reason: "Expired", message: "too old resource version" },
});

export const refusals = {
  "403 for one kind": {
    done: "The account loses the right to read InferenceServices, and gets it back",
    meanwhile:
      "that kind `forbidden`, with the RBAC rule to paste; the others `live`; `/readyz` 200. A real API server looks at rights when a request begins: until the watch ends, after five to ten minutes, it goes on as before",
    repaired: "The next try after the right is back",
    async run() {
      const program = await startFaulty();
      await program.settled();
      const refuse = { status: 403, message: "User cannot list inferenceservices" };
      program.mock.misbehave(about("InferenceService", () => refuse));
      program.mock.closeWatches("end");
      await program.says("InferenceService", {
        state: "forbidden",
        message: refuse.message,
        advice: expect.stringContaining(`add the rule ${ruleFor(addressOf.InferenceService)} to its ClusterRole`),
      });
      await program.says("ClusterBaseModel", { state: "live" });
      program.mock.door.put(aModel("meanwhile"));
      await vi.waitFor(() => expect(program.names()).toContain("meanwhile"), patience);
      program.mock.door.remove({ kind: "InferenceService", namespace: "studio", name: "service" });
      await program.equals();
    },
  },

  "410 storm, as a status": {
    done: "Every watch is refused with 410, for as long as it lasts; objects change",
    meanwhile:
      "after some tries that kind `stale`; it is listed again and again, with growing pauses, so that it is hardly late",
    repaired: "The list, and the first watch that is accepted",
    async run() {
      const program = await startFaulty();
      await program.settled();
      let watches = 0;
      const hook = about("ClusterBaseModel", ({ watch }) => {
        if (watch) watches += 1;
        return watch ? { status: 410, message: "too old resource version" } : undefined;
      });
      program.mock.misbehave(hook);
      program.mock.closeWatches("end");
      await program.says("ClusterBaseModel", {
        state: "stale",
        advice: expect.stringContaining("listed again and again"),
      });
      program.mock.door.put(aModel("in-the-storm"));
      await vi.waitFor(() => expect(program.names()).toContain("in-the-storm"), patience);
      await vi.waitFor(() => expect(watches).toBeGreaterThan(3), patience);
      await program.equals();
    },
  },

  "410 storm, within the stream": {
    done: "Every watch is accepted and then told at once that its version is too old",
    meanwhile:
      "after some tries that kind `stale`, without flickering: such a watch is believed only once it has lasted a second",
    repaired: "The list, and the first watch that lasts",
    async run() {
      const program = await startFaulty();
      await program.settled();
      const states: string[] = [];
      program.store.subscribe(({ conditions }) => {
        const { state } = conditions.ClusterBaseModel;
        if (states.at(-1) !== state) states.push(state);
      });
      program.mock.misbehave(
        about("ClusterBaseModel", ({ watch }) => (watch ? { garbage: `${tooOld}\n` } : undefined)),
      );
      program.mock.closeWatches("end");
      await program.says("ClusterBaseModel", { state: "stale", message: "too old resource version" });
      program.mock.door.put(aModel("in-the-storm"));
      await vi.waitFor(() => expect(program.names()).toContain("in-the-storm"), patience);
      await program.equals();
      expect(states).toEqual(["stale", "live"]);
    },
  },

  "410 in mid-list": {
    done: "The second page of a list is refused twice: its continue token has expired",
    meanwhile: "nothing: `connecting`",
    repaired: "The list from its first page on",
    async run() {
      let refusals = 0;
      const hook = about("ClusterBaseModel", ({ query }) =>
        query.has("continue") && refusals++ < 2 ? { status: 410 } : undefined,
      );
      const program = await startFaulty({ timings: { pageSize: 2 }, prepare: (mock) => mock.misbehave(hook) });
      await program.settled();
      expect(refusals).toBeGreaterThanOrEqual(3);
      await program.equals();
      program.expectCalm();
    },
  },

  "429 with Retry-After": {
    done: "Every request is answered with 429 and `Retry-After: 20`, later with ten days",
    meanwhile: "every kind `failed`: the API asks to be left alone. It is, for 20 s; for two minutes at most",
    repaired: "The first list after that",
    async run() {
      const clock = createManualClock();
      let retryAfter = "20";
      let requests = 0;
      const program = await startFaulty({
        sourceClock: clock,
        timings: earnest,
        prepare: (mock) =>
          mock.misbehave(() => {
            requests += 1;
            return { status: 429, message: "too many requests", retryAfter };
          }),
      });
      await program.saysOfAll({ state: "failed", advice: expect.stringContaining("asks to be left alone") });
      const kinds = requests;
      clock.advance(19_900);
      await letRequestsArrive();
      expect(requests).toBe(kinds);
      retryAfter = "864000";
      clock.advance(3_000);
      await vi.waitFor(() => expect(requests).toBe(2 * kinds), patience);
      await letRequestsArrive();
      clock.advance(119_000);
      await letRequestsArrive();
      expect(requests).toBe(2 * kinds);
      program.mock.misbehave(undefined);
      clock.advance(14_000);
      await program.equals();
    },
  },

  "5xx": {
    done: "Every request is answered with 500, then 502 of a proxy, 503 and 504; objects change",
    meanwhile: "every kind `stale` with what the API says; the last known objects stay",
    repaired: "The next watch, from the last known version on",
    async run() {
      const program = await startFaulty();
      await program.settled();
      for (const status of [500, 502, 503, 504]) {
        await watching(program.mock);
        program.mock.misbehave(() => ({ status, message: `made to fail with ${status}` }));
        program.mock.closeWatches("cut");
        program.mock.door.put(aModel(`during-${status}`));
        await program.saysOfAll({ state: "stale", message: `made to fail with ${status}` });
        await program.equals();
      }
    },
  },
} satisfies Readonly<Record<string, Fault>>;
