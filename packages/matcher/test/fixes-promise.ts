/** What a fix promises, looked at from outside: apply, let the API refuse, judge, and see whether it was worth it. */
import { withApiDefaults } from "../src/fixes/api-defaults.ts";
import { jsonEquals } from "../src/fixes/json-value.ts";
import {
  foresee,
  isModelDisabled,
  levelOf,
  namesRuntime,
  type Objects,
  readSituation,
  type Surroundings,
  standingOf,
} from "../src/fixes/situation.ts";
import { applyPatch, type Change, type Fix, type FixInput, type JsonObject, type Patch } from "../src/index.ts";

export function toObjects({ model, runtime, service }: FixInput): Objects {
  return {
    model: model as JsonObject,
    runtime: runtime as JsonObject,
    service: service === undefined ? undefined : (service as JsonObject),
  };
}

export function toSurroundings(input: FixInput): Surroundings {
  const situation = readSituation(toObjects(input));
  const namespace = situation?.service?.namespace ?? input.namespace;
  const runtime = situation?.runtime;
  return {
    namespace,
    others: input.runtimes.filter(
      (one) =>
        (one.kind === "ClusterServingRuntime" || one.namespace === namespace) &&
        !(one.kind === runtime?.kind && one.name === runtime.name),
    ),
    acceleratorClasses: input.acceleratorClasses === undefined ? undefined : new Set(input.acceleratorClasses),
  };
}

type Side = keyof Objects;

function sideOf({ target }: Change): Side {
  return target.kind === "InferenceService" ? "service" : target.kind.endsWith("Runtime") ? "runtime" : "model";
}

/** The objects after some patches; undefined when one cannot be applied. */
export function applyAll(objects: Objects, changes: readonly { side: Side; patch: Patch }[]): Objects | undefined {
  const after = { ...objects };
  for (const { side, patch } of changes) {
    const patched = applyPatch(after[side], patch);
    if (!patched.ok) return undefined;
    after[side] = patched.object;
  }
  return after;
}

/** Whether the objects are now where the fix said they would be: one step further than before, and accepted by the API. */
export function keepsPromise(input: FixInput, fix: Fix, after: Objects | undefined): boolean {
  const before = readSituation(toObjects(input));
  const now = after === undefined ? undefined : readSituation(after);
  const surroundings = toSurroundings(input);
  if (before === undefined || now === undefined) return false;
  if (foresee(before.objects, now, surroundings) !== undefined) return false;
  if (fix.code === "model/enable") return isModelDisabled(before.objects) && !isModelDisabled(now.objects);
  if (fix.verified.outcome === "named") return namesRuntime(now);
  const from = levelOf(before);
  return from === 2 ? standingOf(now, surroundings).selected : levelOf(now) > from;
}

/** The fix with one operation, or one leaf of a merge patch, left out; each of them once. Guards stay. */
export function withOneLess(fix: Fix): readonly (readonly { side: Side; patch: Patch }[])[] {
  const all = fix.changes.map((change) => ({ side: sideOf(change), patch: change.patch }));
  return all.flatMap((change, at) =>
    smallerPatches(change.patch).map((patch) =>
      all.flatMap((one, index) => (index !== at ? [one] : patch === undefined ? [] : [{ side: one.side, patch }])),
    ),
  );
}

export function allPatches(fix: Fix): readonly { side: Side; patch: Patch }[] {
  return fix.changes.map((change) => ({ side: sideOf(change), patch: change.patch }));
}

export function undoPatches(fix: Fix): readonly { side: Side; patch: Patch }[] {
  return [...fix.changes].reverse().map((change) => ({ side: sideOf(change), patch: change.undo }));
}

function smallerPatches(patch: Patch): readonly (Patch | undefined)[] {
  if (patch.type === "json") {
    return patch.operations.flatMap((operation, at): (Patch | undefined)[] => {
      if (operation.op === "test") return [];
      const operations = patch.operations.filter((_, index) => index !== at);
      return [operations.every(({ op }) => op === "test") ? undefined : { type: "json", operations }];
    });
  }
  return leafPaths(patch.body).map((path) => {
    const body = without(patch.body, path);
    return body === undefined ? undefined : { type: "merge", body };
  });
}

function isBranch(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) && Object.keys(value).length > 0;
}

function leafPaths(body: JsonObject): readonly (readonly string[])[] {
  return Object.entries(body).flatMap(([key, value]): (readonly string[])[] =>
    isBranch(value) ? leafPaths(value).map((path) => [key, ...path]) : [[key]],
  );
}

/** Without a leaf, and without the objects that are empty then. */
function without(body: JsonObject, [first = "", ...rest]: readonly string[]): JsonObject | undefined {
  const entries = Object.entries(body).flatMap(([key, value]): [string, unknown][] => {
    if (key !== first) return [[key, value]];
    const smaller = rest.length > 0 && isBranch(value) ? without(value, rest) : undefined;
    return smaller === undefined ? [] : [[key, smaller]];
  });
  return entries.length === 0 ? undefined : (Object.fromEntries(entries) as JsonObject);
}

/** After the API has filled in what it fills in, the undo brings back what was there. */
export function undoRestores(input: FixInput, fix: Fix): boolean {
  const objects = toObjects(input);
  const stored: Objects = {
    model: withApiDefaults(objects.model),
    runtime: withApiDefaults(objects.runtime),
    service: objects.service === undefined ? undefined : withApiDefaults(objects.service),
  };
  const after = applyAll(stored, allPatches(fix));
  if (after === undefined) return false;
  const defaulted: Objects = {
    model: withApiDefaults(after.model),
    runtime: withApiDefaults(after.runtime),
    service: after.service === undefined ? undefined : withApiDefaults(after.service),
  };
  const restored = applyAll(defaulted, undoPatches(fix));
  return restored !== undefined && jsonEquals(restored, stored);
}
