import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import {
  clusterState,
  matrix,
  modelExplanation,
  modelList,
  pairExplanation,
  pathToCluster,
  pathToExplain,
  pathToMatrix,
  pathToModels,
  pathToRuntimes,
  pathToServices,
  problem,
  runtimeExplanation,
  runtimeList,
  serviceList,
} from "@ome-matrix/contract";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { type Answer, startProgram, type TestProgram } from "../test/program.ts";

const selection = fileURLToPath(new URL("../test/fixtures/selection.yaml", import.meta.url));
const patience = { timeout: 10_000, interval: 5 };
const text = { headers: { accept: "text/plain" } };

/** The worked example: one model in `studio`, ten runtimes. */
const startExample = async (): Promise<TestProgram> => {
  const program = await startProgram({ manifests: [selection] });
  await program.settled();
  return program;
};

const expectProblem = (answer: Answer, code: string) => {
  expect(answer.headers["content-type"]).toBe("application/problem+json; charset=utf-8");
  const read = problem.parse(answer.json());
  expect(read).toMatchObject({ code, status: answer.status });
  return read;
};

const service = {
  apiVersion: "ome.io/v1beta1",
  kind: "InferenceService",
  metadata: { name: "write", namespace: "studio" },
  spec: {
    model: { name: "writer-3b", kind: "BaseModel" },
    runtime: { name: "fast" },
    acceleratorSelector: { acceleratorClass: "nvidia-h100" },
  },
};

describe("the lists", () => {
  it("tell what there is, and of a namespace what it sees", async () => {
    const program = await startExample();
    program.mock.door.put(service);
    await vi.waitFor(() => expect(program.store.snapshot().services).toHaveLength(1), patience);
    const models = modelList.parse((await program.ask(pathToModels())).json());
    expect(models.models.map(({ key }) => key)).toEqual(["BaseModel/studio/writer-3b"]);
    const runtimes = runtimeList.parse((await program.ask(pathToRuntimes())).json());
    expect(runtimes.runtimes.map(({ name }) => name)).toEqual([
      "big",
      "fast",
      "half-open",
      "manual",
      "mistral-only",
      "switched-off",
      "tight",
      "wide",
      "zero-weight",
      "studio-own",
    ]);
    const services = serviceList.parse((await program.ask(pathToServices())).json());
    expect(services.services[0]).toMatchObject({ key: "InferenceService/studio/write", asks: "nvidia-h100" });
    const elsewhere = modelList.parse((await program.ask(pathToModels({ namespace: "default" }))).json());
    expect(elsewhere.models).toEqual([]);
  });

  it("tell how well the cluster can be followed", async () => {
    const program = await startExample();
    const cluster = clusterState.parse((await program.ask(pathToCluster())).json());
    expect(cluster).toMatchObject({
      epoch: program.store.epoch,
      rules: "OME v1.3",
      state: "live",
      source: { kind: "manifests", name: "test", address: program.mock.url },
      namespaces: ["default", "kube-system", "studio"],
    });
    expect(cluster.kinds.find(({ kind }) => kind === "ClusterServingRuntime")).toMatchObject({
      plural: "clusterservingruntimes",
      apiVersion: "ome.io/v1beta1",
      state: "live",
      count: 9,
      unreadable: 0,
    });
  });

  it("show a forbidden kind as forbidden, and the others all the same", async () => {
    const program = await startProgram({
      manifests: [selection],
      prepare: (mock) =>
        mock.misbehave(({ path }) => (path.includes("inferenceservices") ? { status: 403 } : undefined)),
    });
    await vi.waitFor(async () => {
      const cluster = clusterState.parse((await program.ask(pathToCluster())).json());
      expect(cluster.state).toBe("forbidden");
      expect(cluster.kinds.find(({ kind }) => kind === "InferenceService")?.advice).toContain("inferenceservices");
      expect((await program.ask("/readyz")).status).toBe(200);
    }, patience);
    expect(runtimeList.parse((await program.ask(pathToRuntimes())).json()).runtimes).toHaveLength(10);
    const asked = await program.ask(pathToMatrix({ namespace: "studio", service: "write" }));
    expectProblem(asked, "not-ready");
  });
});

