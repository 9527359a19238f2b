/** Joins everything, and is the only file that knows the process. */
import { existsSync } from "node:fs";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import type { ClusterState, ManifestReport } from "@ome-matrix/contract";
import { type MockCluster, startMockCluster, tellApart } from "@ome-matrix/mock-cluster";
import { pino } from "pino";
import manifest from "../package.json" with { type: "json" };
import { createApp } from "./app.ts";
import { type Clock, systemClock } from "./clock.ts";
import { createClusterApi } from "./cluster/api.ts";
import { createConditionLog, sayNothingCanBeRead } from "./cluster/condition-log.ts";
import { type Connected, ConnectionError, connect } from "./cluster/connect.ts";
import { patching } from "./cluster/patched.ts";
import { startSource } from "./cluster/source.ts";
import { type Config, helpText, readConfig } from "./config.ts";
import { createBoundedServer } from "./http/connections.ts";
import { kindsNotKnown } from "./snapshot/snapshot.ts";
import { createStore, type Store } from "./snapshot/store.ts";

// Collects garbage when a third more is in use than was left the last time, and not only when it is twice as much: most of
// what is made here is the matrix of a revision, which is garbage at the next one.
setFlagsFromString("--heap-growing-percent=33");

// Both right from src/ and from dist/.
const demoFolder = fileURLToPath(new URL("../../../packages/mock-cluster/demo/", import.meta.url));
const webFolder = fileURLToPath(new URL("../../web/dist/", import.meta.url));

/** Ends the process with a plain sentence. */
class StartError extends Error {}

const isTaken = (error: unknown): boolean => error instanceof Error && "code" in error && error.code === "EADDRINUSE";

const listen = (server: Server, port: number, host: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });

const listenSomewhere = async (server: Server, { port, portIsGiven, host }: Config): Promise<void> => {
  try {
    await listen(server, port, host);
  } catch (error) {
    if (isTaken(error) && !portIsGiven) {
      process.stderr.write(`Port ${port} is taken, so a free one is used; --port picks another.\n`);
      await listen(server, 0, host);
    } else if (isTaken(error)) {
      throw new StartError(
        `Port ${port} is taken by another program. Pick another with --port, or a free one with --port 0.`,
      );
    } else {
      const reason = error instanceof Error ? error.message : String(error);
      throw new StartError(`It cannot listen on ${host}, port ${port}: ${reason}`);
    }
  }
};

const startMock = async (paths: readonly string[], { apiPort }: Config): Promise<MockCluster> => {
  try {
    return await startMockCluster({ manifests: paths, port: apiPort });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(apiPort === 0 ? reason : `${reason} (--api-port ${apiPort})`);
  }
};

interface Source {
  readonly connected: Connected;
  readonly shown: ClusterState["source"];
  readonly mock?: MockCluster;
}

const openSource = async (config: Config): Promise<Source> => {
  const { source } = config;
  if (source.type === "kubeconfig" || source.type === "in-cluster") {
    const connected = connect(source);
    return { connected, shown: { kind: "cluster", name: connected.name } };
  }
  const paths = source.type === "demo" ? [demoFolder] : source.paths;
  const mock = await startMock(paths, config);
  const name = source.type === "demo" ? "demo" : tellApart([...new Set(paths)]).join(", ");
  return {
    connected: connect({ type: "address", url: mock.url }),
    shown: { kind: source.type, name, address: mock.url },
    mock,
  };
};

const printReports = (reports: readonly ManifestReport[]): void => {
  for (const { level, file, line, message } of reports) {
    if (level === "info") continue;
    process.stderr.write(`${level}: ${line === undefined ? file : `${file}:${line}`} ${message}\n`);
  }
};

/** What a browser on this machine opens. */
const addressOf = ({ address, family, port }: AddressInfo): string => {
  if (address === "0.0.0.0" || address === "::") return `http://127.0.0.1:${port}`;
  return family === "IPv6" ? `http://[${address}]:${port}` : `http://${address}:${port}`;
};

