import { request } from "node:http";
import { connect } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { type MockCluster, type MockClusterOptions, startMockCluster } from "../src/index.ts";
import { at, type JsonObject } from "../src/json.ts";
import { clientOf, model, namesOf, ome, runtime } from "./client.ts";
import { createTestClock } from "./clock.ts";
import { eventually } from "./eventually.ts";

const running: MockCluster[] = [];

async function start(options: MockClusterOptions = {}) {
  const cluster = await startMockCluster(options);
  running.push(cluster);
  return { cluster, api: clientOf(cluster.url) };
}

afterEach(async () => {
  await Promise.all(running.splice(0).map((cluster) => cluster.stop()));
});

const models = `${ome}/clusterbasemodels`;
const runtimes = `${ome}/clusterservingruntimes`;
const services = `${ome}/namespaces/default/inferenceservices`;

function revisionOf(object: JsonObject): string {
  return String(at(object, "metadata", "resourceVersion"));
}

describe("discovery", () => {
  test("names what is served, and nothing else", async () => {
    const { api } = await start();
    expect((await api.get("/version")).body["gitVersion"]).toMatch(/^v1\./);
    expect((await api.get("/api")).body["versions"]).toEqual(["v1"]);
    expect(at((await api.get("/apis/ome.io")).body, "preferredVersion", "groupVersion")).toBe("ome.io/v1beta1");
    const resources = (await api.get(ome)).body["resources"] as JsonObject[];
    expect(resources.map(({ name }) => name).filter((name) => !String(name).includes("/"))).toEqual([
      "acceleratorclasses",
      "basemodels",
      "clusterbasemodels",
      "clusterservingruntimes",
      "inferenceservices",
      "servingruntimes",
    ]);
    for (const path of ["/readyz", "/livez", "/healthz"]) expect((await api.get(path)).body).toEqual({ text: "ok" });
    for (const path of [
      "/openapi/v3",
      "/apis/apps/v1",
      "/api/v1/secrets",
      `${ome}/unknown`,
      "/",
      `${ome}/basemodels/x`,
    ]) {
      expect(await api.get(path)).toMatchObject({ code: 404, body: { text: "404 page not found\n" } });
    }
    expect((await api.get(`${models}/a/scale`)).body).toMatchObject({ kind: "Status", reason: "NotFound" });
    expect((await api.post(`${ome}/unknown`, {})).body).toEqual({ text: "404 page not found\n" });
  });
});

