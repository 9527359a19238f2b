/** A fix does what it says: from the card to the clipboard, through a shell, to the cell; and back. */
import { execFile } from "node:child_process";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import AxeBuilder from "@axe-core/playwright";
import type { Locator, Page } from "@playwright/test";
import { expect, hasKubectl, inCi, type Program, test } from "./program.ts";

const run = promisify(execFile);

const pair = "model=ClusterBaseModel/qwen-image-pvc&runtime=ClusterServingRuntime/srt-qwen-image-pipeline";
const command =
  "kubectl patch clusterbasemodel qwen-image-pvc --type merge -p " +
  `'{"spec":{"diffusionPipeline":{"className":"QwenImagePipeline","transformer":{"library":"diffusers"}}}}'`;
const cellName = /^qwen-image-pvc, srt-qwen-image-pipeline/;

/** Runs what was copied, as it is, in a shell whose `kubectl` talks to this program. */
const paste = async (program: Program, text: string): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), "ome-matrix-paste-"));
  try {
    const { stdout: kubectl } = await run("bash", ["-c", "command -v kubectl"]);
    const wrapper = join(folder, "kubectl");
    await writeFile(wrapper, `#!/bin/sh\nexec '${kubectl.trim()}' '--server=${program.api}' "$@"\n`);
    await chmod(wrapper, 0o755);
    const environment = { ...process.env, HOME: folder, KUBECONFIG: "" };
    const { stdout } = await run("bash", ["-c", text], {
      env: { ...environment, PATH: `${folder}${delimiter}${process.env["PATH"] ?? ""}` },
    });
    return stdout;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const clipboard = (page: Page): Promise<string> => page.evaluate(() => navigator.clipboard.readText());

/** Presses Tab until the focus is on something of this name. */
const tabTo = async (page: Page, name: string): Promise<void> => {
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press("Tab");
    const isThere = await page.evaluate((wanted) => {
      const element = document.activeElement;
      return element?.getAttribute("aria-label") === wanted || element?.textContent?.trim() === wanted;
    }, name);
    if (isThere) return;
  }
  throw new Error(`Tab never came to ${name}`);
};

const openFixes = async (page: Page, demo: Program, search: string) => {
  await page.goto(`${demo.address}/?${search}`);
  const drawer = page.getByRole("dialog");
  await drawer.getByRole("button", { name: "Show the fixes" }).click();
  await expect(drawer.getByText("Verified:").first()).toBeVisible();
  return drawer;
};

const openAllCards = async (drawer: Locator): Promise<void> => {
  for (const head of await drawer.locator(".fix__head > button").all()) {
    if ((await head.getAttribute("aria-expanded")) === "false") await head.click();
  }
};

test.beforeEach(({ context }) => context.grantPermissions(["clipboard-read", "clipboard-write"]));

test("a fix is copied with the keyboard, pasted into a shell, seen in the cell, and undone", async ({ page, demo }) => {
  test.skip(!inCi && !(await hasKubectl()), "kubectl is missing");
  await page.goto(`${demo.address}/?namespace=team-vision&${pair}`);
  const drawer = page.getByRole("dialog");
  await expect(drawer.getByText("Verified:").first()).toBeVisible();
  await tabTo(page, "Show the fixes");
  await page.keyboard.press("Enter");
  await tabTo(page, "Copy the command");
  await page.keyboard.press("Enter");
  await expect(drawer.getByRole("status").filter({ hasText: "Copied" })).toBeAttached();
  const copied = await clipboard(page);
  expect(copied).toBe(command);
  await expect(drawer.locator("pre", { hasText: "kubectl patch" }).first()).toHaveText(command);

  // The other forms are one arrow key away each.
  await tabTo(page, "Preview in the matrix");
  await drawer.getByRole("tab", { name: "bash" }).first().focus();
  for (const name of ["PowerShell", "Dry run", "Undo"]) {
    await page.keyboard.press("ArrowRight");
    await expect(drawer.getByRole("tab", { name }).first()).toBeFocused();
  }
  await tabTo(page, "Copy the undo command for bash");
  await page.keyboard.press("Enter");
  await expect.poll(() => clipboard(page)).not.toBe(command);
  const undo = await clipboard(page);

  await page.keyboard.press("Escape");
  const cell = page.getByRole("gridcell", { name: cellName });
  await expect(cell).toHaveAccessibleName(/near miss/);
  expect(await paste(demo, copied)).toContain("clusterbasemodel.ome.io/qwen-image-pvc patched");
  await expect(cell).toHaveAccessibleName(/selected/);
  expect(await paste(demo, undo)).toContain("qwen-image-pvc patched");
  await expect(cell).toHaveAccessibleName(/near miss/);
});

