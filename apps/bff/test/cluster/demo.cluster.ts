import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { watchedKinds } from "@ome-matrix/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApiClient } from "./api-client.ts";
import { type Bff, comparable, startBff, startBffOnManifests, untilAll } from "./bff.ts";
import { type ControlPlane, startControlPlane } from "./control-plane.ts";
import { catalog, installDefinitions, omeKinds } from "./definitions.ts";
import { allDifferences } from "./differences.ts";
import { readManifests, storedObjects, writeStatus } from "./objects.ts";
import { until } from "./processes.ts";
import { sayMissingCatalog } from "./without-catalog.ts";

const folder = fileURLToPath(new URL("../../../../packages/mock-cluster/demo/", import.meta.url));

sayMissingCatalog();

describe.skipIf(catalog === undefined)("the demo in a real cluster", () => {
  let real: ControlPlane;
  let onReal: Bff;
  let onFolder: Bff;

  beforeAll(async () => {
    real = await startControlPlane();
    await installDefinitions(real);
    onFolder = await startBffOnManifests(folder);
    await untilAll(onFolder, "live");
    onReal = await startBff("--kubeconfig", await real.kubeconfig("user"), "--context", "real");
    await untilAll(onReal, "live");
  });
  afterAll(async () => {
    await onReal?.stop();
    await onFolder?.stop();
    await real?.stop();
  });

  it("is taken by kubectl as it is written, strictly", async () => {
    const strict = ["apply", "--server-side", "--validate=strict", "-f"];
    const namespaces = await real.kubectl(...strict, join(folder, "namespaces.yaml"));
    expect(namespaces.stderr).toBe("");
    expect(namespaces.code).toBe(0);
    const all = await real.kubectl(...strict, folder);
    expect(all.stderr).toBe("");
    expect(all.code).toBe(0);
  });

  it("takes every status that it states", async () => {
    for (const object of await readManifests(folder)) {
      if (omeKinds.some(({ kind }) => kind === object["kind"])) await writeStatus(real.api, object);
    }
  });

  it("is stored by the API server as by the mock cluster, object by object", async () => {
    const mock = await storedObjects(createApiClient(onFolder.api ?? ""));
    const stored = await storedObjects(real.api);
    expect(allDifferences(mock, stored)).toEqual([]);
    expect(stored.size).toBeGreaterThan(100);
  });

  it("makes the same matrix in every namespace", async () => {
    for (const namespace of [undefined, "default", "studio", "team-vision", "team-language"]) {
      await until(`The matrices of ${namespace ?? "all namespaces"} are equal`, async () => {
        expect(comparable(await onReal.matrix(namespace))).toEqual(comparable(await onFolder.matrix(namespace)));
      });
    }
  });

  it("has the same numbers of objects, and reads all of them", async () => {
    const [one, other] = [await onReal.cluster(), await onFolder.cluster()];
    for (const kind of watchedKinds.filter((known) => known !== "Namespace")) {
      const count = one.kinds.find((state) => state.kind === kind);
      expect(count?.count, kind).toBe(other.kinds.find((state) => state.kind === kind)?.count);
      expect(count?.unreadable, kind).toBe(0);
    }
    expect(one.namespaces).toEqual(expect.arrayContaining(["studio", "team-language", "team-vision"]));
    expect(one.source).toEqual({ kind: "cluster", name: "real" });
  });
});