describe("writes", () => {
  test("create fills in what a new object has", async () => {
    const clock = createTestClock();
    const { api } = await start({ clock });
    const { code, body } = await api.post(models, { ...model("a", { unknown: 1 }), status: { state: "Ready" } });
    expect(code).toBe(201);
    expect(body["metadata"]).toMatchObject({ name: "a", generation: 1, creationTimestamp: "2026-01-02T03:04:05Z" });
    expect(at(body, "metadata", "uid")).toMatch(/^[0-9a-f-]{36}$/);
    expect(body["spec"]).toEqual({ storage: { storageUri: "hf://acme/writer" }, distribution: "PerNode" });
    // The status is the operator's to write, through its subresource.
    expect(body).not.toHaveProperty("status");
    expect((await api.get(`${models}/a`)).body).toEqual(body);
  });

  test("a second create is a conflict", async () => {
    const { api } = await start();
    await api.post(models, model("a"));
    expect((await api.post(models, model("a"))).body).toMatchObject({
      code: 409,
      reason: "AlreadyExists",
      message: 'clusterbasemodels.ome.io "a" already exists',
      details: { name: "a", group: "ome.io", kind: "clusterbasemodels" },
    });
  });

  test("an invalid object is refused in the API server's words", async () => {
    const { api } = await start();
    const { body } = await api.post(models, { ...model("a"), spec: { modelFormat: {}, storage: { storageUri: "x" } } });
    expect(body).toMatchObject({
      kind: "Status",
      status: "Failure",
      code: 422,
      reason: "Invalid",
      message: 'ClusterBaseModel.ome.io "a" is invalid: spec.modelFormat.name: Required value',
      details: {
        kind: "ClusterBaseModel",
        causes: [{ reason: "FieldValueRequired", field: "spec.modelFormat.name", message: "Required value" }],
      },
    });
    expect((await api.get(models)).body["items"]).toEqual([]);
  });

  test("unknown fields are dropped with a warning, or refused when the client is strict", async () => {
    const { api } = await start();
    const strict = await api.post(`${models}?fieldValidation=Strict`, model("a", { 'od"d': 1 }));
    expect(strict.body).toMatchObject({ code: 400, message: 'strict decoding error: unknown field "spec.od\\"d"' });
    const lax = await api.post(models, model("a", { odd: 1 }));
    expect(lax.code).toBe(201);
    expect(lax.headers.get("warning")).toBe('299 - "unknown field \\"spec.odd\\""');
    expect(
      (await api.post(`${models}?fieldValidation=Ignore`, model("b", { odd: 1 }))).headers.get("warning"),
    ).toBeNull();
  });

  test("a namespace has to exist; deleting it takes what is in it along", async () => {
    const { api } = await start();
    const service = { apiVersion: "ome.io/v1beta1", kind: "InferenceService", metadata: { name: "s" }, spec: {} };
    const path = `${ome}/namespaces/studio/inferenceservices`;
    expect((await api.post(path, service)).body).toMatchObject({ code: 404, message: 'namespaces "studio" not found' });
    await api.post("/api/v1/namespaces", { apiVersion: "v1", kind: "Namespace", metadata: { name: "studio" } });
    expect((await api.post(path, service)).code).toBe(201);
    expect((await api.post(path, { ...service, metadata: { name: "t", namespace: "other" } })).code).toBe(400);
    expect(namesOf((await api.get(`${ome}/inferenceservices`)).body)).toEqual(["s"]);
    expect(namesOf((await api.get(services)).body)).toEqual([]);
    expect((await api.delete("/api/v1/namespaces/studio")).code).toBe(200);
    expect(namesOf((await api.get(`${ome}/inferenceservices`)).body)).toEqual([]);
    expect((await api.delete("/api/v1/namespaces/default")).body).toMatchObject({ code: 403, reason: "Forbidden" });
  });

  test("update needs the newest revision, and counts a generation only when the spec differs", async () => {
    const { api } = await start();
    const first = (await api.post(models, model("a"))).body;
    const labelled = { ...first, metadata: { ...(first["metadata"] as JsonObject), labels: { x: "y" } } };
    const second = (await api.put(`${models}/a`, labelled)).body;
    expect(at(second, "metadata", "generation")).toBe(1);
    expect((await api.put(`${models}/a`, labelled)).body).toMatchObject({ code: 409, reason: "Conflict" });
    expect((await api.put(`${models}/a`, second)).body).toEqual(second);
    const third = (
      await api.put(`${models}/a`, { ...second, spec: { ...(second["spec"] as JsonObject), vendor: "v" } })
    ).body;
    expect(at(third, "metadata", "generation")).toBe(2);
    expect((await api.put(`${models}/a`, model("a"))).body).toMatchObject({
      code: 422,
      message:
        'ClusterBaseModel.ome.io "a" is invalid: metadata.resourceVersion: Invalid value: 0: must be specified for an update',
    });
    expect(
      (await api.put(`${models}/a`, { ...third, metadata: { ...(third["metadata"] as JsonObject), name: "b" } })).code,
    ).toBe(400);
    expect(
      (await api.put(`${models}/a`, { ...third, metadata: { ...(third["metadata"] as JsonObject), uid: "other" } }))
        .code,
    ).toBe(409);
    expect((await api.put(`${models}/b`, model("b"))).code).toBe(404);
  });

  test("both kinds of patch, and neither of the others", async () => {
    const { api } = await start();
    await api.post(runtimes, runtime("a"));
    const merged = await api.merge(`${runtimes}/a`, { spec: { modelSizeRange: { max: "13B" } } });
    expect(at(merged.body, "spec", "modelSizeRange", "max")).toBe("13B");
    const guarded = (value: string) => [
      { op: "test", path: "/spec/supportedModelFormats/0/modelFormat/name", value },
      { op: "add", path: "/spec/supportedModelFormats/0/autoSelect", value: true },
    ];
    expect((await api.jsonPatch(`${runtimes}/a`, guarded("safetensors"))).body).toMatchObject({
      spec: { supportedModelFormats: [{ autoSelect: true }] },
      metadata: { generation: 3 },
    });
    expect((await api.jsonPatch(`${runtimes}/a`, guarded("diffusers"))).body).toMatchObject({
      code: 422,
      reason: "Invalid",
    });
    const refused = await api.merge(`${runtimes}/a`, { spec: { supportedModelFormats: [{}] } });
    expect(refused.body["message"]).toBe(
      'ClusterServingRuntime.ome.io "a" is invalid: [spec.supportedModelFormats[0].modelFormat: Required value, spec.supportedModelFormats[0].modelFramework: Required value]',
    );
    for (const type of [
      "application/strategic-merge-patch+json",
      "application/apply-patch+yaml",
      "application/json",
      "text/plain",
    ]) {
      expect((await api.patch(`${runtimes}/a`, {}, type)).body).toMatchObject({
        code: 415,
        reason: "UnsupportedMediaType",
      });
    }
    expect((await api.merge(`${runtimes}/a`, { metadata: { name: "b" } })).code).toBe(400);
    expect((await api.merge(`${runtimes}/a`, { metadata: { resourceVersion: "1" } })).code).toBe(409);
    expect((await api.merge(`${runtimes}/a`, [])).code).toBe(400);
    expect((await api.merge(`${runtimes}/b`, {})).code).toBe(404);
  });

  test("a dry run answers and stores nothing", async () => {
    const { api } = await start();
    expect((await api.post(`${models}?dryRun=All`, model("a"))).code).toBe(201);
    expect((await api.get(`${models}/a`)).code).toBe(404);
    await api.post(models, model("a"));
    const dry = await api.merge(`${models}/a?dryRun=All`, { spec: { vendor: "v" } });
    expect(at(dry.body, "spec", "vendor")).toBe("v");
    expect((await api.delete(`${models}/a?dryRun=All`)).code).toBe(200);
    expect(at((await api.get(`${models}/a`)).body, "spec", "vendor")).toBeUndefined();
    expect((await api.post(`${models}?dryRun=Some`, model("b"))).code).toBe(422);
  });

  test("the status subresource writes the status and nothing else", async () => {
    const { api } = await start();
    await api.post(models, model("a"));
    const { body } = await api.merge(`${models}/a/status`, { spec: { vendor: "v" }, status: { state: "Ready" } });
    expect(body["status"]).toEqual({ state: "Ready" });
    expect(at(body, "spec", "vendor")).toBeUndefined();
    expect(at(body, "metadata", "generation")).toBe(1);
    const other = await api.merge(`${models}/a`, { spec: { vendor: "v" }, status: { state: "Failed" } });
    expect(other.body["status"]).toEqual({ state: "Ready" });
    expect((await api.merge(`${models}/a/status`, { status: { state: "Lost" } })).code).toBe(422);
  });

  test("delete answers with the uid, heeds preconditions and waits for finalizers", async () => {
    const { api } = await start();
    const first = (await api.post(models, model("a"))).body;
    const uid = at(first, "metadata", "uid");
    expect((await api.delete(`${models}/a`, { preconditions: { uid: "other" } })).code).toBe(409);
    expect((await api.delete(`${models}/a`)).body).toMatchObject({ status: "Success", details: { name: "a", uid } });
    expect((await api.delete(`${models}/a`)).body).toMatchObject({
      code: 404,
      message: 'clusterbasemodels.ome.io "a" not found',
    });

    await api.post(models, model("b", {}, { finalizers: ["acme.example/hold"] }));
    expect(at((await api.delete(`${models}/b`)).body, "metadata", "deletionTimestamp")).toBeDefined();
    expect((await api.get(`${models}/b`)).code).toBe(200);
    await api.merge(`${models}/b`, { metadata: { finalizers: null } });
    expect((await api.get(`${models}/b`)).code).toBe(404);
  });

  test("a collection is deleted by selector", async () => {
    const { api } = await start();
    for (const name of ["a", "b", "c"]) await api.post(models, model(name, {}, { labels: { x: name } }));
    expect(namesOf((await api.delete(`${models}?labelSelector=x%21%3Db`)).body)).toEqual(["a", "c"]);
    expect(namesOf((await api.get(models)).body)).toEqual(["b"]);
  });

  test("a member that is stated twice is warned of, or refused", async () => {
    const { api } = await start();
    const twice = JSON.stringify(model("a")).replace('"spec":{', '"spec":{"vendor":"a, {","vendor":"b",');
    const warned = await api.post(models, twice);
    expect(warned.headers.get("warning")).toContain('duplicate field \\"spec.vendor\\"');
    expect(warned.body).toMatchObject({ spec: { vendor: "b" } });
    expect((await api.post(`${models}?fieldValidation=Strict`, twice)).body).toMatchObject({
      code: 400,
      message: 'strict decoding error: duplicate field "spec.vendor"',
    });
    expect((await api.post(`${models}?fieldValidation=Sometimes`, twice)).code).toBe(422);
  });

  test("a finalizer has a name, as a label has", async () => {
    const { api } = await start();
    expect((await api.post(models, model("a", {}, { finalizers: ["a b"] }))).body).toMatchObject({
      code: 422,
      details: { causes: [{ field: "metadata.finalizers" }] },
    });
    expect((await api.post(models, model("a", {}, { finalizers: ["ome.io/keep"] }))).code).toBe(201);
  });

  test("a Namespace is taken as protobuf, nothing else is", async () => {
    const { api } = await start();
    const type = "application/vnd.kubernetes.protobuf";
    const field = (number: number, value: string): string =>
      `${String.fromCharCode(number * 8 + 2, value.length)}${value}`;
    const label = field(11, field(1, "team") + field(2, "red"));
    // A number, and fields of eight and of four bytes, are passed over.
    const others = "\x38\x05\x41\x01\x02\x03\x04\x05\x06\x07\x08\x4d\x01\x02\x03\x04";
    const namespace = field(1, others + field(1, "art") + label + field(12, field(1, "note"))) + field(2, "");
    const body = (kind: string): string =>
      `k8s\0${field(1, field(1, "v1") + field(2, kind))}${field(2, namespace)}${field(3, "")}`;
    expect((await api.post("/api/v1/namespaces", body("Namespace"), type)).body).toMatchObject({
      metadata: { name: "art", labels: { team: "red" }, annotations: { note: "" } },
    });
    expect((await api.post("/api/v1/namespaces", body("Pod"), type)).code).toBe(400);
    for (const wrong of ["", "k8s", "{}", "k8s\0", "k8s\0\x0a\x05a", "k8s\0\x0f", `k8s\0${"\x7f".repeat(20)}`]) {
      expect((await api.post("/api/v1/namespaces", wrong, type)).code).toBe(400);
    }
    expect((await api.post(models, body("ClusterBaseModel"), type)).code).toBe(415);
    expect((await api.put("/api/v1/namespaces/art", {})).code).toBe(400);
  });

  test("YAML is taken as well, other bodies are not", async () => {
    const { api } = await start();
    const yaml =
      "apiVersion: ome.io/v1beta1\nkind: ClusterBaseModel\nmetadata: {name: a}\nspec: {storage: {storageUri: x}, disabled: yes}\n";
    expect((await api.post(models, yaml, "application/yaml")).body).toMatchObject({ spec: { disabled: true } });
    expect((await api.post(models, JSON.stringify(model("b")), "application/x-www-form-urlencoded")).code).toBe(415);
    expect((await api.post(models, JSON.stringify(model("b")), "text/plain")).code).toBe(415);
    expect((await api.post(models, "{not json", "application/json")).code).toBe(400);
    expect((await api.post(models, "a: [", "application/yaml")).code).toBe(400);
    const bomb = `a: &a ${"x".repeat(100_000)}\nb: [${Array(100).fill("*a").join()}]`;
    expect((await api.post(models, bomb, "application/yaml")).code).toBe(400);
    expect((await api.post(models, `a: ${"[".repeat(20_000)}`, "application/yaml")).body).toMatchObject({
      code: 400,
      message: expect.stringContaining("nested deeper than 200 levels"),
    });
    expect((await api.post(models, "[".repeat(100_000), "application/json")).code).toBe(400);
    expect((await api.post(models, `${"[".repeat(20_000)}${"]".repeat(20_000)}`, "application/json")).code).toBe(400);
    expect((await api.post(models, [1], "application/json")).code).toBe(400);
    expect((await api.post(models, { ...model("b"), kind: "BaseModel" })).body).toMatchObject({
      code: 422,
      details: { causes: [{ field: "kind" }] },
    });
    expect((await api.post(models, { ...model("b"), apiVersion: "ome.io/v1" })).code).toBe(400);
    expect((await api.post(models, model("b", {}, { resourceVersion: "5" }))).code).toBe(400);
  });

  test("a name can be generated", async () => {
    const { api } = await start();
    const created = await api.post(models, { ...model("x"), metadata: { generateName: "try-" } });
    expect(at(created.body, "metadata", "name")).toMatch(/^try-[0-9a-f]{5}$/);
  });

  test("methods that make no sense are refused", async () => {
    const { api } = await start();
    expect((await api.post(`${ome}/basemodels`, {})).code).toBe(405);
    expect((await api.post(`${models}/a`, {})).code).toBe(405);
    expect((await api.put(models, {})).code).toBe(405);
    expect((await api.post("/version", {})).code).toBe(405);
  });
});