test("a preview shows the cell as it would be, says so, and is left with one key", async ({ page, demo }) => {
  const drawer = await openFixes(page, demo, `namespace=team-vision&${pair}`);
  await drawer.getByRole("link", { name: "Preview in the matrix" }).click();
  const band = page.getByRole("region", { name: "Preview" });
  await expect(band).toContainText("Preview: not applied. One change to ClusterBaseModel qwen-image-pvc.");
  await expect(band).toContainText("1 cell changes: Selected 26 → 27");
  await expect(page).toHaveURL(/preview=ClusterBaseModel\/qwen-image-pvc,/);
  const cell = page.getByRole("gridcell", { name: cellName });
  await expect(cell).toBeFocused();
  await expect(cell).toHaveAccessibleName(/: selected in the preview; now near miss/);
  await expect(page.locator(".grid-ring--preview")).toHaveCount(1);
  await band.getByRole("button", { name: "Copy command" }).click();
  await expect.poll(() => clipboard(page)).toBe(command);
  const address = page.url();

  await cell.focus();
  await page.keyboard.press("Escape");
  await expect(band).toBeHidden();
  await expect(page).not.toHaveURL(/preview=/);
  await expect(cell).toHaveAccessibleName(/: near miss/);

  // A link to it opens it again, and leads back to the pair.
  await page.goto(address);
  await expect(band).toContainText("not applied");
  await band.getByRole("button", { name: "Back to the pair" }).click();
  await expect(page.getByRole("dialog")).toContainText("qwen-image-pvc");
});

test("a preview stays true while the cluster changes, and says when it no longer fits", async ({ page, demo }) => {
  test.skip(!inCi && !(await hasKubectl()), "kubectl is missing");
  const drawer = await openFixes(page, demo, `namespace=team-vision&${pair}`);
  await drawer.getByRole("link", { name: "Preview in the matrix" }).click();
  const band = page.getByRole("region", { name: "Preview" });
  await expect(band).toContainText("not applied");
  await paste(demo, command);
  await expect(band).toContainText("This preview no longer fits.");
});

test("on a phone a preview marks the pair in the list", async ({ page, demo }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const drawer = await openFixes(page, demo, `namespace=team-vision&${pair}`);
  await drawer.getByRole("link", { name: "Preview in the matrix" }).click();
  await expect(page.getByRole("region", { name: "Preview" })).toContainText("not applied");
  const mark = page.getByRole("button", { name: /^qwen-image-pvc, srt-qwen-image-pipeline: selected in the preview/ });
  await expect(mark).toBeInViewport();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
});

test("another architecture is not relabelled, and the page says why", async ({ page, demo }) => {
  const search = "model=ClusterBaseModel/mistral-7b-instruct-v0-3&runtime=ClusterServingRuntime/srt-llama-3-2-3b";
  await page.goto(`${demo.address}/?namespace=team-language&${search}`);
  const drawer = page.getByRole("dialog");
  const refusals = drawer.getByRole("region", { name: "Not offered, and why" });
  await expect(refusals).toContainText(
    "Changing the architecture of mistral-7b-instruct-v0-3 from MistralForCausalLM to LlamaForCausalLM. It would be untrue",
  );
  await openAllCards(drawer);
  await expect(drawer.locator("pre").filter({ hasText: "patch clusterbasemodel" })).toHaveCount(0);
  await expect(drawer.locator(".diff__line--removed").filter({ hasText: "modelArchitecture" })).toHaveCount(0);
});

