/**
 * `kind/name`, or `kind/namespace/name` for namespaced kinds; each part percent-encoded. One spelling for URLs, rows and columns.
 * Apart from the schemas, so that the page does not carry them.
 */

/** The key of an object of the cluster. */
export const toResourceKey = (resource: { kind: string; namespace?: string | undefined; name: string }): string =>
  [resource.kind, ...(resource.namespace === undefined ? [] : [resource.namespace]), resource.name]
    .map(encodeURIComponent)
    .join("/");

/** A key -> its parts; undefined when it is no key. */
export const readResourceKey = (key: string): { kind: string; namespace?: string; name: string } | undefined => {
  let parts: string[];
  try {
    parts = key.split("/").map(decodeURIComponent);
  } catch {
    return undefined;
  }
  const [kind, second, third] = parts;
  if (kind === undefined || second === undefined || parts.length > 3 || parts.includes("")) return undefined;
  return third === undefined ? { kind, name: second } : { kind, namespace: second, name: third };
};
