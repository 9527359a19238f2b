/** Edits put to the test: applied to copies, foreseen, judged again, and cut down until nothing can be left out. */
import { toPatch, toPatches } from "./edit.ts";
import { type Change, type FixCode, fixCodes, fixRisks, riskOf } from "./fix.ts";
import { copyJson, type JsonObject } from "./json-value.ts";
import { nameOf } from "./malformed.ts";
import { applyPatch } from "./patch.ts";
import { type FixEdit, type Side, sides } from "./repair.ts";
import { type Objects, readSituation, type Situation } from "./situation.ts";

/** The objects after the edits; undefined when a patch cannot be applied or an object cannot be read afterwards. */
export function situationAfter(before: Situation, edits: readonly FixEdit[]): Situation | undefined {
  const objects: { -readonly [Key in keyof Objects]: Objects[Key] } = { ...before.objects };
  for (const side of sides) {
    const ofSide = edits.filter((edit) => edit.side === side);
    const object = objects[side];
    if (ofSide.length === 0) continue;
    if (object === undefined) return undefined;
    const patched = applyPatch(object, toPatch(object, ofSide));
    if (!patched.ok) return undefined;
    objects[side] = patched.object;
  }
  return readSituation(objects);
}

/** The patches that the edits become, in the order of application. */
export function changesOf(before: Situation, edits: readonly FixEdit[]): readonly Change[] {
  return sides.flatMap((side) => {
    const object = before.objects[side];
    const ofSide = edits.filter((edit) => edit.side === side);
    const target = targetOf(before, side);
    if (object === undefined || target === undefined || ofSide.length === 0) return [];
    return [{ target, ...toPatches(object, ofSide) }];
  });
}

function targetOf({ model, runtime, service }: Situation, side: Side): Change["target"] | undefined {
  switch (side) {
    case "model":
      return nameOf(model);
    case "runtime":
      return nameOf(runtime);
    case "service":
      return service === undefined ? undefined : nameOf(service);
  }
}

/**
 * Leaves out every edit, and every unit of edits, without which the promise still holds; from the end, so that what was
 * proposed first stays. Undefined when the promise does not hold to begin with.
 */
export function minimize(
  edits: readonly FixEdit[],
  holds: (edits: readonly FixEdit[]) => boolean,
): readonly FixEdit[] | undefined {
  if (!holds(edits)) return undefined;
  let kept = edits;
  for (let at = kept.length - 1; at >= 0; at--) {
    const left = kept[at];
    if (left === undefined) continue;
    const rest = kept.filter((edit) => edit !== left && (left.unit === undefined || edit.unit !== left.unit));
    if (rest.length === 0 || !holds(rest)) continue;
    kept = rest;
    // What could not be left out before may be left out now.
    at = kept.length;
  }
  return kept;
}

/** Each edit once; undefined when two set the same thing to different values. */
export function withoutDuplicates(edits: readonly FixEdit[]): readonly FixEdit[] | undefined {
  const byPath = new Map<string, FixEdit>();
  for (const edit of edits) {
    const key = JSON.stringify([edit.side, edit.path]);
    const known = byPath.get(key);
    if (known !== undefined && JSON.stringify(known.to) !== JSON.stringify(edit.to)) return undefined;
    if (known === undefined) byPath.set(key, edit);
  }
  return [...byPath.values()];
}

/** The codes of the edits, each once, in the order of `fixCodes`. */
export function partsOf(edits: readonly FixEdit[]): readonly FixCode[] {
  return fixCodes.filter((code) => edits.some((edit) => edit.code === code));
}

/** The riskiest of some codes; among equals the last in the order of `fixCodes`. */
export function riskiest(codes: readonly FixCode[]): FixCode {
  const order = (code: FixCode) => fixRisks.indexOf(riskOf[code]) * fixCodes.length + fixCodes.indexOf(code);
  return codes.reduce((worst, code) => (order(code) > order(worst) ? code : worst));
}

/** A frozen-in-time copy: what is proposed does not change when the caller's objects do. */
export function copyObject(object: unknown): JsonObject {
  const copy = copyJson(object);
  return typeof copy === "object" && copy !== null && !Array.isArray(copy) ? copy : {};
}