describe("lists", () => {
  test("are in order and follow selectors", async () => {
    const { api } = await start();
    for (const name of ["c", "a", "b"])
      await api.post(models, model(name, {}, { labels: { first: String(name === "a") } }));
    expect(namesOf((await api.get(models)).body)).toEqual(["a", "b", "c"]);
    expect(namesOf((await api.get(`${models}?labelSelector=${encodeURIComponent("first in (false)")}`)).body)).toEqual([
      "b",
      "c",
    ]);
    expect(namesOf((await api.get(`${models}?fieldSelector=metadata.name%3Db`)).body)).toEqual(["b"]);
    expect((await api.get(`${models}?fieldSelector=spec.vendor%3Db`)).body).toMatchObject({ code: 400 });
    expect((await api.get(`${models}?labelSelector=%3D`)).body).toMatchObject({ code: 400 });
    expect((await api.get(`${models}?limit=x`)).code).toBe(400);
  });

  test("of 5,000 objects in pages of 500 show one revision while objects change", async () => {
    const { cluster, api } = await start();
    const name = (index: number): string => `m-${String(index).padStart(4, "0")}`;
    for (let index = 0; index < 5000; index++) cluster.door.put(model(name(index)));
    const found: unknown[] = [];
    let path: string | undefined = `${models}?limit=500`;
    let pages = 0;
    while (path !== undefined) {
      const { code, body } = await api.get(path);
      expect(code).toBe(200);
      const items = body["items"] as JsonObject[];
      found.push(...items.map((item) => [at(item, "metadata", "name"), at(item, "spec", "vendor")]));
      pages += 1;
      expect(at(body, "metadata", "remainingItemCount") ?? 0).toBe(5000 - pages * 500);
      const token = at(body, "metadata", "continue");
      path = typeof token === "string" ? `${models}?limit=500&continue=${encodeURIComponent(token)}` : undefined;
      for (let step = 0; step < 50; step++) {
        const index = (pages * 977 + step * 101) % 5000;
        if (step % 3 === 0) cluster.door.remove({ kind: "ClusterBaseModel", name: name(index) });
        else if (step % 3 === 1) cluster.door.put(model(name(index), { vendor: "changed" }));
        else cluster.door.put(model(`new-${pages}-${step}`));
      }
    }
    expect(pages).toBe(10);
    expect(found).toEqual(Array.from({ length: 5000 }, (_, index) => [name(index), undefined]));
  });

  test("a page of a forgotten revision is 410, with a token for the inconsistent rest", async () => {
    const { cluster, api } = await start();
    for (const name of ["a", "b", "c"]) await api.post(models, model(name));
    const first = (await api.get(`${models}?limit=1`)).body;
    cluster.compact();
    const token = String(at(first, "metadata", "continue"));
    const expired = await api.get(`${models}?limit=1&continue=${token}`);
    expect(expired.body).toMatchObject({ code: 410, reason: "Expired" });
    const rest = await api.get(`${models}?continue=${String(at(expired.body, "metadata", "continue"))}`);
    expect(namesOf(rest.body)).toEqual(["b", "c"]);
    expect((await api.get(`${models}?continue=made-up`)).code).toBe(400);
  });

  test("at a given revision", async () => {
    const { cluster, api } = await start();
    const first = (await api.post(models, model("a"))).body;
    await api.post(models, model("b"));
    const exact = `${models}?resourceVersion=${revisionOf(first)}&resourceVersionMatch=Exact`;
    expect(namesOf((await api.get(exact)).body)).toEqual(["a"]);
    expect(namesOf((await api.get(`${models}?resourceVersion=${revisionOf(first)}`)).body)).toEqual(["a", "b"]);
    expect((await api.get(`${models}?resourceVersion=${Number(revisionOf(first)) + 999}`)).body).toMatchObject({
      code: 504,
      reason: "Timeout",
    });
    cluster.compact();
    expect((await api.get(exact)).code).toBe(410);
  });
});