/** Resolves once every kind has been listed or is known to be out of reach, or after so many milliseconds. */
const untilKnown = (store: Store, clock: Clock, milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    const stopWaiting = clock.after(milliseconds, () => end());
    const unsubscribe = store.subscribe((snapshot) => {
      if (kindsNotKnown(snapshot).length === 0) end();
    });
    const end = (): void => {
      stopWaiting();
      unsubscribe();
      resolve();
    };
  });

const run = async (config: Config): Promise<void> => {
  const clock = systemClock;
  const log = pino({ level: config.logLevel }, pino.destination({ fd: 2, sync: true }));
  const { connected, shown, mock } = await openSource(config);
  const store = createStore({ clock });
  const { express, streams } = createApp({
    store,
    patching,
    clock,
    log,
    source: shown,
    manifestReports: () => mock?.reports() ?? [],
    host: config.host,
    allowedHosts: config.allowedHosts,
    basePath: config.basePath,
    webFolder,
  });
  const server = createBoundedServer(express);
  try {
    await listenSomewhere(server, config);
  } catch (error) {
    await mock?.stop();
    throw error;
  }
  const logCondition = createConditionLog(log);
  const source = startSource({
    api: createClusterApi({ ...connected, clock }),
    clock,
    namespaces: config.namespaces,
    onChange: (change) => {
      logCondition(change);
      store.apply([change]);
    },
    onError: (error) => log.error({ err: error }, "a change could not be taken over"),
  });

  let stopping = false;
  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    source.stop();
    connected.plugins?.close();
    streams.close();
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeIdleConnections();
    // Whoever still reads after half a second is cut off.
    setTimeout(() => server.closeAllConnections(), 500).unref();
    setTimeout(() => process.exit(0), 1_500).unref();
    void Promise.all([closed, mock?.stop()]).then(() => process.exit(0));
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
  // A plugin is in a process group of its own, which neither a closed terminal nor an end of ours ends by itself.
  process.on("SIGHUP", stop);
  process.on("exit", () => connected.plugins?.close());

  // Whoever asks as soon as the address is printed gets the whole answer; a cluster that is away does not hold it up.
  await untilKnown(store, clock, mock === undefined ? 3_000 : 60_000);
  const below = config.basePath === "" ? "" : `${config.basePath}/`;
  process.stdout.write(`OME Matrix: ${addressOf(server.address() as AddressInfo)}${below}\n`);
  if (mock === undefined) {
    process.stdout.write(`Kubernetes context:  ${connected.name}\n`);
    const trouble = sayNothingCanBeRead(store.snapshot().conditions);
    if (trouble !== undefined) process.stdout.write(`${trouble}\n`);
  } else {
    process.stdout.write(`Kubernetes API:  kubectl --server=${mock.url} get clusterbasemodels\n`);
    printReports(mock.reports());
    mock.onReports((reports) => {
      printReports(reports);
      store.apply([{ type: "reported" }]);
    });
  }
};

// Whoever reads the output may stop, as `head` does: there is nobody left to tell, and nothing to tell them.
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    process.exit();
  });
}

const read = readConfig({
  commandLine: process.argv.slice(2),
  environment: process.env,
  workingDirectory: process.cwd(),
  exists: existsSync,
});
switch (read.type) {
  case "help":
    process.stdout.write(helpText);
    break;
  case "version":
    process.stdout.write(`${manifest.version}\n`);
    break;
  case "wrong":
    for (const problem of read.problems) process.stderr.write(`${problem}\n`);
    process.exitCode = 2;
    break;
  case "run":
    try {
      await run(read.config);
    } catch (error) {
      if (!(error instanceof StartError || error instanceof ConnectionError)) throw error;
      process.stderr.write(`${error.message}\n`);
      process.exitCode = 1;
    }
}
