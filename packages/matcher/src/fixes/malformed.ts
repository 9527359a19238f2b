/** Values that OME cannot read, and what they were meant to be where that is beyond doubt. */
import type { EntryVersionedName, Model, ResourceName, Runtime, VersionedName } from "../resources.ts";
import { parseSize } from "../values/size.ts";
import { parseVersion } from "../values/version.ts";
import type { Malformed, TargetKind } from "./fix.ts";

/**
 * The one version that a malformed text can mean; undefined when there are several or none. Only what does not change the
 * version is corrected: spaces around it, a capital `V`, leading zeros, the dot before `dev` that Python's own rules put there.
 * `1.0.0rc1` stays open: OME tells `-rc1` from `.rc1`.
 */
export function correctVersion(text: string): string | undefined {
  if (parseVersion(text) !== undefined) return undefined;
  let corrected = text.trim().replace(/^V/, "v");
  corrected = corrected.replace(/^(v?)([0-9]+)(?:\.([0-9]+))?(?:\.([0-9]+))?(?![0-9])/, (_, prefix, ...numbers) => {
    const parts = numbers.slice(0, 3).filter((part): part is string => typeof part === "string");
    return prefix + parts.map((part) => part.replace(/^0+(?=[0-9])/, "")).join(".");
  });
  corrected = corrected.replace(/^(v?[0-9]+\.[0-9]+\.[0-9]+)dev([0-9]+)$/, "$1.dev$2");
  return corrected !== text && parseVersion(corrected) !== undefined ? corrected : undefined;
}

/**
 * The one size that a malformed text can mean: spaces, a suffix in lower case, and thousands (`500K` is `0.5M`).
 * `7GB`, `1,000M` and words stay open.
 */
export function correctSize(text: string): string | undefined {
  if (isReadableSize(text)) return undefined;
  const match = /^([0-9]+(?:\.[0-9]+)?) ?([MBTKmbtk])$/.exec(text.trim());
  if (match === null) return undefined;
  const [, number = "", letter = ""] = match;
  const suffix = letter.toUpperCase();
  const corrected = suffix === "K" ? `${Number(number) / 1000}M` : `${number}${suffix}`;
  return isReadableSize(corrected) && !corrected.includes("e") ? corrected : undefined;
}

/** A size that says something: 0 and NaN are almost always a mistake (spec 2.5). */
export function isReadableSize(text: string): boolean {
  const size = parseSize(text);
  return size !== 0 && !Number.isNaN(size);
}

/** All values of a pair that cannot be read. */
export function malformedValues(model: Model, runtime: Runtime): readonly Malformed[] {
  const { modelFormat, modelFramework, modelParameterSize } = model.spec;
  const of = nameOf(model);
  const found = [
    ...versionOf(of, "spec.modelFormat", modelFormat),
    ...versionOf(of, "spec.modelFramework", modelFramework),
    ...sizeOf(of, "spec.modelParameterSize", modelParameterSize),
  ];
  const ofRuntime = nameOf(runtime);
  for (const [index, entry] of runtime.spec.supportedModelFormats.entries()) {
    const path = `spec.supportedModelFormats[${index}]`;
    found.push(...versionOf(ofRuntime, `${path}.modelFormat`, entry.modelFormat));
    found.push(...versionOf(ofRuntime, `${path}.modelFramework`, entry.modelFramework));
  }
  found.push(...sizeOf(ofRuntime, "spec.modelSizeRange.min", runtime.spec.modelSizeRange?.min));
  found.push(...sizeOf(ofRuntime, "spec.modelSizeRange.max", runtime.spec.modelSizeRange?.max));
  return found;
}

/** The name of an object without the rest of it. */
export function nameOf<Kind extends TargetKind>({ kind, namespace, name }: ResourceName<Kind>): ResourceName<Kind> {
  return namespace === undefined ? { kind, name } : { kind, namespace, name };
}

function versionOf(
  target: ResourceName<TargetKind>,
  path: string,
  named: VersionedName | EntryVersionedName | undefined,
): readonly Malformed[] {
  const value = named?.version;
  if (value === undefined || parseVersion(value) !== undefined) return [];
  return [withCorrection({ target, path: `${path}.version`, value, kind: "version" }, correctVersion(value))];
}

function sizeOf(target: ResourceName<TargetKind>, path: string, value: string | undefined): readonly Malformed[] {
  if (value === undefined || isReadableSize(value)) return [];
  // A lower bound of zero is meant; a model of no size is not.
  if (path.startsWith("spec.modelSizeRange.") && /^0+(\.0+)?[MBT]?$/.test(value)) return [];
  return [withCorrection({ target, path, value, kind: "size" }, correctSize(value))];
}

function withCorrection(malformed: Malformed, correction: string | undefined): Malformed {
  return correction === undefined ? malformed : { ...malformed, correction };
}
