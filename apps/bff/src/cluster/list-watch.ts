import type { Clock } from "../clock.ts";
import { type KindAddress, pathOf, ruleFor } from "../kinds.ts";
import type { KindCondition } from "../snapshot/change.ts";
import { ApiError, type ClusterApi, SilenceError } from "./api.ts";

export interface ListWatchTimings {
  /** Objects in one page of a list. */
  readonly pageSize: number;
  readonly listMilliseconds: number;
  /** A healthy API sends a bookmark about once a minute. */
  readonly idleMilliseconds: number;
  /** The API ends a watch after this, or up to twice as long: spread, so that not all kinds start again at once. */
  readonly watchSeconds: number;
  readonly firstDelayMilliseconds: number;
  readonly longestDelayMilliseconds: number;
}

export const defaultTimings: ListWatchTimings = {
  pageSize: 500,
  listMilliseconds: 30_000,
  idleMilliseconds: 75_000,
  watchSeconds: 300,
  firstDelayMilliseconds: 500,
  longestDelayMilliseconds: 30_000,
};

/** A watch that was open for this long has worked. */
const steadyMilliseconds = 10_000;

export interface ListWatchOptions<Item> {
  readonly api: ClusterApi;
  readonly address: KindAddress;
  readonly clock: Clock;
  /** In [0, 1). */
  readonly random: () => number;
  readonly timings?: Partial<ListWatchTimings>;
  /** What to keep of an object. Must not throw on any JSON. */
  read(object: unknown): Item;
  /** Everything there is, after every list. */
  onListed(items: readonly Item[]): void;
  onPut(item: Item): void;
  onRemoved(item: Item): void;
  onCondition(condition: KindCondition): void;
  /** One of the four above has thrown. The list-watch goes on. */
  onConsumerError(error: unknown): void;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const metadataText = (object: unknown, field: "resourceVersion" | "continue"): string | undefined => {
  const metadata = isRecord(object) ? object["metadata"] : undefined;
  const value = isRecord(metadata) ? metadata[field] : undefined;
  return typeof value === "string" && value !== "" ? value : undefined;
};

/** Node hides the cause of a failed fetch ("fetch failed") one level down. */
const sayError = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error && cause.message !== "" ? cause.message : String(cause);
};

/** Which statuses make what the API told before worthless, so that only a new list helps. */
const asksForNewList = (error: unknown): boolean =>
  error instanceof ApiError && error.status < 500 && error.status !== 429 && error.status !== 401;

/**
 * Keeps up with all objects of one kind: lists, then watches, for as long as it is not stopped. In this order:
 *
 * 1. No resourceVersion: list page by page, hand over everything, keep the list's resourceVersion.
 * 2. Watch from there. Every event moves the resourceVersion on, which is opaque: it is handed back and never compared.
 * 3. The watch ends by itself: watch again, after a pause if it had ended at once.
 * 4. Silence: watch again; the API keeps for a while what was missed.
 * 5. 410 as a status, any other refusal of the watch, or an error in the stream: back to 1.
 * 6. Anything else: the state tells, back-off with jitter, and on with what is known.
 */