describe("the matrix", () => {
  it("changes with the cluster", async () => {
    const program = await startExample();
    const before = matrix.parse((await program.ask(pathToMatrix({ namespace: "studio" }))).json());
    expect(before.cells).toEqual(["3114451110"].map(() => expect.stringMatching(/^\d{10}$/)));
    program.mock.door.remove({ kind: "ServingRuntime", namespace: "studio", name: "studio-own" });
    await vi.waitFor(async () => {
      const after = matrix.parse((await program.ask(pathToMatrix({ namespace: "studio" }))).json());
      const zeroWeight = after.runtimes.findIndex(({ name }) => name === "zero-weight");
      expect(after.states[Number(after.cells[0]?.[zeroWeight])]).toBe("selected");
      expect(after.revision).toBeGreaterThan(before.revision);
    }, patience);
  });

  it("is seen from an InferenceService", async () => {
    const program = await startExample();
    program.mock.door.put(service);
    await vi.waitFor(() => expect(program.store.snapshot().services).toHaveLength(1), patience);
    const seen = matrix.parse((await program.ask(pathToMatrix({ namespace: "studio", service: "write" }))).json());
    expect(seen.view).toEqual({ namespace: "studio", service: "write" });
    expect(seen.ranks).toEqual([[]]);
    const classBit = 1 << seen.fields.indexOf("accelerator-class");
    expect((seen.nearMisses[0]?.[2] ?? 0) & classBit).toBe(classBit);
  });
});

