import { fileURLToPath } from "node:url";
import {
  type ChangesBody,
  effect,
  matrix,
  pairFixes,
  pathToEffect,
  pathToExplain,
  pathToFixes,
  pathToMatrix,
  problem,
} from "@ome-matrix/contract";
import { describe, expect, it, vi } from "vitest";
import { parse } from "yaml";
import { mostPairs } from "../src/http/effect-response.ts";
import { type Answer, startProgram, type TestProgram } from "./program.ts";

const demo = fileURLToPath(new URL("../../../packages/mock-cluster/demo/", import.meta.url));
const patience = { timeout: 10_000, interval: 5 };
const pvc = { model: "qwen-image-pvc", runtime: "srt-qwen-image-pipeline" };
const pipeline = { className: "QwenImagePipeline", transformer: { library: "diffusers" } };

const startDemo = async (prepare?: (program: TestProgram) => void): Promise<TestProgram> => {
  const program = await startProgram({ manifests: [demo] });
  await program.settled();
  prepare?.(program);
  return program;
};

const post = (program: TestProgram, path: string, body: unknown, headers: Record<string, string> = {}) =>
  program.ask(path, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });

const merge = (target: string, body: Record<string, never> | object): ChangesBody => ({
  changes: [{ target, patch: { type: "merge", body: body as Record<string, never> } }],
});

const expectProblem = (answer: Answer, code: string, status: number) => {
  expect(answer.headers["content-type"]).toBe("application/problem+json; charset=utf-8");
  const read = problem.parse(answer.json());
  expect(read).toMatchObject({ code, status });
  expect(answer.status).toBe(status);
  return read;
};

