/**
 * All pairs at once: what `judge` and `select` say, one byte a cell, without the explanations.
 *
 * Matching depends on few distinct values. So each value is interned once, and only distinct values are compared:
 *
 * 1. Models are grouped by all that entries are compared with; equal entries and equal lists of entries are one.
 * 2. For one group of models each distinct entry is compared once, then each distinct list of entries is summed up.
 * 3. A cell combines its list with size, class, mode and disabled; gates that do not look at the model are asked once
 *    a column, by the checks that `judge` uses.
 * 4. What qualifies in a row is ranked. Rows that agree in everything are copied.
 *
 * A property test holds every cell to what `judge` and `select` say of it.
 */
import { toSubject } from "./checks/check.ts";
import { countPipelineDifferences } from "./checks/entry/diffusion-pipeline.ts";
import { acceleratorClass } from "./checks/gate/accelerator-class.ts";
import { deploymentMode } from "./checks/gate/deployment-mode.ts";
import { disabled } from "./checks/gate/disabled.ts";
import { rejectModel } from "./judge.ts";
import { rankCandidates } from "./rank.ts";
import { type DifferingField, differingFields, type PairState, pairStates } from "./reasons.ts";
import type {
  DiffusionPipeline,
  Entry,
  InferenceServiceSpec,
  ModelKind,
  ModelSpec,
  ResourceName,
  RuntimeKind,
  RuntimeSpec,
} from "./resources.ts";
import { entryScore } from "./score.ts";
import { parseSize, sizeDistance } from "./values/size.ts";
import { acceptsParsedVersion, parseVersion, type Version } from "./values/version.ts";

/** A row or a column. An undefined spec is an object that could not be read: all its cells are errors. */
export type MatrixRow<Kind extends string, Spec> = ResourceName<Kind> & { readonly spec: Spec | undefined };

export interface MatrixInput {
  readonly models: readonly MatrixRow<ModelKind, ModelSpec>[];
  readonly runtimes: readonly MatrixRow<RuntimeKind, RuntimeSpec>[];
  /** undefined = all namespaces. */
  readonly namespace?: string | undefined;
  readonly service?: InferenceServiceSpec | undefined;
}

/** One value a cell, row by row: the cell of model r and runtime c is at r × columns + c. */
export interface Matrix {
  readonly rows: number;
  readonly columns: number;
  /** Index in `pairStates`. */
  readonly states: Uint8Array;
  /** The rank of selected and candidate, the number of differences of a near miss (at most 65535), else 0. */
  readonly numbers: Uint16Array;
  /** Of a near miss, which of `differingFields` differ: bit n is the n-th. Else 0. */
  readonly fields: Uint16Array;
}

/**
 * The state of every pair (design, section 3), by the rules of `judge` and `select`.
 *
 * With a namespace, objects of other namespaces are not applicable. Without one, a BaseModel is seen from its own
 * namespace; for a ClusterBaseModel the cluster's runtimes are ranked among themselves, the first being selected, and
 * the ServingRuntimes of each namespace are candidates with their rank there.
 */
export function computeMatrix(input: MatrixInput): Matrix {
  const rows = input.models.length;
  const columns = input.runtimes.length;
  const matrix: Matrix = {
    rows,
    columns,
    states: new Uint8Array(rows * columns),
    numbers: new Uint16Array(rows * columns),
    fields: new Uint16Array(rows * columns),
  };
  const values = newInterned();
  const side = readColumns(input, values);
  const views = new Map<string, RowView>();
  const groups = groupModels(input, values, views, side);
  let pipelines: PipelineResults | undefined;
  const results = newGroupResults(side);
  for (const group of groups) {
    if (pipelines?.model !== group.traits.pipeline) pipelines = comparePipelines(group.traits.pipeline, values);
    compareEntries(group.traits, pipelines, values, side, results);
    sumUpLists(side, results);
    for (const row of group.rows) fillRow(row, side, results, matrix);
  }
  return matrix;
}

const state = Object.fromEntries(pairStates.map((name, index) => [name, index])) as Readonly<Record<PairState, number>>;
const bit = Object.fromEntries(differingFields.map((name, index) => [name, 1 << index])) as Readonly<
  Record<DifferingField, number>
>;
const largestNumber = 65_535;

// ---- interning: 0 is unset everywhere ----

