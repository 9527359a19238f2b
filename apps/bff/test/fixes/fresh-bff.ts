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
import { createStore, type Store } from "../../src/snapshot/store.ts";
import { ask, askJson } from "./ask.ts";

export interface FreshBff {
  readonly snapshot: Snapshot;
  get<Value>(path: string): Promise<Value>;
  post<Value>(path: string, body: unknown): Promise<Value>;
}

export interface Bffs {
  /**
   * Begins anew: nothing worked out before is used. Everything is listed, or only these objects are read again, where it is
   * certain that no other has changed since everything was listed.
   */
  begin(changed?: readonly ApiObject[]): Promise<FreshBff>;
  stop(): Promise<void>;
}

/** An object and where the API has it. */
export interface ApiObject {
  readonly kind: WatchedKind;
  readonly path: string;
}

const header = "x-which-bff";

const newApp = (api: string, store: Store): Express => {
  const { express, streams } = createApp({
    store,
    patching,
    clock: systemClock,
    log: pino({ level: "silent" }),
    source: { kind: "manifests", name: "test", address: api },
    webFolder: join(tmpdir(), "ome-matrix-no-such-folder"),
  });
  streams.close();
  return express;
};

const once = <Value>(make: () => Value): (() => Value) => {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
};

/** One after the other, over the same API. The first and the last can be asked. */
export const startBffs = async (api: string): Promise<Bffs> => {
  const apps = new Map<number, () => Express>();
  let begun = 0;
  const server = createServer((request, response) => apps.get(Number(request.headers[header]))?.()(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let listed = new Map<WatchedKind, readonly ClusterObject[]>();

  const list = async (kind: WatchedKind): Promise<void> => {
    const { items } = await askJson<{ readonly items: readonly unknown[] }>(`${api}${pathOf(addressOf[kind])}`);
    listed.set(
      kind,
      items.map((item) => readObject(kind, item)),
    );
  };
  const readAgain = async ({ kind, path }: ApiObject): Promise<ClusterObject> =>
    readObject(kind, await askJson(`${api}${path}`));

  const askBff = async <Value>(which: number, path: string, body?: unknown): Promise<Value> => {
    // Between two ends of one process compressing is for nothing.
    const headers = { [header]: String(which), "accept-encoding": "identity" };
    const { status, text } = await ask(
      `${url}${path}`,
      body === undefined
        ? { headers }
        : {
            method: "POST",
            headers: { ...headers, "content-type": "application/json" },
            body: JSON.stringify(body),
          },
    );
    if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
    return JSON.parse(text) as Value;
  };

  return {
    async begin(changed) {
      if (changed === undefined) {
        listed = new Map();
        await Promise.all(watchedKinds.map(list));
      }
      const again = new Map<string, ClusterObject>();
      for (const object of changed ?? []) {
        const read = await readAgain(object);
        again.set(read.key, read);
      }
      const changes = watchedKinds.map((kind): Change => {
        const objects = (listed.get(kind) ?? []).map((object) => again.get(object.key) ?? object);
        return { type: "listed", kind, objects };
      });
      const since = new Date().toISOString();
      const store = createStore({ clock: systemClock, gapMilliseconds: 0 });
      store.apply([
        ...changes,
        ...watchedKinds.map((kind): Change => ({ type: "condition", kind, condition: { state: "live", since } })),
      ]);
      begun++;
      const which = begun;
      for (const known of [...apps.keys()]) if (known > 1) apps.delete(known);
      // Only when it is asked: not every fix is looked at in a matrix.
      apps.set(
        which,
        once(() => newApp(api, store)),
      );
      return {
        snapshot: store.snapshot(),
        get: (path) => askBff(which, path),
        post: (path, body) => askBff(which, path, body),
      };
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
