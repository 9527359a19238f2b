/** What a browser makes of the page's own rules: nothing it does itself is against them, and nobody else gets in. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { expect, test } from "./program.ts";

/** Whatever the browser complains of, from the first line of the page on. */
const watch = async (page: Page): Promise<{ complaints: () => readonly string[] }> => {
  const complaints: string[] = [];
  page.on("console", (message) => {
    const text = message.text();
    // What a request answers is told by the page itself; the browser repeats it.
    const isAnswer = text.startsWith("Failed to load resource: the server responded with a status of 404");
    if (["error", "warning"].includes(message.type()) && !isAnswer) complaints.push(text);
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  await page.exposeFunction("tellViolation", (text: string) => complaints.push(text));
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sourceFile }) => {
      const { tellViolation } = window as unknown as { tellViolation: (text: string) => void };
      tellViolation(`${violatedDirective}: ${blockedURI} (${sourceFile})`);
    });
  });
  return { complaints: () => complaints };
};

const settled = async (page: Page): Promise<void> => {
  await expect(page.getByText("OME v1.3 rules")).toBeVisible();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
};

const nearMiss =
  "namespace=team-vision&model=ClusterBaseModel/qwen-image-pvc&runtime=ClusterServingRuntime/srt-qwen-image-pipeline";

test("no page does what its content security policy forbids", async ({ page, shared }) => {
  const { complaints } = await watch(page);
  const paths = [
    "/",
    "/?show=pairs",
    "/?q=no-such-thing",
    "/?namespace=nowhere",
    `/?${nearMiss}`,
    "/models/ClusterBaseModel/qwen-image-pvc?namespace=team-vision",
    "/models/ClusterBaseModel/gone",
    "/runtimes/ClusterServingRuntime/tei-embeddings",
    "/services",
    "/services/InferenceService/studio/dialogue-8b",
    "/no/such/page",
  ];
  for (const path of paths) {
    await page.goto(shared.address + path);
    await settled(page);
  }
  expect(complaints()).toEqual([]);
});

test("nothing that opens does either", async ({ page, shared }) => {
  const { complaints } = await watch(page);
  await page.goto(`${shared.address}/?${nearMiss}`);
  const drawer = page.getByRole("dialog");
  await expect(drawer.getByText("Verified:").first()).toBeVisible();
  for (const head of await drawer.locator(".fix__head > button").all()) await head.click();
  for (const tab of await drawer.getByRole("tab").all()) await tab.click();
  for (const fold of await drawer.locator("summary, button[aria-expanded=false]").all()) {
    if (await fold.isVisible()) await fold.click();
  }
  await drawer.getByRole("link", { name: "Preview in the matrix" }).first().click();
  await expect(
    page
      .getByRole("region", { name: /preview/i })
      .or(page.getByText(/preview/i))
      .first(),
  ).toBeVisible();
  await page.getByRole("main").press("?");
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /^Theme:/ }).click();
  await page.getByRole("gridcell").first().hover();
  expect(complaints()).toEqual([]);
});

test("addresses that cannot be decoded, or are very long, end on a page that says something", async ({
  page,
  shared,
}) => {
  const { complaints } = await watch(page);
  for (const path of [
    "/models/%ff",
    "/models/ClusterBaseModel/%zz",
    "/runtimes/ClusterServingRuntime/%E0%A4%A",
    "/services/%ff/%ff",
    `/models/ClusterBaseModel/${"a".repeat(7_000)}`,
    `/?q=${"%41".repeat(2_000)}`,
    "/%00",
    "/models/ClusterBaseModel/%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E",
    "/?q=%3Cscript%3Ealert(1)%3C/script%3E&namespace=%22%3E%3Cscript%3Ealert(1)%3C/script%3E",
  ]) {
    await page.goto(shared.address + path);
    await expect(page.getByRole("main").getByRole("heading").first(), path.slice(0, 60)).toBeVisible();
    await expect(page.locator("[aria-busy=true]"), path.slice(0, 60)).toHaveCount(0);
  }
  expect(complaints().filter((text) => !text.includes("400 (Bad Request)"))).toEqual([]);
});

/** Another site on this machine. */
const withSite = async (html: string, use: (address: string) => Promise<void>): Promise<void> => {
  const site: Server = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "text/html" }).end(html);
  });
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  try {
    // By a name of its own: another site, and not only another port.
    await use(`http://localhost:${(site.address() as AddressInfo).port}/`);
  } finally {
    site.closeAllConnections();
    await new Promise((resolve) => site.close(resolve));
  }
};

test("another site can neither frame the page, nor read its API, nor load its files", async ({ page, demo }) => {
  const html = `<!doctype html><title>evil</title><iframe id="frame" src="${demo.address}/"></iframe>`;
  await withSite(html, async (site) => {
    await page.goto(site);
    // Chromium shows a page of its own in the frame, whose content nobody may see.
    await expect.poll(() => page.frames().map((frame) => frame.url())).toEqual([site, "chrome-error://chromewebdata/"]);

    const outcome = await page.evaluate(async (address) => {
      const tried = (promise: Promise<unknown>) =>
        promise.then(
          () => "read",
          () => "refused",
        );
      // An image loads as soon as it has an address, so whoever listens has to listen before.
      const loaded = (element: HTMLImageElement | HTMLScriptElement, path: string) =>
        new Promise<string>((resolve) => {
          element.addEventListener("load", () => resolve("loaded"));
          element.addEventListener("error", () => resolve("refused"));
          element.src = `${address}${path}`;
          document.body.append(element);
        });
      const stream = new EventSource(`${address}/api/events`);
      const heard = new Promise((resolve) => {
        stream.addEventListener("revision", () => resolve("read"));
        stream.addEventListener("error", () => resolve("refused"));
      });
      return {
        get: await tried(fetch(`${address}/api/cluster`).then((answer) => answer.text())),
        post: await tried(
          fetch(`${address}/api/effect`, {
            method: "POST",
            headers: { "content-type": "application/json" },
            body: '{"changes":[]}',
          }),
        ),
        events: await heard,
        image: await loaded(document.createElement("img"), "/favicon.svg"),
        script: await loaded(document.createElement("script"), "/theme.js"),
      };
    }, demo.address);
    expect(outcome).toEqual({
      get: "refused",
      post: "refused",
      events: "refused",
      image: "refused",
      script: "refused",
    });
  });
});

test("another site cannot patch the demo", async ({ page, demo }) => {
  await withSite("<!doctype html><title>evil</title>", async (site) => {
    await page.goto(site);
    const model = `${demo.api}/apis/ome.io/v1beta1/clusterbasemodels/qwen-image-pvc`;
    const body = '{"spec":{"disabled":true}}';
    const before = await (await fetch(model)).text();
    const statuses = await page.evaluate(
      async ([address, text]) => {
        const types = ["application/merge-patch+json", "application/json", "text/plain"];
        const ways = types.flatMap((type) =>
          ["PATCH", "PUT", "POST", "DELETE"].map((method) => ({
            method,
            headers: { "content-type": type },
            body: text,
          })),
        );
        // Without asking first, what a form could send goes out all the same, and its answer cannot be read.
        return Promise.all(
          [...ways, { method: "POST", mode: "no-cors" as const, body: text }].map((way) =>
            fetch(address ?? "", way as RequestInit).then(
              (answer) => answer.type,
              () => "refused",
            ),
          ),
        );
      },
      [model, body],
    );
    expect(new Set(statuses)).toEqual(new Set(["refused", "opaque"]));
    expect(await (await fetch(model)).text()).toBe(before);
  });
});
