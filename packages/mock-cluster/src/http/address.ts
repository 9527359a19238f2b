import { type Kind, namespaceKind, omeKinds } from "../kinds.ts";
import { badRequest, noSuchResource } from "../status.ts";

/** What a path of the API is about. */
export interface Address {
  readonly kind: Kind;
  /** Empty for cluster-scoped kinds, and for lists over all namespaces. */
  readonly namespace: string;
  /** Undefined for a whole collection. */
  readonly name?: string;
  readonly subresource?: "status";
}

/** Reads a path below `/api/v1` or `/apis/ome.io/v1beta1`; undefined when no resource is there. */
export function readAddress(path: string): Address | undefined {
  const steps = decode(path);
  if (steps[0] === "api" && steps[1] === "v1" && steps[2] === "namespaces") {
    return withName(namespaceKind, "", steps.slice(3));
  }
  if (steps[0] !== "apis" || steps[1] !== "ome.io" || steps[2] !== "v1beta1") return undefined;
  const [first, second, third, ...rest] = steps.slice(3);
  if (first === "namespaces" && second !== undefined && second !== "" && third !== undefined) {
    const kind = omeKinds.find((candidate) => candidate.plural === third && candidate.namespaced);
    return kind === undefined ? undefined : withName(kind, second, rest);
  }
  const kind = omeKinds.find((candidate) => candidate.plural === first);
  if (kind === undefined) return undefined;
  // A single namespaced object is only found below its namespace.
  if (kind.namespaced && second !== undefined) return undefined;
  return withName(kind, "", steps.slice(4));
}

function withName(kind: Kind, namespace: string, steps: readonly string[]): Address | undefined {
  const [name, subresource, ...rest] = steps;
  if (name === undefined) return { kind, namespace };
  if (name === "" || rest.length > 0) return undefined;
  if (subresource === undefined) return { kind, namespace, name };
  if (subresource !== "status") throw noSuchResource();
  return { kind, namespace, name, subresource };
}

function decode(path: string): readonly string[] {
  try {
    return path.replace(/\/$/, "").slice(1).split("/").map(decodeURIComponent);
  } catch {
    throw badRequest("the path of the request is not encoded properly");
  }
}
