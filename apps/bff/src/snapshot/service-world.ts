/** Objects of the snapshot as InferenceServices are concerned with them; the same ones for as long as an object does not change. */
import {
  claimNamespace,
  type InUse,
  judgeServices,
  type NameableRuntime,
  newServiceWorld,
  readInUse,
  readServiceFacts,
  type ServableModel,
  type ServiceBrief,
  type ServiceToJudge,
  type ServiceWorld,
} from "@ome-matrix/matcher";
import type { ModelObject, RuntimeObject, ServiceObject } from "./change.ts";
import type { Snapshot } from "./snapshot.ts";

const remembered = <Key extends object, Value>(make: (key: Key) => Value): ((key: Key) => Value) => {
  const known = new WeakMap<Key, Value>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined) return before;
    const made = make(key);
    known.set(key, made);
    return made;
  };
};

const scopeOf = ({ namespace }: { readonly namespace?: string }) => (namespace === undefined ? {} : { namespace });

/** Of a ClusterBaseModel on a claim: the only namespace that can use it. */
export const claimNamespaceOf = ({ kind, summary }: ModelObject): string | undefined =>
  kind === "ClusterBaseModel" ? claimNamespace(summary.storageUri ?? "") : undefined;

const toModel = remembered((object: ModelObject): ServableModel => {
  const { kind, name, spec, summary } = object;
  const claim = claimNamespaceOf(object);
  return {
    kind,
    name,
    ...scopeOf(object),
    spec,
    disabled: summary.disabled,
    ...(claim === undefined ? {} : { claimNamespace: claim }),
  };
});

const toRuntime = remembered((object: RuntimeObject): NameableRuntime => {
  const { kind, name, spec, summary } = object;
  const { inheritsFrom } = summary;
  return { kind, name, ...scopeOf(object), spec, ...(inheritsFrom === undefined ? {} : { inheritsFrom }) };
});

interface Judgeable {
  /** Absent when it cannot be read. */
  readonly service?: ServiceToJudge;
  readonly inUse: InUse;
}

export const toJudgeable = remembered((object: ServiceObject): Judgeable => {
  const { kind, namespace, name, spec } = object;
  const document: unknown = JSON.parse(object.document);
  const inUse = readInUse(document);
  if (spec === undefined) return { inUse };
  return { inUse, service: { kind, namespace, name, spec, facts: readServiceFacts(document) } };
});

export const toServiceWorld: (snapshot: Snapshot) => ServiceWorld = remembered((snapshot: Snapshot) =>
  newServiceWorld(snapshot.models.map(toModel), snapshot.runtimes.map(toRuntime)),
);

/** What comes of every InferenceService of the snapshot that can be read. */
export const toBriefs: (snapshot: Snapshot) => ReadonlyMap<ServiceToJudge, ServiceBrief> = remembered(
  (snapshot: Snapshot) => {
    const services = snapshot.services.flatMap((object) => toJudgeable(object).service ?? []);
    const briefs = judgeServices(services, toServiceWorld(snapshot));
    return new Map(
      briefs.flatMap((brief, index) => {
        const service = services[index];
        return service === undefined ? [] : [[service, brief] as const];
      }),
    );
  },
);
