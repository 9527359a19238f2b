import { expect, vi } from "vitest";
import { defaultTimings } from "../../src/cluster/timings.ts";
import { createManualClock } from "../manual-clock.ts";
import { about, aModel, type Fault, type FaultyProgram, hurry, patience, startFaulty, watching } from "./fault.ts";
import { usedHeap } from "./heap.ts";

const model = (name: string) => ({ kind: "ClusterBaseModel", name });

/** Has the events of a kind's watch rewritten from now on. */
const rewriteEvents = async (program: FaultyProgram, rewrite: (piece: string) => readonly string[]): Promise<void> => {
  await watching(program.mock);
  program.mock.misbehave(about("ClusterBaseModel", ({ watch }) => (watch ? { rewrite } : undefined)));
  program.mock.closeWatches("end");
  await vi.waitFor(() => expect(program.mock.watchCount()).toBe(0), patience);
  await watching(program.mock);
};

/** Hands on every two events in the wrong order. */
const swapPairs = (): ((piece: string) => readonly string[]) => {
  let held: string | undefined;
  return (piece) => {
    if (held === undefined) {
      held = piece;
      return [];
    }
    const pair = [piece, held];
    held = undefined;
    return pair;
  };
};

/** A program whose kinds list anew only when time is let pass. */
const startWithClock = async () => {
  const clock = createManualClock();
  const timings = { ...defaultTimings, listMilliseconds: 36_000_000, idleMilliseconds: 36_000_000 };
  const program = await startFaulty({ sourceClock: clock, timings });
  await program.settled();
  return { clock, program };
};

