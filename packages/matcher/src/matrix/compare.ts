/** Groups of models against distinct entries: the rules of the entry checks on interned values, counted, not explained. */
import { countPipelineDifferences } from "../checks/entry/diffusion-pipeline.ts";
import { acceptsParsedVersion } from "../values/version.ts";
import { type Columns, type EntryList, type EntryTraits, fieldBit } from "./columns.ts";
import type { ReadName, Values } from "./intern.ts";
import type { ModelTraits } from "./rows.ts";

/** What a list of entries has to say about one group of models. */
export interface ListComparison {
  /** Of the entry with the fewest, the first on equal counts; 0 = it matches. */
  readonly differences: number;
  /** The fields of that entry that differ, as bits of `differingFields`. */
  readonly fields: number;
  /** All entries are, or there is none. */
  readonly ofAnotherKind: boolean;
}

/** The comparisons of one group of models. Valid until the next group is asked for. */
export interface GroupComparisons {
  readonly compareList: (list: EntryList) => ListComparison;
  /** Whether format and framework of an entry go with the models, so that it counts in the score (spec 3.2). */
  readonly canScore: (entry: number) => boolean;
}

/** Compares group by group. Groups that follow each other with one pipeline share what was found out about it. */
export function newComparer({ entries }: Columns, known: KnownComparisons): (model: ModelTraits) => GroupComparisons {
  let pipelines = known.pipelinesOf(0);
  // Of the current group, by entry; `comparedFor` tells for which group an entry was compared last.
  let group = 0;
  const comparedFor = new Int32Array(entries.length);
  const differencesOf = new Int32Array(entries.length);
  const fieldsOf = new Uint16Array(entries.length);
  const isOfAnotherKind = new Uint8Array(entries.length);
  const scores = new Uint8Array(entries.length);

  return (model) => {
    group++;
    if (pipelines.model !== model.pipeline) pipelines = known.pipelinesOf(model.pipeline);
    const formats = known.namesOf(model.format);
    const frameworks = known.namesOf(model.framework);

    const compareEntry = (index: number, entry: EntryTraits): void => {
      let differences = pipelines.differences[entry.pipeline] ?? 0;
      let fields = differences > 0 ? fieldBit.pipeline : 0;
      let ofAnotherKind = pipelines.ofAnotherKind[entry.pipeline] === 1;
      if (model.isSharded) {
        differences++;
        fields |= fieldBit["cache-provider"];
      }
      if (entry.architecture !== model.architecture) {
        differences++;
        fields |= fieldBit.architecture;
        if (entry.architecture !== 0 && model.architecture !== 0) ofAnotherKind = true;
      }
      if (entry.quantization !== model.quantization) {
        differences++;
        fields |= fieldBit.quantization;
        if (entry.quantization !== 0 && model.quantization !== 0) ofAnotherKind = true;
      }
      // An entry without a format, which the API refuses, is not compared.
      const format = entry.format === 0 ? same : (formats[entry.format] ?? same);
      if (format !== same) {
        differences++;
        fields |= format >= nameDiffers ? fieldBit["format-name"] : fieldBit["format-version"];
        if (format === nameOfAnotherKind) ofAnotherKind = true;
      }
      const framework = frameworks[entry.framework] ?? same;
      if (framework !== same) {
        differences++;
        fields |= framework >= nameDiffers ? fieldBit["framework-name"] : fieldBit["framework-version"];
        if (framework === nameOfAnotherKind) ofAnotherKind = true;
      }
      if (entry.format === 0 && differences === 0) {
        differences = 1;
        fields = fieldBit["format-name"];
      }
      comparedFor[index] = group;
      differencesOf[index] = differences;
      fieldsOf[index] = fields;
      isOfAnotherKind[index] = ofAnotherKind ? 1 : 0;
      scores[index] = format <= versionOneSided && framework <= versionOneSided ? 1 : 0;
    };

    return {
      compareList: (list) => {
        let differences = 0;
        let fields = 0;
        let ofAnotherKind = true;
        for (const [at, index] of list.entries.entries()) {
          const entry = entries[index];
          if (entry !== undefined && comparedFor[index] !== group) compareEntry(index, entry);
          const ofEntry = differencesOf[index] ?? 0;
          if (at === 0 || ofEntry < differences) {
            differences = ofEntry;
            fields = fieldsOf[index] ?? 0;
          }
          if (isOfAnotherKind[index] === 0) ofAnotherKind = false;
        }
        return { differences, fields, ofAnotherKind };
      },
      canScore: (entry) => scores[entry] === 1,
    };
  };
}

