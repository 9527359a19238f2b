import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const css = readFileSync(join(import.meta.dirname, "tokens.css"), "utf8");

const tokensOf = (selector: string): ReadonlyMap<string, string> => {
  const start = css.indexOf(selector);
  const block = css.slice(css.indexOf("{", start) + 1, css.indexOf("}", start));
  return new Map(
    [...block.matchAll(/(--[\w-]+):\s*(#[\da-f]{6}|rgba\([^)]*\))/giu)].map(([, name = "", value = ""]) => [
      name,
      value,
    ]),
  );
};

type Color = readonly [number, number, number, number];

const readColor = (text: string): Color => {
  if (text.startsWith("#")) {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(text.slice(at, at + 2), 16));
    return [red, green, blue, 1];
  }
  const [red = 0, green = 0, blue = 0, alpha = 1] = (text.match(/[\d.]+/gu) ?? []).map(Number);
  return [red, green, blue, alpha];
};

const over = ([red, green, blue, alpha]: Color, ground: Color): Color => [
  red * alpha + ground[0] * (1 - alpha),
  green * alpha + ground[1] * (1 - alpha),
  blue * alpha + ground[2] * (1 - alpha),
  1,
];

const luminance = ([red, green, blue]: Color): number => {
  const [r = 0, g = 0, b = 0] = [red, green, blue].map((channel) => {
    const share = channel / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};

const contrast = (one: Color, other: Color): number => {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((left, right) => right - left);
  return (light + 0.05) / (dark + 0.05);
};

const plain = ["--surface", "--surface-2", "--overlay", "--bg"];

/** Foregrounds on the grounds they stand on; `cross` is the tint of a hovered row or column. */
const texts: readonly (readonly [string, readonly string[]])[] = [
  ["--text", [...plain, "--surface-3", "--accent-soft", "--near-soft", "--err-soft"]],
  ["--text-2", [...plain, "--surface-3", "--near-soft", "--err-soft"]],
  ["--text-3", plain],
  ["--accent", [...plain, "--surface-3"]],
  ["--near", ["--surface", "--surface-2", "--overlay", "--near-soft"]],
  ["--near2", ["--surface", "--surface-2", "--overlay"]],
  ["--err", ["--surface", "--overlay", "--err-soft"]],
  ["--pin", ["--surface", "--surface-2", "--overlay"]],
  ["--pass", ["--surface", "--overlay"]],
  ["--add-fg", ["--add-bg"]],
  ["--del-fg", ["--del-bg"]],
  ["--sel-fg", ["--accent", "--sel"]],
];
const marks: readonly (readonly [string, readonly string[]])[] = [
  ...["--sel", "--cand", "--pin", "--near-line", "--near2-line", "--rej", "--dis", "--unk", "--na"].map(
    (name) => [name, ["--surface", "--surface-2", "--overlay"]] as const,
  ),
  ["--err", ["--surface", "--err-soft"]],
  ["--line-control", ["--surface", "--overlay"]],
  ["--focus", plain],
  ["--near-line", ["--near-soft"]],
];

describe.each([
  ["light", '[data-theme="light"]'],
  ["dark", '[data-theme="dark"]'],
])("contrast, %s", (_theme, selector) => {
  const tokens = tokensOf(selector);
  const color = (name: string): Color => {
    const value = tokens.get(name);
    if (value === undefined) throw new Error(`${name} is not a colour of this theme`);
    return readColor(value);
  };
  const check = (pairs: typeof texts, least: number) => {
    for (const [foreground, grounds] of pairs) {
      for (const ground of grounds) {
        const measured = contrast(color(foreground), color(ground));
        expect(measured, `${foreground} on ${ground}`).toBeGreaterThanOrEqual(least);
      }
    }
  };
  it("text is at least 4.5 : 1", () => check(texts, 4.5));
  it("marks and edges of controls are at least 3 : 1", () => check(marks, 3));
  it("text and marks keep it under the crosshair", () => {
    const tinted = over(color("--cross"), color("--surface"));
    for (const name of ["--text", "--text-2", "--near"])
      expect(contrast(color(name), tinted), name).toBeGreaterThanOrEqual(4.5);
    for (const name of ["--sel", "--near-line", "--near2-line", "--rej"]) {
      expect(contrast(color(name), tinted), name).toBeGreaterThanOrEqual(3);
    }
  });
});
