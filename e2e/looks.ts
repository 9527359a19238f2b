/** Looks at pages: on both themes, wide and narrow, axe finds nothing and the page does not scroll sideways. */
import AxeBuilder from "@axe-core/playwright";
import { expect, test } from "./program.ts";

export interface Look {
  readonly name: string;
  readonly path: string;
  /** What stands there once it is drawn. */
  readonly shows: readonly RegExp[];
}

const devices = [
  ["wide", { width: 1440, height: 900 }],
  ["phone", { width: 390, height: 844 }],
] as const;

/** A test for each look, on one demo that nothing changes. */
export const testLooks = (looks: readonly Look[]): void => {
  for (const colorScheme of ["light", "dark"] as const) {
    for (const [device, viewport] of devices) {
      test.describe(`${colorScheme}, ${device}`, () => {
        test.use({ colorScheme, viewport });
        for (const look of looks) {
          test(`${look.name} shows what it should, and axe finds nothing`, async ({ page, shared }) => {
            await page.goto(`${shared.address}${look.path}`);
            for (const shown of look.shows) await expect(page.locator("main")).toContainText(shown);
            // Nothing is loading any more.
            await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
            const { violations } = await new AxeBuilder({ page })
              .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])
              .analyze();
            const found = violations.map(({ id, help, nodes }) => ({ id, help, nodes: nodes.map(({ html }) => html) }));
            expect(found).toEqual([]);
            // The page itself never scrolls; what is in it does.
            const overflow = await page.evaluate(() => {
              const { scrollWidth, scrollHeight } = document.documentElement;
              return { right: Math.max(0, scrollWidth - innerWidth), below: Math.max(0, scrollHeight - innerHeight) };
            });
            expect(overflow).toEqual({ right: 0, below: 0 });
          });
        }
      });
    }
  }
};
