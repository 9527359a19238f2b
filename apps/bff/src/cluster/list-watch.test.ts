import { type MockCluster, startMockCluster } from "@ome-matrix/mock-cluster";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { createManualClock } from "../../test/manual-clock.ts";
import { shortTimings } from "../../test/program.ts";
import { systemClock } from "../clock.ts";
import { addressOf } from "../kinds.ts";
import type { KindCondition } from "../snapshot/change.ts";
import { ApiError, type ClusterApi, createClusterApi } from "./api.ts";
import { connect } from "./connect.ts";
import { type ListWatchOptions, startListWatch } from "./list-watch.ts";
import type { ListWatchTimings } from "./timings.ts";

const model = (name: string, size = "1B") => ({
  apiVersion: "ome.io/v1beta1",
  kind: "ClusterBaseModel",
  metadata: { name },
  spec: { modelParameterSize: size, storage: { storageUri: "hf://acme/x" } },
});

interface Item {
  readonly name: string;
  readonly size: string;
}

const readItem = (object: unknown): Item => {
  const { metadata, spec } = object as ReturnType<typeof model>;
  return { name: metadata.name, size: spec.modelParameterSize };
};

const apiAt = (url: string): ClusterApi =>
  createClusterApi({ kubeConfig: connect({ type: "address", url }).kubeConfig, clock: systemClock });

/** Follows the ClusterBaseModels of an API and remembers what it was told. */
const follow = (
  api: ClusterApi,
  options: Partial<ListWatchOptions<Item>> = {},
  timings: Partial<ListWatchTimings> = {},
) => {
  const objects = new Map<string, string>();
  const conditions: KindCondition[] = [];
  const errors: unknown[] = [];
  let lists = 0;
  const { stop } = startListWatch<Item>({
    api,
    address: addressOf.ClusterBaseModel,
    clock: systemClock,
    random: Math.random,
    timings: { ...shortTimings, ...timings },
    read: readItem,
    onListed(items) {
      lists += 1;
      objects.clear();
      for (const { name, size } of items) objects.set(name, size);
    },
    onPut: ({ name, size }) => objects.set(name, size),
    onRemoved: ({ name }) => objects.delete(name),
    onCondition: (condition) => conditions.push(condition),
    onConsumerError: (error) => errors.push(error),
    ...options,
  });
  onTestFinished(stop);
  return {
    objects,
    conditions,
    errors,
    lists: () => lists,
    states: () => conditions.map(({ state }) => state),
    state: () => conditions.at(-1)?.state,
    stop,
  };
};

const patience = { timeout: 10_000, interval: 5 };

const live = (followed: { state(): string | undefined }) =>
  vi.waitFor(() => expect(followed.state()).toBe("live"), patience);

