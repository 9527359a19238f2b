import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { smallMatrix, toCluster, toMatrix, toModel, toRuntime } from "../../testing/matrix-fixture.ts";
import { renderApp, toProblemResponse } from "../../testing/render.tsx";

const fixture = { "/api/cluster": toCluster(), "/api/matrix": smallMatrix() };

const grid = () => screen.findByRole("grid", { name: "Models and runtimes" });

describe("the matrix page", () => {
  it("shows the models and runtimes that come near each other", async () => {
    renderApp("/", fixture);
    const table = await grid();
    expect(within(table).getByRole("rowheader", { name: /llama-70b/u })).toBeTruthy();
    expect(within(table).getByRole("columnheader", { name: /srt-qwen-image/u })).toBeTruthy();
    expect(within(table).queryByRole("rowheader", { name: /writer/u })).toBeNull();
    expect(screen.getByText("3 of 4 models · 3 of 4 runtimes")).toBeTruthy();
    expect(table.getAttribute("aria-colcount")).toBe("8");
  });

  it("shows no zeros where nothing could be looked at", async () => {
    const kinds = toCluster().kinds.map((kind) => ({ ...kind, state: "failed" as const, count: 0, message: "bad CA" }));
    renderApp("/", { "/api/cluster": toCluster({ state: "failed", kinds }), "/api/matrix": toMatrix([], [], []) });
    expect(await screen.findByText("Nothing could be read from the cluster")).toBeTruthy();
    expect((await screen.findAllByText("nothing could be read")).length).toBeGreaterThan(0);
    expect(screen.queryByText(/0 of 0/)).toBeNull();
    expect(screen.queryByRole("complementary", { name: "Filters" })).toBeNull();
    expect(screen.queryByText(/updated .* ago/)).toBeNull();
  });

  it("has one tab stop that the arrow keys move, and names each cell", async () => {
    renderApp("/", fixture);
    const table = await grid();
    const cell = within(table).getByRole("gridcell", {
      name: "llama-8b, srt-llama-70b: near miss, 2 differ: quantization, size",
    });
    expect(table.querySelectorAll('[tabindex="0"]')).toHaveLength(1);
    cell.focus();
    fireEvent.keyDown(cell, { key: "ArrowDown" });
    expect(document.activeElement?.getAttribute("aria-label")).toBe("llama-70b, srt-llama-70b: selected");
    fireEvent.keyDown(document.activeElement ?? cell, { key: "End" });
    expect(document.activeElement?.getAttribute("aria-label")).toBe("llama-70b, srt-qwen-image: rejected");
    fireEvent.keyDown(document.activeElement ?? cell, { key: "Home" });
    fireEvent.keyDown(document.activeElement ?? cell, { key: "ArrowLeft" });
    expect(document.activeElement?.getAttribute("href")).toBe("/models/ClusterBaseModel/llama-70b");
    expect(table.querySelectorAll('[tabindex="0"]')).toHaveLength(1);
  });

  it("jumps from near miss to near miss, and opens the pair in the address", async () => {
    const app = renderApp("/", fixture);
    await grid();
    fireEvent.keyDown(document.body, { key: "]" });
    await waitFor(() =>
      expect(document.activeElement?.getAttribute("aria-label")).toMatch(/^llama-8b, srt-llama-70b/u),
    );
    fireEvent.keyDown(document.activeElement ?? document.body, { key: "]" });
    await waitFor(() =>
      expect(document.activeElement?.getAttribute("aria-label")).toMatch(/^llama-70b, srt-llama-8b/u),
    );
    fireEvent.keyDown(document.activeElement ?? document.body, { key: "Enter" });
    await waitFor(() =>
      expect(app.url()).toBe("/?model=ClusterBaseModel/llama-70b&runtime=ClusterServingRuntime/srt-llama-8b"),
    );
  });

  it("filters by text and state, in the address", async () => {
    const app = renderApp("/", fixture);
    await grid();
    fireEvent.change(screen.getByRole("searchbox"), { target: { value: "qwen" } });
    await waitFor(() => expect(screen.getByText("1 of 4 models · 1 of 4 runtimes")).toBeTruthy());
    expect(app.url()).toBe("/?q=qwen");
    fireEvent.click(screen.getByRole("button", { name: /reset/u }));
    await waitFor(() => expect(app.url()).toBe("/"));
    fireEvent.click(screen.getByRole("button", { name: /^Pin only/u }));
    await waitFor(() => expect(app.url()).toContain("states=selected,candidate,near-miss-1,near-miss-more"));
  });

  it("unfolds what is folded", async () => {
    const app = renderApp("/", fixture);
    await grid();
    const fold = screen.getByText("+1 model that no runtime comes near").parentElement;
    fireEvent.click(within(fold ?? document.body).getByRole("button", { name: "show" }));
    await waitFor(() => expect(app.url()).toBe("/?all=models"));
    expect(await screen.findByText("4 of 4 models · 3 of 4 runtimes")).toBeTruthy();
    expect(await screen.findByRole("rowheader", { name: /writer/u })).toBeTruthy();
  });

  it("offers the pairs as a table", async () => {
    renderApp("/?show=pairs", fixture);
    const table = await screen.findByRole("table", { name: "Pairs" });
    expect(within(table).getAllByRole("row")).toHaveLength(6);
    expect(
      within(table).getByRole("button", { name: /Explain qwen-image and srt-qwen-image: Near miss/u }),
    ).toBeTruthy();
  });

  it("leads from the pairs back to the list on a phone", async () => {
    const wide = window.matchMedia;
    vi.stubGlobal("matchMedia", (query: string) => ({ ...wide(query), matches: query.includes("max-width") }));
    const app = renderApp("/?show=pairs", fixture);
    await screen.findByRole("table", { name: "Pairs" });
    fireEvent.click(screen.getByRole("button", { name: "List" }));
    expect(await screen.findByRole("article", { name: "llama-70b" })).toBeTruthy();
    expect(app.url()).toBe("/");
    fireEvent.click(screen.getByRole("button", { name: "Pairs" }));
    await waitFor(() => expect(app.url()).toBe("/?show=pairs"));
  });

  it("says what cannot be read in the row itself", async () => {
    const message = "spec.modelFormat: expected an object, found a string";
    const broken = toModel({
      name: "broken",
      problems: [{ path: "spec.modelFormat", expected: "", found: "", message }],
    });
    renderApp("/", {
      ...fixture,
      "/api/matrix": toMatrix(
        [broken, toModel({ name: "fine" })],
        [toRuntime({ name: "one" })],
        [["error"], ["selected 1"]],
      ),
    });
    const table = await grid();
    expect(within(table).getByText(`${message}. This row is not judged; the others stand.`)).toBeTruthy();
  });

  it("offers a way out when nothing matches", async () => {
    const app = renderApp("/?q=zzz", fixture);
    fireEvent.click(await screen.findByRole("button", { name: "Clear the filters" }));
    await grid();
    expect(app.url()).toBe("/");
  });

  it("explains a link to a namespace that is gone", async () => {
    const app = renderApp("/?namespace=nope", {
      ...fixture,
      "/api/matrix?namespace=nope": toProblemResponse({
        status: 404,
        code: "namespace-not-found",
        detail: "No namespace nope",
      }),
    });
    expect(await screen.findByRole("heading", { name: "There is no namespace nope" })).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "See all namespaces" }));
    await grid();
    expect(app.url()).toBe("/");
  });

  it("says that its server does not answer, and tries again", async () => {
    const down = () => new Response("<html>", { status: 502 });
    renderApp("/", { "/api/cluster": down, "/api/matrix": down });
    expect(await screen.findByRole("heading", { name: "OME Matrix does not answer" })).toBeTruthy();
    expect(screen.getByRole("button", { name: "Try again" })).toBeTruthy();
  });

  it("opens the keyboard help", async () => {
    renderApp("/", fixture);
    await grid();
    fireEvent.keyDown(document.body, { key: "?" });
    expect(await screen.findByRole("dialog", { name: "Keyboard" })).toBeTruthy();
  });
});