describe("an explanation", () => {
  it("of a model is the table of OME's command", async () => {
    const program = await startExample();
    const answer = await program.ask(pathToExplain({ model: "writer-3b" }, { namespace: "studio" }), text);
    expect(answer.headers["content-type"]).toBe("text/plain; charset=utf-8");
    expect(answer.text).toBe(`\
RUNTIME       SCOPE       COMPATIBLE  PRIORITY  WEIGHT  REASON
studio-own    Namespaced  Yes         1         2       -
zero-weight   Cluster     Yes         1         0       -
fast          Cluster     Yes         2         6       -
tight         Cluster     Yes         3         6       -
half-open     Cluster     Yes         3         6       -
wide          Cluster     Yes         3         6       -
big           Cluster     No          -         -       model size 3.2B is outside supported range [70B, inf)
manual        Cluster     No          -         -       supports the model but has no supportedModelFormats[].autoSelect=true entry, so automatic selection skips it (pin it explicitly via spec.runtime.name instead)
mistral-only  Cluster     No          -         -       model format 'mt:safetensors:1.0.0:LlamaForCausalLM:transformers:4.45.0' not in supported formats: architecture mismatch (model=LlamaForCausalLM, runtime=MistralForCausalLM), framework version mismatch (model=4.45.0, runtime=4.36.0)
switched-off  Cluster     No          -         -       runtime is disabled
`);
  });

  it("of a model, in full", async () => {
    const program = await startExample();
    program.mock.door.put(service);
    await vi.waitFor(() => expect(program.store.snapshot().services).toHaveLength(1), patience);
    // By key, so that the namespace is the model's own.
    const answer = await program.ask(pathToExplain({ model: "BaseModel/studio/writer-3b" }));
    const explained = modelExplanation.parse(answer.json());
    expect(explained).toMatchObject({
      view: {},
      namespace: "studio",
      selected: { key: "ServingRuntime/studio/studio-own" },
      checked: { total: 10, namespaced: 1, cluster: 9 },
    });
    expect(explained.rows.map(({ runtime, state, rank, decidedBy }) => [runtime.name, state, rank, decidedBy])).toEqual(
      [
        ["studio-own", "selected", 1, "kind"],
        ["zero-weight", "candidate", 2, "score"],
        ["fast", "candidate", 3, "size-distance"],
        ["tight", "candidate", 4, "size-distance"],
        ["half-open", "candidate", 5, "size-distance"],
        ["wide", "candidate", 6, undefined],
        ["big", "near-miss", undefined, undefined],
        ["manual", "pin-only", undefined, undefined],
        ["mistral-only", "rejected", undefined, undefined],
        ["switched-off", "disabled", undefined, undefined],
      ],
    );
    expect(explained.rows[1]).toMatchObject({ score: 15, columns: { weight: "0", compatible: "Yes" } });
    expect(explained.rows[8]?.mismatches.map(({ message }) => message)).toEqual([
      "architecture mismatch (model=LlamaForCausalLM, runtime=MistralForCausalLM)",
      "framework version mismatch (model=4.45.0, runtime=4.36.0)",
    ]);
    expect(explained.services.map(({ name }) => name)).toEqual(["write"]);
    expect(explained.modelYaml).toContain("modelParameterSize: 3.2B");
  });

  it("of a pair", async () => {
    const program = await startExample();
    const path = pathToExplain({ model: "writer-3b", runtime: "mistral-only" }, { namespace: "studio" });
    const explained = pairExplanation.parse((await program.ask(path)).json());
    expect(explained).toMatchObject({
      state: "rejected",
      reason: { code: "formats/no-entry-matches", label: "mt:safetensors:1.0.0:LlamaForCausalLM:transformers:4.45.0" },
      verdict: { compatible: false, differences: 2, differingFields: ["architecture", "framework-version"] },
    });
    expect(explained.ranking.map(({ runtime }) => runtime.name)).toEqual([
      "studio-own",
      "zero-weight",
      "fast",
      "tight",
      "half-open",
      "wide",
    ]);
    expect((await program.ask(path, text)).text).toBe(`\
RUNTIME       SCOPE    COMPATIBLE  PRIORITY  WEIGHT  REASON
mistral-only  Cluster  No          -         -       model format 'mt:safetensors:1.0.0:LlamaForCausalLM:transformers:4.45.0' not in supported formats: architecture mismatch (model=LlamaForCausalLM, runtime=MistralForCausalLM), framework version mismatch (model=4.45.0, runtime=4.36.0)
`);
  });

  it("of a runtime has a row for every model", async () => {
    const program = await startExample();
    program.mock.door.put(service);
    program.mock.door.put({ kind: "ClusterBaseModel", metadata: { name: "not-read" }, spec: {} });
    program.mock.door.put({ kind: "ClusterBaseModel", metadata: { name: "broken" }, spec: { modelFormat: 5 } });
    await vi.waitFor(() => expect(program.store.snapshot().models).toHaveLength(3), patience);
    await vi.waitFor(() => expect(program.store.snapshot().services).toHaveLength(1), patience);
    const explained = runtimeExplanation.parse((await program.ask(pathToExplain({ runtime: "fast" }))).json());
    expect(explained.namespace).toBe("default");
    expect(explained.rows.map(({ model, state, rank }) => [model.name, state, rank])).toEqual([
      ["writer-3b", "candidate", 3],
      ["broken", "error", undefined],
      ["not-read", "unknown", undefined],
    ]);
    expect(explained.rows[2]?.reason?.code).toBe("model/no-format");
    expect(explained.services.map(({ name }) => name)).toEqual(["write"]);
    expectProblem(await program.ask(pathToExplain({ runtime: "fast" }), text), "not-acceptable");
  });

  it("of a model that gets nothing is the table, and OME's message under it", async () => {
    const program = await startExample();
    const without = ["studio-own", "fast", "tight", "half-open", "wide", "zero-weight"];
    for (const name of without) {
      const kind = name === "studio-own" ? "ServingRuntime" : "ClusterServingRuntime";
      program.mock.door.remove({ kind, name, ...(kind === "ServingRuntime" ? { namespace: "studio" } : {}) });
    }
    await vi.waitFor(() => expect(program.store.snapshot().runtimes).toHaveLength(4), patience);
    const asked = await program.ask(pathToExplain({ model: "writer-3b" }, { namespace: "studio" }), text);
    const lines = asked.text.split("\n");
    expect(lines.slice(0, 5).map((line) => line.split(" ", 1)[0])).toEqual([
      "RUNTIME",
      "big",
      "manual",
      "mistral-only",
      "switched-off",
    ]);
    expect(lines.slice(5)).toEqual([
      "",
      "no runtime found to support model safetensors with format safetensors in namespace studio. Checked 4 runtimes (0 namespace-scoped, 4 cluster-scoped). Excluded runtimes: big (model size 3.2B is outside supported range [70B, inf)); mistral-only (model format 'mt:safetensors:1.0.0:LlamaForCausalLM:transformers:4.45.0' not in supported formats: architecture mismatch (model=LlamaForCausalLM, runtime=MistralForCausalLM), framework version mismatch (model=4.45.0, runtime=4.36.0)); switched-off (runtime is disabled)",
      "",
    ]);
  });

  it("of a model without a format is OME's sentence", async () => {
    const program = await startExample();
    program.mock.door.put({ kind: "ClusterBaseModel", metadata: { name: "not-read" }, spec: {} });
    await vi.waitFor(() => expect(program.store.snapshot().models).toHaveLength(2), patience);
    const sentence = "invalid model specification: modelFormat.name: model format name is required";
    expect((await program.ask(pathToExplain({ model: "not-read" }), text)).text).toBe(`${sentence}\n`);
    const explained = modelExplanation.parse((await program.ask(pathToExplain({ model: "not-read" }))).json());
    expect(explained).toMatchObject({ message: sentence, checked: { total: 0 } });
    expect(explained.rows.every(({ state }) => state === "unknown")).toBe(true);
    const pair = await program.ask(pathToExplain({ model: "not-read", runtime: "fast" }));
    expect(pairExplanation.parse(pair.json())).toMatchObject({ state: "unknown", reason: { message: sentence } });
  });

  it("of a model where there are no runtimes is OME's other sentence", async () => {
    const program = await startProgram();
    await program.settled();
    program.mock.door.put({
      kind: "ClusterBaseModel",
      metadata: { name: "lonely" },
      spec: { modelFormat: { name: "safetensors" } },
    });
    await vi.waitFor(() => expect(program.store.snapshot().models).toHaveLength(1), patience);
    const answer = await program.ask(pathToExplain({ model: "lonely" }), text);
    expect(answer.text).toBe("No serving runtimes found in the selected namespace or at cluster scope.\n");
    const explained = modelExplanation.parse((await program.ask(pathToExplain({ model: "lonely" }))).json());
    expect(explained.message).toBe(
      "no runtime found to support model safetensors with format safetensors in namespace default",
    );
  });

  it("of an unreadable object shows what cannot be read", async () => {
    const program = await startExample();
    program.mock.door.put({ kind: "ClusterServingRuntime", metadata: { name: "broken" }, spec: { disabled: "yes" } });
    await vi.waitFor(() => expect(program.store.snapshot().runtimes).toHaveLength(11), patience);
    const path = pathToExplain({ model: "writer-3b", runtime: "broken" }, { namespace: "studio" });
    const explained = pairExplanation.parse((await program.ask(path)).json());
    expect(explained.state).toBe("error");
    expect(explained).not.toHaveProperty("verdict");
    expect(explained.runtime.problems).toHaveLength(1);
    expect(explained.runtimeYaml).toContain('disabled: "yes"');
    expect((await program.ask(path, text)).text).toContain("cannot be read: spec.disabled");
    const model = await program.ask(pathToExplain({ model: "writer-3b" }, { namespace: "studio" }));
    expect(modelExplanation.parse(model.json()).rows.at(-1)).toMatchObject({
      runtime: { name: "broken" },
      state: "error",
    });
  });

  it("of a pair in two namespaces is not applicable", async () => {
    const program = await startExample();
    program.mock.door.put({
      kind: "BaseModel",
      metadata: { name: "a", namespace: "art" },
      spec: { modelFormat: { name: "x" } },
    });
    await vi.waitFor(() => expect(program.store.snapshot().models).toHaveLength(2), patience);
    const path = pathToExplain({ model: "BaseModel/art/a", runtime: "ServingRuntime/studio/studio-own" });
    expect(pairExplanation.parse((await program.ask(path)).json())).toMatchObject({
      state: "not-applicable",
      namespace: "art",
    });
    expect((await program.ask(path, text)).text).toBe(
      "ServingRuntime/studio/studio-own is no candidate in the namespace art\n",
    );
  });
});

