/** The BFF as main.ts joins it, over a mock cluster, with short delays. */
import { createServer, type IncomingHttpHeaders, request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type MockCluster, startMockCluster } from "@ome-matrix/mock-cluster";
import { pino } from "pino";
import { onTestFinished, vi } from "vitest";
import { createApp } from "../src/app.ts";
import { type Clock, systemClock } from "../src/clock.ts";
import { createClusterApi } from "../src/cluster/api.ts";
import { type Connected, connect } from "../src/cluster/connect.ts";
import { patching } from "../src/cluster/patched.ts";
import { startSource } from "../src/cluster/source.ts";
import type { ListWatchTimings } from "../src/cluster/timings.ts";
import type { Streams } from "../src/http/streams.ts";
import { createStore, type Store } from "../src/snapshot/store.ts";

export const shortTimings: Partial<ListWatchTimings> = {
  firstDelayMilliseconds: 5,
  longestDelayMilliseconds: 40,
  doubtMilliseconds: 40,
  listMilliseconds: 2_000,
};

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly text: string;
  json(): unknown;
}

export interface AskOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Over node:http, since fetch sends neither a Host nor a wrong method. */
export const ask = (
  url: string,
  path: string,
  { method = "GET", headers = {}, body }: AskOptions = {},
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const sent = request({ hostname, port, path, method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const bytes = Buffer.concat(chunks);
        const text = bytes.toString();
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          bytes,
          text,
          json: () => JSON.parse(text),
        });
      });
    });
    sent.on("error", reject);
    sent.end(body);
  });

export interface TestProgram {
  readonly mock: MockCluster;
  readonly store: Store;
  readonly streams: Streams;
  readonly url: string;
  readonly logged: () => string;
  ask(path: string, options?: AskOptions): Promise<Answer>;
  /** Resolves when every kind is live and nothing waits to be taken over. */
  settled(): Promise<void>;
}

export interface TestProgramOptions {
  readonly manifests?: readonly string[];
  /** Of the HTTP side and the store; the cluster side goes by the real one. */
  readonly clock?: Clock;
  /** Of the cluster side. */
  readonly sourceClock?: Clock;
  readonly namespaces?: readonly string[];
  /** How the API is reached; by its address alone when absent. */
  readonly connectTo?: (mock: MockCluster) => Promise<Connected>;
  readonly host?: string;
  readonly allowedHosts?: readonly string[];
  readonly webFolder?: string;
  readonly basePath?: string;
  readonly mostStreams?: number;
  readonly gapMilliseconds?: number;
  readonly timings?: Partial<ListWatchTimings>;
  /** Called before anything connects. */
  readonly prepare?: (mock: MockCluster) => void;
}

/** Started for one test, and stopped after it. */
export const startProgram = async (options: TestProgramOptions = {}): Promise<TestProgram> => {
  const mock = await startMockCluster({ manifests: options.manifests ?? [], watch: false });
  options.prepare?.(mock);
  const clock = options.clock ?? systemClock;
  const store = createStore({ clock, gapMilliseconds: options.gapMilliseconds ?? 5 });
  const logged: string[] = [];
  const log = pino({ level: "debug" }, { write: (line: string) => logged.push(line) });
  const { express, streams } = createApp({
    store,
    patching,
    clock,
    log,
    source: { kind: "manifests", name: "test", address: mock.url },
    manifestReports: mock.reports,
    webFolder: options.webFolder ?? join(tmpdir(), "ome-matrix-no-such-folder"),
    ...(options.host === undefined ? {} : { host: options.host }),
    ...(options.allowedHosts === undefined ? {} : { allowedHosts: options.allowedHosts }),
    ...(options.basePath === undefined ? {} : { basePath: options.basePath }),
    ...(options.mostStreams === undefined ? {} : { mostStreams: options.mostStreams }),
  });
  const server = createServer(express);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const sourceClock = options.sourceClock ?? systemClock;
  const connected = (await options.connectTo?.(mock)) ?? connect({ type: "address", url: mock.url });
  const source = startSource({
    api: createClusterApi({ ...connected, clock: sourceClock }),
    clock: sourceClock,
    namespaces: options.namespaces ?? [],
    timings: { ...shortTimings, ...options.timings },
    onChange: (change) => store.apply([change]),
    onError: (error) => log.error({ err: error }, "a change could not be taken over"),
  });
  onTestFinished(async () => {
    source.stop();
    connected.plugins?.close();
    streams.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await mock.stop();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    mock,
    store,
    streams,
    url,
    logged: () => logged.join(""),
    ask: (path, askOptions) => ask(url, path, askOptions),
    settled: () =>
      vi.waitFor(
        () => {
          const states = Object.values(store.snapshot().conditions).map(({ state }) => state);
          if (states.some((state) => state !== "live")) throw new Error(`not live yet: ${states.join(", ")}`);
        },
        { timeout: 10_000, interval: 5 },
      ),
  };
};
