import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { MatrixResponse } from "@ome-matrix/contract";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { createApiClient, type JsonObject } from "./api-client.ts";
import { type Bff, cellOf, comparable, startBff, startBffOnManifests, untilAll, untilMatrix } from "./bff.ts";
import { type ControlPlane, startControlPlane } from "./control-plane.ts";
import { catalog, installDefinitions } from "./definitions.ts";
import { allDifferences } from "./differences.ts";
import { knownStoredDifferences } from "./known-differences.ts";
import { createObjects, readManifests, storedObjects } from "./objects.ts";
import { until } from "./processes.ts";
import { sayMissingCatalog } from "./without-catalog.ts";

sayMissingCatalog();

describe.skipIf(catalog === undefined)("OME's whole catalog", () => {
  let real: ControlPlane;
  let onReal: Bff;
  let onFolder: Bff;
  let expected: MatrixResponse;

  beforeAll(async () => {
    const paths = [join(catalog ?? "", "runtimes"), join(catalog ?? "", "recorded-models.yaml")];
    real = await startControlPlane();
    await installDefinitions(real);
    await createObjects(real.api, await readManifests(...paths));
    onReal = await startBff("--kubeconfig", await real.kubeconfig("user"), "--context", "real");
    onFolder = await startBffOnManifests(...paths);
    await untilAll(onReal, "live");
    await untilAll(onFolder, "live");
    expected = await untilMatrix("The folder is read", onFolder, ({ models, runtimes }) => {
      return models.length === 205 && runtimes.length === 201;
    });
  });
  afterAll(async () => {
    await onReal?.stop();
    await onFolder?.stop();
    await real?.stop();
  });

  it("is stored by the API server as by the mock cluster, object by object", async () => {
    const mock = await storedObjects(createApiClient(onFolder.api ?? ""));
    const stored = await storedObjects(real.api);
    expect(stored.size).toBe(406);
    expect(allDifferences(mock, stored)).toEqual(knownStoredDifferences);
  });

  it("makes the same matrix, cell for cell", async () => {
    const found = await untilMatrix("The cluster is read", onReal, ({ models, runtimes }) => {
      return models.length === 205 && runtimes.length === 201;
    });
    expect(found.cells).toEqual(expected.cells);
    expect(comparable(found)).toEqual(comparable(expected));
    const cells = found.cells.join("").length;
    expect(cells).toBe(205 * 201);
  });

  describe("and kubectl", () => {
    const model: JsonObject = {
      apiVersion: "ome.io/v1beta1",
      kind: "ClusterBaseModel",
      metadata: { name: "a-painter" },
      spec: {
        modelFormat: { name: "diffusers", version: "0.34.0.dev0" },
        modelFramework: { name: "diffusers", version: "0.34.0.dev0" },
        modelArchitecture: "QwenImagePipeline",
        diffusionPipeline: {
          className: "QwenImagePipeline",
          transformer: { library: "diffusers", type: "QwenImageTransformer2DModel" },
        },
        storage: { storageUri: "hf://acme/painter" },
      },
    };
    const runtime: JsonObject = {
      apiVersion: "ome.io/v1beta1",
      kind: "ClusterServingRuntime",
      metadata: { name: "a-painter-rt" },
      spec: {
        supportedModelFormats: [
          {
            modelFormat: { name: "diffusers", version: "0.34.0.dev0" },
            modelFramework: { name: "diffusers", version: "0.34.0.dev0" },
            modelArchitecture: "QwenImagePipeline",
            diffusionPipeline: { className: "QwenImageEditPipeline" },
            autoSelect: true,
          },
        ],
      },
    };

    const kubectl = async (...commandArguments: readonly string[]): Promise<string> => {
      const { code, stdout, stderr } = await real.kubectl(...commandArguments);
      if (code !== 0) throw new Error(`kubectl ${commandArguments.join(" ")}: ${stderr}`);
      return stdout.trim();
    };
    const untilCell = (what: string, isExpected: (state: string | undefined) => boolean): Promise<MatrixResponse> =>
      untilMatrix(what, onReal, (found) => isExpected(cellOf(found, "a-painter", "a-painter-rt")));

    test("creates a pair that does not match", async () => {
      for (const object of [model, runtime]) {
        const path = join(real.folder, "object.json");
        await writeFile(path, JSON.stringify(object));
        await kubectl("create", "-f", path);
      }
      const found = await untilCell("The pair is there", (state) => state !== undefined);
      expect(cellOf(found, "a-painter", "a-painter-rt")).toBe("rejected");
    });

    test("a merge patch of the model makes it match", async () => {
      const patch = { spec: { diffusionPipeline: { className: "QwenImageEditPipeline" } } };
      const path = ["clusterbasemodel", "a-painter", "--type", "merge", "-p", JSON.stringify(patch)];
      expect(await kubectl("patch", ...path)).toBe("clusterbasemodel.ome.io/a-painter patched");
      await untilCell("The pair matches", (state) => state === "selected");
    });

    test("a JSON patch of one entry makes it match no more, and a test operation that fails changes nothing", async () => {
      const place = "/spec/supportedModelFormats/0/modelArchitecture";
      const patch = (...operations: readonly JsonObject[]): readonly string[] => {
        return ["patch", "clusterservingruntime", "a-painter-rt", "--type", "json", "-p", JSON.stringify(operations)];
      };
      const refused = await real.kubectl(
        ...patch({ op: "test", path: place, value: "Other" }, { op: "replace", path: place, value: "Third" }),
      );
      expect(refused.code).toBe(1);
      await kubectl(
        ...patch(
          { op: "test", path: place, value: "QwenImagePipeline" },
          { op: "replace", path: place, value: "FluxPipeline" },
        ),
      );
      await untilCell("The pair matches no more", (state) => state !== "selected" && state !== undefined);
    });

    test("deletes both, and the matrix is what it was", async () => {
      await kubectl("delete", "clusterbasemodel/a-painter", "clusterservingruntime/a-painter-rt");
      await until("The matrix is what it was", async () => {
        expect(comparable(await onReal.matrix())).toEqual(comparable(expected));
      });
    });
  });
});
