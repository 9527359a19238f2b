/**
 * What keeps the page up to date: an EventSource that says which revision is out, and a poll where a proxy blocks it.
 * One wave of requests at a time: events that arrive meanwhile are collected, and one more wave follows.
 */
import { type ClusterState, pathToEvents, type RevisionEvent } from "@ome-matrix/contract";
import type { Query, QueryClient } from "@tanstack/react-query";
import { inBasePath } from "./base-path.ts";
import type { EventStream } from "./event-stream.ts";
import { clusterQuery } from "./queries.ts";
import { openSharedStream, sharingBrowser } from "./shared-stream.ts";

export type Connection =
  | "connecting"
  /** Events arrive. */
  | "open"
  /** Events are blocked; asking every few seconds instead. */
  | "polling"
  /** Neither way gets an answer. */
  | "lost";

export interface LiveState {
  readonly connection: Connection;
  /** Since when, in milliseconds. */
  readonly since: number;
}

export interface LiveOptions {
  readonly queryClient: QueryClient;
  readonly openStream?: ((path: string) => EventStream) | undefined;
  readonly now?: () => number;
  /** Between two polls, and before a stream that the server closed is opened again. */
  readonly pollMilliseconds?: number;
  /** How long a stream may take to open before polling begins. */
  readonly patienceMilliseconds?: number;
  /** At least this much time between the starts of two waves. */
  readonly spacingMilliseconds?: number;
}

export interface Live {
  readonly state: () => LiveState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Ask for everything at once: the button "Try now". */
  readonly refresh: () => void;
  readonly stop: () => void;
}

const closed = 2;

/** One for all tabs where the browser can, else one of this tab's own. */
const ownStream = ((): ((path: string) => EventStream) | undefined => {
  if (typeof EventSource === "undefined") return undefined;
  const sharing = sharingBrowser();
  return sharing === undefined ? (path) => new EventSource(path) : (path) => openSharedStream(path, sharing);
})();

const readEvent = (data: unknown): RevisionEvent | undefined => {
  if (typeof data !== "string") return undefined;
  try {
    const event: unknown = JSON.parse(data);
    return typeof event === "object" && event !== null && "revision" in event ? (event as RevisionEvent) : undefined;
  } catch {
    return undefined;
  }
};

const listsOfKind: Readonly<Record<string, readonly string[]>> = {
  models: ["ClusterBaseModel", "BaseModel"],
  runtimes: ["ClusterServingRuntime", "ServingRuntime"],
  services: ["InferenceService"],
};

/** Does the event make this query's data out of date? */
export const isTouched = (queryKey: readonly unknown[], kinds: ReadonlySet<string> | "all"): boolean => {
  const list = listsOfKind[String(queryKey[0])];
  return list === undefined || kinds === "all" || list.some((kind) => kinds.has(kind));
};

export const startLive = (options: LiveOptions): Live => {
  const { queryClient, now = Date.now, pollMilliseconds = 5_000, patienceMilliseconds = 4_000 } = options;
  const spacing = options.spacingMilliseconds ?? 200;
  const openStream = options.openStream ?? ownStream;

  let state: LiveState = { connection: "connecting", since: now() };
  const listeners = new Set<() => void>();
  const setConnection = (connection: Connection) => {
    if (connection === state.connection) return;
    state = { connection, since: now() };
    for (const listener of listeners) listener();
  };

  let stopped = false;
  let stream: EventStream | undefined;
  let pending: Set<string> | "all" | undefined;
  let running = false;
  let lastWave = Number.NEGATIVE_INFINITY;
  let knownRevision: string | undefined;
  const timers = new Set<ReturnType<typeof setTimeout>>();
  const later = (action: () => void, milliseconds: number): ReturnType<typeof setTimeout> => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      action();
    }, milliseconds);
    timers.add(timer);
    return timer;
  };
  const cancel = (timer: ReturnType<typeof setTimeout> | undefined) => {
    if (timer === undefined) return;
    clearTimeout(timer);
    timers.delete(timer);
  };

  const runWave = async (): Promise<void> => {
    if (running || stopped || pending === undefined) return;
    running = true;
    const wait = lastWave + spacing - now();
    if (wait > 0) await new Promise<void>((resolve) => later(resolve, wait));
    const kinds = pending;
    pending = undefined;
    lastWave = now();
    if (!stopped) {
      await queryClient
        .invalidateQueries({ predicate: (query: Query) => isTouched(query.queryKey, kinds) })
        .catch(() => undefined);
    }
    running = false;
    // What arrived meanwhile gets its own wave.
    await runWave();
  };

  const touch = (kinds: readonly string[] | "all") => {
    pending =
      kinds === "all" || pending === "all" ? "all" : new Set([...(pending === undefined ? [] : pending), ...kinds]);
    void runWave();
  };

  let pollTimer: ReturnType<typeof setTimeout> | undefined;
  const poll = async (): Promise<void> => {
    pollTimer = undefined;
    try {
      const cluster: ClusterState = await queryClient.fetchQuery({ ...clusterQuery(), staleTime: 0 });
      if (stopped) return;
      if (state.connection !== "open") setConnection("polling");
      const revision = `${cluster.epoch}:${cluster.revision}`;
      if (knownRevision !== undefined && knownRevision !== revision) touch("all");
      knownRevision = revision;
    } catch {
      if (!stopped && state.connection !== "open") setConnection("lost");
    }
    if (!stopped && state.connection !== "open") pollTimer = later(() => void poll(), pollMilliseconds);
  };
  const startPolling = () => {
    if (pollTimer === undefined && !stopped) void poll();
  };

  const connect = () => {
    if (stopped) return;
    if (openStream === undefined) {
      startPolling();
      return;
    }
    const opened = openStream(inBasePath(pathToEvents()));
    stream = opened;
    const patience = later(startPolling, patienceMilliseconds);
    let wasOpen = false;
    opened.addEventListener("open", () => {
      cancel(patience);
      cancel(pollTimer);
      pollTimer = undefined;
      // Whatever happened while there was no stream was missed.
      const missed = wasOpen || state.connection !== "connecting";
      wasOpen = true;
      setConnection("open");
      if (missed) touch("all");
    });
    opened.addEventListener("revision", (message) => {
      const event = readEvent(message.data);
      if (event === undefined) return;
      const revision = `${event.epoch}:${event.revision}`;
      const restarted = knownRevision !== undefined && !knownRevision.startsWith(`${event.epoch}:`);
      knownRevision = revision;
      touch(restarted ? "all" : event.kinds);
    });
    opened.addEventListener("error", () => {
      cancel(patience);
      if (stopped || stream !== opened) return;
      if (state.connection === "open") setConnection("connecting");
      startPolling();
      // After a refusal the browser does not try again by itself.
      if (opened.readyState === closed) {
        stream = undefined;
        later(connect, pollMilliseconds * 2);
      }
    });
  };

  connect();

  return {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    refresh: () => touch("all"),
    stop: () => {
      stopped = true;
      stream?.close();
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
      listeners.clear();
    },
  };
};
