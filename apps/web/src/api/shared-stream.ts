/**
 * One event stream for all tabs of a browser: over HTTP/1.1 a browser keeps six connections to a host, and a stream in each of
 * seven tabs would leave none for requests. The tab that holds the lock has the stream and passes on what it hears; when it is
 * closed, the lock and with it the stream go to another tab. Where a browser has no locks (pages that are neither HTTPS nor on
 * loopback), each tab has a stream of its own. The stream's path is in the names, so that two programs below one host, each with
 * its base path, do not hear each other.
 */
import type { EventStream } from "./event-stream.ts";

type Listener = (event: { readonly data?: unknown }) => void;

/** What tabs tell each other. `hello`: a new tab asks how the stream stands. */
type Message =
  | { readonly type: "hello" }
  | { readonly type: "open" | "revision" | "error"; readonly data?: unknown; readonly readyState: number };

/** The parts of the browser that are used; tests bring their own. */
export interface Browser {
  /** Runs the callback once the lock of this name is ours, and keeps it until the promise settles. */
  readonly withLock: (name: string, signal: AbortSignal, whileHeld: () => Promise<void>) => Promise<unknown>;
  readonly openChannel: (name: string) => {
    post(message: unknown): void;
    listen(listener: (message: unknown) => void): void;
    close(): void;
  };
  readonly openStream: (path: string) => EventStream;
}

const isMessage = (message: unknown): message is Message =>
  typeof message === "object" && message !== null && "type" in message;

/** A stream that looks like an EventSource of this tab's own. */
export const openSharedStream = (path: string, browser: Browser): EventStream => {
  const listeners = new Map<string, Listener[]>();
  const closing = new AbortController();
  const channel = browser.openChannel(`ome-matrix ${path}`);
  let readyState = 0;
  let stream: EventStream | undefined;
  /** The last revision, for a tab that joins later. */
  let newest: unknown;

  const emit = ({ type, data, readyState: state }: Exclude<Message, { type: "hello" }>): void => {
    readyState = state;
    if (type === "revision") newest = data;
    for (const listener of listeners.get(type) ?? []) listener({ data });
  };
  const tell = (type: "open" | "revision" | "error", data?: unknown): void => {
    const message = { type, data, readyState: stream?.readyState ?? 1 };
    channel.post(message);
    emit(message);
  };

  channel.listen((message) => {
    if (!isMessage(message) || closing.signal.aborted) return;
    if (message.type !== "hello") {
      // Whoever has the stream hears it first hand.
      if (stream === undefined) emit(message);
    } else if (stream !== undefined && readyState === 1) {
      channel.post({ type: "open", readyState });
      if (newest !== undefined) channel.post({ type: "revision", data: newest, readyState });
    }
  });
  channel.post({ type: "hello" });

  void browser
    .withLock(
      `ome-matrix ${path}`,
      closing.signal,
      () =>
        new Promise<void>((release) => {
          const opened = browser.openStream(path);
          stream = opened;
          opened.addEventListener("open", () => tell("open"));
          opened.addEventListener("revision", ({ data }) => tell("revision", data));
          opened.addEventListener("error", () => {
            tell("error");
            // Refused for good: another tab may try, and this one when its page asks again.
            if (opened.readyState === 2) release();
          });
          closing.signal.addEventListener("abort", () => {
            opened.close();
            release();
          });
        }),
    )
    .catch(() => undefined);

  return {
    get readyState() {
      return readyState;
    },
    addEventListener(type, listener) {
      listeners.set(type, [...(listeners.get(type) ?? []), listener]);
    },
    close() {
      readyState = 2;
      closing.abort();
      channel.close();
    },
  };
};

/** The browser that this page is in; undefined where it cannot share a stream. */
export const sharingBrowser = (): Browser | undefined => {
  if (typeof navigator === "undefined" || navigator.locks === undefined) return undefined;
  if (typeof BroadcastChannel === "undefined" || typeof EventSource === "undefined") return undefined;
  return {
    withLock: (name, signal, whileHeld) => navigator.locks.request(name, { signal }, whileHeld),
    openChannel: (name) => {
      const channel = new BroadcastChannel(name);
      return {
        post: (message) => channel.postMessage(message),
        listen: (listener) => channel.addEventListener("message", ({ data }) => listener(data)),
        close: () => channel.close(),
      };
    },
    openStream: (path) => new EventSource(path),
  };
};