describe("fixes", () => {
  it("begin with the least risk, byte for byte", async () => {
    const program = await startDemo();
    const answer = await program.ask(pathToFixes(pvc));
    const { fixes, namespace } = pairFixes.parse(answer.json());
    const [change] = fixes[0]?.changes ?? [];
    expect(change?.commands?.forward.bash).toBe(
      `kubectl patch clusterbasemodel qwen-image-pvc --type merge -p '{"spec":{"diffusionPipeline":{"className":"QwenImagePipeline","transformer":{"library":"diffusers"}}}}'`,
    );
    expect(change?.commands?.forward.bashDryRun).toBe(`${change?.commands?.forward.bash} --dry-run=server`);
    expect(namespace).toBe("team-vision");
    const again = await program.ask(pathToFixes(pvc), { headers: { "if-none-match": String(answer.headers.etag) } });
    expect(again.status).toBe(304);
  });

  it("show each object before and after in the same writing, so that only what changes differs", async () => {
    const program = await startDemo();
    const { fixes } = pairFixes.parse((await program.ask(pathToFixes(pvc))).json());
    for (const { changes } of fixes) {
      for (const { yamlBefore, yamlAfter, patch } of changes) {
        const before = new Set(yamlBefore.split("\n"));
        const added = yamlAfter.split("\n").filter((line) => !before.has(line));
        expect(added.length, yamlAfter).toBeLessThan(12);
        if (patch.type === "merge") expect(parse(yamlAfter)).toMatchObject(patch.body);
      }
    }
    expect(parse(fixes[0]?.changes[0]?.yamlAfter ?? "")).toMatchObject({ spec: { diffusionPipeline: pipeline } });
  });

  it("of a model on a claim are judged where it can be used, unless somebody asks elsewhere", async () => {
    const program = await startDemo();
    const judgedIn = async (path: string) => (await program.ask(path)).json() as { namespace: string };
    expect(await judgedIn(pathToFixes(pvc))).toMatchObject({ namespace: "team-vision" });
    expect(await judgedIn(pathToExplain(pvc))).toMatchObject({ namespace: "team-vision" });
    expect(await judgedIn(pathToFixes(pvc, { namespace: "default" }))).toMatchObject({ namespace: "default" });
    expect(await judgedIn(pathToFixes({ ...pvc, model: "qwen-image" }))).toMatchObject({ namespace: "default" });
  });

  it("name the objects of warnings by their keys", async () => {
    const program = await startDemo();
    const view = { namespace: "team-vision", service: "posters" };
    const { fixes, view: seen } = pairFixes.parse((await program.ask(pathToFixes(pvc, view))).json());
    expect(seen).toEqual(view);
    const targets = fixes.flatMap(({ warnings }) => warnings.flatMap(({ target }) => target?.key ?? []));
    expect(new Set(targets)).toContain("ClusterBaseModel/qwen-image-pvc");
    expect(fixes.some(({ changes }) => changes[0]?.target.key === "InferenceService/team-vision/posters")).toBe(true);
  });

  it("take a model_index.json as evidence", async () => {
    const program = await startDemo();
    const modelIndex = {
      _class_name: "QwenImagePipeline",
      _diffusers_version: "0.34.0.dev0",
      transformer: ["diffusers", "QwenImageTransformer2DModel"],
      feature_extractor: [null, null],
      text_encoder_2: ["transformers", "T5EncoderModel"],
    };
    const answer = await post(program, pathToFixes(pvc), { modelIndex });
    expect(answer.headers["cache-control"]).toBe("no-store");
    expect(answer.headers.etag).toBeUndefined();
    const { indexed } = pairFixes.parse(answer.json());
    expect(indexed).toMatchObject({ passes: true, mismatches: [] });
    expect(parse(indexed?.pipelineYaml ?? "")).toEqual({
      className: "QwenImagePipeline",
      transformer: { library: "diffusers", type: "QwenImageTransformer2DModel" },
      additionalComponents: {
        feature_extractor: {},
        text_encoder_2: { library: "transformers", type: "T5EncoderModel" },
      },
    });
    expect(indexed?.pipelineYaml).not.toContain("!");
    const other = await post(program, pathToFixes(pvc), { modelIndex: { _class_name: "FluxPipeline" } });
    expect(pairFixes.parse(other.json()).indexed?.passes).toBe(false);
    const both = { ...modelIndex, unet: ["diffusers", "UNet2DConditionModel"] };
    const either = pairFixes.parse((await post(program, pathToFixes(pvc), { modelIndex: both })).json());
    expect(either.indexed).toMatchObject({
      passes: true,
      ambiguous: [{ path: "diffusionPipeline.transformer", keys: ["transformer", "unet"] }],
      contradictions: [],
    });
    expect(either.fixes[0]?.claims.map(({ path, confirmed }) => [path, confirmed])).toEqual([
      ["diffusionPipeline.className", true],
      ["diffusionPipeline.transformer.library", undefined],
    ]);
    const older = { ...modelIndex, _diffusers_version: "0.30.1" };
    const contradicted = pairFixes.parse((await post(program, pathToFixes(pvc), { modelIndex: older })).json());
    expect(contradicted.indexed?.contradictions.map(({ path, file }) => [path, file])).toEqual([
      ["modelFormat.version", "0.30.1"],
      ["modelFramework.version", "0.30.1"],
    ]);
    expect(contradicted.fixes.flatMap(({ claims }) => claims).some(({ confirmed }) => confirmed === true)).toBe(false);
    const none = await post(program, pathToFixes(pvc), { modelIndex: [1] });
    expect(pairFixes.parse(none.json()).indexed?.error).toBeDefined();
  });

  it("write no bound that cannot be read: the model's size is corrected with it", async () => {
    const program = await startDemo();
    const small = { model: "BaseModel/team-language/intent-nano", runtime: "ClusterServingRuntime/tei-embeddings" };
    const { fixes, malformed } = pairFixes.parse((await program.ask(pathToFixes(small))).json());
    expect(malformed.map(({ value, correction }) => [value, correction])).toEqual([["500K", "0.5M"]]);
    expect(JSON.stringify(fixes.map(({ changes }) => changes.map((change) => change.patch)))).not.toContain("500K");
    const pair = fixes.find(({ parts }) => parts.includes("runtime/size-range"));
    expect(pair?.changes.map((change) => change.patch)).toEqual([
      { type: "merge", body: { spec: { modelParameterSize: "0.5M" } } },
      { type: "merge", body: { spec: { modelSizeRange: { min: "0.5M" } } } },
    ]);
  });

  it("of an object that cannot be read are none, and it says which", async () => {
    const program = await startDemo();
    program.mock.door.put({
      apiVersion: "ome.io/v1beta1",
      kind: "ClusterBaseModel",
      metadata: { name: "odd" },
      spec: { modelFormat: 7 },
    });
    await vi.waitFor(async () => {
      const answer = await program.ask(pathToFixes({ ...pvc, model: "odd" }));
      expect(pairFixes.parse(answer.json())).toMatchObject({
        fixes: [],
        refusals: [{ code: "not-readable", target: { key: "ClusterBaseModel/odd" }, instead: ["correct-by-hand"] }],
      });
    }, patience);
  });

  it("know that an object is applied with kubectl, without showing what was applied", async () => {
    const program = await startDemo();
    const name = "qwen-image-pvc";
    const applied = "kubectl.kubernetes.io/last-applied-configuration";
    const path = `/apis/ome.io/v1beta1/clusterbasemodels/${name}`;
    await fetch(`${program.mock.url}${path}`, {
      method: "PATCH",
      headers: { "content-type": "application/merge-patch+json" },
      body: JSON.stringify({ metadata: { annotations: { [applied]: "hunter2" } } }),
    });
    await vi.waitFor(async () => {
      const { text } = await program.ask(pathToFixes(pvc));
      expect(text).not.toContain("hunter2");
      expect(text).not.toContain(applied);
      const warnings = pairFixes.parse(JSON.parse(text)).fixes.flatMap((fix) => fix.warnings);
      const managed = warnings.find(({ code, target }) => code === "managed" && target?.name === name);
      expect(managed?.managers).toEqual(["helm", "kubectl-apply"]);
    }, patience);
    const preview = await post(
      program,
      pathToMatrix(),
      merge(`ClusterBaseModel/${name}`, { spec: { quantization: "fp8" } }),
    );
    const model = matrix.parse(preview.json()).models.find((one) => one.name === name);
    expect(model).toMatchObject({ quantization: "fp8", managedBy: ["helm", "kubectl-apply"] });
  });
});

