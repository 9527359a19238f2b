/** What can be changed on the runtime (spec 5.2, column "Runtime side"). */
import type { Mismatch, ReasonCode, Rejection } from "../reasons.ts";
import type { Entry, EntryVersionedName, ModelSpec, RuntimeSpec, VersionedName } from "../resources.ts";
import { parseSize, sizeFits } from "../values/size.ts";
import { parseVersion } from "../values/version.ts";
import { endOfList, type Step } from "./edit.ts";
import type { Claim, FixCode } from "./fix.ts";
import { differentPriorities } from "./foresee.ts";
import type { Json, JsonObject } from "./json-value.ts";
import { correctSize, correctVersion, isReadableSize } from "./malformed.ts";
import type { ModelSource } from "./model-source.ts";
import type { FixEdit, Repair } from "./repair.ts";
import type { Situation } from "./situation.ts";

const formats = ["spec", "supportedModelFormats"] as const;

// ---- an existing entry ----

/** Ways to change an entry so that one mismatch goes away; none where only a new entry is honest. */
export function repairEntry(
  mismatch: Mismatch,
  { entry, index }: { readonly entry: Entry; readonly index: number },
  model: ModelSpec,
  source: ModelSource,
): readonly Repair[] {
  const set = (path: readonly Step[], to: Json | undefined, code: FixCode = "runtime/change-entry") =>
    entryEdit(index, path, to, code, mismatch.code);
  switch (mismatch.code) {
    case "pipeline/missing-on-model":
      return [[set(["diffusionPipeline"], undefined)]];
    case "pipeline-component/missing-on-model":
      return [[set(["diffusionPipeline", mismatch.component ?? ""], undefined)]];
    case "additional-components/missing-on-model":
      return [[set(["diffusionPipeline", "additionalComponents"], undefined)]];
    case "additional-component/missing-on-model":
      return [[set(["diffusionPipeline", "additionalComponents", mismatch.component ?? ""], undefined)]];
    case "pipeline-library/differs":
    case "pipeline-type/differs":
      return [[set(componentPath(mismatch), mismatch.model || undefined)]];
    case "architecture/missing-on-model":
      return [[set(["modelArchitecture"], undefined)]];
    case "architecture/missing-on-runtime":
      return [[set(["modelArchitecture"], model.modelArchitecture)]];
    case "quantization/missing-on-model":
      return [[set(["quantization"], undefined)]];
    case "quantization/missing-on-runtime":
      return [[set(["quantization"], model.quantization)]];
    case "format-version/missing-on-model":
      // OME may add a version to the model, and then the entry without one refuses it.
      return source.readBy === "nobody" ? [[set(["modelFormat", "version"], undefined)]] : [];
    case "framework-version/missing-on-model":
      return [[set(["modelFramework", "version"], undefined)]];
    case "format-version/missing-on-runtime":
    case "format-version/not-accepted":
      return versionWays(entry.modelFormat, model.modelFormat).map((way) =>
        way.map(({ key, to, code }) => set(["modelFormat", key], to, code)),
      );
    case "framework-version/missing-on-runtime":
    case "framework-version/not-accepted":
      return versionWays(entry.modelFramework, model.modelFramework).map((way) =>
        way.map(({ key, to, code }) => set(["modelFramework", key], to, code)),
      );
    case "pipeline-class/missing-on-model":
      return [[set(["diffusionPipeline", "className"], undefined)]];
    // Made for another kind of model, or impossible to write.
    case "cache-provider/not-configured":
    case "pipeline-class/differs":
    case "architecture/differs":
    case "quantization/differs":
    case "format-name/differs":
    case "framework/missing-on-model":
    case "framework/missing-on-runtime":
    case "framework-name/differs":
    case "entry/unknown":
      return [];
  }
}

/** The steps below the entry; an additional component may have dots in its key. */
function componentPath({ path, component = "" }: Mismatch): readonly Step[] {
  const part = path.slice(path.lastIndexOf(".") + 1);
  return path.startsWith("diffusionPipeline.additionalComponents.")
    ? ["diffusionPipeline", "additionalComponents", component, part]
    : ["diffusionPipeline", component, part];
}

interface VersionEdit {
  readonly key: "version" | "operator";
  readonly to: Json | undefined;
  readonly code: FixCode;
}

/**
 * 1. what the entry's own text was meant to be; 2. the model's version; 3. the operator that makes the entry's version an
 * upper limit; 4. both. Which of them help is found by judging; those of which a part can be left out are dropped.
 */
