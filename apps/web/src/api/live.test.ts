import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { toCluster } from "../testing/matrix-fixture.ts";
import type { EventStream } from "./event-stream.ts";
import { isTouched, type Live, startLive } from "./live.ts";

class FakeStream implements EventStream {
  readyState = 0;
  isClosed = false;
  readonly #listeners = new Map<string, ((event: { readonly data?: unknown }) => void)[]>();
  addEventListener(type: string, listener: (event: { readonly data?: unknown }) => void) {
    this.#listeners.set(type, [...(this.#listeners.get(type) ?? []), listener]);
  }
  close() {
    this.isClosed = true;
  }
  emit(type: string, data?: unknown) {
    for (const listener of this.#listeners.get(type) ?? []) listener({ data });
  }
  revision(revision: number, kinds: readonly string[] = ["ClusterBaseModel"], epoch = "epoch") {
    this.emit("revision", JSON.stringify({ epoch, revision, kinds }));
  }
}

describe("what an event makes out of date", () => {
  it("lists of the kinds that changed, and everything that is judged", () => {
    const kinds = new Set(["ClusterBaseModel"]);
    expect(isTouched(["models", {}], kinds)).toBe(true);
    expect(isTouched(["runtimes", {}], kinds)).toBe(false);
    expect(isTouched(["matrix", {}], kinds)).toBe(true);
    expect(isTouched(["explain", "pair"], kinds)).toBe(true);
    expect(isTouched(["runtimes", {}], "all")).toBe(true);
  });
});

describe("the live connection", () => {
  let streams: FakeStream[];
  let live: Live;
  let queryClient: QueryClient;
  let invalidate: ReturnType<typeof vi.fn>;
  let clusterAnswers: () => Response;

  const newest = (): FakeStream => {
    const stream = streams.at(-1);
    if (stream === undefined) throw new Error("no stream");
    return stream;
  };

  beforeEach(() => {
    vi.useFakeTimers();
    streams = [];
    clusterAnswers = () => Response.json(toCluster());
    vi.stubGlobal("fetch", async () => clusterAnswers());
    queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    invalidate = vi.fn(() => new Promise<void>((resolve) => setTimeout(resolve, 50)));
    queryClient.invalidateQueries = invalidate as typeof queryClient.invalidateQueries;
    live = startLive({
      queryClient,
      now: () => Date.now(),
      openStream: () => {
        const stream = new FakeStream();
        streams.push(stream);
        return stream;
      },
    });
  });

  afterEach(() => {
    live.stop();
    vi.useRealTimers();
  });

  it("opens, and fetches again at once what an event touches", () => {
    newest().emit("open");
    expect(live.state().connection).toBe("open");
    newest().revision(2);
    expect(invalidate).toHaveBeenCalledTimes(1);
  });

  it("answers a storm of events with one wave at a time", async () => {
    newest().emit("open");
    for (let revision = 2; revision < 100; revision++) newest().revision(revision);
    expect(invalidate).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(invalidate).toHaveBeenCalledTimes(2);
  });

  it("ignores what is no event", () => {
    newest().emit("open");
    newest().emit("revision", "{");
    newest().emit("revision", "null");
    newest().emit("revision");
    expect(invalidate).not.toHaveBeenCalled();
  });

  it("polls where events are blocked, and fetches again when the revision moves", async () => {
    await vi.advanceTimersByTimeAsync(4_100);
    expect(live.state().connection).toBe("polling");
    expect(invalidate).not.toHaveBeenCalled();
    clusterAnswers = () => Response.json(toCluster({ revision: 2 }));
    await vi.advanceTimersByTimeAsync(5_100);
    expect(invalidate).toHaveBeenCalledTimes(1);
  });

  it("says that it is lost when nothing answers, and catches up when the stream opens again", async () => {
    newest().emit("open");
    clusterAnswers = () => {
      throw new TypeError("down");
    };
    newest().emit("error");
    await vi.advanceTimersByTimeAsync(100);
    expect(live.state().connection).toBe("lost");
    newest().emit("open");
    expect(live.state().connection).toBe("open");
    expect(invalidate).toHaveBeenCalledTimes(1);
  });

  it("opens a stream again that the server refused", async () => {
    newest().readyState = 2;
    newest().emit("error");
    await vi.advanceTimersByTimeAsync(10_100);
    expect(streams).toHaveLength(2);
  });

  it("fetches everything again after a restart of the server", async () => {
    newest().emit("open");
    newest().revision(7);
    await vi.advanceTimersByTimeAsync(500);
    newest().revision(1, [], "another epoch");
    await vi.advanceTimersByTimeAsync(500);
    const [filter] = invalidate.mock.calls.at(-1) ?? [];
    expect(filter.predicate({ queryKey: ["runtimes", {}] })).toBe(true);
  });

  it("stops", async () => {
    newest().emit("open");
    live.stop();
    newest().revision(9);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(newest().isClosed).toBe(true);
    expect(invalidate).not.toHaveBeenCalled();
  });
});