describe("watches", () => {
  test("show every change after a revision", async () => {
    const { api } = await start();
    await api.post(models, model("a"));
    const from = revisionOf((await api.get(models)).body);
    await api.merge(`${models}/a`, { spec: { vendor: "v" } });
    const watch = await api.watch(`${models}?resourceVersion=${from}`);
    await api.post(models, model("b"));
    await api.post(runtimes, runtime("r"));
    await api.delete(`${models}/a`);
    await eventually(watch.lines).toEqual(["MODIFIED a", "ADDED b", "DELETED a"]);
    const revisions = watch.events.map(({ object }) => Number(revisionOf(object)));
    expect(revisions).toEqual([...revisions].sort((left, right) => left - right));
  });

  test("without a revision begin with what is there", async () => {
    const { api } = await start();
    await api.post(models, model("a"));
    const watch = await api.watch(models);
    await api.post(models, model("b"));
    await eventually(watch.lines).toEqual(["ADDED a", "ADDED b"]);
  });

  test("of a selection see objects come and go", async () => {
    const { api } = await start();
    await api.post(models, model("a", {}, { labels: { on: "yes" } }));
    await api.post(models, model("b"));
    const watch = await api.watch(`${models}?labelSelector=on`);
    await api.merge(`${models}/b`, { metadata: { labels: { on: "yes" } } });
    await api.merge(`${models}/b`, { spec: { vendor: "v" } });
    await api.merge(`${models}/b`, { metadata: { labels: { on: null } } });
    await api.merge(`${models}/b`, { spec: { vendor: "w" } });
    await api.delete(`${models}/a`);
    await api.delete(`${models}/b`);
    await eventually(watch.lines).toEqual(["ADDED a", "ADDED b", "MODIFIED b", "DELETED b", "DELETED a"]);
    expect(at(watch.events[3]?.object, "metadata", "labels")).toEqual({ on: "yes" });
  });

  test("of one namespace, and of one object", async () => {
    const { cluster, api } = await start();
    const service = (namespace: string, name: string) => ({ kind: "InferenceService", metadata: { name, namespace } });
    const ofStudio = await api.watch(`${ome}/namespaces/studio/inferenceservices`);
    const ofOne = await api.watch(`${ome}/inferenceservices?fieldSelector=metadata.name%3Db`);
    cluster.door.put(service("studio", "a"));
    cluster.door.put(service("studio2", "b"));
    cluster.door.put(service("studio", "c"));
    await eventually(ofStudio.lines).toEqual(["ADDED a", "ADDED c"]);
    await eventually(ofOne.lines).toEqual(["ADDED b"]);
  });

  test("from a forgotten revision get an error event", async () => {
    const { cluster, api } = await start();
    const from = revisionOf((await api.get(models)).body);
    cluster.compact();
    const watch = await api.watch(`${models}?resourceVersion=${from}`);
    await eventually(watch.ended).toBe("end");
    expect(watch.events).toMatchObject([{ type: "ERROR", object: { kind: "Status", code: 410, reason: "Expired" } }]);
  });

  test("are forgotten by number too", async () => {
    const { cluster, api } = await start({ historyLimit: 10 });
    const from = revisionOf((await api.get(models)).body);
    for (let index = 0; index < 50; index++) cluster.door.put(model("a", { vendor: String(index) }));
    const watch = await api.watch(`${models}?resourceVersion=${from}`);
    await eventually(watch.lines).toEqual(["ERROR 410"]);
  });

  test("get bookmarks when they ask, and end after their timeout", async () => {
    const clock = createTestClock();
    const { cluster, api } = await start({ clock, bookmarkMs: 1000 });
    const asking = await api.watch(`${models}?allowWatchBookmarks=true&timeoutSeconds=3`);
    const silent = await api.watch(`${models}?timeoutSeconds=10`);
    await eventually(cluster.watchCount).toBe(2);
    await api.post(runtimes, runtime("r"));
    clock.advance(1000);
    await eventually(asking.lines).toEqual(["BOOKMARK"]);
    expect(revisionOf(asking.events[0]?.object ?? {})).toBe(revisionOf((await api.get(models)).body));
    clock.advance(2000);
    await eventually(asking.ended).toBe("end");
    expect(silent.lines()).toEqual([]);
    expect(cluster.watchCount()).toBe(1);
  });

  test("are bounded in number, and counted out when the client leaves", async () => {
    const { cluster, api } = await start({ maxWatches: 2 });
    const first = await api.watch(models);
    await api.watch(models);
    expect((await api.get(`${models}?watch=1`)).body).toMatchObject({ code: 429, reason: "TooManyRequests" });
    first.close();
    await eventually(cluster.watchCount).toBe(1);
    await api.watch(models);
  });

  test("refuse bad parameters before they start", async () => {
    const { api } = await start();
    expect((await api.get(`${models}?watch=true&resourceVersion=abc`)).code).toBe(400);
    expect((await api.get(`${models}?watch=true&labelSelector=%3D`)).code).toBe(400);
  });
});

