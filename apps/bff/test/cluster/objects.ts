/** Manifests into a cluster, and what the cluster then stores of them. */
import { readdir, readFile, stat } from "node:fs/promises";
import { join, relative } from "node:path";
import { parseAllDocuments } from "yaml";
import { type ApiClient, at, expectSuccess, isObject, type JsonObject } from "./api-client.ts";
import { itemsOf } from "./control-plane.ts";
import { omeKinds, omePath } from "./definitions.ts";

/** All objects of these files and folders: in the order of the paths, within a folder by the bytes of the files' paths. */
export const readManifests = async (...paths: readonly string[]): Promise<readonly JsonObject[]> => {
  const objects: JsonObject[] = [];
  for (const path of paths) {
    const isFolder = (await stat(path)).isDirectory();
    const entries = isFolder ? await readdir(path, { recursive: true, withFileTypes: true }) : [];
    const inside = entries
      .filter((entry) => entry.isFile() && /\.ya?ml$/.test(entry.name))
      .map((entry) => relative(path, join(entry.parentPath, entry.name)))
      .sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
    for (const file of isFolder ? inside.map((name) => join(path, name)) : [path]) {
      // YAML 1.1, as kubectl reads it.
      for (const document of parseAllDocuments(await readFile(file, "utf8"), { version: "1.1" })) {
        const value: unknown = document.toJS();
        if (isObject(value)) objects.push(value);
      }
    }
  }
  return objects;
};

const text = (object: unknown, ...path: readonly string[]): string => {
  const value = at(object, ...path);
  return typeof value === "string" ? value : "";
};

/** Where the objects of a kind are created. */
export const collectionOf = (object: unknown): string => {
  const name = text(object, "kind");
  const kind = omeKinds.find((known) => known.kind === name);
  if (kind === undefined) throw new Error(`${name} is no kind of OME`);
  const namespace = text(object, "metadata", "namespace") || "default";
  return kind.namespaced ? `${omePath}/namespaces/${namespace}/${kind.plural}` : `${omePath}/${kind.plural}`;
};

/** `kind/namespace/name` */
export const identify = (object: unknown): string =>
  [text(object, "kind"), text(object, "metadata", "namespace"), text(object, "metadata", "name")].join("/");

/** Creates the objects, and then writes the status that a manifest states, as an operator would. Of several with one name the last counts. */
export const createObjects = async (api: ApiClient, objects: readonly JsonObject[]): Promise<void> => {
  const last = new Map(objects.map((object) => [identify(object), object]));
  const queue = [...last.values()];
  const work = async (): Promise<void> => {
    for (let object = queue.shift(); object !== undefined; object = queue.shift()) {
      expectSuccess(identify(object), await api.post(collectionOf(object), object));
      await writeStatus(api, object);
    }
  };
  await Promise.all(Array.from({ length: 8 }, work));
};

/** A status is written apart from the rest. */
export const writeStatus = async (api: ApiClient, object: JsonObject): Promise<void> => {
  const { status } = object;
  if (status === undefined) return;
  const path = `${collectionOf(object)}/${text(object, "metadata", "name")}/status`;
  expectSuccess(`status of ${identify(object)}`, await api.patch(path, { status }, "merge-patch"));
};

/** What every cluster decides for itself. */
const decided = new Set(["uid", "resourceVersion", "creationTimestamp", "managedFields"]);

/** All objects of OME's kinds as stored, by kind, namespace and name. */
export const storedObjects = async (api: ApiClient): Promise<ReadonlyMap<string, JsonObject>> => {
  const found = new Map<string, JsonObject>();
  for (const { kind, plural } of omeKinds) {
    const list = expectSuccess(plural, await api.get(`${omePath}/${plural}`));
    for (const item of itemsOf(list)) {
      const metadata = isObject(item["metadata"]) ? item["metadata"] : {};
      const kept = Object.fromEntries(Object.entries(metadata).filter(([name]) => !decided.has(name)));
      const object = { ...item, kind, metadata: kept };
      found.set(identify(object), object);
    }
  }
  return found;
};
