/** The models of a matrix, grouped by what entries are compared with. */
import { rejectModel } from "../judge.ts";
import type { ModelKind, ModelSpec, ResourceName } from "../resources.ts";
import { parseSize } from "../values/size.ts";
import type { EntryTraits } from "./columns.ts";
import { intern, internName, internPipeline, type Values } from "./intern.ts";

/** A model as numbers, without its size. */
export interface ModelTraits extends EntryTraits {
  readonly isSharded: boolean;
}

/** Models that no entry can tell apart. */
export interface Group {
  readonly traits: ModelTraits;
  readonly rows: readonly Row[];
}

/** Models whose cells are all alike. */
export interface Row {
  readonly indexes: readonly number[];
  readonly state: "error" | "unknown" | "normal";
  readonly size: number | undefined;
  /** The first of them: the others are of the same kind, and of the same namespace unless they are of the cluster. */
  readonly name: ResourceName<ModelKind>;
}

/** What there is to know of a spec, whatever model has it. */
interface ReadSpec {
  readonly traits: ModelTraits;
  /** Equal for specs that no entry can tell apart. */
  readonly groupKey: string;
  readonly state: "unknown" | "normal";
  readonly size: number | undefined;
  /** Equal for equal sizes; what follows it cannot be mistaken for a part of it. */
  readonly sizeKey: string;
}

/** What has been read of specs. It holds them no longer than anybody else does. */
export type ReadSpecs = WeakMap<ModelSpec, ReadSpec>;

function readSpec(spec: ModelSpec, values: Values, known: ReadSpecs): ReadSpec {
  const before = known.get(spec);
  if (before !== undefined) return before;
  const traits = toTraits(spec, values);
  const size = spec.modelParameterSize;
  const read: ReadSpec = {
    traits,
    groupKey: Object.values(traits).join(),
    state: rejectModel(spec) !== undefined ? "unknown" : "normal",
    size: size === undefined ? undefined : parseSize(size),
    sizeKey: JSON.stringify(size) ?? "-",
  };
  known.set(spec, read);
  return read;
}

/** Stands for the spec of what could not be read. */
const noSpec: ModelSpec = {};

/** By pipeline, so that pipelines are compared once for all groups that share one. */
export function groupModels(
  models: readonly (ResourceName<ModelKind> & { readonly spec?: ModelSpec | undefined })[],
  values: Values,
  known: ReadSpecs,
): readonly Group[] {
  const groups = new Map<
    string,
    { readonly traits: ModelTraits; readonly rows: Map<string, Row & { indexes: number[] }> }
  >();
  for (const [index, model] of models.entries()) {
    const read = readSpec(model.spec ?? noSpec, values, known);
    let group = groups.get(read.groupKey);
    if (group === undefined) {
      group = { traits: read.traits, rows: new Map() };
      groups.set(read.groupKey, group);
    }
    const { kind, namespace } = model;
    const where = kind === "BaseModel" ? (namespace === undefined ? "@" : `@/${namespace}`) : "";
    const rowKey = model.spec === undefined ? `error${where}` : read.sizeKey + where;
    const row = group.rows.get(rowKey);
    if (row !== undefined) {
      row.indexes.push(index);
      continue;
    }
    group.rows.set(rowKey, {
      indexes: [index],
      state: model.spec === undefined ? "error" : read.state,
      size: read.size,
      name: model,
    });
  }
  return [...groups.values()]
    .sort((one, other) => one.traits.pipeline - other.traits.pipeline)
    .map(({ traits, rows }) => ({ traits, rows: [...rows.values()] }));
}

function toTraits(spec: ModelSpec, values: Values): ModelTraits {
  return {
    isSharded: spec.distribution === "Sharded",
    pipeline: internPipeline(values.modelPipelines, spec.diffusionPipeline),
    architecture: intern(values.texts, spec.modelArchitecture),
    quantization: intern(values.texts, spec.quantization),
    // A model without a format is compared as one whose format has no name.
    format: internName(values.modelNames, spec.modelFormat ?? {}, undefined),
    framework: internName(values.modelNames, spec.modelFramework, undefined),
  };
}
