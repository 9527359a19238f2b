/** A BFF that has just begun: a new store and a new app over what the API says now. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type WatchedKind, watchedKinds } from "@ome-matrix/contract";
import type { Express } from "express";
import { pino } from "pino";
import { createApp } from "../../src/app.ts";
import { systemClock } from "../../src/clock.ts";
import { patching } from "../../src/cluster/patched.ts";
import { readObject } from "../../src/cluster/read.ts";
import { addressOf, pathOf } from "../../src/kinds.ts";
import type { Change, ClusterObject } from "../../src/snapshot/change.ts";
import type { Snapshot } from "../../src/snapshot/snapshot.ts";
import { createStore } from "../../src/snapshot/store.ts";

export interface FreshBff {
  readonly snapshot: Snapshot;
  get<Value>(path: string): Promise<Value>;
  post<Value>(path: string, body: unknown): Promise<Value>;
}

export interface Bffs {
  /**
   * Begins anew: nothing worked out before is used. Everything is listed again, or those kinds only, where it is certain
   * that the others have not changed.
   */
  begin(kinds?: readonly WatchedKind[]): Promise<FreshBff>;
  stop(): Promise<void>;
}

interface Item {
  readonly metadata?: { readonly name?: string; readonly namespace?: string; readonly resourceVersion?: string };
}

const header = "x-which-bff";

/** One after the other, over the same API. The first and the last can be asked. */
export const startBffs = async (api: string): Promise<Bffs> => {
  const apps = new Map<number, Express>();
  let begun = 0;
  const server = createServer((request, response) => apps.get(Number(request.headers[header]))?.(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  /** Reading is a function of the object alone, and an object with this version is this object. */
  const readBefore = new Map<string, ClusterObject>();

  /** As it was at the beginning. */
  const first = new Map<WatchedKind, Change>();

  const list = async (kind: WatchedKind): Promise<Change> => {
    const answer = await fetch(`${api}${pathOf(addressOf[kind])}`);
    const { items } = (await answer.json()) as { readonly items: readonly Item[] };
    const objects = items.map((item) => {
      const { name, namespace, resourceVersion } = item.metadata ?? {};
      const key = JSON.stringify([kind, namespace, name, resourceVersion]);
      const object = readBefore.get(key) ?? readObject(kind, item);
      readBefore.set(key, object);
      return object;
    });
    return { type: "listed", kind, objects };
  };

  const ask = async <Value>(which: number, path: string, body?: unknown): Promise<Value> => {
    // Between two ends of one process compressing is for nothing.
    const headers = { [header]: String(which), "accept-encoding": "identity" };
    const posted = { method: "POST", headers: { ...headers, "content-type": "application/json" } };
    const answer = await fetch(
      `${url}${path}`,
      body === undefined ? { headers } : { ...posted, body: JSON.stringify(body) },
    );
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Value;
  };

  return {
    async begin(kinds = watchedKinds) {
      const listed = await Promise.all(
        watchedKinds.map(async (kind) => {
          const known = kinds.includes(kind) ? undefined : first.get(kind);
          const change = known ?? (await list(kind));
          if (!first.has(kind)) first.set(kind, change);
          return change;
        }),
      );
      const since = new Date().toISOString();
      const store = createStore({ clock: systemClock, gapMilliseconds: 0 });
      store.apply([
        ...listed,
        ...watchedKinds.map((kind): Change => ({ type: "condition", kind, condition: { state: "live", since } })),
      ]);
      const { express, streams } = createApp({
        store,
        patching,
        clock: systemClock,
        log: pino({ level: "silent" }),
        source: { kind: "manifests", name: "test", address: api },
        webFolder: join(tmpdir(), "ome-matrix-no-such-folder"),
      });
      streams.close();
      begun++;
      const which = begun;
      for (const known of [...apps.keys()]) if (known > 1) apps.delete(known);
      apps.set(which, express);
      return {
        snapshot: store.snapshot(),
        get: (path) => ask(which, path),
        post: (path, body) => ask(which, path, body),
      };
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