describe("safety", () => {
  // fetch sets Host and Origin itself.
  function raw(
    url: string,
    headers: Record<string, string>,
    method = "GET",
    body?: string,
  ): Promise<{ code: number; text: string }> {
    return new Promise((resolve, reject) => {
      const sent = request(url, { method, headers }, (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (chunk: string) => {
          text += chunk;
        });
        response.on("end", () => resolve({ code: response.statusCode ?? 0, text }));
      });
      sent.on("error", reject);
      sent.end(body);
    });
  }

  test("a web page is turned away", async () => {
    const { cluster } = await start();
    const port = new URL(cluster.url).port;
    const url = `${cluster.url}/version`;
    expect((await raw(url, {})).code).toBe(200);
    for (const host of [`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`, `LOCALHOST:${port}`]) {
      expect((await raw(url, { host })).code).toBe(200);
    }
    for (const host of ["localhost", `evil.example:${port}`, "127.0.0.1:1", `127.0.0.1.evil.example:${port}`]) {
      expect((await raw(url, { host })).code).toBe(403);
    }
    for (const origin of ["http://evil.example", cluster.url, "null"]) {
      expect(JSON.parse((await raw(url, { origin })).text)).toMatchObject({
        kind: "Status",
        code: 403,
        reason: "Forbidden",
      });
    }
    expect(
      (await raw(`${cluster.url}${models}`, { "content-type": "text/plain" }, "POST", JSON.stringify(model("a")))).code,
    ).toBe(415);
    expect((await raw(`${cluster.url}${models}`, {}, "POST", JSON.stringify(model("a")))).code).toBe(415);
  });

  test("listens on the loopback interface only", async () => {
    const { cluster } = await start();
    expect(cluster.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  });

  test("a body has a limit, whether it states its length or not", async () => {
    const { cluster, api } = await start({ maxBodyBytes: 10_000 });
    const long = JSON.stringify(model("a", { displayName: "x".repeat(20_000) }));
    expect((await api.post(models, long)).body).toMatchObject({ code: 413, reason: "RequestEntityTooLarge" });
    const chunked = { "content-type": "application/json", "transfer-encoding": "chunked" };
    expect((await raw(`${cluster.url}${models}`, chunked, "POST", long)).code).toBe(413);
    expect((await api.get(models)).code).toBe(200);
    expect((await api.post(models, model("a"))).code).toBe(201);
  });

  test("the default limit is 3 MiB", async () => {
    const { api } = await start();
    expect((await api.post(models, model("a", { displayName: "x".repeat(4 * 1024 * 1024) }))).code).toBe(413);
    expect((await api.post(models, model("a", { displayName: "x".repeat(1024 * 1024) }))).code).toBe(201);
  });

  test("names of Object.prototype in a body reach no prototype", async () => {
    const { api } = await start();
    const hostile = '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}';
    const spec = `{"storage":{"storageUri":"x"},"modelConfiguration":${hostile},"__proto__":{"polluted":1}}`;
    const body = `{"apiVersion":"ome.io/v1beta1","kind":"ClusterBaseModel","metadata":{"name":"a","annotations":{"constructor":"x"}},"spec":${spec}}`;
    const created = await api.post(models, body);
    expect(created.code).toBe(201);
    expect(JSON.stringify(at(created.body, "spec", "modelConfiguration"))).toBe(
      '{"constructor":{"prototype":{"polluted":1}}}',
    );
    await api.patch(
      `${models}/a`,
      `{"spec":{"modelConfiguration":${hostile}},"__proto__":{"polluted":1}}`,
      "application/merge-patch+json",
    );
    await api.patch(
      `${models}/a`,
      '[{"op":"add","path":"/spec/__proto__/polluted","value":1}]',
      "application/json-patch+json",
    );
    expect(Reflect.get({}, "polluted")).toBeUndefined();
    expect(namesOf((await api.get(`${models}?labelSelector=constructor`)).body)).toEqual([]);
    expect((await api.get(`${models}/constructor`)).code).toBe(404);
    expect((await api.get(`${ome}/__proto__`)).code).toBe(404);
    expect((await api.get("/constructor")).code).toBe(404);
  });

  test("what is not HTTP ends that connection only", async () => {
    const { cluster, api } = await start();
    const socket = connect(Number(new URL(cluster.url).port), "127.0.0.1");
    const closed = new Promise((resolve) => socket.on("close", resolve).resume());
    socket.write("\0\0\0\0 nonsense\r\n\r\n");
    await closed;
    expect((await api.get("/readyz")).code).toBe(200);
    expect((await api.get(`${models}/%E0%A4%A`)).code).toBe(400);
  });
});

