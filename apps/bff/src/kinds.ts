import { type WatchedKind, watchedKinds } from "@ome-matrix/contract";

/** Where a kind is found in the Kubernetes API. */
export interface KindAddress {
  readonly kind: WatchedKind;
  readonly group: string;
  readonly version: string;
  readonly plural: string;
}

const ome = (kind: WatchedKind, plural: string): KindAddress => ({ kind, group: "ome.io", version: "v1beta1", plural });

/** Where each kind is found. */
export const addressOf: { readonly [Kind in WatchedKind]: KindAddress } = {
  ClusterBaseModel: ome("ClusterBaseModel", "clusterbasemodels"),
  BaseModel: ome("BaseModel", "basemodels"),
  ClusterServingRuntime: ome("ClusterServingRuntime", "clusterservingruntimes"),
  ServingRuntime: ome("ServingRuntime", "servingruntimes"),
  InferenceService: ome("InferenceService", "inferenceservices"),
  AcceleratorClass: ome("AcceleratorClass", "acceleratorclasses"),
  Namespace: { kind: "Namespace", group: "", version: "v1", plural: "namespaces" },
};

/** All kinds that are watched, with their addresses. */
export const kindAddresses: readonly KindAddress[] = watchedKinds.map((kind) => addressOf[kind]);

/** The path of a kind's objects in all namespaces. */
export const pathOf = ({ group, version, plural }: KindAddress): string =>
  group === "" ? `/api/${version}/${plural}` : `/apis/${group}/${version}/${plural}`;

/** `ome.io/v1beta1`, or `v1` for the core group. */
export const apiVersionOf = ({ group, version }: KindAddress): string =>
  group === "" ? version : `${group}/${version}`;

/** The rule that lets an account read a kind, as it stands in a ClusterRole. */
export const ruleFor = ({ group, plural }: KindAddress): string =>
  `{apiGroups: ["${group}"], resources: ["${plural}"], verbs: ["get", "list", "watch"]}`;
