import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { modelExample } from "../testing/explanations.ts";
import { smallMatrix, toCluster } from "../testing/matrix-fixture.ts";
import type { EventStream } from "./event-stream.ts";

const content = "/tools/ome-matrix";

const load = async () => {
  const { renderApp } = await import("../testing/render.tsx");
  const { startLive } = await import("./live.ts");
  const { openSharedStream } = await import("./shared-stream.ts");
  const { createQueryClient } = await import("../app/providers.tsx");
  return { renderApp, startLive, openSharedStream, createQueryClient };
};
let app: Awaited<ReturnType<typeof load>>;

/** The page's modules read their base path once, so they are loaded after it is there. */
beforeAll(async () => {
  vi.resetModules();
  const meta = document.createElement("meta");
  meta.name = "base-path";
  meta.content = content;
  document.head.append(meta);
  app = await load();
}, 60_000);
afterAll(() => {
  for (const meta of document.head.querySelectorAll("meta")) meta.remove();
  vi.resetModules();
});

describe("below a base path", () => {
  it("requests, links and streams carry it", async () => {
    const page = app.renderApp(`${content}/?namespace=studio`, {
      [`${content}/api/cluster`]: toCluster(),
      [`${content}/api/matrix?namespace=studio`]: smallMatrix(),
    });
    const services = await screen.findByRole("link", { name: "Services" });
    expect(services.getAttribute("href")).toBe(`${content}/services?namespace=studio`);
    const rows = await screen.findAllByRole("rowheader");
    expect(rows.length).toBeGreaterThan(0);
    const addresses = [...document.querySelectorAll("a[href^='/']")].map((link) => link.getAttribute("href"));
    expect(addresses.filter((address) => !address?.startsWith(`${content}/`))).toEqual([]);
    expect(addresses.some((address) => address?.startsWith(`${content}/models/`))).toBe(true);
    expect(page.requests.filter((path) => !path.startsWith(`${content}/api/`))).toEqual([]);
    // The field filters the matrix, which it would not if it took this for another page.
    fireEvent.change(screen.getByRole("searchbox"), { target: { value: "llama" } });
    await waitFor(() => expect(page.url()).toContain("q=llama"));
  });

  it("the curl command is one that works", async () => {
    const explanation = modelExample({ runtimes: [{ name: "near", spec: {} }] });
    const { key } = explanation.model;
    const path = `${content}/api/explain?model=${encodeURIComponent(key)}`;
    app.renderApp(`${content}/models/${key}`, {
      [`${content}/api/cluster`]: toCluster(),
      [`${content}/api/runtimes`]: { revision: 1, runtimes: [] },
      [path]: explanation,
    });
    await waitFor(() => expect(document.body.textContent).toContain(`${window.location.origin}${path}`));
  });

  it("two programs below one host share no stream", () => {
    const opened: string[] = [];
    const names: string[] = [];
    const quiet: EventStream = { readyState: 0, addEventListener: () => undefined, close: () => undefined };
    const live = app.startLive({
      queryClient: app.createQueryClient(),
      openStream: (path) => {
        opened.push(path);
        return app.openSharedStream(path, {
          withLock: async (name) => void names.push(name),
          openChannel: (name) => {
            names.push(name);
            return { post: () => undefined, listen: () => undefined, close: () => undefined };
          },
          openStream: () => quiet,
        });
      },
    });
    live.stop();
    expect(opened).toEqual([`${content}/api/events`]);
    expect(names).toHaveLength(2);
    for (const name of names) expect(name).toContain(`${content}/api/events`);
  });
});
