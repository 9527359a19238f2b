import { expect, hasKubectl, inCi, kubectl, test } from "./program.ts";

const pair = "model=ClusterBaseModel/qwen-image-pvc&runtime=ClusterServingRuntime/srt-qwen-image-pipeline";
const sentence = "diffusion pipeline required by runtime but not specified in model";
const patch = '{"spec":{"diffusionPipeline":{"className":"QwenImagePipeline","transformer":{"library":"diffusers"}}}}';

test("one patch with kubectl turns the near miss into a match on the open page", async ({ page, demo }) => {
  test.skip(!inCi && !(await hasKubectl()), "kubectl is missing");
  await page.goto(`${demo.address}/?namespace=team-vision&${pair}`);
  const drawer = page.getByRole("dialog");
  await expect(drawer).toContainText(sentence);

  // A mark on the window is gone after a reload.
  await page.evaluate(() => Object.assign(window, { openedOnce: true }));
  await drawer.getByRole("button", { name: "Close" }).click();
  const cell = page.getByRole("gridcell", { name: /^qwen-image-pvc, srt-qwen-image-pipeline/ });
  await expect(cell).toHaveAccessibleName(/near miss/i);

  const answer = await kubectl(demo, "patch", "clusterbasemodel", "qwen-image-pvc", "--type", "merge", "-p", patch);
  expect(answer).toContain("clusterbasemodel.ome.io/qwen-image-pvc patched");

  await expect(cell).toHaveAccessibleName(/selected/i);
  expect(await page.evaluate(() => "openedOnce" in window)).toBe(true);
});

test("the open drawer follows the cluster", async ({ page, demo }) => {
  test.skip(!inCi && !(await hasKubectl()), "kubectl is missing");
  await page.goto(`${demo.address}/?namespace=team-vision&${pair}`);
  const drawer = page.getByRole("dialog");
  await expect(drawer).toContainText(sentence);
  await kubectl(demo, "patch", "clusterbasemodel", "qwen-image-pvc", "--type", "merge", "-p", patch);
  await expect(drawer).not.toContainText(sentence);
  await expect(drawer).toContainText(/selected/i);
});

test("a change does not move the grid", async ({ page, demo }) => {
  test.skip(!inCi && !(await hasKubectl()), "kubectl is missing");
  await page.goto(`${demo.address}/?namespace=team-vision`);
  const row = page.getByRole("rowheader", { name: /flux-1-dev/ });
  await expect(row).toBeVisible();
  await row.hover();
  const before = await row.boundingBox();
  await kubectl(demo, "patch", "clusterbasemodel", "qwen-image-pvc", "--type", "merge", "-p", patch);
  await kubectl(demo, "delete", "clusterbasemodel", "bge-small-en");
  // The change has arrived once the page offers it or shows it; the row under the pointer stays where it is.
  await expect(page.getByRole("status").filter({ hasText: /models/ })).toBeVisible();
  await expect
    .poll(async () => (await page.request.get(`${demo.address}/api/models`)).json().then((list) => list.models.length))
    .toBe(48);
  await expect(page.getByRole("button", { name: /apply/i })).toBeVisible();
  expect(await row.boundingBox()).toEqual(before);
});
