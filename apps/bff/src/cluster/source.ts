import type { WatchedKind } from "@ome-matrix/contract";
import type { Clock } from "../clock.ts";
import { type KindAddress, kindAddresses } from "../kinds.ts";
import type { Change, ClusterObject, KindCondition } from "../snapshot/change.ts";
import type { ClusterApi } from "./api.ts";
import { combineConditions } from "./combine.ts";
import { startListWatch } from "./list-watch.ts";
import { readObject } from "./read.ts";
import type { ListWatchTimings } from "./timings.ts";

export interface SourceOptions {
  readonly api: ClusterApi;
  readonly clock: Clock;
  /** The only namespaces to follow namespaced kinds in; without any, all of them. */
  readonly namespaces?: readonly string[];
  readonly random?: () => number;
  readonly timings?: Partial<ListWatchTimings>;
  onChange(change: Change): void;
  /** Something of ours has failed over an object; the source goes on. */
  onError(error: unknown): void;
}

/** What becomes of what a list-watch tells. */
interface Hearing {
  onListed(objects: readonly ClusterObject[]): void;
  onCondition(condition: KindCondition): void;
  /** Whether an object is to be taken over. */
  accepts(object: ClusterObject): boolean;
}

const namespaceObject = (name: string): ClusterObject =>
  readObject("Namespace", { apiVersion: "v1", kind: "Namespace", metadata: { name } });

/** Follows all kinds, each on its own: one that is forbidden leaves the others alive. */
export const startSource = (options: SourceOptions): { stop(): void } => {
  const { api, clock, onChange, namespaces = [], random = Math.random, timings = {} } = options;

  const follow = (address: KindAddress, namespace: string | undefined, hearing: Hearing): { stop(): void } => {
    const { kind } = address;
    return startListWatch<ClusterObject>({
      api,
      address,
      namespace,
      clock,
      random,
      timings,
      read: (object) => readObject(kind, object),
      onListed: (objects) => hearing.onListed(objects.filter(hearing.accepts)),
      onPut: (object) => {
        if (hearing.accepts(object)) onChange({ type: "put", object });
      },
      onRemoved: ({ key }) => onChange({ type: "removed", kind, key }),
      onCondition: hearing.onCondition,
      onConsumerError: options.onError,
    });
  };

  const wholeKind = (kind: WatchedKind): Hearing => ({
    onListed: (objects) => onChange({ type: "listed", kind, objects }),
    onCondition: (condition) => onChange({ type: "condition", kind, condition }),
    accepts: () => true,
  });

  /** One namespace of several. What is said of the kind is said of all of them together. */
  const partOfKind = (kind: WatchedKind): ((namespace: string) => Hearing) => {
    const since = clock.now().toISOString();
    const conditions = new Map<string, KindCondition>(namespaces.map((name) => [name, { state: "connecting", since }]));
    const listed = new Set<string>();
    const tell = (): void => {
      const condition = combineConditions(conditions);
      if (condition !== undefined) onChange({ type: "condition", kind, condition });
    };
    // Before the first answer: which namespaces are followed is known from the start.
    tell();
    return (namespace) => ({
      onListed(objects) {
        listed.add(namespace);
        onChange({ type: "listed", kind, namespace, objects, isPart: listed.size < namespaces.length });
      },
      onCondition(condition) {
        conditions.set(namespace, condition);
        tell();
      },
      // A proxy that leaves the namespace out of the path must not mix up what belongs to whom.
      accepts: (object) => object.namespace === namespace,
    });
  };

  /** Namespaces when the ones to follow are given: then it is no harm when they cannot be listed. */
  const givenNamespaces = (kind: WatchedKind): Hearing => {
    const whole = wholeKind(kind);
    const wanted = new Set(namespaces);
    return {
      ...whole,
      onCondition(condition) {
        if (condition.state !== "forbidden") return whole.onCondition(condition);
        whole.onListed(namespaces.map(namespaceObject));
        const message = `this account may not list namespaces, which is not needed here: those that are followed are given (${namespaces.join(", ")})`;
        whole.onCondition({ state: "live", since: condition.since, message });
      },
      accepts: ({ name }) => wanted.has(name),
    };
  };

  const watches = kindAddresses.flatMap((address) => {
    const { kind } = address;
    if (namespaces.length === 0) return follow(address, undefined, wholeKind(kind));
    if (kind === "Namespace") return follow(address, undefined, givenNamespaces(kind));
    if (!address.namespaced) return follow(address, undefined, wholeKind(kind));
    const hear = partOfKind(kind);
    return namespaces.map((namespace) => follow(address, namespace, hear(namespace)));
  });
  return {
    stop() {
      for (const watch of watches) watch.stop();
    },
  };
};
