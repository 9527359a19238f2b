/** Surprising rules, told where they bite. */
import type { Subject } from "./checks/check.ts";
import { isDeploymentMode } from "./checks/gate/deployment-mode.ts";
import type { EntryReport, Mismatch, Note, NoteCode, Verdict } from "./reasons.ts";
import type { InferenceServiceSpec, RuntimeSpec } from "./resources.ts";
import { setFields } from "./values/set-fields.ts";
import { parseSize } from "./values/size.ts";
import { hasSuffix, isKnownOperator, parseVersion } from "./values/version.ts";

/** What a verdict is known to say before its notes are written. */
type Facts = Pick<Verdict, "gates" | "compatible" | "qualifies" | "entries" | "score"> & {
  readonly skip: Verdict["skip"] | undefined;
  readonly matchedEntry: number | undefined;
};

/** All notes on a pair: on the model, the entries in order, the size, the score, then the InferenceService. */
export function notesOn(
  subject: Subject,
  runtime: RuntimeSpec,
  service: InferenceServiceSpec | undefined,
  facts: Facts,
): readonly Note[] {
  return [
    ...cacheProviderNotes(subject),
    // Where an entry matches, what differs in the others does not matter.
    ...(facts.matchedEntry === undefined ? facts.entries.flatMap(entryNotes) : []),
    ...sizeNotes(subject, runtime),
    ...scoreNotes(runtime, facts),
    ...serviceNotes(runtime, service, facts),
  ];
}

function cacheProviderNotes({ spec }: Subject): readonly Note[] {
  if (spec.distribution !== "Sharded") return [];
  return [{ code: "cache-provider/none-exists", path: "distribution", value: spec.distribution }];
}

function entryNotes(report: EntryReport): readonly Note[] {
  const notes: Note[] = [];
  const add = (code: NoteCode, path: string | undefined, value?: string) =>
    notes.push(setFields<Note>({ code, path, entry: report.index, value }));
  for (const mismatch of report.mismatches) {
    if (isOneSided(mismatch)) add("field/one-sided", mismatch.path, mismatch.model ?? mismatch.runtime);
    if (emptyTextCounts(mismatch)) add("field/empty-text", mismatch.path, "");
    for (const [code, value] of versionSurprises(mismatch)) add(code, mismatch.path, value);
  }
  const ofPipeline = report.mismatches.filter(({ field }) => field === "pipeline");
  if (ofPipeline.length > 1) {
    const named = ofPipeline[0];
    add("pipeline/first-only", named?.path, named?.component);
    if (named !== undefined && isAdditional(named)) add("pipeline/random-order", named.path, named.component);
  }
  return notes;
}

/** OME has one sentence for a model without any, whichever key it looks at first. */
function isAdditional({ code, path }: Mismatch): boolean {
  return (
    code !== "additional-components/missing-on-model" && path.startsWith("diffusionPipeline.additionalComponents.")
  );
}

function isOneSided({ code }: Mismatch): boolean {
  switch (code) {
    case "architecture/missing-on-model":
    case "architecture/missing-on-runtime":
    case "quantization/missing-on-model":
    case "quantization/missing-on-runtime":
    case "format-version/missing-on-model":
    case "format-version/missing-on-runtime":
    case "framework-version/missing-on-model":
    case "framework-version/missing-on-runtime":
    case "framework/missing-on-model":
    case "framework/missing-on-runtime":
      return true;
    default:
      return false;
  }
}

/** In library and type of a component `""` is the same as unset; everywhere else it is a value. */
function emptyTextCounts({ code, model, runtime }: Mismatch): boolean {
  if (code === "pipeline-library/differs" || code === "pipeline-type/differs") return false;
  return model === "" || runtime === "";
}

/** What a refused version comparison hides, with the value that surprises. */
function versionSurprises({ model = "", runtime = "", operator, cause }: Mismatch): readonly [NoteCode, string?][] {
  if (cause === undefined) return [];
  switch (cause) {
    case "unparsable-on-model":
      return [["version/unparsable", model]];
    case "unparsable-on-runtime":
      return [["version/unparsable", runtime]];
    case "unparsable-on-both":
      return [...new Set([model, runtime])].map((text) => ["version/unparsable", text]);
    case "not-equal":
      return [["version/exact", runtime]];
    case "suffix-forces-equality": {
      const read = parseVersion(model);
      return [["version/suffix-forces-equality", read !== undefined && hasSuffix(read) ? model : runtime]];
    }
    case "above-limit":
      return [["version/upper-limit", runtime]];
    case "unknown-operator":
      return [["version/unknown-operator", operator ?? ""]];
    case "parts-differ":
    case "prefix-differs":
      return isKnownOperator(operator)
        ? [["version/parts-or-prefix", runtime]]
        : [
            ["version/unknown-operator", operator ?? ""],
            ["version/parts-or-prefix", runtime],
          ];
  }
}