/** Texts to small numbers. */
type Ids = Map<string, number>;

interface Interned {
  readonly texts: Ids;
  readonly versions: { readonly ids: Ids; readonly read: (Version | undefined)[] };
  readonly entryVersions: { readonly ids: Ids; readonly read: (EntryVersion | undefined)[] };
  readonly modelPipelines: { readonly ids: Ids; readonly specs: (DiffusionPipeline | undefined)[] };
  readonly entryPipelines: { readonly ids: Ids; readonly specs: (DiffusionPipeline | undefined)[] };
  /** By the model's version: by the entry's version and operator, 0 = not compared yet, 1 = accepted, 2 = refused. */
  readonly comparisons: (Uint8Array | undefined)[];
}

interface EntryVersion {
  readonly version: Version | undefined;
  readonly operator: string | undefined;
}

const emptyText = 1;

function newInterned(): Interned {
  return {
    texts: new Map([["", emptyText]]),
    versions: { ids: new Map(), read: [undefined] },
    entryVersions: { ids: new Map(), read: [undefined] },
    modelPipelines: { ids: new Map(), specs: [undefined] },
    entryPipelines: { ids: new Map(), specs: [undefined] },
    comparisons: [],
  };
}

function intern(ids: Ids, text: string | undefined): number {
  if (text === undefined) return 0;
  const known = ids.get(text);
  if (known !== undefined) return known;
  const id = ids.size + 1;
  ids.set(text, id);
  return id;
}

function internVersion({ versions }: Interned, text: string | undefined): number {
  const id = intern(versions.ids, text);
  if (text !== undefined && id === versions.read.length) versions.read.push(parseVersion(text));
  return id;
}

function internEntryVersion(
  { entryVersions }: Interned,
  text: string | undefined,
  operator: string | undefined,
): number {
  if (text === undefined) return 0;
  const id = intern(entryVersions.ids, JSON.stringify([text, operator]));
  if (id === entryVersions.read.length) entryVersions.read.push({ version: parseVersion(text), operator });
  return id;
}

function internPipeline({ ids, specs }: Interned["modelPipelines"], pipeline: DiffusionPipeline | undefined): number {
  if (pipeline === undefined) return 0;
  const { additionalComponents, ...rest } = pipeline;
  const id = intern(ids, JSON.stringify([rest, additionalComponents === undefined ? [] : [...additionalComponents]]));
  if (id === specs.length) specs.push(pipeline);
  return id;
}

// ---- columns ----

/** What the matrix needs of the runtimes; an index is a column, an entry or a list of entries. */
interface Columns {
  readonly input: MatrixInput;
  readonly count: number;
  readonly isError: Uint8Array;
  readonly isDisabled: Uint8Array;
  /** Class and mode, as bits of `differingFields`: they do not depend on the model. */
  readonly gateBits: Uint16Array;
  readonly gateCount: Uint8Array;
  readonly enablesAutoSelect: Uint8Array;
  /** Parsed bounds; infinite where unset, so that nothing is outside. */
  readonly min: Float64Array;
  readonly max: Float64Array;
  readonly bounds: readonly { readonly min: number | undefined; readonly max: number | undefined }[];
  readonly list: Int32Array;
  readonly lists: readonly Int32Array[];
  readonly entries: readonly EntryTraits[];
  /** Entries that may give a score. */
  readonly scored: readonly (readonly ScoredEntry[])[];
}

interface ScoredEntry {
  readonly entry: number;
  readonly score: bigint;
}

/** An entry as numbers; equal entries share one. */
interface EntryTraits {
  readonly pipeline: number;
  readonly architecture: number;
  readonly quantization: number;
  readonly format: NamedTraits | undefined;
  readonly framework: NamedTraits | undefined;
}

interface NamedTraits {
  readonly name: number;
  readonly version: number;
}

