/** Values of resources as small numbers, so that equal ones are compared once. 0 is unset everywhere. */
import type { DiffusionPipeline, EntryVersionedName } from "../resources.ts";
import { parseVersion, type Version } from "../values/version.ts";

/** Texts and the numbers they were given, from 1 upwards. */
export type Ids = Map<string, number>;

/** What was interned, by number; the item at 0 is undefined. */
export interface Interned<Value> {
  readonly ids: Ids;
  readonly values: (Value | undefined)[];
}

/** A format or framework, its version read. */
export interface ReadName {
  readonly name: string | undefined;
  readonly hasVersion: boolean;
  /** undefined also when OME cannot read it. */
  readonly version: Version | undefined;
  readonly operator: string | undefined;
}

/** All values of a matrix, or of several. Those of models and of entries are numbered apart: they are only compared crosswise. */
export interface Values {
  readonly texts: Ids;
  readonly modelNames: Interned<ReadName>;
  readonly entryNames: Interned<ReadName>;
  readonly modelPipelines: Interned<DiffusionPipeline>;
  readonly entryPipelines: Interned<DiffusionPipeline>;
}

export function newValues(): Values {
  const newInterned = <Value>(): Interned<Value> => ({ ids: new Map(), values: [undefined] });
  return {
    texts: new Map(),
    modelNames: newInterned(),
    entryNames: newInterned(),
    modelPipelines: newInterned(),
    entryPipelines: newInterned(),
  };
}

/** How many there are. */
export function countValues({ texts, modelNames, entryNames, modelPipelines, entryPipelines }: Values): number {
  const tables = [modelNames, entryNames, modelPipelines, entryPipelines];
  return tables.reduce((count, { ids }) => count + ids.size, texts.size);
}

export function intern(ids: Ids, text: string | undefined): number {
  if (text === undefined) return 0;
  const known = ids.get(text);
  if (known !== undefined) return known;
  const id = ids.size + 1;
  ids.set(text, id);
  return id;
}

/** The operator counts on entries only. */
export function internName(
  { ids, values }: Interned<ReadName>,
  named: EntryVersionedName | undefined,
  operator: string | undefined,
): number {
  if (named === undefined) return 0;
  const { name, version } = named;
  const id = intern(ids, JSON.stringify([name, version, operator]));
  if (id === values.length) {
    const read = version === undefined ? undefined : parseVersion(version);
    values.push({ name, hasVersion: version !== undefined, version: read, operator });
  }
  return id;
}

export function internPipeline(
  { ids, values }: Interned<DiffusionPipeline>,
  pipeline: DiffusionPipeline | undefined,
): number {
  if (pipeline === undefined) return 0;
  const { additionalComponents = [], ...rest } = pipeline;
  const id = intern(ids, JSON.stringify([rest, [...additionalComponents]]));
  if (id === values.length) values.push(pipeline);
  return id;
}
