/**
 * Versions, read by hand: OME's grammar is no semver (spec 2.3).
 *
 * 1. Split on `.` into at most three pieces; their number is the parts count.
 * 2. One leading lowercase `v` of the first piece is the prefix.
 * 3. The third piece may carry a build (`+`), then a pre-release (`-`), then a dev part (`.`), cut off in this order.
 * 4. Three numbers: ASCII digits, no leading zero, at most 64 bits unsigned. Every item of a suffix is non-empty.
 */
import type { VersionCause } from "../reasons.ts";

export interface Version {
  /** Begins with `v`. */
  readonly prefixed: boolean;
  readonly major: bigint;
  readonly minor: bigint;
  readonly patch: bigint;
  readonly preRelease: readonly string[];
  readonly build: readonly string[];
  readonly dev: readonly string[];
  /** How many of the three numbers were written, 1 to 3. */
  readonly parts: number;
}

export type VersionComparison = { readonly accepts: true } | { readonly accepts: false; readonly cause: VersionCause };

/** Reads a version (spec 2.3); undefined when OME could not read it. Linear in the length of the text. */
export function parseVersion(text: string): Version | undefined {
  const [first, second, third] = splitInThree(text);
  const prefixed = first.startsWith("v");
  let patchText = third ?? "0";
  const build = cut(patchText, "+");
  patchText = build.before;
  const preRelease = cut(patchText, "-");
  patchText = preRelease.before;
  const dev = cut(patchText, ".");
  patchText = dev.before;

  const major = readNumber(prefixed ? first.slice(1) : first);
  const minor = readNumber(second ?? "0");
  const patch = readNumber(patchText);
  if (major === undefined || minor === undefined || patch === undefined) return undefined;
  if (preRelease.items.includes("") || build.items.includes("") || dev.items.includes("")) return undefined;
  const parts = third !== undefined ? 3 : second !== undefined ? 2 : 1;
  return { prefixed, major, minor, patch, preRelease: preRelease.items, build: build.items, dev: dev.items, parts };
}

/** Whether an entry's version accepts a model's (spec 2.4). The operator is the entry's; unset counts as `Equal`. */
export function acceptsVersion(
  entryVersion: string,
  operator: string | undefined,
  modelVersion: string,
): VersionComparison {
  return acceptsParsedVersion(parseVersion(entryVersion), operator, parseVersion(modelVersion));
}

/** The same for versions that were read before; undefined is one that could not be read. */
export function acceptsParsedVersion(
  entry: Version | undefined,
  operator: string | undefined,
  model: Version | undefined,
): VersionComparison {
  if (entry === undefined && model === undefined) return refused("unparsable-on-both");
  if (entry === undefined) return refused("unparsable-on-runtime");
  if (model === undefined) return refused("unparsable-on-model");
  if (operator === undefined || operator === "Equal") {
    return versionsEqual(entry, model) ? accepted : refused("not-equal");
  }
  const ordering = isOrderingOperator(operator);
  if (hasSuffix(entry) || hasSuffix(model)) {
    if (versionsEqual(entry, model)) return accepted;
    return refused(ordering ? "suffix-forces-equality" : "unknown-operator");
  }
  if (entry.parts !== model.parts) return refused("parts-differ");
  if (entry.prefixed !== model.prefixed) return refused("prefix-differs");
  if (!ordering) return versionsEqual(entry, model) ? accepted : refused("unknown-operator");
  // The entry's version is the upper limit: it is compared with the model's, not the other way round.
  const order = compareNumbers(entry, model);
  return order > 0 || (order === 0 && operator === "GreaterThanOrEqual") ? accepted : refused("above-limit");
}

/** `GreaterThan` and `GreaterThanOrEqual`; any other operator is some kind of equality. */
function isOrderingOperator(operator: string | undefined): boolean {
  return operator === "GreaterThan" || operator === "GreaterThanOrEqual";
}

/** Whether an operator is one that OME knows; unset counts as `Equal`. */
export function isKnownOperator(operator: string | undefined): boolean {
  return operator === undefined || operator === "Equal" || isOrderingOperator(operator);
}

/** A pre-release, build or dev part. */
export function hasSuffix(version: Version): boolean {
  return version.preRelease.length > 0 || version.build.length > 0 || version.dev.length > 0;
}

const accepted: VersionComparison = { accepts: true };

const refusals = new Map<VersionCause, VersionComparison>();
function refused(cause: VersionCause): VersionComparison {
  const known = refusals.get(cause);
  if (known !== undefined) return known;
  const refusal: VersionComparison = { accepts: false, cause };
  refusals.set(cause, refusal);
  return refusal;
}

/** Prefix and number of parts play no part in it. */
function versionsEqual(one: Version, other: Version): boolean {
  return (
    compareNumbers(one, other) === 0 &&
    listsEqual(one.preRelease, other.preRelease) &&
    listsEqual(one.build, other.build) &&
    listsEqual(one.dev, other.dev)
  );
}

function compareNumbers(one: Version, other: Version): number {
  if (one.major !== other.major) return one.major < other.major ? -1 : 1;
  if (one.minor !== other.minor) return one.minor < other.minor ? -1 : 1;
  if (one.patch !== other.patch) return one.patch < other.patch ? -1 : 1;
  return 0;
}

function listsEqual(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((item, index) => item === other[index]);
}

function splitInThree(text: string): readonly [string, string?, string?] {
  const dot = text.indexOf(".");
  if (dot < 0) return [text];
  const next = text.indexOf(".", dot + 1);
  if (next < 0) return [text.slice(0, dot), text.slice(dot + 1)];
  return [text.slice(0, dot), text.slice(dot + 1, next), text.slice(next + 1)];
}

function cut(text: string, separator: string): { readonly before: string; readonly items: readonly string[] } {
  const at = text.indexOf(separator);
  return at < 0 ? { before: text, items: [] } : { before: text.slice(0, at), items: text.slice(at + 1).split(".") };
}

const largestNumber = 2n ** 64n - 1n;
const longestNumber = largestNumber.toString().length;

function readNumber(text: string): bigint | undefined {
  // The length is tested first: turning a megabyte of digits into a number takes minutes.
  if (text.length === 0 || text.length > longestNumber || !/^[0-9]+$/.test(text)) return undefined;
  if (text.length > 1 && text.startsWith("0")) return undefined;
  const number = BigInt(text);
  return number > largestNumber ? undefined : number;
}
