import { describe, expect, test } from "vitest";
import { parseSize, sizeDistance, sizeFits, sizeRangeText } from "./size.ts";

const { POSITIVE_INFINITY: infinity, NaN: notANumber } = Number;

describe("parseSize", () => {
  const rows: readonly (readonly [string, number])[] = [
    ["3.21B", 3.21 * 1e9],
    ["1.5T", 1.5e12],
    ["500M", 5e8],
    ["4b", 0],
    ["7GB", 0],
    ["", 0],
    ["T", 0],
    ["BT", 0],
    [".", 0],
    ["+", 0],
    [".5B", 5e8],
    ["5.B", 5e9],
    ["00012B", 1.2e10],
    ["1_000M", 1e9],
    ["1__0", 0],
    ["_1", 0],
    ["1_", 0],
    ["1_.5", 0],
    ["1._5", 0],
    ["1e1_0", 1e10],
    ["1_e5", 0],
    ["0_1", 1],
    ["0x1p4", 16],
    ["0X1.8P+1", 3],
    ["-0x.8p1", -1],
    ["0x_1p4", 16],
    ["0x1_p4", 0],
    ["0x_p4", 0],
    ["0xp4", 0],
    ["0x1", 0],
    ["0x1p", 0],
    ["0x1B", 0],
    ["0b1p4", 0],
    ["0x1p-1074", 5e-324],
    ["0x1p-1075", 0],
    ["0x1.8p-1075", 5e-324],
    ["0x1.fffffffffffff8p1023", 0],
    ["0x1.fffffffffffff7ffp1023", Number.MAX_VALUE],
    ["0x20000000000001p0", 2 ** 53],
    ["0x20000000000003p0", 2 ** 53 + 4],
    ["0x20000000000001.0000000000001p0", 2 ** 53 + 2],
    ["0x1p99999999999", 0],
    ["0x1p-99999999999", 0],
    ["9007199254740993", 2 ** 53],
    ["9007199254740993.0000000000000000000000000000000001", 2 ** 53 + 2],
    ["1e400", 0],
    ["1e-400B", 0],
    ["1e300T", infinity],
    ["1e999999999999", 0],
    ["0e999999999999", 0],
    ["inf", infinity],
    ["-InFinityM", -infinity],
    ["+infB", infinity],
    ["infi", 0],
    ["nan", notANumber],
    ["NaNB", notANumber],
    ["+nan", 0],
    ["٧B", 0],
    ["7 B", 0],
    ["7\n", 0],
    ["1,000M", 0],
  ];
  test.each(rows)("%j is %d", (text, expected) => {
    // The sign of zero does not matter.
    expect(parseSize(text) + 0).toBe(expected);
  });

  test.each([
    ["digits", "9".repeat(1_000_000)],
    ["decimals", `0.${"0".repeat(1_000_000)}1`],
    ["underscores", "1_".repeat(500_000)],
    ["hexadecimal digits", `0x${"f".repeat(1_000_000)}p1`],
    ["almost a number", `${"1".repeat(1_000_000)}x`],
    ["an exponent", `1e${"9".repeat(1_000_000)}`],
    ["signs", "+".repeat(1_000_000)],
  ])("a megabyte of %s is read at once", (_name, text) => {
    const start = performance.now();
    parseSize(text);
    expect(performance.now() - start).toBeLessThan(2000);
  });
});

describe("sizeFits", () => {
  test.each([
    ["inside", 3, 2, 4, true],
    ["on the lower bound", 2, 2, 4, true],
    ["on the upper bound", 4, 2, 4, true],
    ["below", 1, 2, undefined, false],
    ["above", 5, undefined, 4, false],
    ["open", 5, undefined, undefined, true],
    ["no number", notANumber, 2, 4, true],
    ["bounds that are no number", 3, notANumber, notANumber, true],
    ["min above max", 3, 8, 1, false],
  ] as const)("%s", (_name, size, min, max, expected) => {
    expect(sizeFits(size, min, max)).toBe(expected);
  });
});

test("sizeDistance adds up the bounds that are set", () => {
  expect(sizeDistance(3, 2, 7)).toBe(5);
  expect(sizeDistance(3, 2, undefined)).toBe(1);
  expect(sizeDistance(3, undefined, undefined)).toBe(0);
});

test.each([
  [{ min: "500M", max: "2B" }, "[500M, 2B]"],
  [{ min: "70B" }, "[70B, inf)"],
  [{ max: "13B" }, "(-inf, 13B]"],
  [{}, "(-inf, inf)"],
  [{ min: "", max: "" }, "[, ]"],
])("sizeRangeText %j", (range, expected) => {
  expect(sizeRangeText(range)).toBe(expected);
});