function readColumns(input: MatrixInput, values: Interned): Columns {
  const count = input.runtimes.length;
  const lists = new Map<string, number>();
  const entries = new Map<string, number>();
  const columns = {
    input,
    count,
    isError: new Uint8Array(count),
    isDisabled: new Uint8Array(count),
    gateBits: new Uint16Array(count),
    gateCount: new Uint8Array(count),
    enablesAutoSelect: new Uint8Array(count),
    min: new Float64Array(count).fill(Number.NEGATIVE_INFINITY),
    max: new Float64Array(count).fill(Number.POSITIVE_INFINITY),
    bounds: [] as Columns["bounds"][number][],
    list: new Int32Array(count),
    lists: [] as Int32Array[],
    entries: [] as EntryTraits[],
    scored: [] as (readonly ScoredEntry[])[],
  };
  const anyModel = toSubject({});
  for (const [column, { spec }] of input.runtimes.entries()) {
    if (spec === undefined) {
      columns.isError[column] = 1;
      columns.bounds.push({ min: undefined, max: undefined });
      columns.scored.push([]);
      continue;
    }
    if (disabled(anyModel, spec, input.service) !== undefined) columns.isDisabled[column] = 1;
    for (const [check, field] of [
      [acceleratorClass, "accelerator-class"],
      [deploymentMode, "deployment-mode"],
    ] as const) {
      if (check(anyModel, spec, input.service) === undefined) continue;
      columns.gateBits[column] = (columns.gateBits[column] ?? 0) | bit[field];
      columns.gateCount[column] = (columns.gateCount[column] ?? 0) + 1;
    }
    const read = (bound: string | undefined) => (bound === undefined ? undefined : parseSize(bound));
    const bounds = { min: read(spec.modelSizeRange?.min), max: read(spec.modelSizeRange?.max) };
    columns.bounds.push(bounds);
    if (bounds.min !== undefined) columns.min[column] = bounds.min;
    if (bounds.max !== undefined) columns.max[column] = bounds.max;
    const ids = spec.supportedModelFormats.map((entry) => internEntry(entry, values, entries, columns.entries));
    columns.list[column] = internList(ids, lists, columns.lists);
    const scored: ScoredEntry[] = [];
    for (const [index, entry] of spec.supportedModelFormats.entries()) {
      if (entry.autoSelect === true) columns.enablesAutoSelect[column] = 1;
      const score = entry.autoSelect === false ? 0n : entryScore(entry);
      if (score > 0n) scored.push({ entry: ids[index] ?? 0, score });
    }
    columns.scored.push(scored);
  }
  return columns;
}

function internEntry(entry: Entry, values: Interned, ids: Ids, entries: EntryTraits[]): number {
  const named = (part: Entry["modelFormat"]): NamedTraits | undefined =>
    part === undefined
      ? undefined
      : { name: intern(values.texts, part.name), version: internEntryVersion(values, part.version, part.operator) };
  const traits: EntryTraits = {
    pipeline: internPipeline(values.entryPipelines, entry.diffusionPipeline),
    architecture: intern(values.texts, entry.modelArchitecture),
    quantization: intern(values.texts, entry.quantization),
    format: named(entry.modelFormat),
    framework: named(entry.modelFramework),
  };
  const id = intern(ids, JSON.stringify(traits)) - 1;
  if (id === entries.length) entries.push(traits);
  return id;
}

function internList(entries: readonly number[], ids: Ids, lists: Int32Array[]): number {
  const id = intern(ids, entries.join()) - 1;
  if (id === lists.length) lists.push(Int32Array.from(entries));
  return id;
}

// ---- rows ----

/** A model as numbers, without its size. */
interface ModelTraits {
  readonly isSharded: boolean;
  readonly pipeline: number;
  readonly architecture: number;
  readonly quantization: number;
  readonly format: NamedTraits;
  readonly framework: NamedTraits | undefined;
}

interface Group {
  readonly traits: ModelTraits;
  readonly rows: readonly Row[];
}

/** Rows that agree in everything a cell depends on; all but the first are copies. */
interface Row {
  readonly indexes: readonly number[];
  readonly isError: boolean;
  readonly isUnknown: boolean;
  readonly size: number | undefined;
  readonly view: RowView;
}

/** Which columns a row can be paired with, and how they are ranked. */
interface RowView {
  readonly applies: Uint8Array;
  /** Cluster models seen from everywhere: each namespace is ranked on its own, without a selected one. */
  readonly ranksApart: boolean;
}