test("a pasted model_index.json tells whether the whole pipeline passes", async ({ page, demo }) => {
  const drawer = await openFixes(page, demo, `namespace=team-vision&${pair}`);
  await drawer.getByText("Do you have the model’s model_index.json?").click();
  const text = drawer.getByRole("textbox");
  await text.fill("{");
  await drawer.getByRole("button", { name: "Check it" }).click();
  await expect(drawer.getByText(/This is not JSON/)).toBeVisible();
  await text.fill(
    JSON.stringify({
      _class_name: "QwenImagePipeline",
      _diffusers_version: "0.34.0.dev0",
      transformer: ["diffusers", "QwenImageTransformer2DModel"],
      vae: ["diffusers", "AutoencoderKLQwenImage"],
    }),
  );
  await drawer.getByRole("button", { name: "Check it" }).click();
  await expect(drawer.getByText(/The whole pipeline passes/)).toBeVisible();
  await expect(drawer.getByText("Claims, confirmed by your file:").first()).toBeVisible();
  await text.fill('{ "_class_name": "FluxPipeline", "transformer": ["diffusers", "FluxTransformer2DModel"] }');
  await drawer.getByRole("button", { name: "Check it" }).click();
  await expect(drawer.getByText(/The whole pipeline does not pass/)).toBeVisible();
});

test("a preview of what rests on a pasted file has it in its address, where it fits", async ({ page, demo }) => {
  const drawer = await openFixes(page, demo, `namespace=team-vision&${pair}`);
  await drawer.getByText("Do you have the model’s model_index.json?").click();
  const text = drawer.getByRole("textbox");
  const modelIndex = {
    _class_name: "QwenImagePipeline",
    _diffusers_version: "0.34.0.dev0",
    transformer: ["diffusers", "QwenImageTransformer2DModel"],
    vae: ["diffusers", "AutoencoderKLQwenImage"],
  };
  await text.fill(JSON.stringify(modelIndex));
  await drawer.getByRole("button", { name: "Check it" }).click();
  const card = drawer.getByRole("article", { name: /Record the whole pipeline/ });
  await card.getByRole("button", { name: /Record the whole pipeline/ }).click();
  await card.getByRole("link", { name: "Preview in the matrix" }).click();
  const band = page.getByRole("region", { name: "Preview" });
  await expect(band).toContainText("It rests on a pasted model_index.json, which the address holds.");
  await expect(band).toContainText("1 cell changes");

  // Whoever gets the link sees the same, and finds the file in the drawer.
  const address = page.url();
  expect(new URL(address).searchParams.get("evidence")).toContain("AutoencoderKLQwenImage");
  await page.goto("about:blank");
  await page.goto(address);
  await expect(band).toContainText("1 cell changes");
  await band.getByRole("button", { name: "Back to the pair" }).click();
  await expect(page).not.toHaveURL(/evidence=/);
  await expect(card).toBeVisible();
  await expect(text).toHaveValue(/AutoencoderKLQwenImage/);

  const more = Array.from({ length: 100 }, (_, at) => [`part_${at}`, ["diffusers", `AutoencoderKLQwenImage${at}`]]);
  await text.fill(JSON.stringify({ ...modelIndex, ...Object.fromEntries(more) }));
  await drawer.getByRole("button", { name: "Check it" }).click();
  await card.getByRole("button", { name: /Record the whole pipeline/ }).click();
  await expect(card).toContainText("There is no preview of this fix: it rests on the pasted file");
  await expect(card.getByRole("link", { name: "Preview in the matrix" })).toHaveCount(0);
});

test("where nothing is to be done, or nothing can be, a plain sentence says why", async ({ page, demo }) => {
  const fixesOf = async (search: string) => {
    await page.goto(`${demo.address}/?${search}`);
    return page.getByRole("dialog").getByRole("region", { name: "Fixes", exact: true });
  };
  const own = "model=ClusterBaseModel/phi-3-5-mini-instruct&runtime=ServingRuntime/studio/studio-phi";
  await expect(await fixesOf(own)).toContainText(
    "In studio OME picks studio-phi for this model already; in other namespaces this runtime does not exist. There is nothing to change.",
  );
  const disabled = "model=ClusterBaseModel/llama-3-1-8b-instruct&runtime=ClusterServingRuntime/tgi-classic";
  await expect(await fixesOf(disabled)).toContainText(
    "Enabling tgi-classic. The webhook would refuse it: accelerator class nvidia-v100 does not exist.",
  );
  const unread = "model=ClusterBaseModel/glm-4-5-air&runtime=ClusterServingRuntime/srt-phi";
  await expect(await fixesOf(unread)).toContainText("wait until OME has read the files");
});

