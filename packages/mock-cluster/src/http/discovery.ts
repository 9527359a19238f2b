import type { JsonObject } from "../json.ts";
import { type Kind, namespaceKind, omeKinds } from "../kinds.ts";

const verbs = ["create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"];

function apiResources(kind: Kind): JsonObject[] {
  return [
    {
      name: kind.plural,
      singularName: kind.singular,
      namespaced: kind.namespaced,
      kind: kind.kind,
      verbs: kind === namespaceKind ? verbs.filter((verb) => verb !== "deletecollection") : verbs,
      ...(kind.shortNames.length === 0 ? {} : { shortNames: [...kind.shortNames] }),
      ...(kind.group === "" ? {} : { group: kind.group, version: kind.version }),
    },
    {
      name: `${kind.plural}/status`,
      singularName: "",
      namespaced: kind.namespaced,
      kind: kind.kind,
      verbs: ["get", "patch", "update"],
    },
  ];
}

const version = { groupVersion: "ome.io/v1beta1", version: "v1beta1" };
const group = { name: "ome.io", versions: [version], preferredVersion: version };

/** The documents by which clients find out what is served. */
const documents: Readonly<Record<string, JsonObject>> = {
  "/version": {
    major: "1",
    minor: "32",
    gitVersion: "v1.32.0-ome-matrix-mock",
    gitCommit: "",
    gitTreeState: "clean",
    buildDate: "1970-01-01T00:00:00Z",
    goVersion: "",
    compiler: "",
    platform: "",
  },
  "/api": { kind: "APIVersions", versions: ["v1"], serverAddressByClientCIDRs: [] },
  "/api/v1": { kind: "APIResourceList", groupVersion: "v1", resources: apiResources(namespaceKind) },
  "/apis": { kind: "APIGroupList", apiVersion: "v1", groups: [group] },
  "/apis/ome.io": { kind: "APIGroup", apiVersion: "v1", ...group },
  "/apis/ome.io/v1beta1": {
    kind: "APIResourceList",
    apiVersion: "v1",
    groupVersion: "ome.io/v1beta1",
    resources: omeKinds.flatMap(apiResources),
  },
};

/** The discovery document at a path, if there is one. */
export function discoveryAt(path: string): JsonObject | undefined {
  const trimmed = path.length > 1 ? path.replace(/\/$/, "") : path;
  return Object.hasOwn(documents, trimmed) ? documents[trimmed] : undefined;
}

/**
 * What `/openapi/v2` is answered with: an empty protobuf message is a valid, empty document. An `@` in the type, as clients
 * ask for it, makes kubectl fail.
 */
export const openApiType = "application/com.github.proto-openapi.spec.v2.v1.0+protobuf";
