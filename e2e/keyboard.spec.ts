import { expect, test } from "./program.ts";

test("from the address bar to a reason and back with the keyboard alone", async ({ page, demo }) => {
  await page.goto(`${demo.address}/?namespace=team-vision`);
  const grid = page.getByRole("grid", { name: "Models and runtimes" });
  await expect(grid).toBeAttached();

  await page.keyboard.press("/");
  await expect(page.getByRole("combobox").or(page.getByRole("searchbox")).first()).toBeFocused();
  await page.keyboard.type("qwen-image-pvc");
  await expect(page).toHaveURL(/q=qwen-image-pvc/);
  await expect(page.getByRole("rowheader", { name: /^qwen-image-pvc/ })).toBeVisible();

  // One tab stop for the whole grid.
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press("Tab");
    if (await page.evaluate(() => document.activeElement?.closest('[role="grid"]') !== null)) break;
  }
  const focused = page.locator('[role="gridcell"]:focus, [role="grid"]:focus');
  await expect(focused).toHaveCount(1);

  await page.keyboard.press("Control+Home");
  await page.keyboard.press("]");
  await page.keyboard.press("Enter");
  const drawer = page.getByRole("dialog");
  await expect(drawer).toBeVisible();
  await expect(drawer).toContainText("qwen-image-pvc");
  await expect(page).toHaveURL(/runtime=/);

  await page.keyboard.press("Escape");
  await expect(drawer).toBeHidden();
  expect(await page.evaluate(() => document.activeElement?.closest('[role="grid"]') !== null)).toBe(true);
});

test("arrow keys move by one, Home and End to the ends, and the name says where", async ({ page, demo }) => {
  await page.goto(`${demo.address}/?namespace=studio`);
  const cell = page.locator('[role="gridcell"]:focus');
  await page
    .getByRole("gridcell", { name: /^.+, .+: / })
    .first()
    .focus();
  await page.keyboard.press("Control+Home");
  const first = await cell.getAttribute("aria-label");
  await page.keyboard.press("ArrowRight");
  await expect(cell).not.toHaveAttribute("aria-label", first ?? "");
  await page.keyboard.press("ArrowLeft");
  await expect(cell).toHaveAttribute("aria-label", first ?? "");
  await page.keyboard.press("End");
  await page.keyboard.press("Home");
  await expect(cell).toHaveAttribute("aria-label", first ?? "");
  await page.keyboard.press("Control+End");
  await expect(cell).not.toHaveAttribute("aria-label", first ?? "");
});

test("? shows the keys and Escape hides them", async ({ page, demo }) => {
  await page.goto(demo.address);
  await expect(page.getByRole("grid")).toBeAttached();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog")).toContainText("Enter");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
});
