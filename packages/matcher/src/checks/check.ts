/** The two kinds of checks, and the one comparison that most of them are made of. */
import type { DifferingField, FieldComparison, Mismatch, MismatchCode, Rejection } from "../reasons.ts";
import type { Entry, InferenceServiceSpec, ModelSpec, RuntimeSpec } from "../resources.ts";
import { parseSize } from "../values/size.ts";
import { acceptsParsedVersion, parseVersion, type Version } from "../values/version.ts";

/** A model with what is read from its texts once, however many entries it is held against. */
export interface Subject {
  readonly spec: ModelSpec;
  /** undefined when unset and when OME cannot read it. */
  readonly formatVersion: Version | undefined;
  readonly frameworkVersion: Version | undefined;
  /** undefined when unset. */
  readonly size: number | undefined;
}

export function toSubject(spec: ModelSpec): Subject {
  const read = (version: string | undefined) => (version === undefined ? undefined : parseVersion(version));
  return {
    spec,
    formatVersion: read(spec.modelFormat?.version),
    frameworkVersion: read(spec.modelFramework?.version),
    size: spec.modelParameterSize === undefined ? undefined : parseSize(spec.modelParameterSize),
  };
}

/** A check on the runtime as a whole: why it fails, or undefined. */
export type GateCheck = (
  model: Subject,
  runtime: RuntimeSpec,
  service: InferenceServiceSpec | undefined,
) => Rejection | undefined;

/** What one group of fields of an entry has to say about a model. */
export interface EntryFinding {
  readonly mismatches: readonly Mismatch[];
  readonly fields: readonly FieldComparison[];
  /** A value that says what kind of model this is stands on both sides, and differs (design, section 3). */
  readonly ofAnotherKind: boolean;
}

/** A check on one entry. Nothing set on either side: an empty finding. */
export type EntryCheck = (model: Subject, entry: Entry) => EntryFinding;

export const nothingToSay: EntryFinding = { mismatches: [], fields: [], ofAnotherKind: false };

/** The rule behind most fields (spec 2.2): both unset or both equal; a value on one side only never matches. */
export function compareExact<Value>(
  model: Value | undefined,
  runtime: Value | undefined,
): "same" | "differs" | "missing-on-model" | "missing-on-runtime" {
  if (model === runtime) return "same";
  if (model === undefined) return "missing-on-model";
  if (runtime === undefined) return "missing-on-runtime";
  return "differs";
}

/** A check of one text that both sides have under the same name. */
export function exactCheck(
  field: "architecture" | "quantization",
  path: "modelArchitecture" | "quantization",
): EntryCheck {
  return (model, entry) => {
    const modelValue = model.spec[path];
    const runtimeValue = entry[path];
    if (modelValue === undefined && runtimeValue === undefined) return nothingToSay;
    const outcome = compareExact(modelValue, runtimeValue);
    const comparison = toComparison({ path, field, model: modelValue, runtime: runtimeValue }, outcome);
    if (outcome === "same") return { mismatches: [], fields: [comparison], ofAnotherKind: false };
    const mismatch = toMismatch({ code: `${field}/${outcome}`, field, path, model: modelValue, runtime: runtimeValue });
    return { mismatches: [mismatch], fields: [comparison], ofAnotherKind: outcome === "differs" };
  };
}

/** The versions of a format or a framework whose names are equal (spec 2.2, groups e and f). */
export function versionFinding(versions: {
  readonly field: "format-version" | "framework-version";
  readonly path: string;
  readonly model: string | undefined;
  readonly runtime: string | undefined;
  readonly operator: string | undefined;
  /** The model's version as it was read. */
  readonly readModel: Version | undefined;
}): { readonly mismatches: readonly Mismatch[]; readonly fields: readonly FieldComparison[] } {
  const { field, path, model, runtime, operator } = versions;
  if (model === undefined && runtime === undefined) return { mismatches: [], fields: [] };
  const values = { path, field, model, runtime, operator };
  if (model === undefined || runtime === undefined) {
    const outcome = model === undefined ? "missing-on-model" : "missing-on-runtime";
    const mismatch = toMismatch({ ...values, code: `${field}/${outcome}` });
    return { mismatches: [mismatch], fields: [toComparison(values, "differs")] };
  }
  const comparison = acceptsParsedVersion(parseVersion(runtime), operator, versions.readModel);
  if (comparison.accepts)
    return { mismatches: [], fields: [toComparison(values, model === runtime ? "same" : "accepted")] };
  const mismatch = toMismatch({ ...values, code: `${field}/not-accepted`, cause: comparison.cause });
  return { mismatches: [mismatch], fields: [toComparison(values, "differs")] };
}

interface Values {
  readonly path: string;
  readonly field: DifferingField;
  readonly model?: string | undefined;
  readonly runtime?: string | undefined;
  readonly operator?: string | undefined;
}

/** These two are made by the thousand, so they are put together by hand. */
type Writable<Value> = { -readonly [Key in keyof Value]: Value[Key] };

/** One row of the side-by-side table; every outcome of `compareExact` but `same` is a difference. */
export function toComparison(
  values: Values,
  outcome: FieldComparison["outcome"] | ReturnType<typeof compareExact>,
): FieldComparison {
  const { path, field, model, runtime, operator } = values;
  const shown = outcome === "missing-on-model" || outcome === "missing-on-runtime" ? "differs" : outcome;
  const comparison: Writable<FieldComparison> = { path, field, outcome: shown };
  if (model !== undefined) comparison.model = model;
  if (runtime !== undefined) comparison.runtime = runtime;
  if (operator !== undefined) comparison.operator = operator;
  return comparison;
}

export function toMismatch(
  values: Values & {
    readonly code: MismatchCode;
    readonly component?: string;
    readonly cause?: Mismatch["cause"];
    readonly namedByOme?: boolean;
  },
): Mismatch {
  const { code, field, path, component, model, runtime, operator, cause, namedByOme = true } = values;
  const mismatch: Writable<Mismatch> = { code, field, path, namedByOme };
  if (component !== undefined) mismatch.component = component;
  if (model !== undefined) mismatch.model = model;
  if (runtime !== undefined) mismatch.runtime = runtime;
  if (operator !== undefined) mismatch.operator = operator;
  if (cause !== undefined) mismatch.cause = cause;
  return mismatch;
}
