/** Objects of the snapshot in the matcher's form; the same ones for as long as an object does not change. */
import type { Fleet, FleetObject, InferenceService, InheritingRuntime, Model } from "@ome-matrix/matcher";
import type { ModelObject, RuntimeObject } from "./change.ts";
import type { PatchableObject } from "./patching.ts";
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
    const { kind, spec } = object;
    return spec === undefined ? undefined : { kind, name, ...scopeOf(object), spec };
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

/** Everything of a snapshot that can be read. */
export const toFleet = ({ models, runtimes, services, namespaces }: Snapshot): Fleet => ({
  models: models.flatMap((object) => (toFleetObject(object) as Model | undefined) ?? []),
  runtimes: toRuntimes(runtimes),
  services: services.flatMap((object) => (toFleetObject(object) as InferenceService | undefined) ?? []),
  namespaces,
});

/** The runtimes that can be read, with what they inherit from. */
export const toRuntimes = (runtimes: readonly RuntimeObject[]): readonly InheritingRuntime[] =>
  runtimes.flatMap((object) => (toFleetObject(object) as InheritingRuntime | undefined) ?? []);
