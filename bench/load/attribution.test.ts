import { describe, expect, it } from "vitest";
import { attribute, delaysOf, percentile, toldAt, untold } from "./attribution.ts";

const model = (name: string, at: number) => ({ at, kind: "ClusterBaseModel", key: `ClusterBaseModel/${name}` });
const event = (revision: number, ...names: string[]) => ({
  revision,
  kinds: ["ClusterBaseModel"],
  touched: names.map((name) => `ClusterBaseModel/${name}`),
});
const unnamed = (revision: number, kind = "ClusterBaseModel") => ({ revision, kinds: [kind] });
const at = (...times: readonly number[]) => Float64Array.from(times);

describe("attribute", () => {
  it("finds the first event after a change that names its object", () => {
    const changes = [model("a", 10), model("b", 20), model("a", 130), model("c", 140)];
    const events = [event(1, "a", "b"), event(2, "a"), event(3, "c")];
    const { places, byKind, closest } = attribute(changes, events, [at(100, 101), at(200, 201), at(300, 301)]);
    expect([...places]).toEqual([0, 0, 1, 2]);
    expect(byKind).toBe(0);
    expect(closest).toBe(120);
  });

  it("takes two changes within one revision for what they are", () => {
    const { places } = attribute([model("a", 10), model("a", 20)], [event(1, "a")], [at(100)]);
    expect([...places]).toEqual([0, 0]);
  });

  it("goes by the kind where an event names no objects, unless a later one names the object before it changes again", () => {
    const changes = [model("a", 10), model("b", 95), model("a", 5_000)];
    const events = [unnamed(1, "BaseModel"), unnamed(2), event(3, "b"), event(4, "a")];
    const { places, byKind } = attribute(changes, events, [at(50), at(100), at(200), at(5_100)]);
    expect([...places]).toEqual([1, 2, 3]);
    expect(byKind).toBe(1);
  });

  it("finds nothing for a change that no event holds", () => {
    const { places } = attribute([model("a", 10), model("b", 500)], [event(1, "a", "b")], [at(100)]);
    expect([...places]).toEqual([0, -1]);
  });

  it("does not take an event for one that nobody received yet", () => {
    const { places } = attribute([model("a", 10)], [event(1, "a")], [at(Number.NaN, 100)]);
    expect([...places]).toEqual([0]);
  });
});

describe("toldAt", () => {
  it("lets later news stand for what a reader missed, and nothing for what it was never told", () => {
    const events = [event(1, "a"), event(2, "b"), event(3, "c")];
    const arrivals = [at(100, Number.NaN), at(200, Number.NaN), at(Number.NaN, Number.NaN)];
    const told = toldAt(events, arrivals, [{ reader: 1, revision: 2, at: 250 }]);
    expect(told.map((ofEvent) => [...ofEvent])).toEqual([
      [100, 250],
      [200, 250],
      [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
    ]);
  });
});

describe("delaysOf", () => {
  it("is from every change to every reader, and counts who was never told", () => {
    const changes = [model("a", 10), model("b", 50), model("c", 60)];
    const events = [event(1, "a", "b")];
    const arrivals = [at(100, 120)];
    const attribution = attribute(changes, events, arrivals);
    const { sorted, lost } = delaysOf(changes, attribution, toldAt(events, arrivals, []), 2);
    expect([...sorted]).toEqual([50, 70, 90, 110]);
    expect(lost).toBe(2);
  });
});

describe("percentile", () => {
  it("is the value that the share does not exceed", () => {
    const sorted = Array.from({ length: 100 }, (_, index) => index + 1);
    expect([0.5, 0.95, 0.99, 1].map((share) => percentile(sorted, share))).toEqual([50, 95, 99, 100]);
    expect(percentile([], 0.5)).toBeNaN();
  });
});

describe("untold", () => {
  const events = [event(4, "a"), event(5, "b"), event(6, "c")];
  it.each([
    { what: "all that changed, by name", welcome: event(5, "a", "b"), before: 3, is: 0 },
    { what: "all that changed, by kind", welcome: unnamed(5), before: 3, is: 0 },
    { what: "less", welcome: event(5, "b"), before: 3, is: 1 },
    { what: "another kind", welcome: unnamed(5, "BaseModel"), before: 3, is: 1 },
    { what: "what a new reader is told", welcome: event(5), before: undefined, is: 0 },
    { what: "nothing, when nothing changed", welcome: event(6), before: 6, is: 0 },
  ])("of who was told $what: $is", ({ welcome, before, is }) => {
    expect(untold(events, [{ ...welcome, reader: 0, before }])).toHaveLength(is);
  });
});
