import { randomUUID } from "node:crypto";
import type { WatchedKind } from "@ome-matrix/contract";
import { watchedKinds } from "@ome-matrix/contract";
import type { Clock } from "../clock.ts";
import type { Change } from "./change.ts";
import { reduce, type Touched } from "./reduce.ts";
import { emptySnapshot, type Snapshot } from "./snapshot.ts";

/** What changed up to the newest revision. `keys` is absent when there are too many to name. */
export interface Missed {
  readonly kinds: readonly WatchedKind[];
  readonly keys?: readonly string[];
}

export interface Store {
  /** Differs between two runs, so that their revisions are not mixed up. */
  readonly epoch: string;
  snapshot(): Snapshot;
  /** Takes changes over: at once, or together with those that follow within a tenth of a second. */
  apply(changes: readonly Change[]): void;
  /** Called after every revision. The function returned ends it. */
  subscribe(listener: (snapshot: Snapshot, missed: Missed) => void): () => void;
  /** What changed since a revision of this epoch; undefined when that is too long ago to tell. */
  since(revision: number): Missed | undefined;
}

export interface StoreOptions {
  readonly clock: Clock;
  /** Ten revisions a second at most: a rollout that touches thousands of objects is a few revisions, not thousands. */
  readonly gapMilliseconds?: number;
  /** More than this many keys are not named one by one. */
  readonly mostKeys?: number;
  /** Revisions that are remembered for clients who come back. */
  readonly memory?: number;
}

/** The newest snapshot, and who wants to know of it. */
export const createStore = ({ clock, gapMilliseconds = 100, mostKeys = 200, memory = 256 }: StoreOptions): Store => {
  let snapshot = emptySnapshot(clock.now());
  let waiting: Change[] = [];
  let resting = false;
  const listeners = new Set<(snapshot: Snapshot, missed: Missed) => void>();
  const history: { readonly revision: number; readonly touched: Touched }[] = [];

  const toMissed = (steps: readonly Touched[]): Missed => {
    const kinds = new Set(steps.flatMap((step) => step.kinds));
    const keys = new Set(steps.flatMap((step) => step.keys));
    const named = watchedKinds.filter((kind) => kinds.has(kind));
    return keys.size > mostKeys ? { kinds: named } : { kinds: named, keys: [...keys] };
  };

  const take = (): void => {
    const changes = waiting;
    waiting = [];
    const step = reduce(snapshot, changes, clock.now());
    if (step.touched === undefined) return;
    snapshot = step.snapshot;
    history.push({ revision: snapshot.revision, touched: step.touched });
    if (history.length > memory) history.shift();
    resting = true;
    clock.after(gapMilliseconds, () => {
      resting = false;
      if (waiting.length > 0) take();
    });
    const missed = toMissed([step.touched]);
    for (const listener of [...listeners]) listener(snapshot, missed);
  };

  return {
    epoch: randomUUID().slice(0, 8),
    snapshot: () => snapshot,
    apply(changes) {
      waiting.push(...changes);
      if (!resting && waiting.length > 0) take();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    since(revision) {
      if (revision > snapshot.revision || revision < snapshot.revision - history.length) return undefined;
      return toMissed(history.filter((step) => step.revision > revision).map((step) => step.touched));
    },
  };
};
