import type { Clock } from "../clock.ts";
import { type KindAddress, pathOf } from "../kinds.ts";
import type { KindCondition } from "../snapshot/change.ts";
import { ApiError, type ClusterApi, GarbageError, SilenceError, TooLargeError } from "./api.ts";
import { type Explanation, explainAbsence, explainFailure, isRefused, LateError } from "./explain-failure.ts";
import { isRecord, textAt } from "./json.ts";
import { createOrderCheck } from "./order-check.ts";
import { defaultTimings, type ListWatchTimings } from "./timings.ts";

/** A watch that was open for this long has worked. */
const steadyMilliseconds = 10_000;
/** A watch that ends before this has ended at once; after broken ones, one is believed only when it has lasted this long. */
const momentMilliseconds = 1_000;

/** Between tries while nothing listens at the API's address. */
const longestDelayRefused = 5_000;

/** A page of usual objects is far smaller. One of large objects is asked for again with fewer. */
const mostPageBytes = 8 * 1024 * 1024;
/** More than any object that Kubernetes stores. */
const mostObjectBytes = 32 * 1024 * 1024;

export interface ListWatchOptions<Item> {
  readonly api: ClusterApi;
  readonly address: KindAddress;
  /** The only namespace to look into; all of them without it. */
  readonly namespace?: string | undefined;
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

const metadataText = (object: unknown, field: "resourceVersion" | "continue"): string | undefined => {
  const value = textAt(object, "metadata", field);
  return value === "" ? undefined : value;
};

/** Which failures make what the API told before worthless, so that only a new list helps. */
const asksForNewList = (error: unknown): boolean =>
  error instanceof GarbageError ||
  (error instanceof ApiError && error.status < 500 && error.status !== 429 && error.status !== 401);

/** An error that came as an event: whatever it says, the stream is broken at this version. */
class BrokenStreamError extends ApiError {}

const toStreamError = (object: unknown): ApiError => {
  const code = isRecord(object) && typeof object["code"] === "number" ? object["code"] : 500;
  return new BrokenStreamError(code, textAt(object, "message") ?? "the watch failed");
};

/**
 * Keeps up with all objects of one kind: lists, then watches, for as long as it is not stopped. In this order:
 *
 * 1. No resourceVersion: list page by page, hand over everything, keep the list's resourceVersion.
 * 2. Watch from there. Every event moves the resourceVersion on, which is opaque: it is handed back and never compared.
 * 3. The watch ends by itself: watch again, after a pause if it had ended at once, and list before that every now and then.
 * 4. Silence: watch again; the API keeps for a while what was missed.
 * 5. 410 as a status, any other refusal of the watch, an error or garbage in the stream, or events that do not fit what
 *    was told before: back to 1.
 * 6. Anything else: the state tells, back-off with jitter, and on with what is known.
 *
 * Time is only measured with the clock's timers, so that a computer that sets its clock disturbs nothing.
 */
export const startListWatch = <Item>(options: ListWatchOptions<Item>): { stop(): void } => {
  const { api, address, namespace, clock, random } = options;
  const timings = { ...defaultTimings, ...options.timings };
  const path = pathOf(address, namespace);
  const stopped = new AbortController();

  let condition: KindCondition = { state: "connecting", since: clock.now().toISOString() };
  let resourceVersion: string | undefined;
  let listedOnce = false;
  let failures = 0;
  /** The last failure was that nobody answered. */
  let isAway = false;
  /** No watch has opened since one was forbidden. */
  let watchIsForbidden = false;
  /** The last failure was an expired version. */
  let hasExpired = false;
  /** The watch had opened before it failed, and not for the first time: the next one has to prove itself. */
  let opensInVain = false;
  let order = createOrderCheck();
  let listIsDue = false;
  let isInDoubt = false;
  let mayDoubt = false;
  /** Lists in a row that were made in doubt. */
  let doubts = 0;
  let stopTimers = (): void => undefined;
  let endWatch = (): void => undefined;

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

  const pause = (attempt: number, error?: unknown): Promise<void> =>
    new Promise((resolve) => {
      // A refused connection costs nobody anything, and an API server is started again within seconds.
      const most = isRefused(error)
        ? Math.min(timings.longestDelayMilliseconds, longestDelayRefused)
        : timings.longestDelayMilliseconds;
      const longest = Math.min(most, timings.firstDelayMilliseconds * 2 ** (attempt - 1));
      const own = longest / 2 + (random() * longest) / 2;
      const asked = (error instanceof ApiError ? error.retryAfterMilliseconds : undefined) ?? 0;
      // A little later than asked, so that not everybody comes back at the same moment.
      const wanted = Math.min(asked, timings.longestRetryAfterMilliseconds) * (1 + random() / 10);
      const wake = (): void => {
        cancel();
        stopped.signal.removeEventListener("abort", wake);
        resolve();
      };
      const cancel = clock.after(Math.max(own, wanted), wake);
      stopped.signal.addEventListener("abort", wake, { once: true });
    });

  /** Calls with a signal that fires when it takes too long or everything is stopped. */
  const inTime = async <Value>(call: (signal: AbortSignal) => Promise<Value>): Promise<Value> => {
    const abort = new AbortController();
    const stop = (): void => abort.abort(new Error("stopped"));
    stopped.signal.addEventListener("abort", stop, { once: true });
    const late = new LateError();
    const cancel = clock.after(timings.listMilliseconds, () => abort.abort(api.waitsFor?.() ?? late));
    const stopNaming = clock.after(timings.pluginMilliseconds, () => {
      const cause = condition.state === "connecting" ? api.waitsFor?.() : undefined;
      if (cause !== undefined) become("connecting", { message: cause.message, advice: cause.advice });
    });
    try {
      return await call(abort.signal);
    } finally {
      cancel();
      stopNaming();
      stopped.signal.removeEventListener("abort", stop);
    }
  };

  const doubt = (): void => {
    isInDoubt = true;
    if (mayDoubt) endWatch();
  };

  const startTimers = (): void => {
    stopTimers();
    doubts = isInDoubt ? doubts + 1 : 0;
    [listIsDue, isInDoubt, mayDoubt] = [false, false, false];
    const stopDue = clock.after(timings.relistMilliseconds, () => {
      listIsDue = true;
    });
    // An API that never adds up must not be listed all the time for it.
    const doubtAfter = Math.min(timings.doubtMilliseconds * 2 ** doubts, timings.relistMilliseconds);
    const stopDoubt = clock.after(doubtAfter, () => {
      mayDoubt = true;
      if (isInDoubt) endWatch();
    });
    stopTimers = () => {
      stopDue();
      stopDoubt();
    };
  };

  const list = async (): Promise<string> => {
    const items: Item[] = [];
    let next: string | undefined;
    let limit = timings.pageSize;
    order = createOrderCheck();
    for (;;) {
      const query = { limit: String(limit), ...(next === undefined ? {} : { continue: next }) };
      const mostBytes = limit === 1 ? mostObjectBytes : mostPageBytes;
      let page: unknown;
      try {
        page = await inTime((signal) => api.get(path, query, signal, mostBytes));
      } catch (error) {
        if (!(error instanceof TooLargeError) || limit === 1) throw error;
        limit = Math.max(1, Math.floor(limit / 4));
        continue;
      }
      // Without this check a proxy's `{}` would look like "everything was deleted".
      if (!isRecord(page) || !Array.isArray(page["items"])) throw new Error("the answer to the list has no items");
      for (const object of page["items"]) {
        order.fits("ADDED", object);
        items.push(options.read(object));
      }
      next = metadataText(page, "continue");
      if (next !== undefined) continue;
      const version = metadataText(page, "resourceVersion");
      if (version === undefined) throw new Error("the answer to the list has no resourceVersion");
      listedOnce = true;
      hasAnswered();
      startTimers();
      deliver(() => options.onListed(items));
      return version;
    }
  };

  const onEvent = (type: unknown, object: unknown): void => {
    if (type === "ERROR") throw toStreamError(object);
    if (type !== "ADDED" && type !== "MODIFIED" && type !== "DELETED" && type !== "BOOKMARK") {
      throw new GarbageError(`an event of type ${JSON.stringify(type)}`);
    }
    resourceVersion = metadataText(object, "resourceVersion") ?? resourceVersion;
    if (type === "BOOKMARK") return;
    if (!order.fits(type, object)) doubt();
    deliver(() => {
      const item = options.read(object);
      if (type === "DELETED") options.onRemoved(item);
      else options.onPut(item);
    });
  };

  /** One watch, until it ends or fails. The times are those since it has opened. */
  const watch = async (
    from: string,
  ): Promise<{ heard: boolean; opened: boolean; lasted: boolean; held: boolean; error?: unknown }> => {
    const own = new AbortController();
    endWatch = () => own.abort();
    stopped.signal.addEventListener("abort", endWatch, { once: true });
    const seen = { heard: false, opened: false, lasted: false, held: false };
    const cancels: (() => void)[] = [];
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
          onOpen() {
            seen.opened = true;
            watchIsForbidden = false;
            hasAnswered();
            const hasLasted = (): void => {
              seen.lasted = true;
              failures = 0;
              opensInVain = false;
              become("live");
            };
            const hasHeld = (): void => {
              seen.held = true;
            };
            cancels.push(clock.after(momentMilliseconds, hasLasted), clock.after(steadyMilliseconds, hasHeld));
            if (!opensInVain) become("live");
          },
          onEvent(type, object) {
            onEvent(type, object);
            seen.heard = true;
          },
        },
      );
      return seen;
    } catch (error) {
      // A watch that had opened and fell silent is replaced without a word; one that never opened is a failure.
      if (error instanceof SilenceError && seen.opened) return { ...seen, heard: true };
      return { ...seen, error };
    } finally {
      stopped.signal.removeEventListener("abort", endWatch);
      endWatch = () => undefined;
      for (const cancel of cancels) cancel();
    }
  };

  const explain = async (error: unknown, duringWatch: boolean): Promise<void> => {
    if (!(error instanceof ApiError && error.status === 404)) {
      const { state, ...words } = explainFailure(error, { address, namespace, listedOnce, duringWatch });
      become(state, words);
      return;
    }
    deliver(() => options.onListed([]));
    if (condition.state === "absent") return;
    const { state, ...words }: Explanation = await inTime((signal) => explainAbsence(api, address, signal));
    if (!stopped.signal.aborted) become(state, words);
  };

  /** The API has answered: what went wrong while it did not is over. */
  const hasAnswered = (): void => {
    if (isAway) failures = 0;
    isAway = false;
  };

  /** After a failure: what to say of it, what to forget, and how long to wait. */
  const recover = async (
    error: unknown,
    { opened, held, duringWatch }: { opened: boolean; held: boolean; duringWatch: boolean },
  ): Promise<void> => {
    const expired = error instanceof ApiError && error.status === 410;
    if (error instanceof ApiError) hasAnswered();
    else if (!opened && !(error instanceof GarbageError)) isAway = true;
    // The first one after other trouble: the API comes back without its history, which says nothing about how fast it forgets.
    if (expired && !hasExpired) failures = 0;
    hasExpired = expired;
    // What sits between may cut quiet connections after a minute. A watch that held for a while is no repeated failure.
    failures = held ? 1 : failures + 1;
    opensInVain = opened && failures > 1;
    if (asksForNewList(error) || error instanceof BrokenStreamError) resourceVersion = undefined;
    // A watch that is forbidden may be so because everything is: the list that comes next tells.
    const forbidden = duringWatch && error instanceof ApiError && error.status === 403;
    const mayBeForbidden = forbidden && !watchIsForbidden;
    if (forbidden) watchIsForbidden = true;
    // Connections are cut every now and then, and old versions expire: the first time, just start again.
    const silently =
      mayBeForbidden || (failures === 1 && (expired || (condition.state === "live" && !(error instanceof ApiError))));
    if (silently) return;
    if (!expired || failures > 3) await explain(error, duringWatch);
    await pause(failures, error);
  };

  const run = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      if (listIsDue || (isInDoubt && mayDoubt)) resourceVersion = undefined;
      try {
        resourceVersion ??= await list();
      } catch (error) {
        if (!stopped.signal.aborted) await recover(error, { opened: false, held: false, duringWatch: false });
        continue;
      }
      if (stopped.signal.aborted) return;
      const { error, heard, lasted, ...seen } = await watch(resourceVersion);
      if (stopped.signal.aborted) return;
      if (error !== undefined) {
        await recover(error, { ...seen, duringWatch: true });
        continue;
      }
      failures = heard || lasted ? 0 : failures + 1;
      if (failures > 0) await pause(failures);
    }
  };
  void run();
  return {
    stop() {
      stopped.abort();
      stopTimers();
    },
  };
};