function groupModels(
  input: MatrixInput,
  values: Interned,
  views: Map<string, RowView>,
  columns: Columns,
): readonly Group[] {
  const groups = new Map<string, { traits: ModelTraits; rows: Map<string, Row & { indexes: number[] }> }>();
  for (const [index, model] of input.models.entries()) {
    const spec = model.spec ?? {};
    const traits = toTraits(spec, values);
    const groupKey = JSON.stringify(traits);
    let group = groups.get(groupKey);
    if (group === undefined) {
      group = { traits, rows: new Map() };
      groups.set(groupKey, group);
    }
    const isError = model.spec === undefined;
    const isUnknown = rejectModel(spec) !== undefined;
    const viewKey = model.kind === "BaseModel" ? `b${JSON.stringify(model.namespace)}` : "c";
    const rowKey = JSON.stringify([isError, spec.modelParameterSize, viewKey]);
    const row = group.rows.get(rowKey);
    if (row !== undefined) {
      row.indexes.push(index);
      continue;
    }
    let view = views.get(viewKey);
    if (view === undefined) {
      view = viewOf(model, columns);
      views.set(viewKey, view);
    }
    const size = spec.modelParameterSize === undefined ? undefined : parseSize(spec.modelParameterSize);
    group.rows.set(rowKey, { indexes: [index], isError, isUnknown, size, view });
  }
  // By pipeline, so that pipelines are compared once for all groups that share one.
  return [...groups.values()]
    .sort((one, other) => one.traits.pipeline - other.traits.pipeline)
    .map(({ traits, rows }) => ({ traits, rows: [...rows.values()] }));
}

function toTraits(spec: ModelSpec, values: Interned): ModelTraits {
  const named = (part: ModelSpec["modelFormat"]): NamedTraits => ({
    name: intern(values.texts, part?.name),
    version: internVersion(values, part?.version),
  });
  return {
    isSharded: spec.distribution === "Sharded",
    pipeline: internPipeline(values.modelPipelines, spec.diffusionPipeline),
    architecture: intern(values.texts, spec.modelArchitecture),
    quantization: intern(values.texts, spec.quantization),
    format: named(spec.modelFormat),
    framework: spec.modelFramework === undefined ? undefined : named(spec.modelFramework),
  };
}

function viewOf(model: ResourceName<ModelKind>, { input, count }: Columns): RowView {
  const applies = new Uint8Array(count);
  const isCluster = model.kind === "ClusterBaseModel";
  const everywhere = input.namespace === undefined;
  const namespace = everywhere ? model.namespace : input.namespace;
  const isVisible = isCluster || everywhere || model.namespace === input.namespace;
  for (const [column, runtime] of input.runtimes.entries()) {
    const runtimeApplies =
      runtime.kind === "ClusterServingRuntime" || (isCluster && everywhere) || runtime.namespace === namespace;
    applies[column] = isVisible && runtimeApplies ? 1 : 0;
  }
  return { applies, ranksApart: isCluster && everywhere };
}

// ---- comparing ----

interface PipelineResults {
  readonly model: number;
  /** By the entry's pipeline. */
  readonly differences: Int32Array;
  readonly ofAnotherKind: Uint8Array;
}

function comparePipelines(model: number, { modelPipelines, entryPipelines }: Interned): PipelineResults {
  const recorded = modelPipelines.specs[model];
  const differences = new Int32Array(entryPipelines.specs.length);
  const ofAnotherKind = new Uint8Array(entryPipelines.specs.length);
  for (const [index, asked] of entryPipelines.specs.entries()) {
    const result = countPipelineDifferences(asked, recorded);
    differences[index] = result.differences;
    ofAnotherKind[index] = result.ofAnotherKind ? 1 : 0;
  }
  return { model, differences, ofAnotherKind };
}

/** What is known of one group of models; overwritten for the next. */
interface GroupResults {
  readonly entryDifferences: Int32Array;
  readonly entryFields: Uint16Array;
  readonly entryIsOfAnotherKind: Uint8Array;
  readonly entryScores: Uint8Array;
  readonly listDifferences: Int32Array;
  readonly listFields: Uint16Array;
  readonly listIsOfAnotherKind: Uint8Array;
}

function newGroupResults({ entries, lists }: Columns): GroupResults {
  return {
    entryDifferences: new Int32Array(entries.length),
    entryFields: new Uint16Array(entries.length),
    entryIsOfAnotherKind: new Uint8Array(entries.length),
    entryScores: new Uint8Array(entries.length),
    listDifferences: new Int32Array(lists.length),
    listFields: new Uint16Array(lists.length),
    listIsOfAnotherKind: new Uint8Array(lists.length),
  };
}