describe("an effect", () => {
  it("tells what would change, and nothing is written", async () => {
    const program = await startDemo();
    const asked: string[] = [];
    program.mock.misbehave(({ method }) => {
      asked.push(method);
      return undefined;
    });
    const body = merge("ClusterBaseModel/qwen-image-pvc", { spec: { diffusionPipeline: pipeline } });
    const answer = await post(program, pathToEffect(), body);
    expect(answer.headers.etag).toBeUndefined();
    expect(effect.parse(answer.json())).toMatchObject({
      gained: 1,
      lost: 0,
      pairsTotal: 1,
      pairs: [{ model: { name: "qwen-image-pvc" }, before: "none", after: "automatic" }],
      winners: [
        {
          after: { key: "ClusterServingRuntime/srt-qwen-image-pipeline" },
          namespaces: ["team-vision"],
          everywhereElse: false,
        },
      ],
      services: [{ service: { key: "InferenceService/team-vision/posters" }, before: { code: "nothing-selected" } }],
    });
    await post(program, pathToMatrix(), body);
    expect(asked.filter((method) => method !== "GET")).toEqual([]);
  });

  it("counts all pairs and names the first of them", async () => {
    const program = await startProgram();
    await program.settled();
    const spec = {
      modelFormat: { name: "safetensors", version: "1.0.0" },
      modelFramework: { name: "transformers", version: "4.45.0" },
      modelArchitecture: "LlamaForCausalLM",
    };
    const count = mostPairs + 20;
    for (let at = 0; at < count; at++) {
      program.mock.door.put({
        apiVersion: "ome.io/v1beta1",
        kind: "ClusterBaseModel",
        metadata: { name: `m${at}` },
        spec,
      });
    }
    const entry = { ...spec, autoSelect: true };
    program.mock.door.put({
      apiVersion: "ome.io/v1beta1",
      kind: "ClusterServingRuntime",
      metadata: { name: "fast" },
      spec: { supportedModelFormats: [entry] },
    });
    await vi.waitFor(() => {
      expect(program.store.snapshot().models).toHaveLength(count);
      expect(program.store.snapshot().runtimes).toHaveLength(1);
    }, patience);
    const answer = await post(
      program,
      pathToEffect(),
      merge("ClusterServingRuntime/fast", { spec: { disabled: true } }),
    );
    const read = effect.parse(answer.json());
    expect(read).toMatchObject({ gained: 0, lost: count, pairsTotal: count });
    expect(read.pairs).toHaveLength(mostPairs);
  });

  it("takes an object that cannot be read any more for one that is gone; the preview shows it in error", async () => {
    const program = await startDemo();
    const body = merge("ClusterServingRuntime/srt-flux", { spec: { supportedModelFormats: "none" } });
    const { lost, gained } = effect.parse((await post(program, pathToEffect(), body)).json());
    expect({ gained, some: lost > 0 }).toEqual({ gained: 0, some: true });
    const preview = matrix.parse((await post(program, pathToMatrix(), body)).json());
    const column = preview.runtimes.findIndex(({ name }) => name === "srt-flux");
    expect(preview.runtimes[column]?.problems.length).toBeGreaterThan(0);
    const error = String(preview.states.indexOf("error"));
    expect(new Set(preview.cells.map((cells) => cells[column]))).toEqual(new Set([error]));
  });

  it("of several changes of one object is that of the last state", async () => {
    const program = await startDemo();
    const target = "ClusterBaseModel/qwen-image-pvc";
    const [first] = merge(target, { spec: { diffusionPipeline: pipeline } }).changes;
    const [second] = merge(target, { spec: { diffusionPipeline: null } }).changes;
    const answer = await post(program, pathToEffect(), { changes: [first, second] });
    expect(effect.parse(answer.json())).toMatchObject({ pairsTotal: 0, winners: [], services: [] });
  });

  it("is a problem for what is not there and what does not fit", async () => {
    const program = await startDemo();
    const ask = async (target: string, patch: unknown) =>
      post(program, pathToEffect(), { changes: [{ target, patch }] });
    const empty = { type: "merge", body: {} };
    const near = expectProblem(await ask("ClusterBaseModel/qwen-imag-pvc", empty), "object-not-found", 404);
    expect(near.suggestions).toContain("ClusterBaseModel/qwen-image-pvc");
    expectProblem(await ask("qwen-image-pvc", empty), "object-not-found", 404);
    expectProblem(await ask("Namespace/default", empty), "object-not-found", 404);
    const remove = { type: "json", operations: [{ op: "remove", path: "/spec/quantization" }] };
    const fails = expectProblem(await ask("ClusterBaseModel/qwen-image-pvc", remove), "patch-fails", 422);
    expect(fails.detail).toBe(
      "changes[0], operation 0 (remove /spec/quantization) cannot be applied to ClusterBaseModel/qwen-image-pvc: there is no such member",
    );
    const test = { type: "json", operations: [{ op: "test", path: "/kind", value: "BaseModel" }] };
    expect(expectProblem(await ask("ClusterBaseModel/qwen-image-pvc", test), "patch-fails", 422).detail).toContain(
      "test",
    );
    for (const path of ["/spec/a~2b", "/spec/a~", "/spec/~~0", "spec/a"]) {
      const operations = [{ op: "add", path, value: 1 }];
      const refused = await ask("ClusterBaseModel/qwen-image-pvc", { type: "json", operations });
      expect(expectProblem(refused, "patch-fails", 422).detail, path).toContain("this is not a JSON pointer");
    }
    const escaped = { type: "json", operations: [{ op: "add", path: "/spec/a~01~1b", value: 1 }] };
    expect((await ask("ClusterBaseModel/qwen-image-pvc", escaped)).status).toBe(200);
    const rename = { type: "merge", body: { metadata: { name: "other" } } };
    expect(expectProblem(await ask("ClusterBaseModel/qwen-image-pvc", rename), "patch-fails", 422).detail).toContain(
      "name",
    );
  });
});

