import { type WatchedKind, watchedKinds } from "@ome-matrix/contract";

/** Where a kind is found in the Kubernetes API. */
export interface KindAddress {
  readonly kind: WatchedKind;
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  readonly namespaced: boolean;
}

const ome = (kind: WatchedKind, plural: string, scope: "cluster" | "namespace"): KindAddress => ({
  kind,
  group: "ome.io",
  version: "v1beta1",
  plural,
  namespaced: scope === "namespace",
});

/** Where each kind is found. */
export const addressOf: { readonly [Kind in WatchedKind]: KindAddress } = {
  ClusterBaseModel: ome("ClusterBaseModel", "clusterbasemodels", "cluster"),
  BaseModel: ome("BaseModel", "basemodels", "namespace"),
  ClusterServingRuntime: ome("ClusterServingRuntime", "clusterservingruntimes", "cluster"),
  ServingRuntime: ome("ServingRuntime", "servingruntimes", "namespace"),
  InferenceService: ome("InferenceService", "inferenceservices", "namespace"),
  AcceleratorClass: ome("AcceleratorClass", "acceleratorclasses", "cluster"),
  Namespace: { kind: "Namespace", group: "", version: "v1", plural: "namespaces", namespaced: false },
};

/** All kinds that are watched, with their addresses. */
export const kindAddresses: readonly KindAddress[] = watchedKinds.map((kind) => addressOf[kind]);

/** The path of a kind's objects: in one namespace, or in all of them. */
export const pathOf = ({ group, version, plural }: KindAddress, namespace?: string): string => {
  const root = group === "" ? `/api/${version}` : `/apis/${group}/${version}`;
  return namespace === undefined
    ? `${root}/${plural}`
    : `${root}/namespaces/${encodeURIComponent(namespace)}/${plural}`;
};

/** `ome.io/v1beta1`, or `v1` for the core group. */
export const apiVersionOf = ({ group, version }: KindAddress): string =>
  group === "" ? version : `${group}/${version}`;

/** The rule that lets an account read a kind, as it stands in a ClusterRole or a Role. */
export const ruleFor = ({ group, plural }: KindAddress): string =>
  `{apiGroups: ["${group}"], resources: ["${plural}"], verbs: ["get", "list", "watch"]}`;
