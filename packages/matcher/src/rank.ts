/** The order of the candidates (spec 3.3). */
import type { RankingKey, RankStep } from "./reasons.ts";
import { compareByBytes } from "./values/order.ts";

/** A place in the ranking. */
export interface Placed {
  /** Which of the keys stands here. */
  readonly index: number;
  /** The step that placed it before the next one; undefined on the last. */
  readonly decidedBy: RankStep | undefined;
}

/**
 * Puts candidates in OME's order, whatever order they come in:
 *
 * 1. ServingRuntimes before ClusterServingRuntimes
 * 2. higher score
 * 3. smaller distance from the model's size; distances less than 1 parameter apart are a tie, and so are those that
 *    are infinite or no number
 * 4. name, as bytes
 *
 * "Less than 1 apart" is no order by itself (0, 0.6 and 1.2), so ties are formed from the smallest distance upwards.
 */
export function rankCandidates(keys: readonly RankingKey[]): readonly Placed[] {
  const order = keys.map((_, index) => index);
  const keyAt = (at: number): RankingKey => keys[order[at] ?? 0] ?? noKey;
  order.sort((one, other) => compareExactly(keys[one] ?? noKey, keys[other] ?? noKey));

  const decided: (RankStep | undefined)[] = [];
  let start = 0;
  for (let at = 1; at <= order.length; at++) {
    const step = at === order.length ? undefined : stepBetween(keyAt(start), keyAt(at - 1), keyAt(at));
    if (step === "name") continue;
    // From start up to here only the names decide.
    if (at - start > 1 && distanceOf(keyAt(start)) !== distanceOf(keyAt(at - 1))) {
      const tied = order
        .slice(start, at)
        .sort((one, other) => compareByBytes((keys[one] ?? noKey).name, (keys[other] ?? noKey).name));
      for (const [offset, index] of tied.entries()) order[start + offset] = index;
    }
    for (let inside = start; inside < at - 1; inside++) decided[inside] = "name";
    decided[at - 1] = step;
    start = at;
  }
  return order.map((index, at) => ({ index, decidedBy: decided[at] }));
}

const noKey: RankingKey = { kind: "ClusterServingRuntime", name: "", score: 0n };

function compareExactly(one: RankingKey, other: RankingKey): number {
  if (one.kind !== other.kind) return one.kind === "ServingRuntime" ? -1 : 1;
  if (one.score !== other.score) return one.score > other.score ? -1 : 1;
  const oneDistance = distanceOf(one);
  const otherDistance = distanceOf(other);
  if (oneDistance !== otherDistance) return oneDistance < otherDistance ? -1 : 1;
  return compareByBytes(one.name, other.name);
}

/** What separates a key from the run of ties that began with `first`. */
function stepBetween(first: RankingKey, before: RankingKey, next: RankingKey): RankStep {
  if (before.kind !== next.kind) return "kind";
  if (before.score !== next.score) return "score";
  const from = distanceOf(first);
  const to = distanceOf(next);
  return from === to || to - from < 1 ? "name" : "size-distance";
}

function distanceOf({ sizeDistance = 0 }: RankingKey): number {
  return Number.isNaN(sizeDistance) ? Number.POSITIVE_INFINITY : sizeDistance;
}
