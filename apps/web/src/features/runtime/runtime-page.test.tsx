import { pathToCluster, pathToExplain } from "@ome-matrix/contract";
import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { baseModel, runtimeExample } from "../../testing/explanations.ts";
import { toCluster, toKind } from "../../testing/matrix-fixture.ts";
import { renderApp } from "../../testing/render.tsx";

const runtimeKey = "ClusterServingRuntime/srt-writer";

it("shows what a runtime serves, what comes near, and its entries", async () => {
  renderApp(`/runtimes/${runtimeKey}`, {
    [pathToExplain({ runtime: runtimeKey })]: runtimeExample({ spec: { modelSizeRange: { max: "8B" } } }, [
      { name: "fits", spec: baseModel },
      { name: "big", spec: { ...baseModel, modelParameterSize: "70B" } },
    ]),
  });
  const verdict = await screen.findByRole("region", { name: "Verdict" });
  expect(verdict.textContent).toContain("OME picks it for 1 model.");
  const served = within(screen.getByRole("table", { name: "Models, and how it serves them" }));
  expect(served.getByRole("link", { name: "fits" }).getAttribute("href")).toBe(
    `/?model=ClusterBaseModel/fits&runtime=${runtimeKey}`,
  );
  const nearest = within(screen.getByRole("table", { name: "Nearest models and what differs" }));
  expect(nearest.getByRole("row", { name: /big/ }).textContent).toContain("size: 70B, runtime takes at most 8B");
  const entries = screen.getByRole("table", { name: "Entries of supportedModelFormats" });
  expect(entries.textContent).toContain("transformers 4.45.0");
});

it("says which of its verdicts may be wrong because of a kind that is old", async () => {
  renderApp(`/runtimes/${runtimeKey}`, {
    [pathToExplain({ runtime: runtimeKey })]: runtimeExample({ spec: {} }, [{ name: "fits", spec: baseModel }]),
    [pathToCluster()]: toCluster({ kinds: [toKind("BaseModel", "stale"), toKind("ClusterBaseModel")] }),
  });
  await screen.findByRole("region", { name: "Verdict" });
  expect(await screen.findByText("Which models it serves may be out of date.")).toBeTruthy();
});