describe("the door", () => {
  test("lets in what the API refuses", async () => {
    const { cluster, api } = await start();
    cluster.door.put({ kind: "ClusterBaseModel", apiVersion: 7, metadata: { name: "odd", labels: 5 }, spec: "none" });
    expect((await api.get(`${models}/odd`)).body).toMatchObject({ metadata: { labels: 5 }, spec: "none" });
    const watch = await api.watch(models);
    const nameless = cluster.door.put({ kind: "ClusterBaseModel", metadata: { name: { not: "a name" } } });
    const bare = cluster.door.put({ kind: "ClusterBaseModel", metadata: null });
    await eventually(watch.lines).toEqual(["ADDED odd", "ADDED", "ADDED"]);
    cluster.door.remove(nameless);
    cluster.door.remove(bare);
    cluster.door.remove({ kind: "ClusterBaseModel", name: "odd" });
    expect((await api.get(models)).body["items"]).toEqual([]);
    expect(() => cluster.door.put({ kind: "Pod" })).toThrow("the door knows no kind");
    expect(() => cluster.door.put("text")).toThrow("the door takes objects");
  });

  test("creates the namespace", async () => {
    const { cluster, api } = await start();
    cluster.door.put({ kind: "BaseModel", metadata: { name: "a", namespace: "studio" } });
    expect(namesOf((await api.get("/api/v1/namespaces")).body)).toEqual(["default", "kube-system", "studio"]);
    expect(namesOf((await api.get(`${ome}/namespaces/studio/basemodels`)).body)).toEqual(["a"]);
  });
});

