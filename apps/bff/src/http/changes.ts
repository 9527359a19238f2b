/** Changes as they are sent, applied to the snapshot: what effects and previews are made of. */
import { type ChangesBody, readResourceKey } from "@ome-matrix/contract";
import type { Patch, Replacement } from "@ome-matrix/matcher";
import { toFleetObject, toName } from "../snapshot/fleet.ts";
import type { PatchableObject, PatchedObject, Patching } from "../snapshot/patching.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { requireFollowed, requireListed, toAbsence } from "./lookup.ts";
import { AppError } from "./problem.ts";
import { similarNames } from "./similar.ts";

const patchableKinds = [
  "ClusterBaseModel",
  "BaseModel",
  "ClusterServingRuntime",
  "ServingRuntime",
  "InferenceService",
] as const;

/** Each changed object once, however many of the changes are about it. */
export interface Changed {
  readonly objects: ReadonlyMap<string, PatchableObject>;
  readonly replacements: readonly Replacement[];
}

/** Applies all changes in their order to copies, or throws the problem of the first that cannot be applied. */
export const applyChanges = (snapshot: Snapshot, { patched }: Patching, { changes }: ChangesBody): Changed => {
  const before = new Map<string, PatchableObject>();
  const objects = new Map<string, PatchableObject>();
  for (const [index, { target, patch }] of changes.entries()) {
    const object = findObject(snapshot, target);
    const made = patched(objects.get(target) ?? object, patch as Patch);
    if (!made.ok) throw toProblem(made.problem, index, target, patch as Patch);
    before.set(target, object);
    objects.set(target, made.object);
  }
  const replacements = [...before].map(([key, object]): Replacement => {
    const after = objects.get(key);
    const replaced = { before: toFleetObject(object), after: after === undefined ? undefined : toFleetObject(after) };
    const isUnreadable = replaced.before === undefined || replaced.after === undefined;
    return isUnreadable ? { ...replaced, unreadable: toName(object) } : replaced;
  });
  return { objects, replacements };
};

const findObject = (snapshot: Snapshot, target: string): PatchableObject => {
  const key = readResourceKey(target);
  const kind = patchableKinds.find((candidate) => candidate === key?.kind);
  const found = kind === undefined ? undefined : snapshot.objects[kind].get(target);
  if (found !== undefined) return found as PatchableObject;
  if (kind !== undefined) {
    requireFollowed(snapshot, key?.namespace);
    requireListed(snapshot, [kind], target);
  }
  const absence = toAbsence(snapshot, kind === undefined ? [] : [kind]);
  const all = [...snapshot.models, ...snapshot.runtimes, ...snapshot.services];
  const near = similarNames(
    key?.name ?? target,
    all.map(({ name }) => name),
  );
  throw new AppError("object-not-found", {
    detail:
      kind === undefined
        ? `"${target}" is not the key of a model, a runtime or an InferenceService`
        : `There is no ${target}${absence.text}`,
    advice: absence.advice ?? "Give the key of an object, as /api/models, /api/runtimes and /api/services list them",
    suggestions: near.flatMap((name) => all.filter((object) => object.name === name).map((object) => object.key)),
  });
};

const reasons = {
  "no-such-parent": "there is nothing to put it in",
  "no-such-member": "there is no such member",
  "not-an-index": "this is not an index of the list",
  "test-failed": "the test finds another value",
  "not-a-pointer": "this is not a JSON pointer",
} as const;

const toProblem = (
  problem: Extract<PatchedObject, { readonly ok: false }>["problem"],
  change: number,
  target: string,
  patch: Patch,
): AppError => {
  if (problem.why === "identity-changed") {
    return new AppError("patch-fails", {
      detail: `changes[${change}] would make ${target} another object: apiVersion, kind, name and namespace cannot be patched`,
      advice: "Leave them as they are",
    });
  }
  const operation = patch.type === "json" ? patch.operations[problem.operation] : undefined;
  return new AppError("patch-fails", {
    detail: `changes[${change}], operation ${problem.operation} (${operation?.op ?? "merge"} ${problem.path}) cannot be applied to ${target}: ${reasons[problem.why]}`,
    advice: "Compare with the object as it is now; fields that are not kept here count as not there",
    parameters: [
      { name: `changes[${change}].patch.operations[${problem.operation}].path`, message: reasons[problem.why] },
    ],
  });
};