describe("finding by name", () => {
  it("takes the namespace's own first", async () => {
    const program = await startExample();
    for (const size of ["7B"]) {
      program.mock.door.put({
        kind: "ClusterBaseModel",
        metadata: { name: "writer-3b" },
        spec: { modelFormat: { name: "safetensors" }, modelParameterSize: size },
      });
    }
    program.mock.door.put({ kind: "ClusterServingRuntime", metadata: { name: "studio-own" }, spec: {} });
    await vi.waitFor(() => expect(program.store.snapshot().models).toHaveLength(2), patience);
    await vi.waitFor(() => expect(program.store.snapshot().runtimes).toHaveLength(11), patience);
    const found = async (namespace?: string) => {
      const answer = await program.ask(pathToExplain({ model: "writer-3b", runtime: "studio-own" }, { namespace }));
      const { model, runtime } = pairExplanation.parse(answer.json());
      return [model.key, runtime.key, model.shadowedIn];
    };
    expect(await found("studio")).toEqual(["BaseModel/studio/writer-3b", "ServingRuntime/studio/studio-own", []]);
    expect(await found()).toEqual(["ClusterBaseModel/writer-3b", "ClusterServingRuntime/studio-own", ["studio"]]);
  });

  const missing = [
    {
      what: "a name of another namespace",
      path: pathToExplain({ model: "writer-3b" }),
      code: "model-not-found",
      suggestions: ["BaseModel/studio/writer-3b"],
    },
    {
      what: "a misspelt name",
      path: pathToExplain({ model: "writer-3" }, { namespace: "studio" }),
      code: "model-not-found",
      suggestions: ["writer-3b"],
    },
    {
      what: "a misspelt runtime",
      path: pathToExplain({ runtime: "fasd" }),
      code: "runtime-not-found",
      suggestions: ["fast"],
    },
    {
      what: "a misspelt key",
      path: pathToExplain({ runtime: "ClusterServingRuntime/fat" }),
      code: "runtime-not-found",
      suggestions: ["ClusterServingRuntime/fast"],
    },
    {
      what: "the key of the other side",
      path: pathToExplain({ model: "ClusterServingRuntime/fast" }),
      code: "model-not-found",
    },
    {
      what: "a key that the namespace does not see",
      path: pathToExplain({ model: "BaseModel/studio/writer-3b" }, { namespace: "default" }),
      code: "model-not-found",
    },
    {
      what: "a misspelt namespace",
      path: pathToMatrix({ namespace: "studi" }),
      code: "namespace-not-found",
      suggestions: ["studio"],
    },
    {
      what: "an InferenceService that is not there",
      path: pathToMatrix({ namespace: "studio", service: "write" }),
      code: "service-not-found",
      suggestions: [],
    },
  ];
  it("says what is not there, and what comes close", async () => {
    const program = await startExample();
    for (const { what, path, code, suggestions } of missing) {
      const read = expectProblem(await program.ask(path), code);
      expect(read.status, what).toBe(404);
      if (suggestions !== undefined) expect(read.suggestions, what).toEqual(suggestions);
    }
  });

  it("takes any namespace while namespaces cannot be listed", async () => {
    const program = await startProgram({
      manifests: [selection],
      prepare: (mock) => mock.misbehave(({ path }) => (path.endsWith("/namespaces") ? { status: 403 } : undefined)),
    });
    await vi.waitFor(() => expect(program.store.snapshot().conditions.Namespace.state).toBe("forbidden"), patience);
    expect((await program.ask(pathToMatrix({ namespace: "anything" }))).status).toBe(200);
  });
});

