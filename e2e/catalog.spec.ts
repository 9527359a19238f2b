import { join } from "node:path";
import { catalog, expect, inCi, test } from "./program.ts";

test.describe("OME's own catalog", () => {
  test.skip(catalog === undefined && !inCi, "OME_CATALOG is not set");
  const folder = (...parts: readonly string[]) => join(catalog ?? "OME_CATALOG is not set", ...parts);

  test("205 models and 201 runtimes, and the four that occur twice are named", async ({ page, request, programs }) => {
    const program = await programs.start(
      "--manifests",
      folder("runtimes"),
      "--manifests",
      folder("recorded-models.yaml"),
    );
    const matrix = await (await request.get(`${program.address}/api/matrix`)).json();
    expect(matrix.models).toHaveLength(205);
    expect(matrix.runtimes).toHaveLength(201);

    const { manifestReports } = await (await request.get(`${program.address}/api/cluster`)).json();
    const twice = manifestReports.filter((report: { code: string }) => /duplicate|twice/.test(report.code));
    expect(twice).toHaveLength(4);

    await page.goto(program.address);
    await expect(page.getByRole("grid")).toBeAttached();
    await expect(page.locator("body")).toContainText(/of 205 models/);
    await expect(page.locator("body")).toContainText(/of 201 runtimes/);
    for (const { message } of twice) {
      const name = /"([^"]+)"|ClusterServingRuntime[ /]([\w.-]+)/.exec(message);
      expect(name, message).not.toBeNull();
      expect(program.output()).toContain(message);
    }
  });

  test("164 models are unknown before OME has read their files", async ({ request, programs }) => {
    const program = await programs.start("--manifests", folder("runtimes"), "--manifests", folder("models"));
    const matrix = await (await request.get(`${program.address}/api/matrix`)).json();
    const unknown = String(matrix.states.indexOf("unknown"));
    expect(matrix.cells).toHaveLength(205);
    expect(matrix.cells.filter((row: string) => row === unknown.repeat(201))).toHaveLength(164);
  });
});
