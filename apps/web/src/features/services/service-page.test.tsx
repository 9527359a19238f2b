import { pathToCluster, pathToService } from "@ome-matrix/contract";
import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { toCluster, toKind } from "../../testing/matrix-fixture.ts";
import { renderApp } from "../../testing/render.tsx";
import { serviceExplanationExample, writerRuntime } from "../../testing/service-examples.ts";

const path = pathToService({ namespace: "studio", name: "write" });
const url = "/services/InferenceService/studio/write";

it("begins with the answer; its links look from the service", async () => {
  renderApp(url, {
    [path]: serviceExplanationExample(
      { conditions: [{ type: "RuntimeReady", status: "True", reason: "RuntimeResolved" }] },
      {
        ranking: [{ runtime: writerRuntime, rank: 1, score: 2 }],
        checked: { total: 3, namespaced: 1, cluster: 2 },
        messages: [
          { place: "warning", part: "whole", text: "Runtime srt-writer will be auto-selected for model writer" },
        ],
      },
    ),
  });
  const verdict = within(await screen.findByRole("region", { name: "Verdict" }));
  const link = verdict.getByRole("link", { name: "srt-writer" });
  expect(link.getAttribute("href")).toBe(
    "/?namespace=studio&service=write&model=ClusterBaseModel/writer&runtime=ClusterServingRuntime/srt-writer",
  );
  expect(screen.getByText("Runtime srt-writer will be auto-selected for model writer")).toBeTruthy();
  expect(screen.getByRole("table", { name: "Runtimes in rank order" })).toBeTruthy();
  expect(screen.getByRole("row", { name: /RuntimeReady True RuntimeResolved/ })).toBeTruthy();
  expect(screen.getByRole("link", { name: "Matrix seen from it" }).getAttribute("href")).toBe(
    "/?namespace=studio&service=write",
  );
  expect(screen.getByRole("link", { name: "All runtimes for it" }).getAttribute("href")).toBe(
    "/models/ClusterBaseModel/writer?namespace=studio&service=write",
  );
});

it("leads from nothing found to the fixes", async () => {
  const nearest = { runtime: writerRuntime, state: "near-miss", differences: 1, mismatches: [] } as const;
  renderApp(url, {
    [path]: serviceExplanationExample(
      { result: { code: "nothing-selected" } },
      { near: [{ ...nearest, differingFields: ["size"], mismatches: [] }] },
    ),
  });
  expect((await screen.findByRole("link", { name: "Show the fixes" })).getAttribute("href")).toBe(
    "/models/ClusterBaseModel/writer?namespace=studio&service=write",
  );
  expect(screen.getByRole("table", { name: "Nearest runtimes and what differs" })).toBeTruthy();
});

it("says that it is gone", async () => {
  const problem = { status: 404, code: "service-not-found", title: "", detail: "There is no such", advice: "" };
  renderApp(url, { [path]: Response.json(problem, { status: 404 }) });
  expect(await screen.findByText("This link points to an InferenceService that is gone")).toBeTruthy();
  expect(screen.queryByRole("link", { name: "Matrix seen from it" })).toBeNull();
});

it("says what may be wrong because of kinds that cannot be read, or are old", async () => {
  renderApp(url, {
    [path]: serviceExplanationExample(),
    [pathToCluster()]: toCluster({
      kinds: [{ ...toKind("ServingRuntime", "forbidden"), count: 0 }, toKind("InferenceService", "stale")],
    }),
  });
  await screen.findByRole("region", { name: "Verdict" });
  expect(
    (await screen.findByText("Which runtime it gets, and what it asks for and uses may be wrong.")).closest("div")
      ?.textContent,
  ).toContain(
    "ServingRuntimes cannot be read: “not found” may only mean “not seen”. InferenceServices are not up to date.",
  );
});