describe("problems", () => {
  it("name every parameter that is not right", async () => {
    const program = await startExample();
    const rows = [
      { path: "/api/explain", parameters: ["model"] },
      { path: "/api/explain?model=a&model=b", parameters: ["model"] },
      { path: "/api/explain?modle=a&model=b&x=1", parameters: ["modle", "x"] },
      { path: "/api/explain?model=", parameters: ["model"] },
      { path: `/api/explain?model=${"a".repeat(400)}`, parameters: ["model"] },
      { path: "/api/matrix?service=a", parameters: ["service"] },
      { path: "/api/models?service=a&namespace=", parameters: ["service", "namespace"] },
      { path: "/api/cluster?x=1", parameters: ["x"] },
      { path: "/api/matrix?__proto__=1", parameters: ["__proto__"] },
    ];
    for (const { path, parameters } of rows) {
      const read = expectProblem(await program.ask(path), "bad-parameter");
      expect(
        read.parameters?.map(({ name }) => name),
        path,
      ).toEqual(parameters);
      expect(read.advice, path).not.toBe("");
    }
    expect((await program.ask("/api/models?x=1")).text).toContain("namespace");
    expect(expectProblem(await program.ask("/api/explain?model=%ff%"), "model-not-found").status).toBe(404);
  });

  it("are the answer to what is not served", async () => {
    const program = await startExample();
    expect(expectProblem(await program.ask("/api/matrx"), "not-found").suggestions).toEqual(["/api/matrix"]);
    expectProblem(await program.ask("/api/"), "not-found");
    expectProblem(await program.ask("/api/matrix/"), "not-found");
    for (const method of ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
      const refused = await program.ask("/api/models", { method });
      expectProblem(refused, "method-not-allowed");
      expect(refused.headers.allow).toBe("GET, HEAD");
    }
    expectProblem(await program.ask("/api/matrix", { headers: { accept: "text/html" } }), "not-acceptable");
    expectProblem(
      await program.ask("/api/explain?model=writer-3b&namespace=studio", { headers: { accept: "image/png" } }),
      "not-acceptable",
    );
  });

  it("have an id that is in the log", async () => {
    const program = await startExample();
    const { id } = expectProblem(await program.ask("/api/models?x=1"), "bad-parameter");
    expect(program.logged()).toContain(id);
  });

  it("tell of hosts that are not ours", async () => {
    const program = await startProgram({ allowedHosts: ["matrix.example.org", "other.example.org:8443"] });
    const { port } = new URL(program.url);
    const status = async (host: string) => (await program.ask("/api/cluster", { headers: { host } })).status;
    for (const host of [
      `127.0.0.1:${port}`,
      `localhost:${port}`,
      `LOCALHOST:${port}`,
      `[::1]:${port}`,
      "matrix.example.org",
      "matrix.example.org:9",
      "other.example.org:8443",
    ]) {
      expect(await status(host), host).toBe(200);
    }
    for (const host of [
      "evil.example.org",
      `evil.example.org:${port}`,
      "localhost",
      "localhost:1",
      "other.example.org",
      "a b",
      "[::1",
    ]) {
      expect(await status(host), host).toBe(421);
    }
    const refused = await program.ask("/", { headers: { host: "evil.example.org" } });
    expect(expectProblem(refused, "host-not-allowed").advice).toContain("--allowed-host evil.example.org");
    // Probes come under whatever name.
    expect((await program.ask("/healthz", { headers: { host: "10.0.0.1:1" } })).status).toBe(200);
  });
});