// How names and versions compare, in an order: the first two do not keep an entry from giving a score (spec 3.2), and
// from nameDiffers on it is the names.
const same = 0;
const versionOneSided = 1;
const versionRefused = 2;
const nameDiffers = 3;
/** Set on both sides, and different. */
const nameOfAnotherKind = 4;

/** How all values of entries compare with one of a model; worked out once for each of a model's. */
export interface KnownComparisons {
  /** By the number of a format or framework of entries. */
  readonly namesOf: (model: number) => Uint8Array;
  readonly pipelinesOf: (model: number) => PipelineComparisons;
  /** How many pairs were compared. */
  readonly size: () => number;
}

export function newKnownComparisons(values: Values): KnownComparisons {
  const { modelNames, entryNames, entryPipelines } = values;
  const names: (Uint8Array | undefined)[] = [];
  const pipelines: (PipelineComparisons | undefined)[] = [];
  let size = 0;
  return {
    namesOf(model) {
      const before = names[model];
      // Entries may have got other values since.
      const first = before?.length ?? 0;
      if (before !== undefined && first === entryNames.values.length) return before;
      const compared = new Uint8Array(entryNames.values.length);
      if (before !== undefined) compared.set(before);
      const of = modelNames.values[model];
      for (let entry = first; entry < compared.length; entry++)
        compared[entry] = compareName(of, entryNames.values[entry]);
      names[model] = compared;
      size += compared.length - first;
      return compared;
    },
    pipelinesOf(model) {
      const before = pipelines[model];
      const first = before?.differences.length ?? 0;
      if (before !== undefined && first === entryPipelines.values.length) return before;
      const compared = comparePipelines(model, first, before, values);
      pipelines[model] = compared;
      size += compared.differences.length - first;
      return compared;
    },
    size: () => size,
  };
}

function compareName(model: ReadName | undefined, entry: ReadName | undefined): number {
  if (model === undefined || entry === undefined) return model === entry ? same : nameDiffers;
  if ((model.name ?? "") !== (entry.name ?? "")) {
    return model.name === undefined || entry.name === undefined ? nameDiffers : nameOfAnotherKind;
  }
  if (!model.hasVersion || !entry.hasVersion) return model.hasVersion === entry.hasVersion ? same : versionOneSided;
  return acceptsParsedVersion(entry.version, entry.operator, model.version).accepts ? same : versionRefused;
}

export interface PipelineComparisons {
  readonly model: number;
  /** By the entry's pipeline. */
  readonly differences: Int32Array;
  readonly ofAnotherKind: Uint8Array;
}

/** From an entry's pipeline on; those before it are known. */
function comparePipelines(
  model: number,
  first: number,
  before: PipelineComparisons | undefined,
  { modelPipelines, entryPipelines }: Values,
): PipelineComparisons {
  const recorded = modelPipelines.values[model];
  const count = entryPipelines.values.length;
  const differences = new Int32Array(count);
  const ofAnotherKind = new Uint8Array(count);
  if (before !== undefined) {
    differences.set(before.differences);
    ofAnotherKind.set(before.ofAnotherKind);
  }
  for (let entry = first; entry < count; entry++) {
    const compared = countPipelineDifferences(entryPipelines.values[entry], recorded);
    differences[entry] = compared.differences;
    ofAnotherKind[entry] = compared.ofAnotherKind ? 1 : 0;
  }
  return { model, differences, ofAnotherKind };
}
