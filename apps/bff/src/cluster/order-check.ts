import { at, textAt } from "./json.ts";

export interface OrderCheck {
  /** Whether an event can follow what was told before. If not, something was lost, doubled or mixed up on the way. */
  fits(type: "ADDED" | "MODIFIED" | "DELETED", object: unknown): boolean;
}

const keyOf = (object: unknown): string | undefined => {
  const name = textAt(object, "metadata", "name");
  return name === undefined ? undefined : `${textAt(object, "metadata", "namespace") ?? ""}/${name}`;
};

/** Grows with every change of the spec; of an object there is no other number that may be compared. */
const generationOf = (object: unknown): number => {
  const generation = at(object, "metadata", "generation");
  return typeof generation === "number" ? generation : 0;
};

/**
 * Notices from the events themselves that a watch does not tell the truth. Not everything shows: a lost event of an object
 * that is never heard of again does not, nor do two changes of a status in the wrong order. The objects of a list count as added.
 */
export const createOrderCheck = (): OrderCheck => {
  const generations = new Map<string, number>();
  return {
    fits(type, object) {
      const key = keyOf(object);
      if (key === undefined) return true;
      const known = generations.get(key);
      const generation = generationOf(object);
      if (type === "DELETED") return generations.delete(key);
      generations.set(key, generation);
      if (type === "ADDED") return known === undefined;
      return known !== undefined && (generation === 0 || generation >= known);
    },
  };
};
