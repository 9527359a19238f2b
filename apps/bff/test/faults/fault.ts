/** What every fault needs: a program over a cluster with some objects, what its page says, and whether it is right again. */
import { setTimeout as realTime } from "node:timers/promises";
import {
  clusterState,
  type KindState,
  pathToCluster,
  pathToExplain,
  pathToMatrix,
  pathToModels,
  pathToRuntimes,
  pathToServices,
  type WatchedKind,
  watchedKinds,
} from "@ome-matrix/contract";
import type { Misbehave, Misbehaviour, MockCluster, RequestInfo } from "@ome-matrix/mock-cluster";
import { expect, onTestFinished, vi } from "vitest";
import { readObject } from "../../src/cluster/read.ts";
import { addressOf, pathOf } from "../../src/kinds.ts";
import type { ClusterObject } from "../../src/snapshot/change.ts";
import type { ManualClock } from "../manual-clock.ts";
import { ask, startProgram, type TestProgram, type TestProgramOptions } from "../program.ts";

/** A row of docs/faults.md, and its test. */
export interface Fault {
  /** What is done to the cluster. */
  readonly done: string;
  /** What the page says meanwhile. */
  readonly meanwhile: string;
  /** What makes the snapshot equal to the cluster again. */
  readonly repaired: string;
  run(): Promise<void>;
}

export const patience = { timeout: 20_000, interval: 10 };

export const aModel = (name: string, size = "1B", generation = 1) => ({
  apiVersion: "ome.io/v1beta1",
  kind: "ClusterBaseModel",
  metadata: { name, generation },
  spec: {
    modelFormat: { name: "safetensors" },
    modelParameterSize: size,
    storage: { storageUri: "hf://acme/writer" },
  },
});

const inNamespace = (kind: string, name: string, spec: object, namespace = "studio") => ({
  apiVersion: "ome.io/v1beta1",
  kind,
  metadata: { name, namespace },
  spec,
});

/** Something of every kind. */
export const fill = ({ door }: MockCluster): void => {
  for (const name of ["writer", "reader", "painter"]) door.put(aModel(name));
  const entry = { supportedModelFormats: [{ modelFormat: { name: "safetensors" }, autoSelect: true }] };
  door.put({ apiVersion: "ome.io/v1beta1", kind: "ClusterServingRuntime", metadata: { name: "rt" }, spec: entry });
  door.put({ apiVersion: "ome.io/v1beta1", kind: "AcceleratorClass", metadata: { name: "gpu" }, spec: {} });
  door.put(inNamespace("BaseModel", "own", aModel("own").spec));
  door.put(inNamespace("BaseModel", "own", aModel("own").spec, "art"));
  door.put(inNamespace("ServingRuntime", "own-rt", entry));
  door.put(inNamespace("InferenceService", "service", { model: { name: "writer" } }));
};

/** Misbehaves towards requests about one kind. */
export const about =
  (kind: WatchedKind, hook: (request: RequestInfo) => Misbehaviour | undefined): Misbehave =>
  (request) =>
    request.path.endsWith(`/${addressOf[kind].plural}`) ? hook(request) : undefined;

export interface FaultyProgram extends TestProgram {
  /** Waits until /api/cluster says so of a kind; every route answers meanwhile. */
  says(kind: WatchedKind, expected: Partial<Record<keyof KindState, unknown>>): Promise<void>;
  /** The same of every kind. */
  saysOfAll(expected: Partial<Record<keyof KindState, unknown>>): Promise<void>;
  /** Waits until every kind is live and the snapshot equals the cluster, without a restart. */
  equals(): Promise<void>;
  /** That nobody could have noticed anything: no kind was ever anything but live, once it was connected. */
  expectCalm(): void;
  names(): readonly string[];
}

/** Without what is worked out from other objects. */
const alone = (object: ClusterObject): unknown =>
  "summary" in object && "shadowedIn" in object.summary
    ? { ...object, summary: { ...object.summary, shadowedIn: [] } }
    : object;

/** What is followed where only some namespaces are. */
const isIn = (object: ClusterObject, namespaces: readonly string[]): boolean => {
  const namespace = object.kind === "Namespace" ? object.name : object.namespace;
  return namespaces.length === 0 || namespace === undefined || namespaces.includes(namespace);
};

