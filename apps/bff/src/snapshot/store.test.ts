import { describe, expect, it } from "vitest";
import { createManualClock } from "../../test/manual-clock.ts";
import { readObject } from "../cluster/read.ts";
import type { Change } from "./change.ts";
import { createStore, type Missed } from "./store.ts";

const put = (name: string): Change => ({
  type: "put",
  object: readObject("ClusterBaseModel", { metadata: { name }, spec: {} }),
});

describe("the store", () => {
  it("takes the first change over at once", () => {
    const store = createStore({ clock: createManualClock() });
    store.apply([put("a")]);
    expect(store.snapshot().revision).toBe(1);
  });

  it("makes at most ten revisions a second of a burst", () => {
    const clock = createManualClock();
    const store = createStore({ clock });
    const revisions: { revision: number; keys: number | undefined }[] = [];
    store.subscribe(({ revision }, { keys }) => revisions.push({ revision, keys: keys?.length }));
    for (let step = 0; step < 100; step++) {
      store.apply([put(`model-${step}`)]);
      clock.advance(10);
    }
    clock.advance(1_000);
    expect(store.snapshot().models).toHaveLength(100);
    expect(revisions.length).toBeLessThanOrEqual(11);
    expect(revisions[0]).toEqual({ revision: 1, keys: 1 });
    expect(revisions[1]).toEqual({ revision: 2, keys: 9 });
    store.apply([put("alone")]);
    expect(store.snapshot().models).toHaveLength(101);
  });

  it("says nothing when nothing changed", () => {
    const clock = createManualClock();
    const store = createStore({ clock });
    store.apply([put("a")]);
    clock.advance(1_000);
    let told = 0;
    store.subscribe(() => {
      told += 1;
    });
    store.apply([put("a")]);
    clock.advance(1_000);
    expect(told).toBe(0);
    expect(clock.waiting()).toEqual([]);
  });

  it("names no keys when there are too many", () => {
    const store = createStore({ clock: createManualClock(), mostKeys: 2 });
    const heard: Missed[] = [];
    const unsubscribe = store.subscribe((_snapshot, missed) => heard.push(missed));
    store.apply([put("a"), put("b"), put("c")]);
    expect(heard).toEqual([{ kinds: ["ClusterBaseModel"] }]);
    unsubscribe();
    store.apply([put("d")]);
    expect(heard).toHaveLength(1);
  });

  it("remembers what changed since a revision, for a while", () => {
    const clock = createManualClock();
    const store = createStore({ clock, memory: 3 });
    for (const name of ["a", "b", "c", "d", "e"]) {
      store.apply([put(name)]);
      clock.advance(100);
    }
    expect(store.since(5)).toEqual({ kinds: [], keys: [] });
    expect(store.since(3)).toEqual({ kinds: ["ClusterBaseModel"], keys: ["ClusterBaseModel/d", "ClusterBaseModel/e"] });
    expect(store.since(2)?.keys).toHaveLength(3);
    expect(store.since(1)).toBeUndefined();
    expect(store.since(6)).toBeUndefined();
  });
});