export const startListWatch = <Item>(options: ListWatchOptions<Item>): { stop(): void } => {
  const { api, address, clock, random } = options;
  const timings = { ...defaultTimings, ...options.timings };
  const path = pathOf(address);
  const stopped = new AbortController();

  let condition: KindCondition = { state: "connecting", since: clock.now().toISOString() };
  let resourceVersion: string | undefined;
  let listedOnce = false;
  let failures = 0;
  let openedAt: number | undefined;

  const deliver = (callback: () => void): void => {
    try {
      callback();
    } catch (error) {
      options.onConsumerError(error);
    }
  };

  const become = (state: KindCondition["state"], words: { message?: string; advice?: string } = {}): void => {
    if (condition.state === state && condition.message === words.message && condition.advice === words.advice) return;
    const since = condition.state === state ? condition.since : clock.now().toISOString();
    condition = { state, since, ...words };
    deliver(() => options.onCondition(condition));
  };

  const pause = (attempt: number): Promise<void> =>
    new Promise((resolve) => {
      const longest = Math.min(timings.longestDelayMilliseconds, timings.firstDelayMilliseconds * 2 ** (attempt - 1));
      const wake = (): void => {
        cancel();
        stopped.signal.removeEventListener("abort", wake);
        resolve();
      };
      const cancel = clock.after(longest / 2 + (random() * longest) / 2, wake);
      stopped.signal.addEventListener("abort", wake, { once: true });
    });

  const listPage = async (next: string | undefined): Promise<unknown> => {
    const abort = new AbortController();
    const stop = (): void => abort.abort(new Error("stopped"));
    stopped.signal.addEventListener("abort", stop, { once: true });
    const cancel = clock.after(timings.listMilliseconds, () =>
      abort.abort(new Error("the list did not arrive in time")),
    );
    try {
      const query = { limit: String(timings.pageSize), ...(next === undefined ? {} : { continue: next }) };
      return await api.list(path, query, abort.signal);
    } finally {
      cancel();
      stopped.signal.removeEventListener("abort", stop);
    }
  };

  const list = async (): Promise<string> => {
    const items: Item[] = [];
    let next: string | undefined;
    for (;;) {
      const page = await listPage(next);
      // Without this check a proxy's `{}` would look like "everything was deleted".
      if (!isRecord(page) || !Array.isArray(page["items"])) throw new Error("the answer to the list has no items");
      for (const object of page["items"]) items.push(options.read(object));
      next = metadataText(page, "continue");
      if (next !== undefined) continue;
      const version = metadataText(page, "resourceVersion");
      if (version === undefined) throw new Error("the answer to the list has no resourceVersion");
      listedOnce = true;
      deliver(() => options.onListed(items));
      return version;
    }
  };

  /** One watch, until it ends. `heard`: it opened and told something, so that the next one need not wait. */
  const watch = async (from: string): Promise<{ heard: boolean }> => {
    const own = new AbortController();
    const stop = (): void => own.abort();
    stopped.signal.addEventListener("abort", stop, { once: true });
    let streamError: ApiError | undefined;
    let heard = false;
    openedAt = undefined;
    const onEvent = (type: unknown, object: unknown): void => {
      if (type === "ERROR") {
        const code = isRecord(object) && typeof object["code"] === "number" ? object["code"] : 500;
        const message =
          isRecord(object) && typeof object["message"] === "string" ? object["message"] : "the watch failed";
        streamError = new ApiError(code, message);
        own.abort();
        return;
      }
      if (type !== "ADDED" && type !== "MODIFIED" && type !== "DELETED" && type !== "BOOKMARK") return;
      heard = true;
      failures = 0;
      resourceVersion = metadataText(object, "resourceVersion") ?? resourceVersion;
      if (type === "BOOKMARK") return;
      deliver(() => {
        const item = options.read(object);
        if (type === "DELETED") options.onRemoved(item);
        else options.onPut(item);
      });
    };
    const query = {
      resourceVersion: from,
      allowWatchBookmarks: "true",
      timeoutSeconds: String(Math.round(timings.watchSeconds * (1 + random()))),
    };
    try {
      await api.watch(
        path,
        query,
        { idleMilliseconds: timings.idleMilliseconds, signal: own.signal },
        {
          onOpen: () => {
            openedAt = clock.now().getTime();
            become("live");
          },
          onEvent,
        },
      );
    } catch (error) {
      // A watch that had opened and fell silent is replaced without a word; one that never opened is a failure.
      if (!(error instanceof SilenceError && openedAt !== undefined)) throw error;
      heard = true;
    } finally {
      stopped.signal.removeEventListener("abort", stop);
    }
    if (streamError !== undefined) {
      // Whatever it says, the stream is broken at this version.
      resourceVersion = undefined;
      throw streamError;
    }
    return { heard };
  };

  const explainFailure = (error: unknown): void => {
    const message = sayError(error);
    const status = error instanceof ApiError ? error.status : undefined;
    if (status === 403) {
      become("forbidden", {
        message,
        advice: `Let this account read ${address.plural}: add the rule ${ruleFor(address)} to its ClusterRole`,
      });
    } else if (status === 404) {
      become("absent", {
        message: `the cluster has no ${address.plural} (${message})`,
        advice: "Install OME and its custom resource definitions, or pick the cluster where it is installed",
      });
      deliver(() => options.onListed([]));
    } else {
      const advice =
        status === 401
          ? "The API refuses these credentials: log in again, or pick another context"
          : "Check that the API of the cluster can be reached from here; it is tried again by itself";
      become(listedOnce ? "stale" : "failed", { message, advice });
    }
  };

  const run = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      const startedAt = clock.now().getTime();
      try {
        resourceVersion ??= await list();
        if (stopped.signal.aborted) return;
        const { heard } = await watch(resourceVersion);
        const endedAtOnce = !heard && clock.now().getTime() - startedAt < 1_000;
        failures = endedAtOnce ? failures + 1 : 0;
        if (endedAtOnce && !stopped.signal.aborted) await pause(failures);
      } catch (error) {
        if (stopped.signal.aborted) return;
        // What sits between may cut quiet connections after a minute. A watch that held for a while is no repeated failure.
        const held = openedAt !== undefined && clock.now().getTime() - openedAt >= steadyMilliseconds;
        // Only the watch that has just ended excuses a failure: what fails next is a list or another watch.
        openedAt = undefined;
        failures = held ? 1 : failures + 1;
        if (asksForNewList(error)) resourceVersion = undefined;
        const expired = error instanceof ApiError && error.status === 410;
        // Connections are cut every now and then, and old versions expire: the first time, just start again.
        const silently = failures === 1 && (expired || (condition.state === "live" && !(error instanceof ApiError)));
        if (!silently) {
          if (!expired || failures > 3) explainFailure(error);
          await pause(failures);
        }
      }
    }
  };
  void run();
  return { stop: () => stopped.abort() };
};