function versionWays(
  asked: EntryVersionedName | undefined,
  stated: VersionedName | undefined,
): readonly (readonly VersionEdit[])[] {
  const version = stated?.version;
  if (version === undefined || parseVersion(version) === undefined) {
    return [[{ key: "version", to: undefined, code: "runtime/change-entry" }]];
  }
  const corrected = asked?.version === undefined ? undefined : correctVersion(asked.version);
  const toVersion: VersionEdit = { key: "version", to: version, code: "runtime/change-entry" };
  const toLimit: VersionEdit = { key: "operator", to: "GreaterThanOrEqual", code: "runtime/change-entry" };
  const ways: (readonly VersionEdit[])[] = [];
  if (corrected !== undefined) ways.push([{ key: "version", to: corrected, code: "runtime/correct-value" }]);
  ways.push([toVersion]);
  if (asked?.version !== undefined) ways.push([toLimit], [toVersion, toLimit]);
  return ways;
}

function entryEdit(
  index: number,
  path: readonly Step[],
  to: Json | undefined,
  code: FixCode,
  solves: ReasonCode,
): FixEdit {
  const plain: FixEdit = { side: "runtime", code, path: [...formats, index, ...path], to, solves, entry: index };
  if (code === "runtime/correct-value") return plain;
  const claim: Claim = { code: "runtime-loads-model", path: path.join(".") };
  return { ...plain, claim: typeof to === "string" ? { ...claim, value: to } : claim };
}

// ---- a new entry ----

/** The model's values, `Equal` by leaving the operator out, and `autoSelect: true` (spec 5.2). Undefined without a framework. */
export function newEntry(model: ModelSpec): JsonObject | undefined {
  const { modelFormat, modelFramework, modelArchitecture, quantization } = model;
  if (modelFormat?.name === undefined || modelFramework?.name === undefined) return undefined;
  return {
    modelFormat: versionedName(modelFormat),
    modelFramework: versionedName(modelFramework),
    ...(modelArchitecture === undefined ? {} : { modelArchitecture }),
    ...(quantization === undefined ? {} : { quantization }),
    autoSelect: true,
  };
}

function versionedName({ name = "", version }: VersionedName): JsonObject {
  return version === undefined ? { name } : { name, version };
}

/** Nothing that matches today is lost: entries before it are asked first, and none of them changes. */
export function appendEntry(model: ModelSpec, entries: number, solves: ReasonCode): readonly Repair[] {
  const entry = newEntry(model);
  if (entry === undefined) return [];
  const claim: Claim = { code: "runtime-loads-model", path: "" };
  return [
    [
      {
        side: "runtime",
        code: "runtime/append-entry",
        path: [...formats, endOfList],
        to: entry,
        solves,
        claim,
        entry: entries,
      },
    ],
  ];
}

// ---- size ----

/**
 * The bounds that a size is outside of: what they were meant to be, then the size itself, then no bound at all. None for a
 * size that cannot be read: nobody knows whether the runtime carries it, and as a bound it would not be read either.
 */
export function repairRange({ model, runtime }: Situation): readonly Repair[] {
  const range = runtime.spec.modelSizeRange;
  const size = model.spec.modelParameterSize;
  if (range === undefined || size === undefined || !isReadableSize(size)) return [];
  const outside = (["min", "max"] as const).filter((key) => {
    const bound = range[key] === undefined ? undefined : parseSize(range[key]);
    return !sizeFits(parseSize(size), key === "min" ? bound : undefined, key === "max" ? bound : undefined);
  });
  const edits = (code: FixCode, toBound: (key: "min" | "max") => string | undefined, needsText: boolean): Repair[] => {
    const way = outside.map((key): FixEdit => {
      const to = toBound(key);
      const plain = { side: "runtime", code, path: ["spec", "modelSizeRange", key], to, solves } as const;
      if (code === "runtime/correct-value") return plain;
      return { ...plain, claim: { code: "runtime-carries-size", path: `modelSizeRange.${key}`, value: size } };
    });
    return way.length === 0 || (needsText && way.some(({ to }) => to === undefined)) ? [] : [way];
  };
  const solves: Rejection["code"] = "size/outside-range";
  return [
    ...edits("runtime/correct-value", (key) => correctSize(range[key] ?? ""), true),
    ...edits("runtime/size-range", () => size, true),
    ...edits("runtime/size-range", () => undefined, false),
  ];
}

// ---- gates ----

export function enableRuntime(): readonly Repair[] {
  return [
    [{ side: "runtime", code: "runtime/enable", path: ["spec", "disabled"], to: false, solves: "runtime/disabled" }],
  ];
}

/** The complete new list (spec 5.1): a merge patch replaces lists as a whole. */
export function listClasses({ runtime }: Situation, missing: readonly string[]): readonly Repair[] {
  return [
    [
      {
        side: "runtime",
        code: "runtime/accelerator-class",
        path: ["spec", "acceleratorRequirements", "acceleratorClasses"],
        to: [...runtime.spec.acceleratorClasses, ...missing],
        solves: "accelerator-class/not-supported",
        claim: {
          code: "runtime-runs-on-class",
          path: "acceleratorRequirements.acceleratorClasses",
          value: missing.join(", "),
        },
      },
    ],
  ];
}

