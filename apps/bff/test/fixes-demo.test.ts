/**
 * Every fix of the demo cluster, in every view: sent to the API as bash parses its command, it keeps its promise; the effect
 * and the preview announced are what is seen afterwards; the undo command restores the objects. A seeded hundred and one of
 * every kind are run by bash with the real kubectl. The work is done in processes of their own: see fixes/part.ts.
 */
import { fixCodes } from "@ome-matrix/matcher";
import { describe, expect, it } from "vitest";
import { kindsBesideDemo } from "./fixes/kinds.ts";
import { hasKubectl } from "./fixes/kubectl.ts";
import { runParts, sum, union } from "./fixes/parts.ts";

describe("the fixes of the demo cluster", () => {
  it("keep their promise, have the effect announced, and are undone", { timeout: 1_800_000 }, async () => {
    if (!hasKubectl() && process.env["CI"] === "true") {
      expect.fail("kubectl is missing: with CI=true it has to be there");
    }
    const reports = await runParts("demo");
    expect(union(reports, ({ speechless }) => speechless)).toEqual([]);
    expect(sum(reports, ({ pairs }) => pairs)).toBeGreaterThan(15_000);
    const states = ["candidate", "disabled", "near-miss", "pin-only", "rejected", "unknown"];
    expect(union(reports, (report) => report.askedStates)).toEqual(states);
    // Of its two disabled runtimes one is a profile, and one lists an accelerator class that is no more.
    expect(union(reports, (report) => report.states)).toEqual(states.filter((state) => state !== "disabled"));
    expect(sum(reports, ({ settled }) => settled)).toBeGreaterThan(0);
    expect(sum(reports, ({ manifests }) => manifests)).toBeGreaterThan(1_000);
    expect(sum(reports, ({ created }) => created)).toBeGreaterThan(500);
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
    const codes = union(reports, (report) => report.codes);
    expect([...new Set([...codes, ...kindsBesideDemo])].sort()).toEqual([...fixCodes].sort());
    if (!hasKubectl()) return;
    expect(sum(reports, ({ kubectl }) => kubectl.fixes)).toBeGreaterThan(100);
    expect(union(reports, ({ kubectl }) => kubectl.codes)).toEqual(codes);
  });
});

describe("the kinds of fixes of which the demo cluster has no example", () => {
  it("keep their promise, have the effect announced, and are undone", { timeout: 600_000 }, async () => {
    const reports = await runParts("kinds");
    expect(union(reports, ({ speechless }) => speechless)).toEqual([]);
    expect(union(reports, (report) => report.states)).toContain("disabled");
    expect(union(reports, ({ codes }) => codes)).toEqual(expect.arrayContaining([...kindsBesideDemo]));
    expect(sum(reports, ({ done }) => done.sets)).toBeGreaterThan(20);
    if (!hasKubectl()) return;
    expect(union(reports, ({ kubectl }) => kubectl.codes)).toEqual(union(reports, ({ codes }) => codes));
  });
});
