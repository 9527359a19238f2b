import { describe, expect, test } from "vitest";
import type { JsonObject } from "./json.ts";
import { type Change, createStore, type Store } from "./store.ts";

function put(store: Store, name: string, value: number): JsonObject {
  return store.put("things", `/${name}`, (revision) => ({
    metadata: { name, resourceVersion: String(revision) },
    value,
  }));
}

function values(store: Store, revision: number): readonly (readonly [string, unknown])[] | undefined {
  return store.listAt("things", revision)?.map(({ key, object }) => [key, object["value"]] as const);
}

function newStore(historyLimit = 100): Store {
  return createStore({ firstRevision: 10, historyLimit });
}

describe("revisions", () => {
  test("count every change, of whatever resource", () => {
    const store = newStore();
    put(store, "a", 1);
    store.put("others", "/x", () => ({}));
    store.remove("things", "/a");
    expect(store.revision()).toBe(13);
  });

  test("are not spent on removing what is not there", () => {
    const store = newStore();
    expect(store.remove("things", "/a")).toBeUndefined();
    expect(store.revision()).toBe(10);
  });
});

describe("the list at a revision", () => {
  test("undoes additions, changes and removals", () => {
    const store = newStore();
    put(store, "b", 1);
    put(store, "a", 1);
    const then = store.revision();
    put(store, "a", 2);
    put(store, "c", 1);
    store.remove("things", "/b");
    put(store, "b", 9);
    expect(values(store, then)).toEqual([
      ["/a", 1],
      ["/b", 1],
    ]);
    expect(values(store, store.revision())).toEqual([
      ["/a", 2],
      ["/b", 9],
      ["/c", 1],
    ]);
  });

  test("is unknown once the history does not reach back", () => {
    const store = newStore(4);
    for (let value = 0; value < 20; value++) put(store, "a", value);
    expect(store.listAt("things", 11)).toBeUndefined();
    expect(values(store, store.oldest())).toEqual([["/a", store.oldest() - 11]]);
  });
});

describe("changes", () => {
  test("name what was before", () => {
    const store = newStore();
    const seen: Change[] = [];
    const unsubscribe = store.subscribe((change) => seen.push(change));
    put(store, "a", 1);
    put(store, "a", 2);
    store.remove("things", "/a");
    unsubscribe();
    put(store, "a", 3);
    expect(seen.map(({ type, revision }) => [type, revision])).toEqual([
      ["ADDED", 11],
      ["MODIFIED", 12],
      ["DELETED", 13],
    ]);
    expect(seen[1]?.previous).toMatchObject({ value: 1 });
    // A deletion shows the last state, at the revision of the deletion: a watch continues from there.
    expect(seen[2]?.object).toMatchObject({ value: 2, metadata: { resourceVersion: "13" } });
  });

  test("after a revision are those with a higher one", () => {
    const store = newStore();
    for (let value = 0; value < 9; value++) put(store, "a", value);
    expect(store.since(16)?.map(({ revision }) => revision)).toEqual([17, 18, 19]);
    expect(store.since(19)).toEqual([]);
    expect(store.since(25)).toEqual([]);
    expect(store.since(9)).toBeUndefined();
  });

  test("are bounded", () => {
    const store = newStore(8);
    for (let value = 0; value < 1000; value++) put(store, "a", value);
    expect(store.since(store.oldest())?.length).toBeLessThanOrEqual(10);
    expect(store.since(store.oldest() - 1)).toBeUndefined();
  });
});

test("after compaction every revision handed out is too old", () => {
  const store = newStore();
  put(store, "a", 1);
  const before = store.revision();
  store.compact();
  expect(store.since(before)).toBeUndefined();
  expect(store.since(store.revision())).toEqual([]);
  expect(values(store, store.revision())).toEqual([["/a", 1]]);
});
