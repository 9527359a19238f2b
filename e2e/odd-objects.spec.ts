import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "./program.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

const kubeconfig = (server: string): string =>
  JSON.stringify({
    apiVersion: "v1",
    kind: "Config",
    "current-context": "odd",
    clusters: [{ name: "odd", cluster: { server } }],
    users: [{ name: "odd", user: {} }],
    contexts: [{ name: "odd", context: { cluster: "odd", user: "odd" } }],
  });

/** Every how many-th object is opened. */
const step = 7;

test("objects that hold anything anywhere are shown and reported, and no page is blank", async ({
  page,
  request,
  programs,
}) => {
  test.setTimeout(300_000);
  const cluster = spawn(join(root, "node_modules/.bin/tsx"), ["apps/bff/test/odd-cluster.ts"], { cwd: root });
  const server = await new Promise<string>((resolve, reject) => {
    cluster.stdout.on("data", (chunk: Buffer) => {
      const found = /--server=(\S+)/.exec(chunk.toString())?.[1];
      if (found !== undefined) resolve(found);
    });
    cluster.once("exit", (code) => reject(new Error(`The cluster ended with ${code}`)));
  });
  const folder = await mkdtemp(join(tmpdir(), "ome-matrix-odd-"));
  await writeFile(join(folder, "config"), kubeconfig(server));
  const program = await programs.start("--kubeconfig", join(folder, "config"));
  const crashes: string[] = [];
  page.on("pageerror", (error) => crashes.push(error.message));

  try {
    await expect.poll(async () => (await request.get(`${program.address}/readyz`)).status()).toBe(200);
    const { models } = await (await request.get(`${program.address}/api/models`)).json();
    const { runtimes } = await (await request.get(`${program.address}/api/runtimes`)).json();
    expect(models.length).toBeGreaterThanOrEqual(100);
    expect(runtimes.length).toBeGreaterThanOrEqual(100);

    const main = page.getByRole("main");
    for (const path of ["/", "/?all=true", "/?show=pairs", "/?states=error", "/?problems=true"]) {
      await page.goto(`${program.address}${path}`);
      await expect(main, path).toContainText(/\w/);
    }

    const chosen = <Item>(items: readonly Item[]) => items.filter((_, index) => index % step === 0);
    for (const { key, problems } of chosen<{ key: string; problems: { path: string }[] }>(models)) {
      await page.goto(`${program.address}/models/${encodeURI(key)}`);
      await expect(main, key).toContainText(/\w/);
      // Each problem of an object that cannot be read is told with its path.
      const [problem] = problems;
      if (problem !== undefined) await expect(page.locator("body"), key).toContainText(problem.path.slice(0, 20));
    }
    for (const { key } of chosen<{ key: string }>(runtimes)) {
      await page.goto(`${program.address}/runtimes/${encodeURI(key)}`);
      await expect(main, key).toContainText(/\w/);
    }
    for (const [index, { key }] of chosen<{ key: string }>(models).entries()) {
      const runtime = runtimes[(index * 31) % runtimes.length].key;
      const pair = new URLSearchParams({ model: key, runtime });
      await page.goto(`${program.address}/?${pair}`);
      await expect(page.getByRole("dialog"), `${pair}`).toContainText(/\w/);
    }
    expect(crashes).toEqual([]);
  } finally {
    cluster.kill("SIGTERM");
    await once(cluster, "close");
    await rm(folder, { recursive: true, force: true });
  }
});
