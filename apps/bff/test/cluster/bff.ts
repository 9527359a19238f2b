/** The built BFF as a user starts it, and what it answers. */
import { fileURLToPath } from "node:url";
import {
  type ClusterState,
  clusterState,
  type KindState,
  type MatrixResponse,
  matrix,
  pathToCluster,
  pathToMatrix,
} from "@ome-matrix/contract";
import { type Program, start, until } from "./processes.ts";

const bundle = fileURLToPath(new URL("../../dist/main.js", import.meta.url));

export interface Bff {
  readonly address: string;
  readonly program: Program;
  /** Of the mock cluster's API, when it serves one. */
  readonly api: string | undefined;
  fetch(path: string): Promise<Response>;
  cluster(): Promise<ClusterState>;
  matrix(namespace?: string): Promise<MatrixResponse>;
  stop(): Promise<void>;
}

/** Resolves once it has printed its address. */
export const startBff = async (...bffArguments: readonly string[]): Promise<Bff> => {
  const program = start(process.execPath, [bundle, "--port", "0", ...bffArguments], {
    PATH: process.env["PATH"],
    NODE_ENV: "production",
  });
  const find = (pattern: RegExp): string | undefined => pattern.exec(program.output())?.[1];
  const address = await until(
    "The BFF prints its address",
    () => {
      const found = find(/^OME Matrix: (\S+)$/m);
      if (found === undefined || !/^Kubernetes (API|context): /m.test(program.output())) throw new Error("not yet");
      return found;
    },
    { program },
  );
  const ask = async (path: string): Promise<unknown> => {
    const response = await fetch(address + path);
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  return {
    address,
    program,
    api: find(/--server=(\S+)/),
    fetch: (path) => fetch(address + path),
    cluster: async () => clusterState.parse(await ask(pathToCluster())),
    matrix: async (namespace) => matrix.parse(await ask(pathToMatrix({ namespace }))),
    stop: () => program.end(),
  };
};

/** The BFF over a folder or a file of manifests, by way of its mock cluster. */
export const startBffOnManifests = (...paths: readonly string[]): Promise<Bff> =>
  startBff(...paths.flatMap((path) => ["--manifests", path]));

/** Waits until every kind is in this state. */
export const untilAll = (bff: Bff, state: KindState["state"]): Promise<ClusterState> =>
  until(
    `Every kind is ${state}`,
    async () => {
      const cluster = await bff.cluster();
      const others = cluster.kinds.filter((kind) => kind.state !== state);
      if (others.length > 0) {
        throw new Error(others.map((kind) => `${kind.kind} is ${kind.state} (${kind.message ?? ""})`).join(", "));
      }
      return cluster;
    },
    { program: bff.program },
  );

/** Waits until the matrix is as expected. */
export const untilMatrix = (
  what: string,
  bff: Bff,
  isExpected: (found: MatrixResponse) => boolean,
): Promise<MatrixResponse> =>
  until(
    what,
    async () => {
      const found = await bff.matrix();
      if (!isExpected(found)) throw new Error(`${found.models.length} models, ${found.runtimes.length} runtimes`);
      return found;
    },
    { program: bff.program },
  );

/** A matrix without what no two clusters have in common: revisions and the times of creation. */
export const comparable = (found: MatrixResponse): object => {
  const undated = <Summary extends { readonly createdAt?: string | undefined }>({ createdAt: _, ...rest }: Summary) =>
    rest;
  const { revision: _, epoch: __, models, runtimes, ...rest } = found;
  return { ...rest, models: models.map(undated), runtimes: runtimes.map(undated) };
};

/** The state of one pair, by names. */
export const cellOf = (found: MatrixResponse, model: string, runtime: string): string | undefined => {
  const row = found.models.findIndex(({ name }) => name === model);
  const column = found.runtimes.findIndex(({ name }) => name === runtime);
  return found.states[Number(found.cells[row]?.[column])];
};
