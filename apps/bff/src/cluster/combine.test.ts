import { describe, expect, it } from "vitest";
import type { KindCondition } from "../snapshot/change.ts";
import { combineConditions } from "./combine.ts";

const condition = (state: KindCondition["state"], day: number, message?: string): KindCondition => ({
  state,
  since: `2026-01-0${day}T00:00:00.000Z`,
  ...(message === undefined ? {} : { message, advice: "do something" }),
});
const combine = (conditions: Readonly<Record<string, KindCondition>>) =>
  combineConditions(new Map(Object.entries(conditions)));

describe("the condition of a kind in several namespaces", () => {
  it("is that of the only one, in its own words", () => {
    const only = condition("forbidden", 1, "no");
    expect(combine({ a: only })).toEqual({ ...only, followedIn: ["a"], worstIn: ["a"] });
    expect(combine({})).toBeUndefined();
  });

  it("is live only when all are", () => {
    const followedIn = ["a", "b"];
    expect(combine({ a: condition("live", 1), b: condition("live", 2) })).toEqual({
      ...condition("live", 1),
      followedIn,
      worstIn: followedIn,
    });
    expect(combine({ a: condition("live", 1), b: condition("connecting", 2) })).toEqual({
      ...condition("connecting", 2),
      followedIn,
      worstIn: ["b"],
    });
  });

  it("is the worst, and names its namespace", () => {
    const combined = combine({
      a: condition("forbidden", 1, "no"),
      b: condition("stale", 2, "away"),
      c: condition("live", 1),
    });
    expect(combined).toEqual({
      ...condition("stale", 2, "in the namespace b: away"),
      followedIn: ["a", "b", "c"],
      worstIn: ["b"],
    });
  });

  it("names all that are equally bad, since the first of them", () => {
    const combined = combine({
      a: condition("failed", 2, "away"),
      b: condition("failed", 1, "away"),
      c: condition("live", 1),
    });
    expect(combined?.worstIn).toEqual(["a", "b"]);
    expect(combined?.since).toBe("2026-01-01T00:00:00.000Z");
    expect(combined?.message).toBe("in the namespace a: away, and likewise in b; the other namespaces are followed");
  });
});
