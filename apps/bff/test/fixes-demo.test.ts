/**
 * Every fix of the demo cluster, in every view: sent to the API as bash parses its command, it keeps its promise; the effect
 * and the preview announced are what is seen afterwards; the undo command restores the objects. A seeded hundred and one of
 * every kind are run by bash with the real kubectl. The work is done in processes of their own: see fixes/part.ts.
 */
import { describe, expect, it } from "vitest";
import { hasKubectl } from "./fixes/kubectl.ts";
import { runParts, sum, union } from "./fixes/parts.ts";

describe("the fixes of the demo cluster", () => {
  it("keep their promise, have the effect announced, and are undone", { timeout: 900_000 }, async () => {
    if (!hasKubectl() && process.env["CI"] === "true") {
      expect.fail("kubectl is missing: with CI=true it has to be there");
    }
    const reports = await runParts("demo");
    expect(union(reports, ({ speechless }) => speechless)).toEqual([]);
    expect(sum(reports, ({ pairs }) => pairs)).toBeGreaterThan(15_000);
    expect(union(reports, ({ states }) => states)).toEqual(["candidate", "near-miss", "pin-only", "rejected"]);
    expect(sum(reports, ({ manifests }) => manifests)).toBeGreaterThan(1_000);
    // Changes of a runtime may be the same for models of two parts.
    expect(sum(reports, ({ done }) => done.sets)).toBe(sum(reports, ({ ids }) => ids));
    expect(sum(reports, ({ done }) => done.sets)).toBeGreaterThan(3_000);
    expect(sum(reports, ({ done }) => done.promises)).toBeGreaterThan(5_000);
    for (const of of ["withPairs", "withWinners", "withTies", "withServices"] as const) {
      expect(
        sum(reports, ({ done }) => done[of]),
        of,
      ).toBeGreaterThan(0);
    }
    if (!hasKubectl()) return;
    expect(sum(reports, ({ kubectl }) => kubectl.fixes)).toBeGreaterThan(100);
    expect(union(reports, ({ kubectl }) => kubectl.codes)).toEqual(union(reports, ({ codes }) => codes));
  });
});