describe("every answer", () => {
  it("has a strong ETag that changes with revision, parameters and encoding", async () => {
    const program = await startExample();
    const tag = async (path: string, headers = {}) => (await program.ask(path, { headers })).headers.etag ?? "";
    const first = await tag("/api/matrix");
    expect(first).toMatch(/^"[\w-]+"$/);
    expect(await tag("/api/matrix")).toBe(first);
    const others = [
      await tag("/api/matrix?namespace=studio"),
      await tag("/api/models"),
      await tag("/api/matrix", { "accept-encoding": "br" }),
      await tag("/api/matrix", { "accept-encoding": "gzip" }),
    ];
    expect(new Set([first, ...others]).size).toBe(5);
    const fresh = await program.ask("/api/matrix", { headers: { "if-none-match": `"x", ${first}` } });
    expect(fresh).toMatchObject({ status: 304, text: "" });
    expect(fresh.headers).toMatchObject({ etag: first, "cache-control": "no-cache" });
    program.mock.door.remove({ kind: "ClusterServingRuntime", name: "fast" });
    await vi.waitFor(async () => expect(await tag("/api/matrix")).not.toBe(first), patience);
    expect((await program.ask("/api/matrix", { headers: { "if-none-match": first } })).status).toBe(200);
  });

  it("comes compressed when asked", async () => {
    const program = await startExample();
    for (const path of ["/api/matrix", "/api/models", "/api/explain?runtime=fast"]) {
      const plain = await program.ask(path);
      expect(plain.headers).not.toHaveProperty("content-encoding");
      const brotli = await program.ask(path, { headers: { "accept-encoding": "gzip, deflate, br" } });
      expect(brotli.headers["content-encoding"]).toBe("br");
      expect(brotliDecompressSync(brotli.bytes).toString()).toBe(plain.text);
      const zipped = await program.ask(path, { headers: { "accept-encoding": "gzip" } });
      expect(zipped.headers["content-encoding"]).toBe("gzip");
      expect(gunzipSync(zipped.bytes).toString()).toBe(plain.text);
      expect(plain.headers["vary"]).toContain("Accept-Encoding");
    }
  });

  it("has a head of its own", async () => {
    const program = await startExample();
    const head = await program.ask("/api/matrix", { method: "HEAD" });
    const whole = await program.ask("/api/matrix");
    expect(head).toMatchObject({ status: 200, text: "" });
    expect(head.headers["content-length"]).toBe(whole.headers["content-length"]);
  });

  it("keeps the page to itself", async () => {
    const program = await startExample();
    const { headers } = await program.ask("/api/cluster");
    const policy = String(headers["content-security-policy"]);
    expect(policy).toMatch(
      /^default-src 'none';script-src 'self';style-src 'self' 'nonce-[\w+/=]+';style-src-attr 'unsafe-inline'/,
    );
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/script-src[^;]*(unsafe|nonce|http)/);
    expect(headers).not.toHaveProperty("x-powered-by");
    expect(headers).not.toHaveProperty("strict-transport-security");
    expect(headers).not.toHaveProperty("access-control-allow-origin");
    expect(headers["x-content-type-options"]).toBe("nosniff");
  });
});

