import { type ClusterState, type PairExplanation, pathToCluster, pathToExplain } from "@ome-matrix/contract";
import { QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { act, fireEvent, render, screen, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { createQueryClient } from "../../app/providers.tsx";
import { baseEntry, baseModel, pairExample } from "../../testing/explanations.ts";
import { toCluster, toKind } from "../../testing/matrix-fixture.ts";
import { toProblemResponse } from "../../testing/render.tsx";
import { PairDrawer, type PairDrawerProps } from "./pair-drawer.tsx";

const modelKey = "ClusterBaseModel/writer";
const runtimeKey = "ClusterServingRuntime/srt-writer";
const older = { ...baseEntry, modelFramework: { name: "transformers", version: "4.33.1", weight: 1 } };
const nearMiss = pairExample({
  runtimes: [
    {
      spec: { supportedModelFormats: [older, { ...older, quantization: "fp8" }] },
      summary: { managedBy: ["helm"] },
    },
  ],
});

const renderDrawer = (
  answer: () => PairExplanation | Response,
  props: Partial<PairDrawerProps> = {},
  cluster: ClusterState = toCluster(),
) => {
  const requests: string[] = [];
  vi.stubGlobal("fetch", async (path: string) => {
    if (path === pathToCluster()) return Response.json(cluster);
    requests.push(path);
    const body = answer();
    return body instanceof Response ? body : Response.json(body);
  });
  const onClose = vi.fn();
  const onOpenPair = vi.fn();
  const queryClient = createQueryClient(1);
  const root = createRootRoute({
    component: () => (
      <PairDrawer
        modelKey={modelKey}
        runtimeKey={runtimeKey}
        view={{}}
        onClose={onClose}
        onOpenPair={onOpenPair}
        {...props}
      />
    ),
  });
  const router = createRouter({ routeTree: root, history: createMemoryHistory() });
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return { onClose, onOpenPair, queryClient, requests };
};

const name = "writer × srt-writer";
const findDrawer = () => screen.findByRole("dialog", { name });

describe("the drawer", () => {
  it("says what may be wrong because of kinds that cannot be read, or are old", async () => {
    const kinds = [{ ...toKind("ServingRuntime", "failed"), count: 0 }, toKind("ClusterBaseModel", "stale")];
    renderDrawer(() => nearMiss, {}, toCluster({ kinds }));
    const drawer = within(await findDrawer());
    const title = "What is picked for the model, and what is said of ClusterBaseModels may be wrong.";
    expect(await drawer.findByText(title, undefined, { timeout: 15_000 })).toBeTruthy();
  });

  it("asks for the pair as seen from the view", async () => {
    const view = { namespace: "studio", service: "write" };
    const { requests } = renderDrawer(() => nearMiss, { view });
    await findDrawer();
    expect(requests).toEqual([pathToExplain({ model: modelKey, runtime: runtimeKey }, view)]);
  });

  it("answers in its order: verdict, OME's sentence, checks, entries, score, objects", async () => {
    renderDrawer(() => nearMiss);
    const drawer = within(await findDrawer());
    expect(await drawer.findByText("One value differs: the framework version.")).toBeTruthy();
    expect(drawer.getByText(/^model format 'mt:safetensors:1.0.0:LlamaForCausalLM/)).toBeTruthy();
    expect(drawer.getAllByRole("heading", { level: 2 }).map((heading) => heading.textContent)).toEqual([
      "writer × srt-writer",
      "Checks",
      "Entry 1 of 2",
      "Score and rank",
      "Objects",
    ]);
    const [table] = drawer.getAllByRole("table", { name: "Entry 1 of 2, beside the model" });
    const failing = within(table ?? document.body).getByRole("row", { name: /^framework version/ });
    expect(failing.textContent).toContain("framework version4.45.0Equal4.33.1 Equal✕ differs");
    expect(drawer.getAllByText("Not a minimum.")).toHaveLength(2);
    expect(drawer.getByText("What OME selects is not a promise that the model loads.")).toBeTruthy();
  });

  it("takes the focus, and Escape closes it", async () => {
    const { onClose } = renderDrawer(() => nearMiss);
    const drawer = await findDrawer();
    expect(document.activeElement).toBe(within(drawer).getByRole("heading", { name }));
    fireEvent.keyDown(drawer, { key: "Escape" });
    expect(onClose).toHaveBeenCalledOnce();
  });

  it("steps to the next near miss, and not beyond the last", async () => {
    const next = { modelKey: "ClusterBaseModel/other", runtimeKey };
    const { onOpenPair } = renderDrawer(() => nearMiss, { neighbours: { position: "1 of 2 near misses", next } });
    const stepping = within(within(await findDrawer()).getByRole("group", { name: "Near misses" }));
    expect(stepping.getByText("1 of 2 near misses")).toBeTruthy();
    fireEvent.click(stepping.getByRole("button", { name: "Previous near miss" }));
    fireEvent.click(stepping.getByRole("button", { name: "Next near miss" }));
    expect(onOpenPair.mock.calls).toEqual([["ClusterBaseModel/other", runtimeKey]]);
  });

  it("opens another pair of the ranking in place", async () => {
    const ranked = pairExample({
      runtimes: [{ spec: {} }, { name: "second", spec: { modelSizeRange: { min: "1B" } } }],
    });
    const { onOpenPair } = renderDrawer(() => ranked);
    const ranking = await within(await findDrawer()).findByRole("table", { name: "Runtimes in rank order" });
    fireEvent.click(within(ranking).getByRole("link", { name: "second" }));
    expect(onOpenPair.mock.calls).toEqual([[modelKey, "ClusterServingRuntime/second"]]);
  });

  it("says that a runtime is gone, with names that come close", async () => {
    renderDrawer(() =>
      toProblemResponse({
        status: 404,
        code: "runtime-not-found",
        detail: "There is no runtime srt-writer.",
        advice: "/api/runtimes lists what there is.",
        suggestions: ["srt-writers"],
      }),
    );
    const drawer = within(await findDrawer());
    expect(await drawer.findByRole("heading", { name: "This link points to a runtime that is gone" })).toBeTruthy();
    expect(drawer.getByText(/^It may have been deleted or renamed/u)).toBeTruthy();
    expect(drawer.getByRole("link", { name: "srt-writers" }).getAttribute("href")).toBe(
      "/?model=ClusterBaseModel%2Fwriter&runtime=srt-writers",
    );
  });

  it("leads to the fixes of a pair that OME does not pick", async () => {
    const renderFixes = vi.fn(({ headingId }: { readonly headingId: string }) => <h2 id={headingId}>Fixes</h2>);
    renderDrawer(() => nearMiss, { renderFixes });
    const drawer = within(await findDrawer());
    fireEvent.click(await drawer.findByRole("button", { name: "Show the fixes" }));
    expect(document.activeElement).toBe(drawer.getByRole("region", { name: "Fixes" }));
    expect(renderFixes).toHaveBeenCalledWith(expect.objectContaining({ modelKey, runtimeKey, state: "near-miss" }));
  });

  it("has no fixes for a pair that OME picks", async () => {
    renderDrawer(() => pairExample({ runtimes: [{ spec: {} }] }), { renderFixes: () => "never" });
    const drawer = within(await findDrawer());
    await drawer.findByText("OME picks this runtime for this model.");
    expect(drawer.queryByRole("button", { name: "Show the fixes" })).toBeNull();
  });

  it("keeps the pair while it is fetched again, and then shows what changed", async () => {
    let answer: PairExplanation = nearMiss;
    const { queryClient } = renderDrawer(() => answer);
    const drawer = within(await findDrawer());
    await drawer.findByText("One value differs: the framework version.");
    answer = pairExample({ runtimes: [{ spec: {} }], model: { spec: baseModel } });
    await act(() => queryClient.invalidateQueries());
    expect(await drawer.findByText("OME picks this runtime for this model.")).toBeTruthy();
  });
});
