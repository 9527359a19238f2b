import { describe, expect, test } from "vitest";
import type { VersionCause } from "../reasons.ts";
import { acceptsVersion, parseVersion, type Version } from "./version.ts";

/** Read versions as `v1.2.3 pre build dev (parts)`, the table's shorthand. */
function show(version: Version | undefined): string | undefined {
  if (version === undefined) return undefined;
  const { prefixed, major, minor, patch, preRelease, build, dev, parts } = version;
  const suffix = [
    preRelease.length > 0 ? ` pre=${preRelease.join()}` : "",
    build.length > 0 ? ` build=${build.join()}` : "",
    dev.length > 0 ? ` dev=${dev.join()}` : "",
  ].join("");
  return `${prefixed ? "v" : ""}${major}.${minor}.${patch}${suffix} (${parts})`;
}

describe("parseVersion", () => {
  const rows: readonly (readonly [string, string | undefined])[] = [
    ["1", "1.0.0 (1)"],
    ["v1.12", "v1.12.0 (2)"],
    ["4.51.3-SAM-HQ-preview", "4.51.3 pre=SAM-HQ-preview (3)"],
    ["4.43.0+a.b", "4.43.0 build=a,b (3)"],
    ["1.2.3.4.5", "1.2.3 dev=4,5 (3)"],
    ["1.0.0.dev0-x", "1.0.0 pre=x dev=dev0 (3)"],
    ["1.0.0-x.dev0", "1.0.0 pre=x,dev0 (3)"],
    ["1.0.0+b-x", "1.0.0 build=b-x (3)"],
    ["1.0.0+b+c", "1.0.0 build=b+c (3)"],
    ["1.0.0-\u202e", "1.0.0 pre=\u202e (3)"],
    ["18446744073709551615.0.0", "18446744073709551615.0.0 (3)"],
    ["18446744073709551616.0.0", undefined],
    ["99999999999999999999.0.0", undefined],
    ["000000000000000000000000000001", undefined],
    ["", undefined],
    ["v", undefined],
    ["vv1", undefined],
    ["1.v2", undefined],
    ["1.0.0 ", undefined],
    ["1.0.0\n", undefined],
    ["1\n", undefined],
    ["1.0.٣", undefined],
    ["1.0.0-a..b", undefined],
    ["1.0.0..a", undefined],
    ["1.0.-a", undefined],
    ["...", undefined],
    ["-", undefined],
    ["1e3", undefined],
    ["0x10", undefined],
  ];
  test.each(rows)("%j", (text, expected) => {
    expect(show(parseVersion(text))).toBe(expected);
  });

  test.each([
    ["digits", "1".repeat(1_000_000)],
    ["a suffix", `1.0.0-${"a.".repeat(500_000)}b`],
    ["dots", ".".repeat(1_000_000)],
    ["prefixes", "v".repeat(1_000_000)],
  ])("a megabyte of %s is read at once", (_name, text) => {
    const start = performance.now();
    parseVersion(text);
    expect(performance.now() - start).toBeLessThan(2000);
  });
});

describe("acceptsVersion", () => {
  const rows: readonly (readonly [string, string | undefined, string, VersionCause | "accepts"])[] = [
    ["1.0.0", undefined, "1.0", "accepts"],
    ["1.0.0", "Equal", "v1", "accepts"],
    ["1.0.1", "Equal", "1.0", "not-equal"],
    ["4.45.0.dev0", "Equal", "4.45.0", "not-equal"],
    ["1.0.0", undefined, "1.0.1", "not-equal"],
    ["4.50.0", "GreaterThanOrEqual", "4.36.2", "accepts"],
    ["4.50.0", "GreaterThanOrEqual", "4.51.0", "above-limit"],
    ["1.8.0", "GreaterThan", "1.8.0", "above-limit"],
    ["4.50.0", "GreaterThanOrEqual", "4.45.0.dev0", "suffix-forces-equality"],
    ["4.50.0+cu12", "GreaterThan", "4.45.0", "suffix-forces-equality"],
    ["1.8.0-dev", "GreaterThan", "1.8.0-dev", "accepts"],
    ["2", "GreaterThan", "1.0", "parts-differ"],
    ["v2.0.0", "GreaterThan", "1.0.0", "prefix-differs"],
    ["v2.0", "GreaterThan", "1.0.0", "parts-differ"],
    ["1.0.0", "LessThan", "1.0.0", "accepts"],
    ["1.0.0", "LessThan", "0.9.0", "unknown-operator"],
    ["1.0.0", "", "1.0", "parts-differ"],
    ["1.0.0-a", "LessThan", "1.0.0-b", "unknown-operator"],
    ["latest", "Equal", "latest", "unparsable-on-both"],
    ["latest", "LessThan", "1.0.0", "unparsable-on-runtime"],
    ["1.0.0", "GreaterThan", "1.0.0rc1", "unparsable-on-model"],
  ];
  test.each(rows)("%j %j accepts %j: %s", (entry, operator, model, expected) => {
    const comparison = acceptsVersion(entry, operator, model);
    expect(comparison.accepts ? "accepts" : comparison.cause).toBe(expected);
  });
});
