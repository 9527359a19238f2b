import {
  acceleratorClassColumns,
  type Column,
  inferenceServiceColumns,
  modelColumns,
  namespaceColumns,
  runtimeColumns,
} from "./columns.ts";
import type { Schema } from "./schema.ts";
import { acceleratorClassSchema } from "./schemas/accelerator-class.ts";
import { inferenceServiceSchema } from "./schemas/inference-service.ts";
import { modelSchema } from "./schemas/model.ts";
import { namespaceSchema } from "./schemas/namespace.ts";
import { runtimeSchema } from "./schemas/runtime.ts";

/** One resource of the API. */
export interface Kind {
  readonly group: "" | "ome.io";
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  readonly singular: string;
  readonly shortNames: readonly string[];
  readonly namespaced: boolean;
  readonly schema: Schema;
  /** What `kubectl get` shows beside the name. */
  readonly columns: readonly Column[];
}

interface OmeKind {
  readonly kind: string;
  readonly namespaced: boolean;
  readonly schema: Schema;
  readonly columns: readonly Column[];
  readonly shortNames?: readonly string[];
}

function omeKind({ kind, namespaced, schema, columns, shortNames = [] }: OmeKind): Kind {
  const singular = kind.toLowerCase();
  const plural = singular.endsWith("s") ? `${singular}es` : `${singular}s`;
  return { group: "ome.io", version: "v1beta1", kind, plural, singular, shortNames, namespaced, schema, columns };
}

export const namespaceKind: Kind = {
  group: "",
  version: "v1",
  kind: "Namespace",
  plural: "namespaces",
  singular: "namespace",
  shortNames: ["ns"],
  namespaced: false,
  schema: namespaceSchema,
  columns: namespaceColumns,
};

/** The kinds of OME that matching reads. */
export const omeKinds: readonly Kind[] = [
  omeKind({
    kind: "AcceleratorClass",
    namespaced: false,
    schema: acceleratorClassSchema,
    columns: acceleratorClassColumns,
  }),
  omeKind({ kind: "BaseModel", namespaced: true, schema: modelSchema, columns: modelColumns }),
  omeKind({ kind: "ClusterBaseModel", namespaced: false, schema: modelSchema, columns: modelColumns }),
  omeKind({ kind: "ClusterServingRuntime", namespaced: false, schema: runtimeSchema, columns: runtimeColumns }),
  omeKind({
    kind: "InferenceService",
    namespaced: true,
    schema: inferenceServiceSchema,
    columns: inferenceServiceColumns,
    shortNames: ["isvc"],
  }),
  omeKind({ kind: "ServingRuntime", namespaced: true, schema: runtimeSchema, columns: runtimeColumns }),
];

export const kinds: readonly Kind[] = [namespaceKind, ...omeKinds];

/** `ome.io/v1beta1`, or `v1` for the core group. */
export function apiVersionOf(kind: Kind): string {
  return kind.group === "" ? kind.version : `${kind.group}/${kind.version}`;
}

/** `basemodels.ome.io`: how errors name a resource. */
export function resourceName(kind: Kind): string {
  return kind.group === "" ? kind.plural : `${kind.plural}.${kind.group}`;
}

/** `BaseModel.ome.io`: how validation errors name a kind. */
export function qualifiedKind(kind: Kind): string {
  return kind.group === "" ? kind.kind : `${kind.kind}.${kind.group}`;
}
