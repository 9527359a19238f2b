/** The process of the cluster: a mock cluster, and who changes it. */
import { fileURLToPath } from "node:url";
import { type MockCluster, startMockCluster } from "../../packages/mock-cluster/src/index.ts";
import { type Change, type Changes, type ClusterSize, createChanges } from "./changes.ts";
import { measureTimerLag, serve, type TimerLag } from "./processes.ts";

export interface ChangesMade {
  readonly changes: readonly Change[];
  readonly lag: TimerLag;
}

export const clusterModule = fileURLToPath(import.meta.url);

let cluster: MockCluster | undefined;
let changes: Changes | undefined;
let swells = 0;

const started = (): { readonly cluster: MockCluster; readonly changes: Changes } => {
  if (cluster === undefined || changes === undefined) throw new Error("the cluster is not started yet");
  return { cluster, changes };
};

const calls = {
  async start(size: ClusterSize): Promise<{ readonly url: string; readonly objects: number }> {
    cluster = await startMockCluster({ historyLimit: 20_000 });
    changes = createChanges(cluster.door, size);
    return { url: cluster.url, objects: changes.objects };
  },

  /** As many changes a second as asked for; a timer that fires late makes up for what is due. */
  async change({ perSecond, seconds }: { perSecond: number; seconds: number }): Promise<ChangesMade> {
    const { changes: next } = started();
    const readLag = measureTimerLag();
    const made: Change[] = [];
    const total = perSecond * seconds;
    const startedAt = performance.now();
    await new Promise<void>((resolve) => {
      const timer = setInterval(() => {
        const due = Math.min(total, Math.ceil(((performance.now() - startedAt) / 1_000) * perSecond));
        while (made.length < due) made.push(next.next());
        if (made.length < total) return;
        clearInterval(timer);
        resolve();
      }, 5);
    });
    return { changes: made, lag: readLag() };
  },

  /** As fast as they can be made; resolves when all are written, whoever reads them. */
  async storm(count: number): Promise<{ readonly changes: readonly Change[]; readonly milliseconds: number }> {
    const { changes: next } = started();
    const made: Change[] = [];
    const startedAt = performance.now();
    while (made.length < count) {
      made.push(next.next());
      // Now and then the sockets are let write.
      if (made.length % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    return { changes: made, milliseconds: performance.now() - startedAt };
  },

  /** Changes so many objects whose names are long, and longer still in a key, so that the event of it is long too. */
  async swell(count: number): Promise<void> {
    const { cluster: running } = started();
    swells += 1;
    for (let index = 0; index < count; index++) {
      const metadata = { name: `${"é".repeat(100)}-${index}`, namespace: "swell", labels: { swell: String(swells) } };
      running.door.put({ apiVersion: "ome.io/v1beta1", kind: "InferenceService", metadata, spec: {} });
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  },

  async stop(): Promise<void> {
    await cluster?.stop();
  },
};

export type ClusterCalls = typeof calls;

if (process.argv[1] === clusterModule) serve(calls);