describe("a preview", () => {
  it("is the matrix as it would be, with the changed object as it would be", async () => {
    const program = await startDemo();
    const view = { namespace: "team-vision", service: "posters" };
    const before = await program.ask(pathToMatrix(view));
    const body = merge("ClusterBaseModel/qwen-image-pvc", { spec: { diffusionPipeline: pipeline } });
    const answer = await post(program, pathToMatrix(view), body);
    expect(answer.headers).toMatchObject({ "cache-control": "no-store" });
    expect(answer.headers.etag).toBeUndefined();
    const preview = matrix.parse(answer.json());
    expect(preview.view).toEqual(view);
    const row = preview.models.findIndex(({ name }) => name === "qwen-image-pvc");
    expect(preview.models[row]).toMatchObject({ hasPipeline: true, pipelineClass: "QwenImagePipeline" });
    const column = preview.runtimes.findIndex(({ name }) => name === "srt-qwen-image-pipeline");
    expect(preview.states[Number(preview.cells[row]?.[column])]).toBe("selected");
    const after = await program.ask(pathToMatrix(view));
    expect(after.headers.etag).toBe(before.headers.etag);
    expect(after.text).toBe(before.text);
  });

  it("is seen from the InferenceService as it would be", async () => {
    const program = await startDemo();
    const view = { namespace: "team-vision", service: "posters" };
    const body = merge("InferenceService/team-vision/posters", {
      spec: { acceleratorSelector: { acceleratorClass: "no-such-class" } },
    });
    const preview = matrix.parse((await post(program, pathToMatrix(view), body)).json());
    const selected = String(preview.states.indexOf("selected"));
    expect(preview.cells.join("")).not.toContain(selected);
  });
});

