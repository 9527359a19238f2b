/**
 * The page and the matrix at their sizes: npm run bench:page. Ends with 1 when a figure is missed.
 *
 * 1. First useful paint: from navigation until the first rows are drawn, with nothing cached, and what its scripts weigh.
 *    The catalog is the folder OME_CATALOG; without it, a made-up one of the same size.
 * 2. 5,000 models × 1,000 runtimes: how long the matrix takes, what the program uses, and how long after a watch event a change
 *    is on screen.
 */
import { existsSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Browser, chromium, type Page } from "@playwright/test";
import { startMockCluster } from "../packages/mock-cluster/src/index.ts";
import { percentile } from "./load/attribution.ts";
import { createChanges } from "./load/changes.ts";
import { residentMemory } from "./load/processes.ts";
import { startProgram } from "./load/program.ts";

const main = fileURLToPath(new URL("../apps/bff/dist/main.js", import.meta.url));
const catalog = process.env["OME_CATALOG"];

const executablePath = [process.env["CHROMIUM_PATH"], "/usr/bin/chromium", "/usr/bin/chromium-browser"].find(
  (path) => path !== undefined && existsSync(path),
);

interface Figure {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  readonly most: number;
}

const median = (values: readonly number[]): number =>
  percentile(
    values.toSorted((one, other) => one - other),
    0.5,
  );

/** Notes, within the page, when the first row is drawn. Runs before any script of the page. */
const notePaint = (): void => {
  const observer = new MutationObserver(() => {
    if (document.querySelector("[role=rowheader] a") === null) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => performance.mark("first rows"), 0));
  });
  observer.observe(document, { subtree: true, childList: true });
};

const firstPaints = async (browser: Browser, url: string): Promise<readonly Figure[]> => {
  const paints: number[] = [];
  let scripts = 0;
  for (let run = 0; run < 9; run++) {
    // A browser that has never been here.
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    await page.addInitScript(notePaint);
    await page.goto(url);
    await page.waitForFunction(() => performance.getEntriesByName("first rows").length > 0);
    const found = await page.evaluate(() => ({
      paint: performance.getEntriesByName("first rows")[0]?.startTime ?? Number.NaN,
      scripts: (performance.getEntriesByType("resource") as PerformanceResourceTiming[])
        .filter(({ name }) => /\.js(\?|$)/.test(name))
        .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    }));
    paints.push(found.paint);
    scripts = Math.max(scripts, found.scripts);
    await context.close();
  }
  return [
    { what: "first useful paint of the catalog, median of 9", value: median(paints), unit: "ms", most: 1_000 },
    { what: "scripts up to then, compressed", value: scripts / 1_000, unit: "kB", most: 200 },
  ];
};

/** Resolves, within the page, with the time at which a text stands in a row and has been drawn. */
const waitForText = (page: Page, wanted: string): Promise<number> =>
  page.evaluate(
    (text) =>
      new Promise<number>((resolve) => {
        const look = (): boolean =>
          [...document.querySelectorAll("[role=rowheader]")].some((row) => row.textContent?.includes(text) === true);
        const drawn = (): void =>
          void requestAnimationFrame(() => setTimeout(() => resolve(performance.timeOrigin + performance.now()), 0));
        if (look()) return drawn();
        const observer = new MutationObserver(() => {
          if (!look()) return;
          observer.disconnect();
          drawn();
        });
        observer.observe(document.body, { subtree: true, childList: true, characterData: true });
      }),
    wanted,
  );

const browserArguments = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"];
const browser = await chromium.launch({
  ...(executablePath === undefined ? {} : { executablePath }),
  args: [...browserArguments, "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});
const figures: Figure[] = [];

// The catalog.
{
  const paths = ["runtimes", "recorded-models.yaml"].map((part) => join(catalog ?? "", part));
  const mock = await startMockCluster({ manifests: catalog === undefined ? [] : paths, watch: false });
  if (catalog === undefined) createChanges(mock.door, { models: 205, runtimes: 201, services: 20 });
  const program = await startProgram({ cluster: mock.url, command: [main] });
  figures.push(...(await firstPaints(browser, program.url)));
  await program.stop();
  await mock.stop();
}

// 5,000 models × 1,000 runtimes.
{
  const mock = await startMockCluster();
  createChanges(mock.door, { models: 5_000, runtimes: 1_000, services: 300 });
  const program = await startProgram({ cluster: mock.url, command: [main] });
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  // What tsx wraps around functions that have a name, also those that run in the page.
  await page.addInitScript("globalThis.__name = (named) => named;");
  await page.goto(program.url);
  const first = page.locator("[role=rowheader] a").first();
  const name = (await first.getAttribute("title")) ?? "";
  const list = JSON.parse(await (await fetch(`${mock.url}/apis/ome.io/v1beta1/clusterbasemodels/${name}`)).text()) as {
    metadata: object;
    spec: { modelFramework: object };
  };
  const delays: number[] = [];
  const warmUp = 5;
  for (let change = 0; change < warmUp + 21; change++) {
    const version = `9.9.${change}`;
    const seen = waitForText(page, version);
    // Longer than the pause that a page makes between two rounds of questions.
    await page.waitForTimeout(500);
    const at = performance.timeOrigin + performance.now();
    mock.door.put({
      ...list,
      metadata: { ...list.metadata, generation: 2 + change },
      spec: { ...list.spec, modelFramework: { ...list.spec.modelFramework, version } },
    });
    delays.push((await seen) - at);
  }
  const metrics = await program.get("/metrics");
  const metric = (metricName: string): number =>
    Number(new RegExp(`^ome_matrix_matrix_seconds_${metricName} (\\S+)$`, "m").exec(metrics)?.[1]);
  const ofChanges = delays.slice(warmUp);
  figures.push(
    { what: "one changed model until it is on screen, median of 21", value: median(ofChanges), unit: "ms", most: 100 },
    // The first one is the whole; the others are of one changed row.
    {
      what: `the whole matrix, and ${metric("count") - 1} times one row of it`,
      value: metric("sum") * 1_000,
      unit: "ms",
      most: 1_000,
    },
    { what: "memory of the program then", value: residentMemory(program.pid) * 1.048_576, unit: "MB", most: 300 },
  );
  console.log(`(the 21 changes: ${ofChanges.map((delay) => delay.toFixed(0)).join(" ")} ms)`);
  await program.stop();
  await mock.stop();
}
await browser.close();

const width = Math.max(...figures.map(({ what }) => what.length));
for (const { what, value, unit, most } of figures) {
  console.log(`${value <= most ? "✓" : "✗"} ${what.padEnd(width)}  ${value.toFixed(0)} ${unit} (at most ${most})`);
}
console.log(`(load average ${loadavg()[0]?.toFixed(1)})`);
process.exitCode = figures.every(({ value, most }) => value <= most) ? 0 : 1;
