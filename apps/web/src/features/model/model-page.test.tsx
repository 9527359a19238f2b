import { pathToCluster, pathToExplain, pathToRuntimes, pathToServices } from "@ome-matrix/contract";
import { fireEvent, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { baseEntry, modelExample, pairExample, toServiceSummary } from "../../testing/explanations.ts";
import { toCluster, toKind } from "../../testing/matrix-fixture.ts";
import { renderApp, toProblemResponse } from "../../testing/render.tsx";

const modelKey = "ClusterBaseModel/writer";
const pipeline = { ...baseEntry, diffusionPipeline: { className: "QwenImagePipeline" } };
const near = { name: "near", spec: { supportedModelFormats: [pipeline] } };
const manual = { name: "manual", spec: { supportedModelFormats: [{ ...baseEntry, autoSelect: false }] } };
const service = toServiceSummary({ name: "write", namespace: "studio", spec: {} });
const view = { namespace: "studio" };

const fixture = {
  [pathToCluster()]: {
    revision: 1,
    epoch: "a",
    rules: "OME v1.3",
    source: { kind: "demo", name: "demo" },
    updatedAt: "2026-03-01T00:00:00Z",
    state: "live",
    kinds: [],
    namespaces: ["studio", "vision"],
    manifestReports: [],
  },
  [pathToServices(view)]: { revision: 1, services: [service] },
  [pathToRuntimes(view)]: { revision: 1, runtimes: [] },
  [pathToExplain({ model: modelKey }, view)]: {
    ...modelExample({ runtimes: [near, manual], namespace: "studio" }),
    services: [service],
  },
  [pathToExplain({ model: modelKey, runtime: "ClusterServingRuntime/near" }, view)]: pairExample({ runtimes: [near] }),
};

describe("a model's page", () => {
  it("answers first, then shows the evidence", async () => {
    renderApp(`/models/${modelKey}?namespace=studio`, fixture);
    const verdict = await screen.findByRole("region", { name: "Verdict" });
    expect(verdict.textContent).toContain(
      "No runtime is selected automatically in studio. One can be named in an InferenceService: manual.",
    );
    expect(screen.getByRole("heading", { level: 1, name: "writer" })).toBeTruthy();
    expect(screen.getByText(/^no runtime found to support model safetensors/)).toBeTruthy();
    const nearest = screen.getByRole("table", { name: "Nearest runtimes and what differs" });
    expect(within(nearest).getByRole("row", { name: /near/ }).textContent).toContain(
      "diffusion pipeline: not recorded on the model",
    );
    expect(within(nearest).getByRole("link", { name: "near" }).getAttribute("href")).toBe(
      `/?namespace=studio&model=${modelKey}&runtime=ClusterServingRuntime/near`,
    );
    const fields = await screen.findByRole("table", { name: "The model’s pipeline beside the entry" });
    expect(fields.textContent).toContain("QwenImagePipeline");
    expect(screen.getByText("kubectl ome runtime explain --model writer -n studio")).toBeTruthy();
  });

  it("can be seen from an InferenceService", async () => {
    const { url } = renderApp(`/models/${modelKey}?namespace=studio`, fixture);
    const services = await screen.findByRole("table", { name: "InferenceServices that name this model" });
    expect(
      within(services).getByRole("link", { name: "this page seen from it, studio/write" }).getAttribute("href"),
    ).toBe(`/models/${modelKey}?namespace=studio&service=write`);
    await screen.findByRole("option", { name: "vision" });
    fireEvent.change(screen.getByRole("combobox", { name: "Seen from namespace" }), { target: { value: "vision" } });
    await screen.findByDisplayValue("vision");
    expect(url()).toBe(`/models/${modelKey}?namespace=vision`);
  });

  it("can be seen from a namespace that is typed in, where none can be listed", async () => {
    const { url } = renderApp(`/models/${modelKey}?namespace=studio`, {
      ...fixture,
      [pathToCluster()]: toCluster({ kinds: [toKind("Namespace", "forbidden")] }),
    });
    await screen.findByRole("option", { name: "another namespace…" });
    const choose = () =>
      fireEvent.change(screen.getByRole("combobox", { name: "Seen from namespace" }), { target: { value: "…" } });
    choose();
    const field = screen.getByRole("textbox", { name: "Seen from namespace" });
    expect(document.activeElement).toBe(field);
    fireEvent.keyDown(field, { key: "Escape" });
    expect(url()).toBe(`/models/${modelKey}?namespace=studio`);
    choose();
    fireEvent.change(screen.getByRole("textbox", { name: "Seen from namespace" }), { target: { value: " hidden " } });
    fireEvent.click(screen.getByRole("button", { name: "Look from there" }));
    await screen.findByDisplayValue("hidden");
    expect(url()).toBe(`/models/${modelKey}?namespace=hidden`);
  });

  it("says which of its verdicts may be wrong because of a kind that cannot be read", async () => {
    renderApp(`/models/${modelKey}?namespace=studio`, {
      ...fixture,
      [pathToCluster()]: toCluster({ kinds: [{ ...toKind("ServingRuntime", "forbidden"), count: 0 }] }),
    });
    await screen.findByRole("region", { name: "Verdict" });
    const title = await screen.findByText("What is picked and every rank may be wrong.");
    expect(title.closest("div")?.textContent).toContain("ServingRuntimes cannot be read");
    // Above every page.
    expect(screen.getByText("ServingRuntimes: forbidden.")).toBeTruthy();
  });

  it("says that a model is gone, with names that come close", async () => {
    renderApp("/models/ClusterBaseModel/writers", {
      ...fixture,
      [pathToExplain({ model: "ClusterBaseModel/writers" })]: toProblemResponse({
        status: 404,
        code: "model-not-found",
        detail: "There is no model writers.",
        advice: "/api/models lists what there is.",
        suggestions: ["writer"],
      }),
    });
    expect(await screen.findByRole("heading", { name: "This link points to a model that is gone" })).toBeTruthy();
    expect(screen.getByRole("link", { name: "writer" }).getAttribute("href")).toBe("/models/writer");
    expect(screen.queryByText(/\/api\//u)).toBeNull();
    expect(screen.getByText(/may have been deleted or renamed/u)).toBeTruthy();
  });
});
