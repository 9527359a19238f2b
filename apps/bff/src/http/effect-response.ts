import {
  type EffectResponse,
  type ModelName,
  type RuntimeName,
  type ServiceName,
  toResourceKey,
} from "@ome-matrix/contract";
import { effectOf, type ResourceName, type ServiceOutcome } from "@ome-matrix/matcher";
import { toFleet } from "../snapshot/fleet.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import type { Changed } from "./changes.ts";

/** Pairs that are named one by one; all are counted. */
export const mostPairs = 500;

type Keyed<Kind extends string> = { kind: Kind; namespace?: string; name: string; key: string };

/** A name with its resource key. */
export const withKey = <Kind extends string>({ kind, namespace, name }: ResourceName<Kind>): Keyed<Kind> => ({
  kind,
  ...(namespace === undefined ? {} : { namespace }),
  name,
  key: toResourceKey({ kind, namespace, name }),
});

const toOutcome = (outcome: ServiceOutcome): EffectResponse["services"][number]["before"] =>
  "runtime" in outcome ? { code: outcome.code, runtime: withKey(outcome.runtime) } : { code: outcome.code };

/** What the changes change: in the whole matrix, in every namespace, and for every InferenceService. */
export const toEffect = (snapshot: Snapshot, { replacements }: Changed): EffectResponse => {
  const { gained, lost, pairs, winners, ties, services } = effectOf(toFleet(snapshot), replacements);
  return {
    revision: snapshot.revision,
    gained,
    lost,
    pairs: pairs.slice(0, mostPairs).map(({ model, runtime, before, after }) => ({
      model: withKey(model) as ModelName,
      runtime: withKey(runtime) as RuntimeName,
      before,
      after,
    })),
    pairsTotal: pairs.length,
    winners: winners.map(({ model, before, after, namespaces, everywhereElse }) => ({
      model: withKey(model),
      ...(before === undefined ? {} : { before: withKey(before) }),
      ...(after === undefined ? {} : { after: withKey(after) }),
      namespaces: [...namespaces],
      everywhereElse,
    })),
    ties: ties.map(({ model, runtimes, namespaces, everywhereElse }) => ({
      model: withKey(model),
      runtimes: runtimes.map(withKey),
      namespaces: [...namespaces],
      everywhereElse,
    })),
    services: services.map(({ service, model, before, after }) => ({
      service: withKey(service) as ServiceName,
      ...(model === undefined ? {} : { model: withKey(model) }),
      before: toOutcome(before),
      after: toOutcome(after),
    })),
  };
};
