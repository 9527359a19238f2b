/** The runtimes of a matrix, with everything that does not depend on the model worked out. */
import { toSubject } from "../checks/check.ts";
import { acceleratorClass } from "../checks/gate/accelerator-class.ts";
import { deploymentMode } from "../checks/gate/deployment-mode.ts";
import { disabled } from "../checks/gate/disabled.ts";
import { type DifferingField, differingFields } from "../reasons.ts";
import type { Entry, InferenceServiceSpec, ResourceName, RuntimeKind, RuntimeSpec } from "../resources.ts";
import { entryScore } from "../score.ts";
import { parseSize } from "../values/size.ts";
import { type Ids, intern, internName, internPipeline, type Values } from "./intern.ts";

/** The bit of each field in `Matrix.fields`. */
export const fieldBit = Object.fromEntries(differingFields.map((name, index) => [name, 1 << index])) as Readonly<
  Record<DifferingField, number>
>;

/** A runtime. */
export interface Column {
  readonly name: ResourceName<RuntimeKind>;
  readonly state: "error" | "disabled" | "normal";
  /** Which of class and mode fail for the InferenceService. */
  readonly gateBits: number;
  readonly gateCount: number;
  readonly enablesAutoSelect: boolean;
  readonly min: number | undefined;
  readonly max: number | undefined;
  /** Entries that count in the score, when format and framework go with the model. */
  readonly scored: readonly { readonly entry: number; readonly score: bigint }[];
}

/** An entry as numbers. */
export interface EntryTraits {
  readonly pipeline: number;
  readonly architecture: number;
  readonly quantization: number;
  readonly format: number;
  readonly framework: number;
}

export interface Columns {
  readonly columns: readonly Column[];
  /** Distinct entries: what differs in score alone is the same entry. */
  readonly entries: readonly EntryTraits[];
  /** Distinct lists of entries. */
  readonly lists: readonly EntryList[];
  /** Lists with an entry for an architecture, or with one for none: all others are made for other architectures. */
  readonly listsFor: (architecture: number) => readonly EntryList[];
}

export interface EntryList {
  readonly entries: readonly number[];
  /** The columns that have it. */
  readonly columns: readonly number[];
}

/** What there is to know of a spec, whatever runtime has it and whatever service asks. */
interface ReadSpec extends Pick<Column, "enablesAutoSelect" | "min" | "max" | "scored"> {
  readonly entries: readonly number[];
  /** Equal for equal lists of entries. */
  readonly listKey: string;
}

/** What has been read of specs: it holds them no longer than anybody else does. And their distinct entries. */
export interface ReadRuntimes {
  readonly specs: WeakMap<RuntimeSpec, ReadSpec>;
  readonly entryIds: Ids;
  readonly entries: EntryTraits[];
}

export const newReadRuntimes = (): ReadRuntimes => ({ specs: new WeakMap(), entryIds: new Map(), entries: [] });

export function readColumns(
  runtimes: readonly (ResourceName<RuntimeKind> & { readonly spec?: RuntimeSpec | undefined })[],
  service: InferenceServiceSpec | undefined,
  values: Values,
  known: ReadRuntimes,
): Columns {
  const lists = new Map<string, { readonly entries: readonly number[]; readonly columns: number[] }>();
  const columns = runtimes.map((runtime, index): Column => {
    if (runtime.spec === undefined) return unreadable(runtime);
    const read = readSpec(runtime.spec, values, known);
    const list = lists.get(read.listKey);
    if (list === undefined) lists.set(read.listKey, { entries: read.entries, columns: [index] });
    else list.columns.push(index);
    return readColumn(runtime, runtime.spec, service, read);
  });
  const allLists = [...lists.values()];
  return { columns, entries: known.entries, lists: allLists, listsFor: indexByArchitecture(allLists, known.entries) };
}

function readSpec(spec: RuntimeSpec, values: Values, { specs, entryIds, entries }: ReadRuntimes): ReadSpec {
  const before = specs.get(spec);
  if (before !== undefined) return before;
  const ids = spec.supportedModelFormats.map((entry) => internEntry(entry, values, entryIds, entries));
  const read = (bound: string | undefined) => (bound === undefined ? undefined : parseSize(bound));
  const known: ReadSpec = {
    entries: ids,
    listKey: ids.join(),
    enablesAutoSelect: spec.supportedModelFormats.some((entry) => entry.autoSelect === true),
    min: read(spec.modelSizeRange?.min),
    max: read(spec.modelSizeRange?.max),
    scored: spec.supportedModelFormats.flatMap((entry, index) => {
      const score = entry.autoSelect === false ? 0n : entryScore(entry);
      return score > 0n ? [{ entry: ids[index] ?? 0, score }] : [];
    }),
  };
  specs.set(spec, known);
  return known;
}

const noModel = toSubject({});

function readColumn(
  name: ResourceName<RuntimeKind>,
  spec: RuntimeSpec,
  service: InferenceServiceSpec | undefined,
  { enablesAutoSelect, min, max, scored }: ReadSpec,
): Column {
  // These gates do not look at the model.
  const fails = {
    "accelerator-class": acceleratorClass(noModel, spec, service) !== undefined,
    "deployment-mode": deploymentMode(noModel, spec, service) !== undefined,
  };
  return {
    name,
    state: disabled(noModel, spec, service) === undefined ? "normal" : "disabled",
    gateBits:
      (fails["accelerator-class"] ? fieldBit["accelerator-class"] : 0) |
      (fails["deployment-mode"] ? fieldBit["deployment-mode"] : 0),
    gateCount: Number(fails["accelerator-class"]) + Number(fails["deployment-mode"]),
    enablesAutoSelect,
    min,
    max,
    scored,
  };
}

function unreadable(name: ResourceName<RuntimeKind>): Column {
  return {
    name,
    state: "error",
    gateBits: 0,
    gateCount: 0,
    enablesAutoSelect: false,
    min: undefined,
    max: undefined,
    scored: [],
  };
}

function internEntry(entry: Entry, values: Values, ids: Ids, entries: EntryTraits[]): number {
  const traits: EntryTraits = {
    pipeline: internPipeline(values.entryPipelines, entry.diffusionPipeline),
    architecture: intern(values.texts, entry.modelArchitecture),
    quantization: intern(values.texts, entry.quantization),
    format: internName(values.entryNames, entry.modelFormat, entry.modelFormat?.operator),
    framework: internName(values.entryNames, entry.modelFramework, entry.modelFramework?.operator),
  };
  const id = intern(ids, Object.values(traits).join()) - 1;
  if (id === entries.length) entries.push(traits);
  return id;
}

function indexByArchitecture(
  lists: readonly EntryList[],
  entries: readonly EntryTraits[],
): (architecture: number) => readonly EntryList[] {
  const open: EntryList[] = [];
  const byArchitecture = new Map<number, EntryList[]>();
  for (const list of lists) {
    const architectures = new Set(list.entries.map((entry) => entries[entry]?.architecture ?? 0));
    if (architectures.has(0)) {
      open.push(list);
      continue;
    }
    for (const architecture of architectures) {
      const others = byArchitecture.get(architecture);
      if (others === undefined) byArchitecture.set(architecture, [list]);
      else others.push(list);
    }
  }
  // A model without an architecture differs from every entry with one, but it is not of another kind.
  return (architecture) => (architecture === 0 ? lists : [...open, ...(byArchitecture.get(architecture) ?? [])]);
}