describe("trouble for tests", () => {
  test("watches end properly or break", async () => {
    const { cluster, api } = await start();
    const ended = await api.watch(models);
    await eventually(cluster.watchCount).toBe(1);
    cluster.closeWatches();
    await eventually(ended.ended).toBe("end");
    const broken = await api.watch(models);
    await eventually(cluster.watchCount).toBe(1);
    cluster.closeWatches("cut");
    await eventually(broken.ended).toBe("error");
  });

  test("a silent watch misses what happens", async () => {
    const { cluster, api } = await start();
    const watch = await api.watch(models);
    cluster.muteWatches(true);
    cluster.door.put(model("a"));
    cluster.muteWatches(false);
    cluster.door.put(model("b"));
    await eventually(watch.lines).toEqual(["ADDED b"]);
  });

  test("requests fail as the hook says", async () => {
    const { cluster, api } = await start();
    cluster.misbehave(({ path }) => (path === models ? { status: 403 } : undefined));
    expect((await api.get(models)).body).toMatchObject({ kind: "Status", code: 403, reason: "Forbidden" });
    expect((await api.get(runtimes)).code).toBe(200);
    cluster.misbehave(() => ({ garbage: "{" }));
    await expect(api.get(models)).rejects.toThrow();
    cluster.misbehave(() => ({ cut: true }));
    await expect(api.get(models)).rejects.toThrow();
    cluster.misbehave(({ watch }) => (watch ? { hang: true } : undefined));
    await expect(fetch(`${cluster.url}${models}?watch=1`, { signal: AbortSignal.timeout(50) })).rejects.toThrow(
      /timeout|abort/i,
    );
    cluster.misbehave(undefined);
    expect((await api.get(models)).code).toBe(200);
  });

  test("answers wait for the delay", async () => {
    const clock = createTestClock();
    const { cluster, api } = await start({ clock });
    cluster.setDelay(5000);
    let answered = false;
    const answer = api.get(models).then(() => {
      answered = true;
    });
    await eventually(() => {
      clock.advance(1000);
      return answered;
    }).toBe(true);
    await answer;
    cluster.setDelay(0);
    expect((await api.get(models)).code).toBe(200);
  });

  test("a restart keeps the port and the objects, and forgets the history", async () => {
    const { cluster, api } = await start();
    await api.post(models, model("a"));
    const from = revisionOf((await api.get(models)).body);
    const watch = await api.watch(models);
    await cluster.restart(async () => {
      await expect(api.get("/readyz")).rejects.toThrow();
    });
    await eventually(watch.ended).toBe("error");
    expect(namesOf((await api.get(models)).body)).toEqual(["a"]);
    await eventually((await api.watch(`${models}?resourceVersion=${from}`)).lines).toEqual(["ERROR 410"]);
  });

  test("revisions of an earlier cluster are too old for a later one", async () => {
    const { cluster, api } = await start();
    const from = revisionOf((await api.get(models)).body);
    await cluster.stop();
    const later = await start({ clock: createTestClock(Date.now() + 1000) });
    await eventually((await later.api.watch(`${models}?resourceVersion=${from}`)).lines).toEqual(["ERROR 410"]);
  });

  test("a port in use is said plainly", async () => {
    const { cluster } = await start();
    const port = Number(new URL(cluster.url).port);
    await expect(startMockCluster({ port })).rejects.toThrow(`Port ${port} of 127.0.0.1 is in use`);
  });
});
