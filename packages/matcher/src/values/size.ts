/**
 * Sizes such as `3.21B`, read as OME reads them (spec 2.5): one upper-case suffix, then Go's `strconv.ParseFloat`.
 * JavaScript's own `Number` accepts other texts (`0x10`, `" 7"`, `""`) and refuses others (`inf`, `1_000`, `0x1p4`).
 */
import type { ModelSizeRange } from "../resources.ts";

/** The number of parameters a size stands for; 0 for a text OME cannot read, NaN and infinities as written (spec 2.5). */
export function parseSize(text: string): number {
  const multiplier = multipliers.get(text.slice(-1));
  return multiplier === undefined ? parseFloatLikeGo(text) : parseFloatLikeGo(text.slice(0, -1)) * multiplier;
}

/** The range in OME's sentence: `[500M, 2B]`, `[70B, inf)`, `(-inf, 13B]` (spec 2.5). */
export function sizeRangeText(range: ModelSizeRange): string {
  const lower = range.min === undefined ? "(-inf" : `[${range.min}`;
  const upper = range.max === undefined ? "inf)" : `${range.max}]`;
  return `${lower}, ${upper}`;
}

/** Whether a size lies inside a range. Bounds are inclusive, an unset bound is open, NaN never fails (spec 2.5). */
export function sizeFits(size: number, min: number | undefined, max: number | undefined): boolean {
  return !((min !== undefined && size < min) || (max !== undefined && size > max));
}

/** How far a model's size is from the bounds that are set, in parameters; 0 without a range (spec 3.3). */
export function sizeDistance(size: number, min: number | undefined, max: number | undefined): number {
  return (min === undefined ? 0 : Math.abs(min - size)) + (max === undefined ? 0 : Math.abs(max - size));
}

const multipliers = new Map([
  ["T", 1e12],
  ["B", 1e9],
  ["M", 1e6],
]);

/** Go's `strconv.ParseFloat(text, 64)`, with 0 for every error, overflow included. */
function parseFloatLikeGo(text: string): number {
  const special = /^([+-]?)(inf|infinity|nan)$/i.exec(text);
  if (special !== null) {
    const sign = special[1] ?? "";
    if (special[2]?.toLowerCase() === "nan") return sign === "" ? Number.NaN : 0;
    return sign === "-" ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  }
  if (text.includes("_") && !underscoresSeparateDigits(text)) return 0;
  const digits = text.replaceAll("_", "");
  const decimal = /^([+-]?)([0-9]*)(?:\.([0-9]*))?(?:e([+-]?)([0-9]+))?$/i.exec(digits);
  if (decimal !== null) {
    const [, sign = "", whole = "", fraction = "", exponentSign = "", exponent = "0"] = decimal;
    if (whole === "" && fraction === "") return 0;
    const value = Number(`${sign}${whole || "0"}.${fraction || "0"}e${exponentSign}${cappedExponent(exponent)}`);
    return Number.isFinite(value) ? value : 0;
  }
  const hexadecimal = /^([+-]?)0x([0-9a-f]*)(?:\.([0-9a-f]*))?p([+-]?)([0-9]+)$/i.exec(digits);
  if (hexadecimal !== null) {
    const [, sign = "", whole = "", fraction = "", exponentSign = "", exponent = "0"] = hexadecimal;
    if (whole === "" && fraction === "") return 0;
    const scale = cappedExponent(exponent) * (exponentSign === "-" ? -1 : 1);
    const value = hexadecimalValue(whole, fraction, scale);
    return Number.isFinite(value) ? (sign === "-" ? -value : value) : 0;
  }
  return 0;
}

/** Go stops reading an exponent once it has reached 10,000. */
function cappedExponent(digits: string): number {
  let exponent = 0;
  for (const digit of digits) {
    if (exponent >= 10_000) break;
    exponent = exponent * 10 + Number(digit);
  }
  return exponent;
}

/** Go's rule: an underscore stands between two digits of the number's base, or between `0x` and a digit. */
function underscoresSeparateDigits(text: string): boolean {
  let at = /^[+-]/.test(text) ? 1 : 0;
  let before: "none" | "digit" | "underscore" | "other" = "none";
  let isDigit = (character: string) => /^[0-9]$/.test(character);
  const base = /^0([box])/i.exec(text.slice(at, at + 2));
  if (base !== null) {
    at += 2;
    before = "digit";
    if (base[1]?.toLowerCase() === "x") isDigit = (character) => /^[0-9a-f]$/i.test(character);
  }
  for (; at < text.length; at++) {
    const character = text.charAt(at);
    if (isDigit(character)) before = "digit";
    else if (character === "_") {
      if (before !== "digit") return false;
      before = "underscore";
    } else {
      if (before === "underscore") return false;
      before = "other";
    }
  }
  return before !== "underscore";
}

/** More hexadecimal digits than these cannot change the result, except for whether anything follows. */
const significantDigits = 16;

/** whole.fraction × 2^exponent, rounded to the nearest double, ties to even. */
function hexadecimalValue(whole: string, fraction: string, exponent: number): number {
  const all = whole + fraction;
  const start = all.search(/[^0]/);
  if (start < 0) return 0;
  const kept = all.slice(start, start + significantDigits);
  const restIsZero = !/[^0]/.test(all.slice(start + kept.length));
  // The digit that is cut off only matters as "a little more": one extra bit keeps it.
  const mantissa = BigInt(`0x${kept}`) * 2n + (restIsZero ? 0n : 1n);
  const scale = exponent + 4 * (whole.length - start - kept.length) - 1;
  const bits = mantissa.toString(2).length;
  if (bits + scale > 1024) return Number.POSITIVE_INFINITY;
  if (bits + scale < -1075) return 0;
  const unit = Math.max(bits + scale - 53, -1074);
  const shift = unit - scale;
  if (shift <= 0) return Number(mantissa) * 2 ** scale;
  const half = 1n << BigInt(shift - 1);
  const rest = mantissa & ((1n << BigInt(shift)) - 1n);
  let rounded = mantissa >> BigInt(shift);
  if (rest > half || (rest === half && (rounded & 1n) === 1n)) rounded += 1n;
  return Number(rounded) * 2 ** unit;
}