/** Compares each distinct entry with a group of models: how much differs, in which fields, and whether it can score. */
function compareEntries(
  model: ModelTraits,
  pipelines: PipelineResults,
  values: Interned,
  { entries }: Columns,
  results: GroupResults,
): void {
  for (let index = 0; index < entries.length; index++) {
    const entry = entries[index];
    if (entry === undefined) continue;
    let differences = pipelines.differences[entry.pipeline] ?? 0;
    let fields = differences > 0 ? bit.pipeline : 0;
    let ofAnotherKind = pipelines.ofAnotherKind[entry.pipeline] === 1;
    if (model.isSharded) {
      differences++;
      fields |= bit["cache-provider"];
    }
    if (entry.architecture !== model.architecture) {
      differences++;
      fields |= bit.architecture;
      if (entry.architecture !== 0 && model.architecture !== 0) ofAnotherKind = true;
    }
    if (entry.quantization !== model.quantization) {
      differences++;
      fields |= bit.quantization;
      if (entry.quantization !== 0 && model.quantization !== 0) ofAnotherKind = true;
    }
    let scores = true;
    if (entry.format !== undefined) {
      const format = compareNamed(model.format, entry.format, values);
      if (format !== same) {
        differences++;
        fields |= format === nameDiffers ? bit["format-name"] : bit["format-version"];
        if (format === nameDiffers && entry.format.name !== 0 && model.format.name !== 0) ofAnotherKind = true;
        if (format !== versionOneSided) scores = false;
      }
    }
    if (entry.framework !== undefined && model.framework !== undefined) {
      const framework = compareNamed(model.framework, entry.framework, values);
      if (framework !== same) {
        differences++;
        fields |= framework === nameDiffers ? bit["framework-name"] : bit["framework-version"];
        if (framework === nameDiffers && entry.framework.name !== 0 && model.framework.name !== 0) ofAnotherKind = true;
        if (framework !== versionOneSided) scores = false;
      }
    } else if (entry.framework !== model.framework) {
      differences++;
      fields |= bit["framework-name"];
      scores = false;
    }
    if (entry.format === undefined && differences === 0) {
      differences = 1;
      fields = bit["format-name"];
    }
    results.entryDifferences[index] = differences;
    results.entryFields[index] = fields;
    results.entryIsOfAnotherKind[index] = ofAnotherKind ? 1 : 0;
    results.entryScores[index] = scores ? 1 : 0;
  }
}

const same = 0;
const nameDiffers = 1;
const versionOneSided = 2;
const versionRefused = 3;

/** A format or a framework that both sides have; an unset name is the same as an empty one. */
function compareNamed(model: NamedTraits, entry: NamedTraits, values: Interned): number {
  if ((model.name || emptyText) !== (entry.name || emptyText)) return nameDiffers;
  if (model.version === 0 || entry.version === 0) return model.version === entry.version ? same : versionOneSided;
  let known = values.comparisons[model.version];
  if (known === undefined) {
    known = new Uint8Array(values.entryVersions.read.length);
    values.comparisons[model.version] = known;
  }
  const before = known[entry.version];
  if (before !== 0) return before === 1 ? same : versionRefused;
  const asked = values.entryVersions.read[entry.version];
  const { accepts } = acceptsParsedVersion(asked?.version, asked?.operator, values.versions.read[model.version]);
  known[entry.version] = accepts ? 1 : 2;
  return accepts ? same : versionRefused;
}

/** The entry with the fewest differences of each distinct list, the first on equal counts; 0 = one matches. */
function sumUpLists({ lists }: Columns, results: GroupResults): void {
  for (let index = 0; index < lists.length; index++) {
    const list = lists[index];
    if (list === undefined) continue;
    let fewest = 0;
    let fields = 0;
    let allOfAnotherKind = true;
    for (let at = 0; at < list.length; at++) {
      const entry = list[at] ?? 0;
      const differences = results.entryDifferences[entry] ?? 0;
      if (at === 0 || differences < fewest) {
        fewest = differences;
        fields = results.entryFields[entry] ?? 0;
      }
      if (results.entryIsOfAnotherKind[entry] === 0) allOfAnotherKind = false;
    }
    results.listDifferences[index] = fewest;
    results.listFields[index] = fields;
    results.listIsOfAnotherKind[index] = allOfAnotherKind ? 1 : 0;
  }
}

