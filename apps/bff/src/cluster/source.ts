import type { Clock } from "../clock.ts";
import { kindAddresses } from "../kinds.ts";
import type { Change, ClusterObject } from "../snapshot/change.ts";
import type { ClusterApi } from "./api.ts";
import { type ListWatchTimings, startListWatch } from "./list-watch.ts";
import { readObject } from "./read.ts";

export interface SourceOptions {
  readonly api: ClusterApi;
  readonly clock: Clock;
  readonly random?: () => number;
  readonly timings?: Partial<ListWatchTimings>;
  onChange(change: Change): void;
  /** Something of ours has failed over an object; the source goes on. */
  onError(error: unknown): void;
}

/** Follows all kinds, each on its own: one that is forbidden leaves the others alive. */
export const startSource = (options: SourceOptions): { stop(): void } => {
  const { api, clock, onChange, random = Math.random, timings = {} } = options;
  const watches = kindAddresses.map((address) => {
    const { kind } = address;
    return startListWatch<ClusterObject>({
      api,
      address,
      clock,
      random,
      timings,
      read: (object) => readObject(kind, object),
      onListed: (objects) => onChange({ type: "listed", kind, objects }),
      onPut: (object) => onChange({ type: "put", object }),
      onRemoved: ({ key }) => onChange({ type: "removed", kind, key }),
      onCondition: (condition) => onChange({ type: "condition", kind, condition }),
      onConsumerError: options.onError,
    });
  });
  return {
    stop() {
      for (const watch of watches) watch.stop();
    },
  };
};
