import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { rankCandidates } from "./rank.ts";
import type { RankingKey } from "./reasons.ts";

const cluster = (name: string, score: bigint, sizeDistance?: number): RankingKey => ({
  kind: "ClusterServingRuntime",
  name,
  score,
  ...(sizeDistance === undefined ? {} : { sizeDistance }),
});
const own = (name: string, score: bigint, sizeDistance?: number): RankingKey => ({
  ...cluster(name, score, sizeDistance),
  kind: "ServingRuntime",
});

function order(keys: readonly RankingKey[]): readonly string[] {
  return rankCandidates(keys).map(({ index, decidedBy }) => `${keys[index]?.name} ${decidedBy ?? "-"}`);
}

const infinity = Number.POSITIVE_INFINITY;

describe("rankCandidates", () => {
  test.each([
    { name: "nothing", keys: [], expected: [] },
    { name: "kind before score", keys: [cluster("a", 9n), own("b", 1n)], expected: ["b kind", "a -"] },
    { name: "score", keys: [cluster("a", 1n), cluster("b", 2n)], expected: ["b score", "a -"] },
    {
      name: "scores beyond 2^53",
      keys: [cluster("a", 2n ** 60n), cluster("b", 2n ** 60n + 1n)],
      expected: ["b score", "a -"],
    },
    { name: "distance", keys: [cluster("a", 1n, 5), cluster("b", 1n, 3)], expected: ["b size-distance", "a -"] },
    { name: "name", keys: [cluster("b", 1n, 3), cluster("a", 1n, 3)], expected: ["a name", "b -"] },
    {
      name: "names as bytes",
      keys: [cluster("\u{10000}", 1n), cluster("\uffff", 1n), cluster("Z", 1n), cluster("a", 1n)],
      expected: ["Z name", "a name", "\uffff name", "\u{10000} -"],
    },
    {
      name: "less than 1 apart is a tie",
      keys: [cluster("b", 1n, 0), cluster("a", 1n, 0.9)],
      expected: ["a name", "b -"],
    },
    { name: "1 apart is none", keys: [cluster("b", 1n, 0), cluster("a", 1n, 1)], expected: ["b size-distance", "a -"] },
    {
      name: "ties are formed from the smallest upwards",
      keys: [cluster("a", 1n, 1.2), cluster("b", 1n, 0.6), cluster("c", 1n, 0)],
      expected: ["b name", "c size-distance", "a -"],
    },
    {
      name: "infinite distances and none are ties",
      keys: [cluster("c", 1n, infinity), cluster("b", 1n, Number.NaN), cluster("a", 1n, infinity), cluster("d", 1n, 7)],
      expected: ["d size-distance", "a name", "b name", "c -"],
    },
    {
      name: "without a size no distance is compared",
      keys: [cluster("b", 1n), cluster("a", 1n)],
      expected: ["a name", "b -"],
    },
    {
      name: "a tie does not reach over a score",
      keys: [cluster("c", 2n, 1), cluster("b", 1n, 1), cluster("a", 1n, 1)],
      expected: ["c score", "a name", "b -"],
    },
  ])("$name", ({ keys, expected }) => {
    expect(order(keys)).toEqual(expected);
  });

  const keys = fc.uniqueArray(
    fc.record({
      kind: fc.constantFrom("ServingRuntime" as const, "ClusterServingRuntime" as const),
      name: fc.string({ maxLength: 2, unit: "binary" }),
      score: fc.constantFrom(1n, 2n, 2n ** 62n),
      sizeDistance: fc.constantFrom(0, 0.4, 0.8, 1.2, 1.7, 3e9, infinity, Number.NaN),
    }),
    { selector: ({ kind, name }) => `${kind} ${name}`, maxLength: 12 },
  );

  test("is a total order that does not depend on the order of the input", () => {
    fc.assert(
      fc.property(keys, fc.infiniteStream(fc.nat()), (list, randoms) => {
        const shuffled = [...list];
        for (let at = shuffled.length - 1; at > 0; at--) {
          const pick = (randoms.next().value ?? 0) % (at + 1);
          [shuffled[at], shuffled[pick]] = [shuffled[pick] ?? shuffled[0], shuffled[at]] as [
            RankingKey & { sizeDistance: number },
            RankingKey & { sizeDistance: number },
          ];
        }
        const ranked = (from: readonly RankingKey[]) =>
          rankCandidates(from).map(({ index, decidedBy }) => [from[index], decidedBy]);
        expect(ranked(shuffled)).toEqual(ranked(list));
        expect(new Set(rankCandidates(list).map(({ index }) => index)).size).toBe(list.length);
      }),
    );
  });

  test("every neighbour is where the step says", () => {
    fc.assert(
      fc.property(keys, (list) => {
        const placed = rankCandidates(list);
        for (const [at, { index, decidedBy }] of placed.entries()) {
          const one = list[index];
          const next = list[placed[at + 1]?.index ?? -1];
          if (one === undefined || next === undefined) {
            expect(decidedBy).toBeUndefined();
            continue;
          }
          if (decidedBy === "kind") expect([one.kind, next.kind]).toEqual(["ServingRuntime", "ClusterServingRuntime"]);
          else expect(one.kind).toBe(next.kind);
          if (decidedBy === "score") expect(one.score > next.score).toBe(true);
          if (decidedBy === "size-distance" || decidedBy === "name") expect(one.score).toBe(next.score);
        }
      }),
    );
  });
});