function sizeNotes({ spec, size }: Subject, { modelSizeRange: range }: RuntimeSpec): readonly Note[] {
  if (range === undefined) return [];
  const notes: Note[] = [];
  const addReading = (path: string, text: string | undefined) => {
    if (text === undefined) return undefined;
    const value = parseSize(text);
    if (value === 0) notes.push({ code: "size/reads-as-zero", path, value: text });
    if (Number.isNaN(value)) notes.push({ code: "size/reads-as-not-a-number", path, value: text });
    return value;
  };
  if (size === undefined) notes.push({ code: "size/not-stated", path: "modelParameterSize" });
  addReading("modelParameterSize", spec.modelParameterSize);
  const min = addReading("modelSizeRange.min", range.min);
  const max = addReading("modelSizeRange.max", range.max);
  if (min !== undefined && max !== undefined && min > max)
    notes.push({ code: "size/empty-range", path: "modelSizeRange" });
  return notes;
}

function scoreNotes(runtime: RuntimeSpec, facts: Facts): readonly Note[] {
  const { matchedEntry, score } = facts;
  if (!facts.compatible || matchedEntry === undefined) return [];
  const notes: Note[] = [];
  for (const entry of score.entries) {
    if (entry.outcome !== "counted") continue;
    const written = (weight: number | bigint | undefined) => (weight === undefined ? {} : { value: String(weight) });
    const { modelFormat, modelFramework } = runtime.supportedModelFormats[entry.index] ?? {};
    if (entry.formatWeightReplaced) {
      notes.push({
        code: "score/weight-zero",
        path: "modelFormat.weight",
        entry: entry.index,
        ...written(modelFormat?.weight),
      });
    }
    if (entry.frameworkWeightReplaced) {
      notes.push({
        code: "score/weight-zero",
        path: "modelFramework.weight",
        entry: entry.index,
        ...written(modelFramework?.weight),
      });
    }
  }
  if (score.score > 0n && score.givenBy !== undefined && score.givenBy !== matchedEntry) {
    notes.push({ code: "score/from-another-entry", entry: score.givenBy });
  }
  const autoSelect = runtime.supportedModelFormats[matchedEntry]?.autoSelect;
  if (facts.qualifies && autoSelect !== true) {
    notes.push({ code: "auto-select/through-another-entry", path: "autoSelect", entry: matchedEntry });
  }
  if (facts.skip?.code === "auto-select/not-on-matching-entry" && autoSelect === undefined) {
    notes.push({ code: "auto-select/weights-not-positive", path: "autoSelect", entry: matchedEntry });
  }
  return notes;
}

function serviceNotes(runtime: RuntimeSpec, service: InferenceServiceSpec | undefined, facts: Facts): readonly Note[] {
  if (service === undefined) return [];
  const notes: Note[] = [];
  const classes = new Set(service.acceleratorClasses.map(({ name }) => name));
  if (service.model === undefined && classes.size > 0) notes.push({ code: "accelerator-class/not-checked" });
  const classFails = facts.gates.some(({ gate, holds }) => gate === "accelerator-class" && holds === false);
  if (classFails && classes.size > 1) notes.push({ code: "accelerator-class/pooled" });
  for (const component of service.hasDecoder ? (["engine", "decoder"] as const) : (["engine"] as const)) {
    const sides = [
      { path: `${component}Config.annotations[ome.io/deploymentMode]`, value: runtime.deploymentModes[component] },
      { path: `${component}.annotations[ome.io/deploymentMode]`, value: service.deploymentModes[component] },
    ];
    for (const { path, value } of sides) {
      if (value !== undefined && !isDeploymentMode(value))
        notes.push({ code: "deployment-mode/not-a-mode", path, value });
    }
  }
  return notes;
}
