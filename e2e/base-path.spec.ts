/** The page below a path, through a reverse proxy that passes the path on and through one that takes it off. */
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { expect, type Program, test } from "./program.ts";

const basePath = "/tools/ome-matrix";

interface Proxy {
  /** Where a browser finds the page. */
  readonly address: string;
  readonly host: string;
  /** Addresses that were asked for outside the base path. */
  readonly strays: readonly string[];
  /** Sends what comes below the base path to the program from now on. */
  lead(program: Program): void;
  stop(): Promise<void>;
}

const listen = (server: Server): Promise<number> =>
  new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port));
  });

/** `takesOff`: as `proxy_pass http://program/;` does in nginx, which also puts its own host name into the request. */
const startProxy = async (takesOff: boolean): Promise<Proxy> => {
  const strays: string[] = [];
  let target: URL | undefined;
  const server = createServer((incoming, outgoing) => {
    const path = incoming.url ?? "";
    if (target === undefined || !path.startsWith(`${basePath}/`)) {
      strays.push(path);
      outgoing.writeHead(404).end("another program is here\n");
      return;
    }
    const sent = request(
      {
        hostname: target.hostname,
        port: target.port,
        method: incoming.method,
        path: takesOff ? path.slice(basePath.length) : path,
        headers: { ...incoming.headers, ...(takesOff ? { host: target.host } : {}) },
      },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
        answer.on("error", () => outgoing.destroy());
      },
    );
    sent.on("error", () => outgoing.destroy());
    outgoing.on("close", () => sent.destroy());
    incoming.pipe(sent);
  });
  const host = `127.0.0.1:${await listen(server)}`;
  return {
    address: `http://${host}${basePath}`,
    host,
    strays,
    lead: ({ address }) => {
      target = new URL(address);
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

/** Everything that a page did wrong. */
const watch = (page: Page): (() => readonly string[]) => {
  const wrong: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) wrong.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => wrong.push(`error: ${error.message}`));
  page.on("response", (answer) => {
    if (answer.status() >= 400) wrong.push(`${answer.status()}: ${answer.url()}`);
  });
  page.on("request", (asked) => {
    if (!new URL(asked.url()).pathname.startsWith(`${basePath}/`)) wrong.push(`outside: ${asked.url()}`);
  });
  return () => wrong;
};

const patchPipeline = async (program: Program): Promise<void> => {
  const answer = await fetch(`${program.api}/apis/ome.io/v1beta1/clusterbasemodels/qwen-image-pvc`, {
    method: "PATCH",
    headers: { "content-type": "application/merge-patch+json" },
    body: '{"spec":{"diffusionPipeline":{"className":"QwenImagePipeline","transformer":{"library":"diffusers"}}}}',
  });
  expect(answer.status).toBe(200);
};

const model = "models/ClusterBaseModel/qwen-image-pvc";

for (const takesOff of [false, true]) {
  test(`the page works below a path that the proxy ${takesOff ? "takes off" : "passes on"}`, async ({
    page,
    programs,
  }) => {
    const proxy = await startProxy(takesOff);
    const program = await programs.start("--base-path", basePath, "--allowed-host", proxy.host);
    proxy.lead(program);
    const wrong = watch(page);
    try {
      expect(new URL(program.address).pathname).toBe(`${basePath}/`);

      await page.goto(`${proxy.address}/?namespace=team-vision&q=qwen-image-pvc`);
      const cell = page.getByRole("gridcell", { name: /^qwen-image-pvc, srt-qwen-image-pipeline/ });
      await expect(cell).toHaveAccessibleName(/near miss/i);

      await cell.click();
      const drawer = page.getByRole("dialog");
      await expect(drawer).toContainText("diffusion pipeline required by runtime but not specified in model");
      expect(new URL(page.url()).pathname).toBe(`${basePath}/`);
      await expect(drawer.getByText("Verified:").first()).toBeVisible();

      // The change arrives by the event stream, without a reload.
      await page.evaluate(() => Object.assign(window, { openedOnce: true }));
      await patchPipeline(program);
      await expect(drawer).toContainText(/selected/i);
      expect(await page.evaluate(() => "openedOnce" in window)).toBe(true);
      await expect(page.locator(".shell-live")).toHaveAttribute("title", /^Live from the demo cluster(?!.*blocked)/);

      // By a link of the page, and then by its address alone.
      await drawer.getByRole("link", { name: "qwen-image-pvc" }).first().click();
      await expect(page.getByRole("heading", { level: 1, name: "qwen-image-pvc" })).toBeVisible();
      expect(new URL(page.url()).pathname).toBe(`${basePath}/${model}`);
      await page.goto(`${proxy.address}/${model}?namespace=team-vision`);
      await expect(page.getByRole("heading", { level: 1, name: "qwen-image-pvc" })).toBeVisible();
      await expect(page.getByText(`curl -H 'Accept: text/plain' '${proxy.address}/api/explain?model=`)).toBeVisible();
      expect(await page.evaluate(() => document.styleSheets.length)).toBeGreaterThan(1);

      await page.getByRole("button", { name: /^Theme: as the system/ }).click();
      await page.getByRole("button", { name: /^Theme: light/ }).click();
      await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
      await page.reload();
      await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");

      await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Services" }).click();
      await expect(page.getByRole("heading", { level: 1, name: "Services" })).toBeVisible();
      expect(new URL(page.url()).pathname).toBe(`${basePath}/services`);
      await page.goBack();
      await expect(page.getByRole("heading", { level: 1, name: "qwen-image-pvc" })).toBeVisible();

      expect(wrong()).toEqual([]);
      expect(proxy.strays).toEqual([]);
    } finally {
      await page.close();
      await proxy.stop();
    }
  });
}

test("two programs below one host keep to themselves, whichever is open", async ({ context, programs }) => {
  const addressOf = ({ address }: Program) => new URL(address);
  const first = await programs.start("--base-path", "/first");
  const second = await programs.start("--base-path", "/second");
  const server = createServer((incoming, outgoing) => {
    const { hostname, port, host } = addressOf(incoming.url?.startsWith("/first/") === true ? first : second);
    const { url, method, headers } = incoming;
    const sent = request({ hostname, port, path: url, method, headers: { ...headers, host } }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    sent.on("error", () => outgoing.destroy());
    outgoing.on("close", () => sent.destroy());
    incoming.pipe(sent);
  });
  const origin = `http://127.0.0.1:${await listen(server)}`;
  try {
    const [one, other] = [await context.newPage(), await context.newPage()];
    await one.goto(`${origin}/first/?namespace=team-vision&q=qwen-image-pvc`);
    await other.goto(`${origin}/second/?namespace=team-vision&q=qwen-image-pvc`);
    const cellOf = (page: Page) => page.getByRole("gridcell", { name: /^qwen-image-pvc, srt-qwen-image-pipeline/ });
    await expect(cellOf(one)).toHaveAccessibleName(/near miss/i);
    await expect(cellOf(other)).toHaveAccessibleName(/near miss/i);
    // Each tab has the stream of its own program, so a change of the second reaches the second, and the first stays as it is.
    await patchPipeline(second);
    await expect(cellOf(other)).toHaveAccessibleName(/selected/i);
    await expect(cellOf(one)).toHaveAccessibleName(/near miss/i);
    await patchPipeline(first);
    await expect(cellOf(one)).toHaveAccessibleName(/selected/i);
  } finally {
    await context.close();
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  }
});
