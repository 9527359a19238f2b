import type { ServerResponse } from "node:http";
import type { Clock } from "../clock.ts";
import type { JsonObject } from "../json.ts";
import { apiVersionOf } from "../kinds.ts";
import { tooManyRequests, watchExpired } from "../status.ts";
import type { Change, Store } from "../store.ts";
import type { Address } from "./address.ts";
import { readCount, readFlag, readRevision, readSelector } from "./query.ts";
import { readRowObject, toTable } from "./table.ts";

// A client that does not read is cut off before it fills the memory.
const maxUnreadBytes = 64 * 1024 * 1024;
const defaultTimeoutSeconds = 45 * 60;
const maxTimeoutSeconds = 24 * 60 * 60;

export interface WatchOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly limit: number;
  readonly bookmarkMs: number;
}

/** All open watches. */
export interface Watches {
  /** Answers a watch; throws before anything is sent when it cannot be started. */
  open(address: Address, query: URLSearchParams, response: ServerResponse, asTable: boolean): void;
  /** Ends all of them: properly, or as a broken connection. */
  close(how: "end" | "cut"): void;
  /** Silent watches stay open and deliver nothing; what they missed is lost to them. */
  mute(silent: boolean): void;
  count(): number;
}

export function createWatches({ store, clock, limit, bookmarkMs }: WatchOptions): Watches {
  const open = new Set<{ stop(how: "end" | "cut"): void }>();
  let muted = false;

  return {
    open(address, query, response, asTable) {
      if (open.size >= limit) throw tooManyRequests(`too many watches: at most ${limit} at a time`);
      const { kind } = address;
      const selector = readSelector(query);
      const from = readRevision(query);
      const timeout = Math.min(readCount(query, "timeoutSeconds") || defaultTimeoutSeconds, maxTimeoutSeconds);
      const prefix = kind.namespaced && address.namespace !== "" ? `${address.namespace}/` : "";
      const bookmarks = readFlag(query, "allowWatchBookmarks");
      const cancels: (() => void)[] = [];

      const toRow = (object: JsonObject): JsonObject =>
        toTable(kind, [object], {}, { now: clock.now(), rowObject: readRowObject(query) });
      const send = (type: string, object: JsonObject): void => {
        if (muted || response.writableEnded) return;
        const shown =
          asTable && (type === "ADDED" || type === "MODIFIED" || type === "DELETED") ? toRow(object) : object;
        response.write(`${JSON.stringify({ type, object: shown })}\n`);
        if (response.writableLength > maxUnreadBytes) watch.stop("cut");
      };
      // To somebody who watches a selection, an object that leaves it is deleted and one that enters it is new.
      const sendChange = (change: Change): void => {
        if (change.resource !== kind.plural || !change.key.startsWith(prefix)) return;
        const before = change.previous !== undefined && selector(change.previous);
        const after = change.type !== "DELETED" && selector(change.object);
        if (after) send(before ? "MODIFIED" : "ADDED", change.object);
        else if (before) send("DELETED", leaving(change));
      };
      const sendBookmark = (): void => {
        const metadata = { resourceVersion: String(store.revision()) };
        send("BOOKMARK", { kind: kind.kind, apiVersion: apiVersionOf(kind), metadata });
      };
      const scheduleBookmark = (): void => {
        cancels[1] = clock.after(bookmarkMs, () => {
          sendBookmark();
          scheduleBookmark();
        });
      };
      const watch = {
        stop(how: "end" | "cut"): void {
          open.delete(watch);
          unsubscribe();
          for (const cancel of cancels) cancel();
          if (how === "cut") response.destroy();
          else if (!response.writableEnded) response.end();
        },
      };

      response.writeHead(200, { "content-type": "application/json", "cache-control": "no-cache, private" });
      // The head goes out at once: a client waits for it before it believes that it watches.
      response.flushHeaders();
      const missed = from === undefined ? [] : store.since(from);
      if (missed === undefined) {
        send("ERROR", watchExpired(from ?? 0, store.oldest()).status);
        response.end();
        return;
      }
      const unsubscribe = store.subscribe(sendChange);
      open.add(watch);
      response.on("close", () => watch.stop("end"));
      response.on("error", () => watch.stop("cut"));
      cancels[0] = clock.after(timeout * 1000, () => {
        if (bookmarks) sendBookmark();
        watch.stop("end");
      });
      if (bookmarks) scheduleBookmark();
      if (from === undefined) {
        for (const { key, object } of store.list(kind.plural)) {
          if (key.startsWith(prefix) && selector(object)) send("ADDED", object);
        }
      }
      for (const change of missed) sendChange(change);
    },
    close(how) {
      for (const watch of [...open]) watch.stop(how);
    },
    mute(silent) {
      muted = silent;
    },
    count: () => open.size,
  };
}

/** The last state inside the selection, with the revision of the change that took it out. */
function leaving(change: Change): JsonObject {
  if (change.type === "DELETED" || change.previous === undefined) return change.object;
  const metadata = change.previous["metadata"];
  if (typeof metadata !== "object" || metadata === null || Array.isArray(metadata)) return change.previous;
  return { ...change.previous, metadata: { ...metadata, resourceVersion: String(change.revision) } };
}