// ---- cells ----

function fillRow(row: Row, columns: Columns, results: GroupResults, matrix: Matrix): void {
  const { states, numbers, fields } = matrix;
  const first = (row.indexes[0] ?? 0) * columns.count;
  // NaN is never outside of a range, as no size is.
  const size = row.size ?? Number.NaN;
  const qualifying: number[] = [];
  for (let column = 0; column < columns.count; column++) {
    const cell = first + column;
    if (row.isError || columns.isError[column] === 1) {
      states[cell] = state.error;
      continue;
    }
    if (row.view.applies[column] === 0) {
      states[cell] = state["not-applicable"];
      continue;
    }
    if (row.isUnknown) {
      states[cell] = state.unknown;
      continue;
    }
    if (columns.isDisabled[column] === 1) {
      states[cell] = state.disabled;
      continue;
    }
    const list = columns.list[column] ?? 0;
    if (results.listIsOfAnotherKind[list] === 1) {
      states[cell] = state.rejected;
      continue;
    }
    let differences = (results.listDifferences[list] ?? 0) + (columns.gateCount[column] ?? 0);
    let differing = (results.listFields[list] ?? 0) | (columns.gateBits[column] ?? 0);
    if (size < (columns.min[column] ?? 0) || size > (columns.max[column] ?? 0)) {
      differences++;
      differing |= bit.size;
    }
    if (differences > 0) {
      states[cell] = state["near-miss"];
      numbers[cell] = Math.min(differences, largestNumber);
      fields[cell] = differing;
    } else if (columns.enablesAutoSelect[column] === 1 && scoreOf(column, columns, results) > 0n) {
      qualifying.push(column);
    } else {
      states[cell] = state["pin-only"];
    }
  }
  if (qualifying.length > 0) rankRow(row, qualifying, columns, results, matrix);
  for (let copy = 1; copy < row.indexes.length; copy++) {
    const to = (row.indexes[copy] ?? 0) * columns.count;
    states.copyWithin(to, first, first + columns.count);
    numbers.copyWithin(to, first, first + columns.count);
    fields.copyWithin(to, first, first + columns.count);
  }
}

function scoreOf(column: number, columns: Columns, results: GroupResults): bigint {
  let score = 0n;
  for (const scored of columns.scored[column] ?? []) {
    if (results.entryScores[scored.entry] === 1 && scored.score > score) score = scored.score;
  }
  return score;
}

function rankRow(
  row: Row,
  qualifying: readonly number[],
  columns: Columns,
  results: GroupResults,
  { states, numbers }: Matrix,
): void {
  const first = (row.indexes[0] ?? 0) * columns.count;
  for (const group of row.view.ranksApart ? byNamespace(qualifying, columns) : [qualifying]) {
    const keys = group.map((column) => keyOf(column, row.size, columns, results));
    const hasSelected = !row.view.ranksApart || keys[0]?.kind === "ClusterServingRuntime";
    for (const [at, { index }] of rankCandidates(keys).entries()) {
      const cell = first + (group[index] ?? 0);
      states[cell] = at === 0 && hasSelected ? state.selected : state.candidate;
      numbers[cell] = Math.min(at + 1, largestNumber);
    }
  }
}

function keyOf(column: number, size: number | undefined, columns: Columns, results: GroupResults) {
  const runtime = columns.input.runtimes[column];
  const bounds = columns.bounds[column];
  return {
    kind: runtime?.kind ?? "ClusterServingRuntime",
    name: runtime?.name ?? "",
    score: scoreOf(column, columns, results),
    sizeDistance: size === undefined ? 0 : sizeDistance(size, bounds?.min, bounds?.max),
  };
}

/** The runtimes of the cluster are one group, those of each namespace another. */
function byNamespace(qualifying: readonly number[], { input }: Columns): readonly (readonly number[])[] {
  const groups = new Map<string | undefined, number[]>();
  const cluster: number[] = [];
  for (const column of qualifying) {
    const runtime = input.runtimes[column];
    if (runtime?.kind !== "ServingRuntime") {
      cluster.push(column);
      continue;
    }
    const group = groups.get(runtime.namespace);
    if (group === undefined) groups.set(runtime.namespace, [column]);
    else group.push(column);
  }
  return [cluster, ...groups.values()];
}