describe("list-watch against a cluster", () => {
  let mock: MockCluster;
  let api: ClusterApi;
  beforeEach(async () => {
    mock = await startMockCluster();
    api = apiAt(mock.url);
  });
  afterEach(() => mock.stop());

  it("lists, then follows what is added, changed and deleted", async () => {
    mock.door.put(model("one"));
    const followed = follow(api);
    await live(followed);
    expect([...followed.objects]).toEqual([["one", "1B"]]);
    mock.door.put(model("two"));
    mock.door.put(model("one", "2B"));
    await vi.waitFor(() => expect(Object.fromEntries(followed.objects)).toEqual({ one: "2B", two: "1B" }), patience);
    mock.door.remove({ kind: "ClusterBaseModel", name: "one" });
    await vi.waitFor(() => expect([...followed.objects.keys()]).toEqual(["two"]), patience);
    expect(followed.states()).toEqual(["live"]);
    expect(followed.lists()).toBe(1);
  });

  it("asks for fewer objects at a time where they are large, and for what is too large for any page gives up", async () => {
    const large = (name: string, bytes: number) => ({ ...model(name), status: { note: "x".repeat(bytes) } });
    for (let index = 0; index < 12; index++) mock.door.put(large(`model-${index}`, 1024 * 1024));
    const asked: string[] = [];
    mock.misbehave(({ watch, query }) => void (watch ? undefined : asked.push(query.get("limit") ?? "")));
    const followed = follow(api);
    await live(followed);
    expect(followed.objects.size).toBe(12);
    expect(asked).toEqual(["500", "125", "31", "7", "7"]);
    followed.stop();
    for (let index = 0; index < 12; index++) mock.door.remove({ kind: "ClusterBaseModel", name: `model-${index}` });
    mock.door.put(large("monster", 33 * 1024 * 1024));
    const other = follow(api);
    await vi.waitFor(() => expect(other.state()).toBe("failed"), patience);
    expect(other.conditions.at(-1)?.message).toContain("the API sent more than 32 MiB in one answer");
  });

  it("lists page by page", async () => {
    for (let index = 0; index < 23; index++) mock.door.put(model(`model-${index}`));
    const asked: string[] = [];
    mock.misbehave(({ watch, query }) => void (watch ? undefined : asked.push(query.get("limit") ?? "")));
    const followed = follow(api, {}, { pageSize: 5 });
    await live(followed);
    expect(followed.objects.size).toBe(23);
    expect(asked).toEqual(["5", "5", "5", "5", "5"]);
    expect(followed.lists()).toBe(1);
  });

  it("waits for a slow answer", async () => {
    mock.door.put(model("one"));
    mock.setDelay(150);
    const followed = follow(api);
    await live(followed);
    expect(followed.states()).toEqual(["live"]);
    expect(followed.objects.size).toBe(1);
  });

  it("goes on after watches that end, without a word", async () => {
    const followed = follow(api);
    await live(followed);
    for (const name of ["one", "two", "three"]) {
      mock.closeWatches("end");
      mock.door.put(model(name));
      await vi.waitFor(() => expect(followed.objects.has(name)).toBe(true), patience);
    }
    expect(followed.states()).toEqual(["live"]);
    expect(followed.lists()).toBe(1);
  });

  it("goes on after a cut connection, without a word", async () => {
    const followed = follow(api);
    await live(followed);
    mock.closeWatches("cut");
    mock.door.put(model("one"));
    await vi.waitFor(() => expect(followed.objects.has("one")).toBe(true), patience);
    expect(followed.states()).toEqual(["live"]);
    expect(followed.lists()).toBe(1);
  });

  it("is stale while the API is down, keeps what it knows, and comes back", async () => {
    mock.door.put(model("one"));
    const followed = follow(api);
    await live(followed);
    await mock.restart(async () => {
      await vi.waitFor(() => expect(followed.state()).toBe("stale"), patience);
      expect(followed.objects.size).toBe(1);
      expect(followed.conditions.at(-1)?.message).toMatch(/ECONNREFUSED/);
      mock.door.put(model("two"));
    });
    await vi.waitFor(() => expect(followed.objects.size).toBe(2), patience);
    await live(followed);
  });

  it("says that it failed when the API was never there", async () => {
    const url = mock.url;
    await mock.stop();
    const followed = follow(apiAt(url));
    await vi.waitFor(() => expect(followed.state()).toBe("failed"), patience);
    mock = await startMockCluster({ port: Number(new URL(url).port) });
    await live(followed);
  });

  it("lists again when its version is too old: told in the stream", async () => {
    mock.door.put(model("one"));
    const followed = follow(api);
    await live(followed);
    mock.misbehave(({ watch }) => (watch ? { status: 503 } : undefined));
    mock.closeWatches("cut");
    mock.door.remove({ kind: "ClusterBaseModel", name: "one" });
    mock.door.put(model("two"));
    mock.compact();
    mock.misbehave(undefined);
    await vi.waitFor(() => expect([...followed.objects.keys()]).toEqual(["two"]), patience);
    expect(followed.lists()).toBe(2);
  });

  it("lists again when its version is too old: told as a status", async () => {
    const followed = follow(api);
    await live(followed);
    let refusals = 0;
    mock.misbehave(({ watch }) => (watch && refusals++ === 0 ? { status: 410 } : undefined));
    mock.closeWatches("end");
    await vi.waitFor(() => expect(followed.lists()).toBe(2), patience);
    expect(followed.states()).toEqual(["live"]);
  });

  it("tells which rule is missing while it is forbidden, and goes on once granted", async () => {
    mock.door.put(model("one"));
    mock.misbehave(() => ({ status: 403, message: "User is not allowed to list" }));
    const followed = follow(api);
    await vi.waitFor(() => expect(followed.state()).toBe("forbidden"), patience);
    expect(followed.conditions.at(-1)).toMatchObject({
      message: "User is not allowed to list",
      advice: expect.stringContaining(
        '{apiGroups: ["ome.io"], resources: ["clusterbasemodels"], verbs: ["get", "list", "watch"]}',
      ),
    });
    expect(followed.lists()).toBe(0);
    mock.misbehave(undefined);
    await live(followed);
    expect(followed.objects.size).toBe(1);
    expect(followed.conditions.at(-1)).not.toHaveProperty("advice");
  });

  it("says that it may list but not watch, keeps the list fresh, and is forbidden once it may not list either", async () => {
    mock.misbehave(({ watch }) => (watch ? { status: 403 } : undefined));
    const followed = follow(api);
    await vi.waitFor(() => expect(followed.state()).toBe("stale"), patience);
    expect(followed.conditions.at(-1)).toMatchObject({
      message: expect.stringMatching(
        /^this account may list clusterbasemodels but not watch them: they are as of the last list/,
      ),
      advice: expect.stringMatching(/^Let this account watch clusterbasemodels too: add the rule \{.*"watch"\]\}/),
      missingVerb: "watch",
    });
    mock.door.put(model("one"));
    await vi.waitFor(() => expect(followed.objects.size).toBe(1), patience);
    mock.misbehave(() => ({ status: 403 }));
    await vi.waitFor(() => expect(followed.state()).toBe("forbidden"), patience);
    mock.misbehave(undefined);
    await live(followed);
    // Where all rights are taken at once nothing else is said on the way.
    mock.misbehave(() => ({ status: 403 }));
    mock.closeWatches("end");
    await vi.waitFor(() => expect(followed.state()).toBe("forbidden"), patience);
    expect(followed.states()).toEqual(["stale", "forbidden", "live", "forbidden"]);
  });

  it("is absent without the kind, and goes on once it is installed", async () => {
    mock.door.put(model("one"));
    mock.misbehave(() => ({ status: 404, message: "404 page not found" }));
    const followed = follow(api);
    await vi.waitFor(() => expect(followed.state()).toBe("absent"), patience);
    mock.misbehave(undefined);
    await live(followed);
    expect(followed.objects.size).toBe(1);
  });

  it("gives up on a list that hangs, and tries again", async () => {
    mock.door.put(model("one"));
    let hanging = 0;
    mock.misbehave(() => (hanging++ === 0 ? { hang: true } : undefined));
    const followed = follow(api, {}, { listMilliseconds: 50 });
    await vi.waitFor(() => expect(followed.state()).toBe("failed"), patience);
    expect(followed.conditions.at(-1)?.message).toBe("the list did not arrive in time");
    await live(followed);
    expect(followed.objects.size).toBe(1);
  });

  it("replaces a watch that falls silent", async () => {
    const followed = follow(api, {}, { idleMilliseconds: 100 });
    await live(followed);
    mock.muteWatches(true);
    mock.door.put(model("one"));
    mock.muteWatches(false);
    await vi.waitFor(() => expect(followed.objects.has("one")).toBe(true), patience);
    expect(followed.states()).toEqual(["live"]);
    expect(followed.lists()).toBe(1);
  });

  it("does not take an answer without items for an empty list", async () => {
    mock.door.put(model("one"));
    const followed = follow(api);
    await live(followed);
    mock.misbehave(({ watch }) => (watch ? { status: 410 } : { garbage: "{}" }));
    mock.closeWatches("end");
    await vi.waitFor(() => expect(followed.state()).toBe("stale"), patience);
    expect(followed.objects.size).toBe(1);
    mock.misbehave(() => ({ garbage: "<html>" }));
    await vi.waitFor(() => expect(followed.conditions.at(-1)?.message).toMatch(/JSON/), patience);
    mock.misbehave(undefined);
    await live(followed);
  });

  it("survives whoever listens to it", async () => {
    mock.door.put(model("one"));
    const seen: string[] = [];
    const followed = follow(api, {
      onListed() {
        throw new Error("listed");
      },
      onPut({ name }) {
        seen.push(name);
        throw new Error(name);
      },
    });
    await live(followed);
    mock.door.put(model("two"));
    mock.door.put(model("three"));
    await vi.waitFor(() => expect(seen).toEqual(["two", "three"]), patience);
    expect(followed.errors.map(String)).toEqual(["Error: listed", "Error: two", "Error: three"]);
    expect(followed.states()).toEqual(["live"]);
  });

  it("ends its watch when it is stopped, and tells nothing more", async () => {
    const followed = follow(api);
    await live(followed);
    await vi.waitFor(() => expect(mock.watchCount()).toBe(1), patience);
    followed.stop();
    await vi.waitFor(() => expect(mock.watchCount()).toBe(0), patience);
    mock.door.put(model("one"));
    expect(followed.objects.size).toBe(0);
    expect(followed.states()).toEqual(["live"]);
  });
});