describe("probes", () => {
  it("are ready once every kind was listed", async () => {
    const program = await startProgram({
      prepare: (mock) => mock.misbehave(({ path }) => (path.includes("basemodels") ? { status: 500 } : undefined)),
    });
    expect((await program.ask("/healthz")).text).toBe("ok\n");
    const missing = expectProblem(await program.ask("/readyz"), "not-ready");
    expect(missing.status).toBe(503);
    expect(missing.detail).toContain("BaseModel");
    await vi.waitFor(async () => {
      const { detail } = expectProblem(await program.ask("/readyz"), "not-ready");
      expect(detail).toBe("Not listed yet: ClusterBaseModel (failed), BaseModel (failed)");
    }, patience);
    // It answers under every name, so what was said to us is kept for those who may ask.
    expect((await program.ask("/readyz", { headers: { host: "elsewhere.example.org" } })).text).not.toContain("a test");
    expect((await program.ask("/api/cluster")).text).toContain("made to fail by a test");
    program.mock.misbehave(undefined);
    await vi.waitFor(async () => expect((await program.ask("/readyz")).status).toBe(200), patience);
  });
});

describe("the page", () => {
  const build = async (): Promise<string> => {
    const folder = await mkdtemp(join(tmpdir(), "ome-matrix-web-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    await mkdir(join(folder, "assets"));
    await writeFile(join(folder, "index.html"), '<meta nonce="__CSP_NONCE__"><div id="root"></div>');
    await writeFile(join(folder, "assets", "index-abc.js"), "export const a = 1;");
    await writeFile(join(folder, "favicon.svg"), "<svg/>");
    return folder;
  };

  it("is served for every address of its own, with a nonce of its own", async () => {
    const program = await startProgram({ webFolder: await build() });
    const first = await program.ask("/");
    const second = await program.ask("/models/ClusterBaseModel/llama-3.2-3b?namespace=a", {
      headers: { accept: "text/html" },
    });
    for (const answer of [first, second]) {
      expect(answer.status).toBe(200);
      expect(answer.headers["content-type"]).toBe("text/html; charset=utf-8");
      expect(answer.headers["cache-control"]).toBe("no-cache");
      const nonce = /nonce="([^"]+)"/.exec(answer.text)?.[1] ?? "";
      expect(answer.headers["content-security-policy"]).toContain(`'nonce-${nonce}'`);
    }
    expect(second.text).not.toBe(first.text);
  });

  it("keeps assets for good, and everything else only as long as it is fresh", async () => {
    const program = await startProgram({ webFolder: await build() });
    const asset = await program.ask("/assets/index-abc.js");
    expect(asset.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect((await program.ask("/favicon.svg")).headers["cache-control"]).toBe("no-cache");
    expectProblem(await program.ask("/assets/index-old.js"), "not-found");
    expectProblem(await program.ask("/missing.js"), "not-found");
    const outside = await program.ask("/assets/..%2f..%2findex.html");
    expect(outside.status).toBeGreaterThanOrEqual(400);
  });

  it("says how it is built when it is not", async () => {
    const program = await startProgram();
    const answer = await program.ask("/");
    expect(answer.status).toBe(503);
    expect(answer.text).toContain("npm start");
  });
});