export const contentFaults = {
  "garbage instead of a list": {
    done: "Lists are answered with HTML, half a JSON, `null`, `{}`, a list of nothing, one without a version",
    meanwhile: "that kind `stale`: what is wrong with the answer; the last known objects stay",
    repaired: "The first list that is one",
    async run() {
      const program = await startFaulty();
      await program.settled();
      const answers: readonly { readonly garbage: string; readonly says: RegExp }[] = [
        { garbage: "<html>Bad gateway</html>", says: /JSON/ },
        { garbage: '{"items":[{"metadata":', says: /JSON/ },
        { garbage: "null", says: /has no items/ },
        { garbage: "{}", says: /has no items/ },
        { garbage: '{"items":null,"metadata":{"resourceVersion":"1"}}', says: /has no items/ },
        { garbage: '{"items":[]}', says: /has no resourceVersion/ },
      ];
      for (const { garbage, says } of answers) {
        program.mock.misbehave(about("ClusterBaseModel", ({ watch }) => (watch ? { status: 410 } : { garbage })));
        program.mock.closeWatches("end");
        await program.says("ClusterBaseModel", { state: "stale", message: expect.stringMatching(says), count: 3 });
        await program.equals();
      }
    },
  },

  "garbage within a watch": {
    done: "An event arrives as HTML, half a JSON, a list, an event of no known type, an empty line",
    meanwhile: "nothing: `live`",
    repaired: "A new list: what the garbage stood for is lost to the watch",
    async run() {
      const pieces = [
        "<html>\n",
        '{"type":"ADDED","object":{"metad\n',
        "[1]\n",
        '{"type":"SHOUTED","object":{}}\n',
        "\n",
      ];
      for (const [index, garbage] of pieces.entries()) {
        const { clock, program } = await startWithClock();
        let isFirst = true;
        const stop = hurry(clock, 100);
        await rewriteEvents(program, (piece) => {
          const sent = isFirst ? [garbage] : [piece];
          isFirst = false;
          return sent;
        });
        stop();
        // The watch has worked for a while: what goes wrong again and again is spoken of.
        clock.advance(1_000);
        hurry(clock, 100);
        program.mock.door.put(aModel(`as-garbage-${index}`));
        // The empty line tells nothing by itself: only the next event shows that one is missing.
        if (garbage === "\n") program.mock.door.put(aModel(`as-garbage-${index}`, "2B", 2));
        await vi.waitFor(() => expect(program.names()).toContain(`as-garbage-${index}`), patience);
        await program.equals();
        program.expectCalm();
      }
    },
  },

  "duplicate events": {
    done: "Every event arrives twice: added, changed, deleted",
    meanwhile: "nothing: `live`",
    repaired: "Nothing was wrong; a new list makes sure, since the second does not fit",
    async run() {
      const program = await startFaulty();
      await program.settled();
      await rewriteEvents(program, (piece) => [piece, piece]);
      program.mock.door.put(aModel("twice"));
      program.mock.door.put(aModel("twice", "2B", 2));
      program.mock.door.remove(model("reader"));
      await vi.waitFor(() => expect(program.names()).toEqual(["painter", "twice", "writer"]), patience);
      await program.equals();
      program.expectCalm();
    },
  },

  "reordered events": {
    done: "Every two events arrive in the wrong order: two changes, deleted and added again, added and deleted",
    meanwhile: "nothing: `live`; for up to ten seconds with an older object",
    repaired:
      "A new list: what arrives does not fit what was told before (versions are never compared, generations are)",
    async run() {
      const program = await startFaulty();
      await program.settled();
      const { door } = program.mock;
      const rows: readonly (() => void)[] = [
        () => {
          door.put(aModel("writer", "2B", 2));
          door.put(aModel("writer", "3B", 3));
        },
        () => {
          door.remove(model("writer"));
          door.put(aModel("writer", "4B"));
        },
        () => {
          door.put(aModel("passing"));
          door.remove(model("passing"));
        },
      ];
      for (const change of rows) {
        await rewriteEvents(program, swapPairs());
        change();
        await program.equals();
      }
      program.expectCalm();
    },
  },

  "lost events": {
    done: "Several events never arrive: added, changed, deleted; later one more arrives of one of the objects",
    meanwhile: "nothing until that event: `live`, with the old objects",
    repaired: "A new list within ten seconds of that event, which does not fit what was told before",
    async run() {
      const program = await startFaulty();
      await program.settled();
      const { door } = program.mock;
      const heard: readonly (() => void)[] = [
        () => door.put(aModel("new", "2B", 2)),
        () => door.remove(model("new")),
        () => door.put(aModel("reader", "2B")),
      ];
      for (const hear of heard) {
        let isLost = true;
        await rewriteEvents(program, (piece) => (isLost ? [] : [piece]));
        door.put(aModel("new"));
        door.remove(model("reader"));
        door.put(aModel("writer", "5B", 5));
        isLost = false;
        hear();
        await program.equals();
        // As at first.
        door.remove(model("new"));
        door.put(aModel("reader"));
        door.put(aModel("writer"));
        await program.equals();
      }
      program.expectCalm();
    },
  },

  "events lost without a trace": {
    done: "An object is deleted and another changed; neither is ever told, and nothing else happens to them",
    meanwhile: "nothing: `live`, with the old objects. This cannot be noticed from the watch",
    repaired:
      "The list before the first watch that begins ten minutes after the last list or later (so after 20 minutes at most)",
    async run() {
      const { clock, program } = await startWithClock();
      let isLost = true;
      // The watches are accepted anew a pause after they have ended.
      const stop = hurry(clock, 100);
      await rewriteEvents(program, (piece) => (isLost ? [] : [piece]));
      stop();
      program.mock.door.remove(model("reader"));
      program.mock.door.put(aModel("writer", "9B", 2));
      isLost = false;
      program.mock.door.put(aModel("other"));
      await vi.waitFor(() => expect(program.names()).toContain("other"), patience);
      await program.says("ClusterBaseModel", { state: "live" });
      expect(program.names()).toContain("reader");
      clock.advance(defaultTimings.relistMilliseconds);
      program.mock.closeWatches("end");
      await program.equals();
      expect(program.names()).toEqual(["other", "painter", "writer"]);
      program.expectCalm();
    },
  },

  "an object of 1 MiB": {
    done: "A runtime with a mebibyte of environment is added and changed 50 times",
    meanwhile: "nothing: `live`. Only what may leave the BFF is kept of it",
    repaired: "The event itself",
    async run() {
      const program = await startFaulty();
      await program.settled();
      const before = await usedHeap();
      const huge = (change: number) => ({
        apiVersion: "ome.io/v1beta1",
        kind: "ClusterServingRuntime",
        metadata: { name: "huge", labels: { change: String(change) } },
        spec: {
          supportedModelFormats: [{ modelFormat: { name: "safetensors" } }],
          containers: [{ name: "main", env: [{ name: "LARGE", value: `${change}-${"é".repeat(512 * 1024)}` }] }],
        },
      });
      for (let change = 1; change <= 50; change++) {
        program.mock.door.put(huge(change));
        await vi.waitFor(() => {
          const known = program.store.snapshot().runtimes.find(({ name }) => name === "huge");
          expect(known?.document).toContain(`"change":"${change}"`);
        }, patience);
      }
      program.mock.door.put(huge(51));
      await program.equals();
      // The history of the mock holds the objects; it forgets them here, so that what is left is the program's.
      program.mock.compact();
      program.mock.door.remove({ kind: "ClusterServingRuntime", name: "huge" });
      program.mock.compact();
      await program.equals();
      expect((await usedHeap()) - before).toBeLessThan(20);
      program.expectCalm();
    },
  },

  "10,000 events at once": {
    done: "10,000 changes of 500 models, as fast as the API sends them, and again",
    meanwhile: "nothing: `live`; ten revisions a second at most, and every route answers",
    repaired: "The events themselves",
    async run() {
      const program = await startFaulty({ gapMilliseconds: 100 });
      await program.settled();
      let revisions = 0;
      program.store.subscribe(() => {
        revisions += 1;
      });
      const storm = async (round: number): Promise<number> => {
        const began = Date.now();
        revisions = 0;
        for (let event = 0; event < 10_000; event++) {
          program.mock.door.put(
            aModel(`model-${event % 500}`, `${round}.${event}B`, round * 100 + Math.floor(event / 500)),
          );
          if (event % 200 === 0) await new Promise((resolve) => setImmediate(resolve));
        }
        await program.equals();
        expect(revisions).toBeLessThan(20 + (Date.now() - began) / 100);
        program.mock.compact();
        return usedHeap();
      };
      const first = await storm(1);
      const second = await storm(2);
      expect(second).toBeLessThan(first * 1.25 + 10);
      program.expectCalm();
    },
  },
} satisfies Readonly<Record<string, Fault>>;
