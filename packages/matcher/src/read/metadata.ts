import type { ResourceName } from "../resources.ts";
import { fail, fieldOf, type JsonObject, type Problems, readObject, readText } from "./json.ts";

export interface Metadata<Kind extends string> {
  readonly name: ResourceName<Kind>;
  readonly annotations: unknown;
  readonly spec: unknown;
}

/** What every Kubernetes object has. The namespace only counts on namespaced kinds, those that do not begin with `Cluster`. */
export function readMetadata<Kind extends string>(
  json: unknown,
  kinds: readonly [Kind, ...Kind[]],
  problems: Problems,
): Metadata<Kind> {
  const object: JsonObject | undefined =
    json === undefined || json === null
      ? fail(json, "object", "an object", problems)
      : readObject(json, "object", problems);
  const metadata = readObject(fieldOf(object, "metadata"), "metadata", problems);
  const kind = kinds.find((known) => known === fieldOf(object, "kind"));
  // An object that is none has been reported already, and it has no fields to miss.
  if (object !== undefined && kind === undefined) fail(fieldOf(object, "kind"), "kind", kinds.join(" or "), problems);
  const name = readText(fieldOf(metadata, "name"), "metadata.name", problems);
  const nameIsWrongType = name === undefined && (fieldOf(metadata, "name") ?? undefined) !== undefined;
  if (object !== undefined && !name && !nameIsWrongType) fail(name, "metadata.name", "a name", problems);
  const isNamespaced = kind !== undefined && !kind.startsWith("Cluster");
  const namespace = isNamespaced ? readText(fieldOf(metadata, "namespace"), "metadata.namespace", problems) : undefined;
  const resourceName = { kind: kind ?? kinds[0], name: name ?? "" };
  return {
    name: namespace === undefined ? resourceName : { ...resourceName, namespace },
    annotations: fieldOf(metadata, "annotations"),
    spec: fieldOf(object, "spec"),
  };
}
