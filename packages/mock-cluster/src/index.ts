// A small Kubernetes API server in the process: the demo, the folder of manifests, and the test double.

import { type Clock, systemClock } from "./clock.ts";
import { createDoor, type Door } from "./door.ts";
import { type Misbehave, startHttpServer } from "./http/server.ts";
import { createWatches } from "./http/watch.ts";
import { followFolder } from "./manifests/folder.ts";
import type { ManifestReport } from "./manifests/report.ts";
import { createRegistry } from "./registry.ts";
import { createStore } from "./store.ts";

export type { Clock } from "./clock.ts";
export type { Door, ObjectRef } from "./door.ts";
export type { Misbehave, Misbehaviour, RequestInfo } from "./http/server.ts";
export type { ManifestReport, ReportCode } from "./manifests/report.ts";
export { tellApart } from "./manifests/tell-apart.ts";

/** A running cluster. */
export interface MockCluster {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  /** What could not be read of the manifests, and what occurs twice; by file and line. */
  readonly reports: () => readonly ManifestReport[];
  /** Calls back with all reports whenever they change; returns how to stop that. */
  onReports(listener: (reports: readonly ManifestReport[]) => void): () => void;
  /** For tests: objects that the API would refuse. */
  readonly door: Door;
  stop(): Promise<void>;

  // For tests: what goes wrong with a real cluster.

  /** Ends every open watch: properly, or as a broken connection. */
  closeWatches(how?: "end" | "cut"): void;
  /** Open watches stay open and say nothing while silent. */
  muteWatches(silent: boolean): void;
  watchCount(): number;
  /** Forgets the history: whoever continues from a revision seen so far is told that it is too old. */
  compact(): void;
  /** Delays every answer that the hook of `misbehave` leaves alone; 0 ends that. */
  setDelay(milliseconds: number): void;
  /** Asks the hook about every request; undefined goes back to behaving. */
  misbehave(hook: Misbehave | undefined): void;
  /** Closes the listener and all connections, forgets the history, and listens on the same port again. */
  restart(whileDown?: () => Promise<void> | void): Promise<void>;
}

export interface MockClusterOptions {
  /** Files or folders, in order. */
  readonly manifests?: readonly string[];
  /** 0, the default, takes a free one. */
  readonly port?: number;
  /** Follow changes of the files; true by default. */
  readonly watch?: boolean;

  // For tests.

  readonly clock?: Clock;
  /** How many changes the history remembers. */
  readonly historyLimit?: number;
  readonly maxWatches?: number;
  readonly maxBodyBytes?: number;
  readonly bookmarkMs?: number;
}

/** Starts a cluster on the loopback interface. Fails with a plain sentence when a folder does not exist. */
export async function startMockCluster(options: MockClusterOptions = {}): Promise<MockCluster> {
  const clock = options.clock ?? systemClock;
  // Revisions start from the time, so that those of an earlier process are too old for this one.
  const store = createStore({ firstRevision: clock.now(), historyLimit: options.historyLimit ?? 10_000 });
  const registry = createRegistry(store, clock);
  for (const name of ["default", "kube-system"]) registry.ensureNamespace(name);
  const folder = await followFolder(options.manifests ?? [], registry, options.watch ?? true);
  const watches = createWatches({
    store,
    clock,
    limit: options.maxWatches ?? 500,
    bookmarkMs: options.bookmarkMs ?? 60_000,
  });
  const cluster = { store, registry, maxBodyBytes: options.maxBodyBytes ?? 3 * 1024 * 1024 };
  const server = await startHttpServer({ cluster, watches, clock, port: options.port ?? 0 }).catch(
    async (error: unknown) => {
      await folder.close();
      throw error;
    },
  );

  let delay = 0;
  let hook: Misbehave | undefined;
  server.misbehave((request) => hook?.(request) ?? (delay > 0 ? { delay } : undefined));

  return {
    url: `http://127.0.0.1:${server.port()}`,
    reports: folder.reports,
    onReports: folder.onReports,
    door: createDoor(store, registry.ensureNamespace),
    closeWatches: (how = "end") => watches.close(how),
    muteWatches: watches.mute,
    watchCount: watches.count,
    compact: store.compact,
    setDelay(milliseconds) {
      delay = milliseconds;
    },
    misbehave(next) {
      hook = next;
    },
    async restart(whileDown) {
      await server.close();
      store.compact();
      await whileDown?.();
      await server.reopen();
    },
    async stop() {
      await folder.close();
      await server.close();
    },
  };
}
