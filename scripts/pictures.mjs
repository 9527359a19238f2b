// Takes the pictures of docs/pictures from the running demo: node scripts/pictures.mjs [FOLDER]
import { spawn } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { chromium } from "@playwright/test";
import { build } from "./build.mjs";
import { install, root } from "./install.mjs";

const folder = resolve(process.argv[2] ?? join(root, "docs", "pictures"));
const pair =
  "?namespace=team-vision&model=ClusterBaseModel/qwen-image-pvc&runtime=ClusterServingRuntime/srt-qwen-image-pipeline";
const pages = [
  { name: "matrix", path: "/", shows: "FluxPipeline" },
  { name: "drawer", path: `/${pair}`, shows: "diffusion pipeline required by runtime" },
  { name: "model", path: "/models/ClusterBaseModel/qwen-image-pvc?namespace=team-vision", shows: "Nearest runtimes" },
];
const devices = [
  { name: "", viewport: { width: 1440, height: 900 } },
  { name: "-phone", viewport: { width: 390, height: 844 } },
];

install();
await build();
mkdirSync(folder, { recursive: true });
const program = spawn(process.execPath, [join(root, "apps/bff/dist/main.js"), "--port", "0"]);
const address = await new Promise((found, failed) => {
  program.stdout.on("data", (chunk) => {
    const line = /^OME Matrix: (\S+)$/m.exec(chunk.toString());
    if (line) found(line[1]);
  });
  program.once("exit", (code) => failed(new Error(`The program ended with ${code}`)));
});

const executablePath = [process.env.CHROMIUM_PATH, "/usr/bin/chromium"].find((path) => path && existsSync(path));
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
});
for (const colorScheme of ["light", "dark"]) {
  for (const { name: device, viewport } of devices) {
    const page = await browser.newPage({ viewport, colorScheme });
    for (const { name, path, shows } of pages) {
      await page.goto(`${address}${path}`);
      // An event stream stays open, so that the network is never quite idle: what is drawn counts.
      await page.getByText(shows).first().waitFor();
      await page.locator("[aria-busy=true]").waitFor({ state: "detached" });
      await page.evaluate(() => document.fonts.ready);
      await page.screenshot({ path: join(folder, `${name}${device}-${colorScheme}.png`), animations: "disabled" });
    }
    await page.close();
  }
}
await browser.close();
program.kill("SIGTERM");
