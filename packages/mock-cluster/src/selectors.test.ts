import { describe, expect, test } from "vitest";
import type { JsonObject } from "./json.ts";
import { readFieldSelector, readLabelSelector } from "./selectors.ts";

function labelled(labels: JsonObject): JsonObject {
  return { metadata: { name: "x", namespace: "studio", labels } };
}

describe("label selectors", () => {
  const team = labelled({ team: "red", tier: "3", "example.org/x": "1" });
  const rows: readonly (readonly [string, boolean])[] = [
    ["", true],
    ["team=red", true],
    ["team==red", true],
    ["team=blue", false],
    ["team = red , tier != 4", true],
    ["team!=red", false],
    ["absent!=red", true],
    ["absent=red", false],
    ["team in (blue, red)", true],
    ["team in (blue)", false],
    ["absent in (red)", false],
    ["team notin (blue)", true],
    ["absent notin (blue)", true],
    ["team", true],
    ["absent", false],
    ["!absent", true],
    ["!team", false],
    ["example.org/x=1", true],
    ["tier>2", true],
    ["tier<2", false],
    ["absent=", false],
    ["team in (red,)", true],
    ["in", false],
    ["constructor", false],
    ["team=red,!absent,tier in (1,2,3)", true],
  ];
  test.each(rows)("%s: %s", (source, expected) => {
    expect(readLabelSelector(source)(team)).toBe(expected);
  });

  test.each([
    "team in red",
    "team in (red",
    "=red",
    "team=red blue",
    "team=red,",
    "a b",
    "-x=1",
    "team=!",
    "tier>x",
    "(",
    "team in (red) blue",
  ])("%s is refused", (source) => {
    expect(() => readLabelSelector(source)).toThrow(/unable to parse requirement/);
  });

  test("an object without metadata has no labels", () => {
    expect(readLabelSelector("a")({ metadata: 5 })).toBe(false);
    expect(readLabelSelector("!a")({})).toBe(true);
  });
});

describe("field selectors", () => {
  const rows: readonly (readonly [string, boolean])[] = [
    ["metadata.name=x", true],
    ["metadata.name==x", true],
    ["metadata.name!=x", false],
    ["metadata.namespace=studio,metadata.name=x", true],
    ["metadata.namespace=studio,metadata.name=y", false],
    ["", true],
  ];
  test.each(rows)("%s: %s", (source, expected) => {
    expect(readFieldSelector(source)(labelled({}))).toBe(expected);
  });

  test("other fields are refused as the API server does", () => {
    expect(() => readFieldSelector("spec.disabled=true")).toThrow("field label not supported: spec.disabled");
    expect(() => readFieldSelector("metadata.name")).toThrow("invalid selector");
  });
});
