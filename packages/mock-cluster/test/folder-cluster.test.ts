import { mkdtemp, readFile, realpath, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type ManifestReport, type MockCluster, startMockCluster } from "../src/index.ts";
import { at } from "../src/json.ts";
import { clientOf, model, namesOf, ome, runtime } from "./client.ts";
import { eventually } from "./eventually.ts";

const models = `${ome}/clusterbasemodels`;
let folder: string;
let cluster: MockCluster | undefined;

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "cluster-")));
});
afterEach(async () => {
  await cluster?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function start(watch = true) {
  const started = await startMockCluster({ manifests: [folder], watch });
  cluster = started;
  return { cluster: started, api: clientOf(started.url) };
}

function write(name: string, ...objects: readonly unknown[]): Promise<void> {
  return writeFile(join(folder, name), objects.map((object) => JSON.stringify(object)).join("\n---\n"));
}

test("a changed file is a change in the cluster", async () => {
  await write("a.json", model("a"), model("b"));
  const { api } = await start();
  const revision = at((await api.get(models)).body, "metadata", "resourceVersion");
  const watch = await api.watch(`${models}?resourceVersion=${String(revision)}`);
  await write("a.json", model("a", { vendor: "v" }), model("b"));
  await eventually(watch.lines).toEqual(["MODIFIED a"]);
  await write("c.json", model("c"));
  await eventually(watch.lines).toEqual(["MODIFIED a", "ADDED c"]);
  await write("a.json", model("b"));
  await eventually(watch.lines).toEqual(["MODIFIED a", "ADDED c", "DELETED a"]);
  // A file by another name is the same cluster.
  await rename(join(folder, "c.json"), join(folder, "d.json"));
  await write("e.json", model("e"));
  await eventually(watch.lines).toEqual(["MODIFIED a", "ADDED c", "DELETED a", "ADDED e"]);
});

test("a write changes the cluster and no file", async () => {
  await write("a.json", model("a"), runtime("r"));
  const before = await readFile(join(folder, "a.json"), "utf8");
  const { api } = await start();
  expect((await api.merge(`${models}/a`, { spec: { vendor: "v" } })).code).toBe(200);
  expect((await api.delete(`${ome}/clusterservingruntimes/r`)).code).toBe(200);
  expect((await api.post(models, model("c"))).code).toBe(201);
  await write("z.json", model("z"));
  await eventually(async () => namesOf((await api.get(models)).body)).toEqual(["a", "c", "z"]);
  expect(at((await api.get(`${models}/a`)).body, "spec", "vendor")).toBe("v");
  expect((await api.get(`${ome}/clusterservingruntimes/r`)).code).toBe(404);
  expect(await readFile(join(folder, "a.json"), "utf8")).toBe(before);
});

test("reports are current, and told to who listens", async () => {
  await write("a.json", model("a"));
  const { cluster: started } = await start();
  const heard: (readonly ManifestReport[])[] = [];
  started.onReports((reports) => heard.push(reports));
  await write("b.json", { ...model("a"), spec: { storage: { storageUri: 5 } } });
  await eventually(started.reports).toMatchObject([
    {
      level: "error",
      code: "refused-object",
      file: "b.json",
      line: 1,
      message: expect.stringContaining("Put the value in quotes."),
    },
  ]);
  expect(heard.at(-1)).toEqual(started.reports());
});

test("without following, the cluster stays as it was at the start", async () => {
  await write("a.json", model("a"));
  const { cluster: started, api } = await start(false);
  await write("b.json", model("b"));
  await started.restart();
  expect(namesOf((await api.get(models)).body)).toEqual(["a"]);
});

test("a stated status and date are kept", async () => {
  await write("a.json", {
    ...model("a", {}, { creationTimestamp: "2025-01-01T00:00:00Z", uid: "stated", resourceVersion: "5" }),
    status: { state: "Ready" },
  });
  const { api } = await start(false);
  const { body } = await api.get(`${models}/a`);
  expect(body["status"]).toEqual({ state: "Ready" });
  expect(at(body, "metadata", "creationTimestamp")).toBe("2025-01-01T00:00:00Z");
  expect(at(body, "metadata", "uid")).not.toBe("stated");
  expect(at(body, "metadata", "resourceVersion")).not.toBe("5");
});
