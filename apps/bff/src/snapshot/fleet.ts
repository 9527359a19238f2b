/** Objects of the snapshot in the matcher's form; the same ones for as long as an object does not change. */
import type {
  Fleet,
  FleetModel,
  FleetObject,
  InferenceService,
  InheritingRuntime,
  ResourceName,
} from "@ome-matrix/matcher";
import type { ModelObject, RuntimeObject } from "./change.ts";
import type { PatchableObject } from "./patching.ts";
import { claimNamespaceOf } from "./service-world.ts";
import type { Snapshot } from "./snapshot.ts";

const known = new WeakMap<PatchableObject, FleetObject>();

const scopeOf = ({ namespace }: PatchableObject) => (namespace === undefined ? {} : { namespace });

const isModel = (object: PatchableObject): object is ModelObject =>
  object.kind === "BaseModel" || object.kind === "ClusterBaseModel";

const make = (object: PatchableObject): FleetObject | undefined => {
  const { name } = object;
  if (object.kind === "InferenceService") {
    const { kind, namespace, spec } = object;
    return spec === undefined ? undefined : { kind, namespace, name, spec };
  }
  if (isModel(object)) {
    const { kind, spec, summary } = object;
    if (spec === undefined) return undefined;
    const claim = claimNamespaceOf(object);
    return {
      kind,
      name,
      ...scopeOf(object),
      spec,
      ...(summary.disabled ? { disabled: true } : {}),
      ...(claim === undefined ? {} : { claimNamespace: claim }),
    };
  }
  const { kind, spec, summary } = object;
  if (spec === undefined) return undefined;
  const { inheritsFrom } = summary;
  return { kind, name, ...scopeOf(object), spec, ...(inheritsFrom === undefined ? {} : { inheritsFrom }) };
};

/** undefined for an object that cannot be read. */
export const toFleetObject = (object: PatchableObject): FleetObject | undefined => {
  const before = known.get(object);
  if (before !== undefined) return before;
  const made = make(object);
  if (made !== undefined) known.set(object, made);
  return made;
};

/** Everything of a snapshot, and the names of what cannot be read. */
export const toFleet = ({ models, runtimes, services, namespaces }: Snapshot): Fleet => ({
  models: models.flatMap((object) => (toFleetObject(object) as FleetModel | undefined) ?? []),
  runtimes: toRuntimes(runtimes),
  services: services.flatMap((object) => (toFleetObject(object) as InferenceService | undefined) ?? []),
  unreadable: [...models, ...runtimes].filter(({ spec }) => spec === undefined).map(toName),
  namespaces,
});

/** Without anything that is not part of the name. */
export const toName = <Kind extends string>({ kind, namespace, name }: ResourceName<Kind>): ResourceName<Kind> => ({
  kind,
  ...(namespace === undefined ? {} : { namespace }),
  name,
});

/** The runtimes that can be read, with what they inherit from. */
export const toRuntimes = (runtimes: readonly RuntimeObject[]): readonly InheritingRuntime[] =>
  runtimes.flatMap((object) => (toFleetObject(object) as InheritingRuntime | undefined) ?? []);
