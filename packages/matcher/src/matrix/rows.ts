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

/** By pipeline, so that pipelines are compared once for all groups that share one. */
export function groupModels(
  models: readonly (ResourceName<ModelKind> & { readonly spec: ModelSpec | undefined })[],
  values: Values,
): readonly Group[] {
  const groups = new Map<
    string,
    { readonly traits: ModelTraits; readonly rows: Map<string, Row & { indexes: number[] }> }
  >();
  for (const [index, model] of models.entries()) {
    const spec = model.spec ?? {};
    const traits = toTraits(spec, values);
    const groupKey = Object.values(traits).join();
    let group = groups.get(groupKey);
    if (group === undefined) {
      group = { traits, rows: new Map() };
      groups.set(groupKey, group);
    }
    const size = spec.modelParameterSize;
    const namespace = model.kind === "BaseModel" ? [model.namespace] : undefined;
    const rowKey = JSON.stringify([model.spec === undefined, size, namespace]);
    const row = group.rows.get(rowKey);
    if (row !== undefined) {
      row.indexes.push(index);
      continue;
    }
    group.rows.set(rowKey, {
      indexes: [index],
      state: model.spec === undefined ? "error" : rejectModel(spec) !== undefined ? "unknown" : "normal",
      size: size === undefined ? undefined : parseSize(size),
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