/** The mode of each failing component set to the requested one, or left open. */
export function changeModes(
  failing: readonly { readonly component: "engine" | "decoder"; readonly requested: string }[],
  isMode: (text: string) => boolean,
): readonly Repair[] {
  const way = (toMode: (requested: string) => string | undefined): Repair =>
    failing.map(({ component, requested }) => {
      const to = toMode(requested);
      const path = ["spec", `${component}Config`, "annotations", "ome.io/deploymentMode"];
      const claim: Claim = {
        code: "runtime-runs-in-mode",
        path: `${component}Config.annotations[ome.io/deploymentMode]`,
        value: requested,
      };
      return { side: "runtime", code: "runtime/deployment-mode", path, to, solves: "deployment-mode/differs", claim };
    });
  const toRequested = failing.every(({ requested }) => isMode(requested)) ? [way((requested) => requested)] : [];
  return [...toRequested, way(() => undefined)];
}

// ---- automatic selection ----

/**
 * `autoSelect: true` on the first matching entry, and weights of 1 where those keep the score at 0 (spec 5.2). Gives the
 * entry a name of its own where the webhook would refuse it among others of the same name (spec 5.5).
 */
export function enableAutoSelect(situation: Situation): readonly Repair[] {
  const { verdict, runtime } = situation;
  const index = verdict.matchedEntry;
  const entry = index === undefined ? undefined : runtime.spec.supportedModelFormats[index];
  if (index === undefined || entry === undefined || verdict.skip === undefined) return [];
  const solves = verdict.skip.code;
  const set = (code: FixCode, path: readonly Step[], to: Json): FixEdit => ({
    side: "runtime",
    code,
    path: [...formats, index, ...path],
    to,
    solves,
    entry: index,
  });
  const toTrue = entry.autoSelect === true ? [] : [set("runtime/auto-select", ["autoSelect"], true)];
  const weights = [
    set("runtime/weight", ["modelFormat", "weight"], 1),
    set("runtime/weight", ["modelFramework", "weight"], 1),
  ];
  const named = ownName(situation, index, entry.priority);
  const naming = named === undefined ? [] : [set("runtime/auto-select", ["name"], named)];
  const ways = [toTrue, [...toTrue, ...naming], weights, [...toTrue, ...weights], [...toTrue, ...weights, ...naming]];
  return ways.filter((way) => way.length > 0);
}

/**
 * Names of their own for entries that the webhook refuses under one name (spec 5.5): of each name the entries with the most
 * frequent priority keep it, on equal counts those that come first. A name has no other effect.
 */
export function separateNames({ supportedModelFormats: entries }: RuntimeSpec, code: FixCode): readonly FixEdit[] {
  const names = entries.map(({ name = "" }) => name);
  const edits: FixEdit[] = [];
  for (;;) {
    const renamed = entries.map((entry, index) => ({ ...entry, name: names[index] ?? "" }));
    const clash = differentPriorities({ supportedModelFormats: renamed });
    if (clash === undefined) return edits;
    const sharing = renamed.flatMap(({ autoSelect, name, priority }, index) =>
      autoSelect === true && name === clash.name && priority !== undefined ? [{ index, priority }] : [],
    );
    const frequency = (priority: number) => sharing.filter((one) => one.priority === priority).length;
    const kept = sharing.reduce((best, one) => (frequency(one.priority) > frequency(best.priority) ? one : best));
    for (const { index, priority } of sharing) {
      if (priority === kept.priority) continue;
      const to = freeName(new Set(names), index);
      names[index] = to;
      edits.push({ side: "runtime", code, path: [...formats, index, "name"], to });
    }
  }
}

/** A name that no other entry has, where the entry needs one to be enabled with this priority; else undefined (spec 5.5). */
export function ownName({ runtime }: Situation, index: number, priority: number | undefined): string | undefined {
  const entries = runtime.spec.supportedModelFormats;
  const changed = entries.map((entry, at) => {
    if (at !== index) return entry;
    return priority === undefined ? { ...entry, autoSelect: true } : { ...entry, autoSelect: true, priority };
  });
  if (differentPriorities({ ...runtime.spec, supportedModelFormats: changed }) === undefined) return undefined;
  return freeName(new Set(entries.map(({ name = "" }) => name)), index);
}

function freeName(taken: ReadonlySet<string>, index: number): string {
  for (let number = index + 1; ; number++) {
    const name = `entry-${number}`;
    if (!taken.has(name)) return name;
  }
}
