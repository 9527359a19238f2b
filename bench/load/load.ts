/**
 * A load run: a cluster that changes all the time, the product in front of it, and its readers, each in a process of its own.
 * Measures; what must hold of the figures is said in `bounds.ts`.
 */
import { loadavg } from "node:os";
import { type Attribution, attribute, type Delays, delaysOf, toldAt, untold } from "./attribution.ts";
import type { ClusterSize } from "./changes.ts";
import { type ChangesMade, type ClusterCalls, clusterModule } from "./cluster.ts";
import { processorSeconds, residentMemory, startWorker } from "./processes.ts";
import { type Program, startProgram } from "./program.ts";
import { type ReaderCalls, type Received, readersModule } from "./readers.ts";

export interface LoadOptions extends ClusterSize {
  readonly readers: number;
  /** Readers that also fetch the matrix again when they are told to. */
  readonly pages: number;
  readonly changesPerSecond: number;
  readonly seconds: number;
  /** The arguments of node that start the product. */
  readonly command: readonly string[];
  /** Called between the changes and the end, while everybody still reads. */
  readonly meanwhile?: (running: Running) => Promise<void>;
}

export interface Running {
  readonly program: Program;
  readonly cluster: ReturnType<typeof startWorker<ClusterCalls>>;
  readonly readers: ReturnType<typeof startWorker<ReaderCalls>>;
}

/** Shares of one core. */
export interface Processors {
  readonly cluster: number;
  readonly program: number;
  readonly readers: number;
}

export interface LoadResult {
  readonly options: LoadOptions;
  readonly changes: ChangesMade;
  readonly received: Received;
  readonly attribution: Attribution;
  readonly delays: Delays;
  /** Of the product, in MiB: before the readers came, sampled while things changed, and at the end after collection. */
  readonly memory: {
    readonly atRest: number;
    readonly samples: readonly number[];
    readonly after: number;
    readonly heapAfter: number;
  };
  readonly processors: Processors | undefined;
  readonly loadAverage: number;
  /** Readers who were never told of the last revision, and what was not told to who came back. */
  readonly untold: readonly string[];
  /** Addresses that a freshly started product answers otherwise. */
  readonly unequal: readonly string[];
}

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** What is in use once nothing is left that nobody holds; the system gets pages back a little later. */
const collected = async (program: Program): Promise<{ readonly resident: number; readonly heap: number }> => {
  let heap = 0;
  for (let turn = 0; turn < 6; turn++) {
    heap = (await program.collect()).heapUsed / 1024 / 1024;
    await pause(500);
  }
  return { resident: residentMemory(program.pid), heap };
};

const sampleMemory = (pid: number): (() => readonly number[]) => {
  const samples: number[] = [];
  const timer = setInterval(() => samples.push(residentMemory(pid)), 250);
  return () => {
    clearInterval(timer);
    return samples;
  };
};

/** Waits until every reader has seen the newest revision and no newer one has come for a while; says who has not. */
const untilTold = async ({ program, readers }: Running): Promise<readonly string[]> => {
  const deadline = Date.now() + 60_000;
  let known = -1;
  for (;;) {
    const { revision } = JSON.parse(await program.get("/api/cluster")) as { readonly revision: number };
    const { byAll, byAny } = await readers.call("seen", undefined as never);
    if (revision === known && byAll >= revision) return [];
    if (Date.now() > deadline)
      return [`of revision ${revision} not everybody was told: ${byAll} by all, ${byAny} by one`];
    known = revision;
    await pause(500);
  }
};

const compared = ["/api/matrix", "/api/models", "/api/runtimes", "/api/services"];

/** What two programs answer differently, revisions aside. */
const differences = async (one: Program, other: Program): Promise<readonly string[]> => {
  const different: string[] = [];
  for (const path of compared) {
    const [ofOne, ofOther] = await Promise.all([one, other].map((program) => program.get(path)));
    const withoutRevision = (text = ""): string => text.replace(/"revision":\d+/, "").replace(/"epoch":"[^"]*"/, "");
    if (withoutRevision(ofOne) !== withoutRevision(ofOther)) different.push(path);
  }
  return different;
};

/** Runs it. Everything that it starts has ended when it resolves. */
export const runLoad = async (options: LoadOptions): Promise<LoadResult> => {
  const { command, changesPerSecond, seconds } = options;
  const stops: (() => Promise<void>)[] = [];
  const keep = <Stoppable extends { stop(): Promise<void> }>(started: Stoppable): Stoppable => {
    stops.unshift(() => started.stop());
    return started;
  };
  try {
    const cluster = keep(startWorker<ClusterCalls>(clusterModule));
    const readers = keep(startWorker<ReaderCalls>(readersModule));
    const { models, runtimes, services } = options;
    const { url } = await cluster.call("start", { models, runtimes, services });
    const program = keep(await startProgram({ cluster: url, command }));
    const running: Running = { program, cluster, readers };
    const atRest = (await collected(program)).resident;
    await readers.call("open", { url: program.url, readers: options.readers, pages: options.pages });

    const processes = { cluster: cluster.pid, program: program.pid, readers: readers.pid };
    const taken = () => Object.entries(processes).map(([name, pid]) => [name, processorSeconds(pid)] as const);
    const before = taken();
    const startedAt = performance.now();
    const readSamples = sampleMemory(program.pid);
    const changes = await cluster.call("change", { perSecond: changesPerSecond, seconds });
    const samples = readSamples();
    const elapsed = (performance.now() - startedAt) / 1_000;
    const after = taken();
    const shares = after.map(([name, total], index) => [
      name,
      ((total ?? Number.NaN) - (before[index]?.[1] ?? 0)) / elapsed,
    ]);
    const processors = after.every(([, total]) => total !== undefined)
      ? (Object.fromEntries(shares) as unknown as Processors)
      : undefined;
    const loadAverage = loadavg()[0] ?? 0;

    await options.meanwhile?.(running);
    const late = await untilTold(running);
    const { resident, heap } = await collected(program);
    const received = await readers.call("finish", undefined as never);

    const attribution = attribute(changes.changes, received.events, received.arrivals);
    const returned = received.welcomes.filter(({ before: seen }) => seen !== undefined);
    const told = toldAt(received.events, received.arrivals, returned);
    const delays = delaysOf(changes.changes, attribution, told, options.readers);
    // Not before: it would take the machine's time while others are measured.
    const fresh = keep(await startProgram({ cluster: url, command }));
    return {
      options,
      changes,
      received,
      attribution,
      delays,
      memory: { atRest, samples, after: resident, heapAfter: heap },
      processors,
      loadAverage,
      untold: [...late, ...untold(received.events, returned)],
      unequal: await differences(program, fresh),
    };
  } finally {
    for (const stop of stops) await stop();
  }
};
