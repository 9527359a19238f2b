import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { type MockCluster, startMockCluster } from "../src/index.ts";
import { isObject, type Json, type JsonObject, member } from "../src/json.ts";
import { type Kind, omeKinds } from "../src/kinds.ts";
import type { Schema } from "../src/schema.ts";
import { clientOf, ome } from "./client.ts";

// OME's own catalog and definitions stay outside of the project: OME_CATALOG says where they lie.
const catalog = process.env["OME_CATALOG"] ?? "";
const mustRun = process.env["CI"] === "true";

test("OME_CATALOG is set", ({ skip }) => {
  if (catalog !== "") return expect(catalog).not.toBe("");
  if (mustRun) expect.fail("OME_CATALOG is not set: with CI=true the schemas have to be compared with those of OME");
  skip("OME_CATALOG is not set, so the schemas are not compared with those of OME and its catalog is not loaded");
});

/** Fields that OME v1.3 adds to the definitions of the catalog, which are older. */
const additions: readonly string[] = [
  "BaseModel.spec.distribution",
  "BaseModel.status.conditions",
  "BaseModel.status.lastReconcileTime",
  "BaseModel.status.observedGeneration",
  "ClusterBaseModel.spec.distribution",
  "ClusterBaseModel.status.conditions",
  "ClusterBaseModel.status.lastReconcileTime",
  "ClusterBaseModel.status.observedGeneration",
  "ClusterServingRuntime.spec.supportedModelFormats[].modelCacheProviders",
  "ClusterServingRuntime.status.conditions",
  "ClusterServingRuntime.status.inheritanceChain",
  "ClusterServingRuntime.status.observedGeneration",
  "InferenceService.spec.deploymentMode",
  "InferenceService.spec.runtime.autoSync",
  "InferenceService.spec.runtime.revision",
  "InferenceService.status.conditions[].observedGeneration",
  "InferenceService.status.pinnedRevisionName",
  "ServingRuntime.spec.supportedModelFormats[].modelCacheProviders",
  "ServingRuntime.status.conditions",
  "ServingRuntime.status.inheritanceChain",
  "ServingRuntime.status.observedGeneration",
];

const compared = [
  "type",
  "format",
  "default",
  "enum",
  "minimum",
  "minLength",
  "maxLength",
  "pattern",
  "x-kubernetes-int-or-string",
];

async function versionOf(kind: Kind): Promise<Json> {
  const text = await readFile(join(catalog, "crds", `ome.io_${kind.plural}.yaml`), "utf8");
  const definition = parse(text, { maxAliasCount: 0 }) as Json;
  const versions = member(member(definition, "spec"), "versions");
  const version = Array.isArray(versions)
    ? versions.find((candidate) => member(candidate, "name") === "v1beta1")
    : undefined;
  return version ?? null;
}

interface Comparison {
  readonly differences: string[];
  readonly added: string[];
}

/** Walks both schemas; where ours keeps unknown fields, the fields it does not name are not compared. */
function compare(path: string, ours: Schema, theirs: Json, result: Comparison): void {
  const mine = ours as unknown as JsonObject;
  for (const key of compared) {
    const left = JSON.stringify(mine[key]);
    const right = JSON.stringify(member(theirs, key));
    if (left !== right) result.differences.push(`${path}: ${key} is ${left}, OME has ${right}`);
  }
  const left = [...(ours.required ?? [])].sort().join();
  const required = member(theirs, "required");
  const right = Array.isArray(required) ? required.map(String).sort().join() : "";
  const keepsUnknown = ours["x-kubernetes-preserve-unknown-fields"] === true;
  if (left !== right && !(keepsUnknown && left === ""))
    result.differences.push(`${path}: required is ${left}, OME has ${right}`);

  const fields = member(theirs, "properties");
  for (const [name, schema] of Object.entries(ours.properties ?? {})) {
    const other = member(fields, name);
    if (other === undefined) result.added.push(`${path}.${name}`);
    else compare(`${path}.${name}`, schema, other, result);
  }
  for (const name of isObject(fields) && !keepsUnknown ? Object.keys(fields) : []) {
    if (!Object.hasOwn(ours.properties ?? {}, name)) result.differences.push(`${path}.${name}: is missing`);
  }
  const items = member(theirs, "items");
  if (ours.items !== undefined) compare(`${path}[]`, ours.items, items ?? null, result);
  const values = member(theirs, "additionalProperties");
  if (ours.additionalProperties !== undefined) compare(`${path}{}`, ours.additionalProperties, values ?? null, result);
  else if (values !== undefined && !keepsUnknown) result.differences.push(`${path}: is a map in OME`);
}

describe.skipIf(catalog === "")("schemas", () => {
  test.each(omeKinds.map((kind) => [kind.kind, kind] as const))(
    "%s agrees with OME's definition",
    async (name, kind) => {
      const version = await versionOf(kind);
      expect(kind.columns).toEqual(member(version, "additionalPrinterColumns"));
      const theirs = member(member(version, "schema"), "openAPIV3Schema");
      const result: Comparison = { differences: [], added: [] };
      for (const part of ["spec", "status"]) {
        const ours = kind.schema.properties?.[part];
        if (ours === undefined) throw new Error(`${name} has no ${part}`);
        compare(`${name}.${part}`, ours, member(member(theirs, "properties"), part) ?? null, result);
      }
      expect(result.differences).toEqual([]);
      expect(result.added.sort()).toEqual(additions.filter((field) => field.startsWith(`${name}.`)));
    },
  );
});

describe.skipIf(catalog === "")("the catalog", () => {
  let cluster: MockCluster | undefined;
  afterEach(() => cluster?.stop());

  async function load(...paths: readonly string[]): Promise<(plural: string) => Promise<number>> {
    const started = await startMockCluster({ manifests: paths.map((path) => join(catalog, path)), watch: false });
    cluster = started;
    return async (plural) => {
      const items = (await clientOf(started.url).get(`${ome}/${plural}`)).body["items"];
      return Array.isArray(items) ? items.length : -1;
    };
  }

  test("has 201 runtimes, four of them in two files", async () => {
    const count = await load("runtimes");
    expect(await count("clusterservingruntimes")).toBe(201);
    expect(cluster?.reports().map(({ code }) => code)).toEqual(Array(4).fill("duplicate-object"));
  });

  test("has 205 models", async () => {
    const count = await load("models");
    expect(await count("clusterbasemodels")).toBe(205);
    expect(cluster?.reports()).toEqual([]);
  });

  test("has 205 recorded models", async () => {
    const count = await load("recorded-models.yaml");
    expect(await count("clusterbasemodels")).toBe(205);
    expect(cluster?.reports()).toEqual([]);
  });
});
