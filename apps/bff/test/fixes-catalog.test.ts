/**
 * OME's own catalog, where it lies (OME_CATALOG=DIR): what is offered for a seeded thousand of its near misses. Nothing of it
 * is in this project; continuous integration has to provide it.
 */
import { expect, it } from "vitest";
import { runParts, sum } from "./fixes/parts.ts";

const catalog = process.env["OME_CATALOG"] || undefined;

if (catalog === undefined) {
  it("OME_CATALOG is set", ({ skip }) => {
    if (process.env["CI"] === "true") expect.fail("OME_CATALOG is not set: with CI=true OME's catalog has to be there");
    skip("OME_CATALOG is not set, so no fixes of OME's own catalog are tried");
  });
} else {
  it("a thousand near misses of the catalog have fixes that keep their promise", { timeout: 1_800_000 }, async () => {
    const reports = await runParts(catalog);
    const pairs = sum(reports, (report) => report.pairs);
    expect(pairs).toBeGreaterThan(500);
    expect(sum(reports, ({ withFixes }) => withFixes)).toBe(pairs);
    expect(sum(reports, ({ done }) => done.sets)).toBeGreaterThan(500);
  });
}
