import { type RevisionEvent, type WatchedKind, watchedKinds } from "@ome-matrix/contract";
import type { Response } from "express";
import type { Clock } from "../clock.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import type { Missed, Store } from "../snapshot/store.ts";
import { AppError } from "./problem.ts";

export interface StreamOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly mostStreams?: number;
  readonly heartbeatMilliseconds?: number;
  /** A reader that leaves more than this unread is dropped; it comes back and is told what it missed. */
  readonly mostUnreadBytes?: number;
}

/** The open event streams. */
export interface Streams {
  /** Turns a response into a stream of events. Throws a problem when too many are open. */
  open(response: Response, lastEventId: string | undefined): void;
  count(): number;
  /** Readers that were dropped because they did not read. */
  dropped(): number;
  /** Ends them all: an open stream would keep the server from closing. */
  close(): void;
}

const all: Missed = { kinds: watchedKinds };

/** What a client that comes back has missed; everything when that cannot be told. */
const missedSince = (store: Store, lastEventId: string | undefined): Missed => {
  const [, epoch, revision] = /^([^:]+):(\d+)$/.exec(lastEventId ?? "") ?? [];
  return epoch === store.epoch ? (store.since(Number(revision)) ?? all) : all;
};

/** Server-sent events: one for every revision, and a comment now and then so that nothing in between closes the line. */
export const createStreams = (options: StreamOptions): Streams => {
  const { store, clock, mostStreams = 2_000, heartbeatMilliseconds = 15_000, mostUnreadBytes = 256 * 1024 } = options;
  const open = new Set<Response>();
  let dropped = 0;

  const write = (response: Response, bytes: Buffer): void => {
    if (response.writableLength <= mostUnreadBytes) {
      response.write(bytes);
      return;
    }
    dropped += 1;
    response.destroy();
  };
  const frame = (snapshot: Snapshot, missed: Missed): string => {
    const event: RevisionEvent = {
      epoch: store.epoch,
      revision: snapshot.revision,
      kinds: [...missed.kinds] as WatchedKind[],
      ...(missed.keys === undefined ? {} : { touched: [...missed.keys] }),
    };
    return `event: revision\nid: ${store.epoch}:${snapshot.revision}\ndata: ${JSON.stringify(event)}\n\n`;
  };
  // The same bytes for everybody: a thousand readers cost a thousand writes, and no text or copy each.
  const writeAll = (text: string): void => {
    const bytes = Buffer.from(text);
    for (const response of open) write(response, bytes);
  };

  store.subscribe((snapshot, missed) => {
    if (open.size > 0) writeAll(frame(snapshot, missed));
  });
  let stopHeart: () => void = () => undefined;
  const beat = (): void => {
    stopHeart = clock.after(heartbeatMilliseconds, () => {
      writeAll(": still here\n\n");
      beat();
    });
  };
  beat();

  return {
    open(response, lastEventId) {
      if (open.size >= mostStreams) {
        response.set("Retry-After", "30");
        throw new AppError("too-many-streams", {
          detail: `${open.size} event streams are open, and no more are served`,
          advice: "Close pages that are not needed; this one asks again in half a minute",
        });
      }
      // no-transform: a proxy that compresses would hold events back.
      response.status(200).set({
        "Content-Type": "text/event-stream; charset=utf-8",
        "Cache-Control": "no-cache, no-transform",
        "X-Accel-Buffering": "no",
        Connection: "close",
      });
      // It ends when the connection does, so no chunk has to be marked: that would be four pieces for every event and reader.
      response.removeHeader("Transfer-Encoding");
      if (response.req.method === "HEAD") {
        response.end();
        return;
      }
      response.flushHeaders();
      open.add(response);
      response.on("close", () => open.delete(response));
      response.on("error", () => response.destroy());
      write(response, Buffer.from(`retry: 2000\n\n${frame(store.snapshot(), missedSince(store, lastEventId))}`));
    },
    count: () => open.size,
    dropped: () => dropped,
    close() {
      stopHeart();
      for (const response of open) response.end();
      open.clear();
    },
  };
};
