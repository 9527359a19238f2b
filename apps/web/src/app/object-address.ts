/** What an address below /models, /runtimes or /services names. Mistyped ones are told from objects that do not exist. */
import { readResourceKey, toResourceKey } from "@ome-matrix/contract";

export type AddressedSide = "model" | "runtime" | "service";

interface Kinds {
  readonly namespaced: string;
  readonly cluster?: string;
}

export const kindsOfSide: { readonly [Side in AddressedSide]: Kinds } = {
  model: { namespaced: "BaseModel", cluster: "ClusterBaseModel" },
  runtime: { namespaced: "ServingRuntime", cluster: "ClusterServingRuntime" },
  service: { namespaced: "InferenceService" },
};

/**
 * The rest of an address -> what to ask the server for: a resource key, or the bare name of a model or runtime. Of a service its
 * namespace and name are enough. Undefined where it can be none of these.
 */
export const readObjectAddress = (side: AddressedSide, rest: string): string | undefined => {
  const { namespaced, cluster } = kindsOfSide[side];
  // A slash at the end is a slip of the hand.
  const text = rest.replace(/\/+$/, "");
  if (text === "") return undefined;
  if (!text.includes("/")) return cluster === undefined ? undefined : text;
  const key = readResourceKey(text);
  if (key === undefined) return undefined;
  if (key.kind === namespaced) return key.namespace === undefined ? undefined : text;
  if (key.namespace !== undefined) return undefined;
  if (cluster !== undefined) return key.kind === cluster ? text : undefined;
  return toResourceKey({ kind: namespaced, namespace: key.kind, name: key.name });
};