describe("bodies", () => {
  it("are JSON, of the right shape, and not too large", async () => {
    const program = await startDemo();
    const body = JSON.stringify(merge("ClusterBaseModel/qwen-image-pvc", {}));
    const paths = [pathToEffect(), pathToMatrix(), pathToFixes(pvc)];
    for (const path of paths) {
      const type = async (value: string) => post(program, path, body, { "content-type": value });
      expect(expectProblem(await type("text/plain"), "bad-body", 400).detail).toContain("text/plain");
      expectProblem(await type("application/x-www-form-urlencoded"), "bad-body", 400);
      expectProblem(await type("application/merge-patch+json"), "bad-body", 400);
      expectProblem(await program.ask(path, { method: "POST" }), "bad-body", 400);
      for (const wrong of ["", "{", "null", "[]", "7", `{"changes":[]}`, `{"changes":[{}]}`, `{"other":1}`]) {
        expectProblem(await post(program, path, wrong), "bad-body", 400);
      }
      const large = JSON.stringify({ modelIndex: "x".repeat(256 * 1024) });
      expect(expectProblem(await post(program, path, large), "body-too-large", 413).detail).toContain("256 KiB");
      const deep = `{"modelIndex":${"[".repeat(20_000)}${"]".repeat(20_000)}}`;
      expect(expectProblem(await post(program, path, deep), "bad-body", 400).detail).toContain("deep");
      expectProblem(await post(program, path, body, { "content-encoding": "gzip" }), "bad-body", 400);
      expectProblem(
        await post(program, path, body, { "content-type": "application/json; charset=latin1" }),
        "bad-body",
        400,
      );
    }
    expect(
      (await post(program, pathToEffect(), body, { "content-type": "application/json; charset=utf-8" })).status,
    ).toBe(200);
    const wrongPatch = {
      changes: [{ target: "ClusterBaseModel/a", patch: { type: "json", operations: [{ op: "move" }] } }],
    };
    const { parameters } = expectProblem(await post(program, pathToEffect(), wrongPatch), "bad-body", 400);
    expect(parameters?.[0]?.name).toBe("changes[0].patch.operations[0].op");
    expectProblem(await post(program, `${pathToEffect()}?x=1`, body), "bad-parameter", 400);
    expectProblem(await post(program, "/api/fixes?model=qwen-image", { modelIndex: {} }), "bad-parameter", 400);
  });

  it("change no prototype", async () => {
    const program = await startDemo();
    const text = `{"changes":[{"target":"ClusterBaseModel/qwen-image-pvc","patch":{"type":"merge","body":{"__proto__":{"polluted":1},"spec":{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}}}}]}`;
    expect((await post(program, pathToEffect(), text)).status).toBe(200);
    expect((await post(program, pathToMatrix(), text)).status).toBe(200);
    expect("polluted" in {}).toBe(false);
  });

  it("go to three addresses only", async () => {
    const program = await startDemo();
    for (const path of [
      "/api/models",
      "/api/cluster",
      "/api/explain",
      "/api/events",
      "/api/nothing",
      "/",
      "/healthz",
    ]) {
      expectProblem(await post(program, path, {}), "method-not-allowed", 405);
    }
    const answer = await program.ask(pathToEffect());
    expectProblem(answer, "method-not-allowed", 405);
    expect(answer.headers.allow).toBe("POST");
    const put = await program.ask(pathToMatrix(), { method: "PUT" });
    expect(put.headers.allow).toBe("GET, HEAD, POST");
    const foreign = await post(program, pathToEffect(), {}, { host: "evil.example" });
    expectProblem(foreign, "host-not-allowed", 421);
  });
});