const freshList = async (
  mock: MockCluster,
  kind: WatchedKind,
  namespaces: readonly string[],
): Promise<ReadonlyMap<string, unknown>> => {
  const list = (await ask(mock.url, pathOf(addressOf[kind]))).json() as { items: readonly unknown[] };
  const objects = list.items.map((item) => readObject(kind, item)).filter((object) => isIn(object, namespaces));
  return new Map(objects.map((object) => [object.key, alone(object)]));
};

const routes = [
  "/healthz",
  "/readyz",
  pathToCluster(),
  pathToModels(),
  pathToRuntimes(),
  pathToServices(),
  pathToMatrix(),
  pathToMatrix({ namespace: "studio" }),
  pathToExplain({ model: "writer" }),
  pathToExplain({ model: "writer", runtime: "rt" }, { namespace: "studio", service: "service" }),
];

export const startFaulty = async (options: TestProgramOptions = {}): Promise<FaultyProgram> => {
  const program = await startProgram({
    ...options,
    prepare(mock) {
      fill(mock);
      options.prepare?.(mock);
    },
  });
  const { mock, store } = program;
  const { epoch } = store;
  const troubles = new Set<string>();
  store.subscribe(({ conditions }) => {
    for (const kind of watchedKinds) {
      const { state, message } = conditions[kind];
      if (state !== "live" && state !== "connecting") troubles.add(`${kind} ${state}: ${message ?? ""}`);
    }
  });

  const expectRoutesToAnswer = async (): Promise<void> => {
    for (const route of routes) {
      const { status, text } = await program.ask(route);
      // What is not known yet is said to be so.
      const fine = status < 500 || (status === 503 && text.includes("not-ready"));
      expect(fine, `${route}: ${status} ${text.slice(0, 300)}`).toBe(true);
    }
    expect(program.logged()).not.toMatch(/a request failed|could not be taken over/);
  };
  const kinds = async (): Promise<readonly KindState[]> =>
    clusterState.parse((await program.ask(pathToCluster())).json()).kinds;

  return {
    ...program,
    async says(kind, expected) {
      await vi.waitFor(async () => {
        expect((await kinds()).find((state) => state.kind === kind)).toMatchObject(expected);
      }, patience);
      await expectRoutesToAnswer();
    },
    async saysOfAll(expected) {
      await vi.waitFor(async () => {
        for (const state of await kinds()) expect(state).toMatchObject(expected);
      }, patience);
      await expectRoutesToAnswer();
    },
    async equals() {
      mock.misbehave(undefined);
      await vi.waitFor(async () => {
        expect((await kinds()).map(({ kind, state }) => `${kind} ${state}`)).toEqual(
          watchedKinds.map((kind) => `${kind} live`),
        );
        const { objects } = store.snapshot();
        for (const kind of watchedKinds) {
          const known = new Map([...objects[kind]].map(([key, object]) => [key, alone(object)]));
          expect(known).toEqual(await freshList(mock, kind, options.namespaces ?? []));
        }
      }, patience);
      await expectRoutesToAnswer();
      expect(program.store.epoch).toBe(epoch);
    },
    expectCalm: () => expect([...troubles]).toEqual([]),
    names: () => [...store.snapshot().objects.ClusterBaseModel.values()].map(({ name }) => name).sort(),
  };
};

/** Lets time pass some hundred times as fast as it does, until the test ends or what is returned is called. */
export const hurry = (clock: ManualClock, step = 500): (() => void) => {
  const ticking = setInterval(() => clock.advance(step), 5);
  const stop = (): void => clearInterval(ticking);
  onTestFinished(stop);
  return stop;
};

/** Lets requests that are under way arrive, where nothing can be waited for because nothing is to happen. */
export const letRequestsArrive = (): Promise<void> => realTime(50);

/** Waits until all watches are open: seven, or as many as given. */
export const watching = (mock: MockCluster, count: number = watchedKinds.length): Promise<void> =>
  vi.waitFor(() => expect(mock.watchCount()).toBe(count), patience);