test("a model that no runtime is made for has what would be honest on its page", async ({ page, demo }) => {
  await page.goto(`${demo.address}/models/ClusterBaseModel/qwen-image-edit?namespace=team-vision`);
  await page.getByRole("button", { name: "Show the fix" }).click();
  const section = page.getByRole("region", { name: "The fix" });
  await expect(section).toContainText("No runtime here is made for this kind of model, so each of these claims much.");
  await expect(section.getByRole("button", { name: /Append an entry for qwen-image-edit/ }).first()).toBeVisible();
});

test("the drawer stays when the window becomes narrow, and when it becomes wide again", async ({ page, demo }) => {
  const drawer = await openFixes(page, demo, `namespace=team-vision&${pair}`);
  for (const width of [390, 1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await expect(drawer.getByText("Verified:").first()).toBeVisible();
  }
  await page.keyboard.press("Escape");
  await expect(drawer).toBeHidden();
});

test("the five examples of the documents are what the page says, with the keyboard alone", async ({ page, demo }) => {
  test.skip(!inCi && !(await hasKubectl()), "kubectl is missing");
  test.setTimeout(180_000);
  const examples = await readFile(new URL("../docs/five-models.md", import.meta.url), "utf8");
  const models = [...examples.matchAll(/^## \d\. .*`(.+)`$/gm)].map(([, name]) => name ?? "");
  const commands = [...examples.matchAll(/^kubectl patch .*$/gm)].map(([line]) => line);
  expect(models).toHaveLength(5);
  for (const [index, model] of models.entries()) {
    await page.goto(demo.address);
    await expect(page.getByRole("grid", { name: "Models and runtimes" })).toBeAttached();
    await page.keyboard.press("/");
    await page.keyboard.type(model);
    await expect(page.getByRole("gridcell", { name: new RegExp(`^${model}, `) })).toBeVisible();
    for (const key of ["Enter", "Home", "ArrowLeft", "Enter"]) await page.keyboard.press(key);
    await expect(page).toHaveURL(new RegExp(`/models/ClusterBaseModel/${model}$`));
    await expect(page.getByText("Verified:").first()).toBeVisible();
    await tabTo(page, "Show the fix");
    await page.keyboard.press("Enter");
    await tabTo(page, "Copy the command");
    await page.keyboard.press("Enter");
    await expect.poll(() => clipboard(page)).toBe(commands[index]);
    expect(await paste(demo, commands[index] ?? "")).toContain("patched");
    await expect(page.getByRole("region", { name: "Verdict" })).toContainText("OME picks");
  }
});

const findings = async (page: Page, within: string): Promise<readonly string[]> => {
  const { violations } = await new AxeBuilder({ page }).include(within).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ""}`);
};

for (const colorScheme of ["light", "dark"] as const) {
  test(`axe finds nothing on a drawer with all cards and tabs open, ${colorScheme}`, async ({ page, demo }) => {
    test.setTimeout(180_000);
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const drawer = await openFixes(page, demo, `namespace=team-vision&${pair}`);
    await openAllCards(drawer);
    await drawer.getByText("Do you have the model’s model_index.json?").click();
    await expect(drawer.getByText("Gains")).toHaveCount(3);
    expect(await findings(page, "dialog")).toEqual([]);
    // All cards show the tab that one of them is switched to.
    for (const name of ["PowerShell", "Dry run", "Undo", "GitOps"]) {
      await drawer.getByRole("tab", { name }).first().click();
      expect(await findings(page, ".fix")).toEqual([]);
    }
  });

  test(`axe finds nothing on a preview and on a model with its fix, ${colorScheme}`, async ({ page, demo }) => {
    test.setTimeout(180_000);
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const drawer = await openFixes(page, demo, `namespace=team-vision&${pair}`);
    await drawer.getByRole("link", { name: "Preview in the matrix" }).first().click();
    await expect(page.getByRole("region", { name: "Preview" })).toContainText("1 cell changes");
    expect(await findings(page, "main")).toEqual([]);
    await page.goto(`${demo.address}/models/ClusterBaseModel/qwen-image-pvc?namespace=team-vision`);
    await page.getByRole("button", { name: "Show the fix" }).click();
    await expect(page.getByText("Gains")).toBeVisible();
    expect(await findings(page, "main")).toEqual([]);
  });
}