describe("the pauses of a list-watch", () => {
  const pauses = async (api: ClusterApi, rounds: number): Promise<number[]> => {
    const clock = createManualClock();
    const far = { relistMilliseconds: 10_000_000, doubtMilliseconds: 10_000_000 };
    const timings = { firstDelayMilliseconds: 500, longestDelayMilliseconds: 30_000, ...far };
    follow(api, { clock, random: () => 0.5 }, timings);
    const seen: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const wait = await vi.waitFor(
        () => {
          // Not the time that a list may take, which is 2000 here, nor when there is a new list anyway.
          const [pause] = clock.waiting().filter((milliseconds) => milliseconds !== 2_000 && milliseconds < 1_000_000);
          if (pause === undefined) throw new Error("no pause yet");
          return pause;
        },
        { timeout: 2_000, interval: 1 },
      );
      seen.push(wait);
      clock.advance(wait);
    }
    return seen;
  };

  it("grow, spread by chance, up to half a minute", async () => {
    const api: ClusterApi = {
      get: () => Promise.reject(new ApiError(500, "no")),
      watch: () => Promise.reject(new Error("never asked")),
    };
    expect(await pauses(api, 9)).toEqual([375, 750, 1500, 3000, 6000, 12_000, 22_500, 22_500, 22_500]);
  });

  const refused = () =>
    new TypeError("fetch failed", {
      cause: Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" }),
    });

  it("stay short while nothing listens, and start anew once somebody answers", async () => {
    const answers = [
      ...Array.from({ length: 6 }, refused),
      ...Array.from({ length: 3 }, () => new ApiError(503, "no")),
    ];
    const api: ClusterApi = {
      get: () => Promise.reject(answers.shift() ?? new ApiError(500, "no")),
      watch: () => Promise.reject(new Error("never asked")),
    };
    expect(await pauses(api, 9)).toEqual([375, 750, 1500, 3000, 3750, 3750, 375, 750, 1500]);
  });

  it("are none for an API server that comes back without its history, of which nothing is said but that it was away", async () => {
    const clock = createManualClock();
    let isUp = true;
    let version = 0;
    let endWatch = (): void => undefined;
    const api: ClusterApi = {
      get: () =>
        isUp
          ? Promise.resolve({ metadata: { resourceVersion: `v${++version}` }, items: [] })
          : Promise.reject(refused()),
      watch(_path, { resourceVersion }, { signal }, { onOpen }) {
        if (!isUp) return Promise.reject(refused());
        if (resourceVersion !== `v${version}`) return Promise.reject(new ApiError(410, "too old resource version"));
        onOpen();
        return new Promise((resolve, reject) => {
          endWatch = () => reject(refused());
          signal.addEventListener("abort", () => resolve(), { once: true });
        });
      },
    };
    const followed = follow(api, { clock }, { firstDelayMilliseconds: 500, longestDelayMilliseconds: 30_000 });
    await live(followed);
    isUp = false;
    endWatch();
    await vi.waitFor(() => expect(followed.state()).toBe("stale"), patience);
    for (let second = 0; second < 60; second++) {
      clock.advance(1_000);
      await new Promise((resolve) => setImmediate(resolve));
    }
    version += 1;
    isUp = true;
    clock.advance(5_000);
    await live(followed);
    expect(followed.lists()).toBe(2);
    expect(followed.states()).toEqual(["live", "stale", "live"]);
  });

  it("come between watches that end as soon as they begin", async () => {
    const api: ClusterApi = {
      get: () => Promise.resolve({ metadata: { resourceVersion: "1" }, items: [] }),
      watch: (_path, _query, _options, { onOpen }) => {
        onOpen();
        return Promise.resolve();
      },
    };
    expect(await pauses(api, 3)).toEqual([375, 750, 1500]);
  });

  it("come between lists for watches that never add up", async () => {
    const clock = createManualClock();
    const api: ClusterApi = {
      get: () => Promise.resolve({ metadata: { resourceVersion: "1" }, items: [model("one")] }),
      watch: (_path, _query, { signal }, { onOpen, onEvent }) => {
        onOpen();
        onEvent("ADDED", model("one"));
        return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
      },
    };
    const followed = follow(api, { clock }, { doubtMilliseconds: 10_000, relistMilliseconds: 60_000 });
    for (const [index, wait] of [10_000, 20_000, 40_000, 60_000, 60_000].entries()) {
      await vi.waitFor(() => expect(followed.lists()).toBe(index + 1), patience);
      clock.advance(wait - 1);
      await new Promise((resolve) => setImmediate(resolve));
      expect(followed.lists()).toBe(index + 1);
      clock.advance(1);
    }
    expect(followed.states()).toEqual(["live"]);
  });

  it("are none after watches that held for a while before they were cut", async () => {
    const clock = createManualClock();
    let watches = 0;
    let cut: (error: Error) => void = () => undefined;
    const api: ClusterApi = {
      get: () => Promise.resolve({ metadata: { resourceVersion: "1" }, items: [] }),
      watch: (_path, _query, _options, { onOpen }) => {
        watches += 1;
        onOpen();
        return new Promise((_resolve, reject) => {
          cut = reject;
        });
      },
    };
    const followed = follow(api, { clock });
    for (let round = 1; round <= 5; round++) {
      await vi.waitFor(() => expect(watches).toBe(round), patience);
      clock.advance(60_000);
      cut(new Error("cut"));
    }
    await vi.waitFor(() => expect(watches).toBe(6), patience);
    expect(followed.states()).toEqual(["live"]);
  });

  it("come between lists that fail, also after a watch that had held", async () => {
    let lists = 0;
    let fail: (error: Error) => void = () => undefined;
    const clock = createManualClock();
    const api: ClusterApi = {
      get: () => {
        lists += 1;
        if (lists > 1) return Promise.reject(new Error("connection refused"));
        return Promise.resolve({ metadata: { resourceVersion: "1" }, items: [] });
      },
      watch: (_path, _query, _options, { onOpen }) => {
        onOpen();
        return new Promise((_resolve, reject) => {
          fail = reject;
        });
      },
    };
    const followed = follow(api, { clock, random: () => 0.5 }, { firstDelayMilliseconds: 500 });
    await vi.waitFor(() => expect(followed.state()).toBe("live"), patience);
    clock.advance(60_000);
    fail(new ApiError(410, "too old"));
    await vi.waitFor(() => expect(followed.state()).toBe("stale"), patience);
    expect(lists).toBe(2);
    expect(clock.waiting()[0]).toBe(40 * 0.75);
  });

  it("hand the version back as it came", async () => {
    const versions: (string | undefined)[] = [];
    const clock = createManualClock();
    const api: ClusterApi = {
      get: () => Promise.resolve({ metadata: { resourceVersion: "not-a-number" }, items: [] }),
      watch: (_path, query, _options, { onEvent }) => {
        versions.push(query["resourceVersion"]);
        onEvent("BOOKMARK", { metadata: { resourceVersion: `later-${versions.length}` } });
        return versions.length < 3 ? Promise.resolve() : new Promise(() => undefined);
      },
    };
    follow(api, { clock });
    await vi.waitFor(() => expect(versions).toEqual(["not-a-number", "later-1", "later-2"]), patience);
  });
});
