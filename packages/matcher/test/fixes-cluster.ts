/** Stored objects for the tests of fixes: the demo cluster, with the defaults that the API fills in. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseAllDocuments } from "yaml";
import { withApiDefaults } from "../src/fixes/api-defaults.ts";
import {
  type Fleet,
  type FleetObject,
  type InferenceService,
  type InheritingRuntime,
  type JsonObject,
  type Model,
  readFleetObject,
} from "../src/index.ts";

export interface Cluster {
  readonly models: readonly JsonObject[];
  readonly runtimes: readonly JsonObject[];
  readonly services: readonly JsonObject[];
  readonly acceleratorClasses: readonly string[];
  readonly namespaces: readonly string[];
}

export const demoFolder = fileURLToPath(new URL("../../mock-cluster/demo/", import.meta.url));

export function readFolder(folder: string): Cluster {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => /\.ya?ml$/.test(file));
  return toCluster(files.sort().flatMap((file) => parseObjects(readFileSync(`${folder}/${file}`, "utf8"))));
}

export function parseObjects(text: string): readonly JsonObject[] {
  return parseAllDocuments(text).flatMap((document) => {
    const object: unknown = document.toJS();
    return typeof object === "object" && object !== null ? [object as JsonObject] : [];
  });
}

export function toCluster(objects: readonly JsonObject[]): Cluster {
  const ofKinds = (...kinds: readonly string[]) =>
    objects.filter(({ kind }) => kinds.includes(String(kind))).map(withApiDefaults);
  const services = ofKinds("InferenceService");
  const namespaced = ofKinds("BaseModel", "ServingRuntime", "InferenceService").map((object) => namespaceOf(object));
  return {
    models: ofKinds("BaseModel", "ClusterBaseModel"),
    runtimes: ofKinds("ServingRuntime", "ClusterServingRuntime"),
    services,
    acceleratorClasses: ofKinds("AcceleratorClass").map(nameOf),
    namespaces: [...new Set([...namespaced, ...ofKinds("Namespace").map(nameOf)])].sort(),
  };
}

export function nameOf(object: JsonObject): string {
  return String((object["metadata"] as JsonObject)["name"]);
}

export function namespaceOf(object: JsonObject): string {
  return String((object["metadata"] as JsonObject)["namespace"]);
}

export function isVisible(object: JsonObject, namespace: string): boolean {
  return String(object["kind"]).startsWith("Cluster") || namespaceOf(object) === namespace;
}

export function toFleet({ models, runtimes, services, namespaces }: Cluster): Fleet {
  return {
    models: models.map(read<Model>),
    runtimes: runtimes.map(read<InheritingRuntime>),
    services: services.map(read<InferenceService>),
    namespaces,
  };
}

const known = new WeakMap<JsonObject, FleetObject>();

/** The same object is read once. */
export function read<Value extends FleetObject>(object: JsonObject): Value {
  const value = known.get(object) ?? readFleetObject(object);
  if (value === undefined) throw new Error(`cannot be read: ${JSON.stringify(object)}`);
  known.set(object, value);
  return value as Value;
}
