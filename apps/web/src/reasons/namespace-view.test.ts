import { kindStates } from "@ome-matrix/contract";
import { describe, expect, it } from "vitest";
import { toKind } from "../testing/matrix-fixture.ts";
import { canBeTyped, withCurrent } from "./namespace-view.ts";

describe("a namespace can be typed in", () => {
  it("where namespaces could not be listed", () => {
    const states = kindStates.filter((state) => canBeTyped({ kinds: [toKind("Namespace", state)] }));
    expect(states.toSorted()).toEqual(["absent", "failed", "forbidden"]);
  });

  it("not before anything is known", () => {
    expect([canBeTyped(undefined), canBeTyped({ kinds: [] })]).toEqual([false, false]);
  });

  it("not where some namespaces only are followed, of which all are known", () => {
    const followed = { ...toKind("BaseModel"), followedIn: ["studio"] };
    expect(canBeTyped({ kinds: [toKind("Namespace", "forbidden"), followed] })).toBe(false);
  });
});

describe("what the address names", () => {
  it("stays a choice when the cluster does not know it, with what cannot be seen escaped", () => {
    expect(withCurrent(["a"], "a").map(({ value }) => value)).toEqual(["a"]);
    expect(withCurrent(["a"], "gone\u202e")).toEqual([
      { value: "a", label: "a" },
      { value: "gone\u202e", label: "gone\\u202e" },
    ]);
    expect(withCurrent(["a"], undefined)).toHaveLength(1);
  });
});
