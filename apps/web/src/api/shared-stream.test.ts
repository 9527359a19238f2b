import { describe, expect, it } from "vitest";
import type { EventStream } from "./event-stream.ts";
import { type Browser, openSharedStream } from "./shared-stream.ts";

/** A browser with several tabs: one queue a lock, and channels that all but the sender hear. */
const newBrowser = () => {
  const streams: { emit(type: string, data?: unknown): void; isClosed: boolean; readyState: number }[] = [];
  const waiting: (() => void)[] = [];
  let isHeld = false;
  const channels = new Set<{ listener?: (message: unknown) => void }>();

  const openStream = (): EventStream => {
    const listeners = new Map<string, ((event: { readonly data?: unknown }) => void)[]>();
    const stream = {
      readyState: 0,
      isClosed: false,
      addEventListener(type: string, listener: (event: { readonly data?: unknown }) => void) {
        listeners.set(type, [...(listeners.get(type) ?? []), listener]);
      },
      close() {
        stream.isClosed = true;
      },
      emit(type: string, data?: unknown) {
        for (const listener of listeners.get(type) ?? []) listener({ data });
      },
    };
    streams.push(stream);
    return stream;
  };
  const browser: Browser = {
    withLock: (_name, signal, whileHeld) =>
      new Promise((resolve, reject) => {
        const start = (): void => {
          if (signal.aborted) {
            reject(signal.reason);
            waiting.shift()?.();
            return;
          }
          isHeld = true;
          void whileHeld().then(() => {
            isHeld = false;
            resolve(undefined);
            waiting.shift()?.();
          });
        };
        if (isHeld) waiting.push(start);
        else start();
      }),
    openChannel: () => {
      const channel: { listener?: (message: unknown) => void } = {};
      channels.add(channel);
      return {
        post: (message) => {
          for (const other of channels) if (other !== channel) other.listener?.(message);
        },
        listen: (listener) => {
          channel.listener = listener;
        },
        close: () => void channels.delete(channel),
      };
    },
    openStream,
  };
  return { browser, streams };
};

/** A tab, and what its page was told. */
const openTab = (browser: Browser) => {
  const heard: string[] = [];
  const stream = openSharedStream("/api/events", browser);
  for (const type of ["open", "revision", "error"]) {
    stream.addEventListener(type, ({ data }) => heard.push(data === undefined ? type : `${type} ${String(data)}`));
  }
  return { stream, heard };
};

describe("one stream for all tabs", () => {
  it("is opened once, and every tab hears it", () => {
    const { browser, streams } = newBrowser();
    const [first, second, third] = [openTab(browser), openTab(browser), openTab(browser)];
    expect(streams).toHaveLength(1);
    Object.assign(streams[0] ?? {}, { readyState: 1 });
    streams[0]?.emit("open");
    streams[0]?.emit("revision", "1");
    for (const { heard, stream } of [first, second, third]) {
      expect(heard).toEqual(["open", "revision 1"]);
      expect(stream.readyState).toBe(1);
    }
  });

  it("tells a tab that joins later how it stands", () => {
    const { browser, streams } = newBrowser();
    openTab(browser);
    Object.assign(streams[0] ?? {}, { readyState: 1 });
    streams[0]?.emit("open");
    streams[0]?.emit("revision", "7");
    const late = openSharedStream("/api/events", browser);
    expect(late.readyState).toBe(1);
  });

  it("goes to another tab when its own is closed", async () => {
    const { browser, streams } = newBrowser();
    const first = openTab(browser);
    const second = openTab(browser);
    first.stream.close();
    expect(streams[0]?.isClosed).toBe(true);
    await Promise.resolve();
    expect(streams).toHaveLength(2);
    streams[1]?.emit("open");
    streams[1]?.emit("revision", "8");
    expect(second.heard).toEqual(["open", "revision 8"]);
    expect(first.heard).toEqual([]);
  });

  it("passes on that the server refused it, and lets another tab try", async () => {
    const { browser, streams } = newBrowser();
    const first = openTab(browser);
    const second = openTab(browser);
    Object.assign(streams[0] ?? {}, { readyState: 2 });
    streams[0]?.emit("error");
    expect(first.heard).toEqual(["error"]);
    expect(second.heard).toEqual(["error"]);
    expect(first.stream.readyState).toBe(2);
    await Promise.resolve();
    expect(streams).toHaveLength(2);
  });
});
