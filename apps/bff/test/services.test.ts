/** What the demo's InferenceServices get, over HTTP (spec 3.6 to 3.8, chapter 6). */
import { fileURLToPath } from "node:url";
import {
  matrix,
  matrixChanges,
  modelList,
  pathToEffect,
  pathToExplain,
  pathToMatrix,
  pathToModels,
  pathToRuntimes,
  pathToService,
  pathToServices,
  problem,
  runtimeList,
  type ServiceExplanation,
  serviceExplanation,
  serviceList,
} from "@ome-matrix/contract";
import { describe, expect, it, vi } from "vitest";
import { startProgram, type TestProgram } from "./program.ts";

const demo = fileURLToPath(new URL("../../../packages/mock-cluster/demo", import.meta.url));

const startDemo = async (): Promise<TestProgram> => {
  const program = await startProgram({ manifests: [demo] });
  await program.settled();
  return program;
};

const explain = async (program: TestProgram, namespace: string, name: string): Promise<ServiceExplanation> =>
  serviceExplanation.parse((await program.ask(pathToService({ namespace, name }))).json());

describe("the services of the demo", () => {
  it("get what their stories promise, in the list as one by one", async () => {
    const program = await startDemo();
    const { services, unknownKinds } = serviceList.parse((await program.ask(pathToServices())).json());
    expect(unknownKinds).toEqual([]);
    expect(services.find(({ name }) => name === "storyboard")).toMatchObject({
      runtimeSync: { autoSync: false },
      inUse: { pinnedRevision: "studio-flux-nunchaku-5d8f7c" },
    });
    for (const { runtime, runtimeSync } of services)
      expect(runtimeSync === undefined).toBe(runtime?.name === undefined);
    const rows = services.map(({ name, result, notes, drift }) => [
      name,
      result.code,
      result.runtime?.name,
      [...notes, ...drift].join(" "),
    ]);
    expect(rows).toEqual([
      ["dialogue-8b", "selected", "vllm-llama-3-1-8b", ""],
      ["notes", "declares", "vllm-gemma-h100", ""],
      ["scripts", "selected", "studio-phi", "model/wrong-kind"],
      ["storyboard", "declares", "studio-flux-nunchaku", "runtime/pinned drift/snapshot"],
      ["assistant-8b", "selected", "language-llama-next", "model/shadows"],
      ["assistant-pd", "selected", "srt-mistral", ""],
      ["chat-3b", "nothing-selected", undefined, ""],
      ["chat-70b", "selected", "srt-llama-3-3-70b", ""],
      ["gpu-lab", "named-without-model", "srt-sd3", "runtime/class-not-checked"],
      ["posters", "nothing-selected", undefined, ""],
      ["retouch", "does-not-declare", "srt-qwen-image-pipeline", ""],
    ]);
    for (const row of services) expect((await explain(program, row.namespace, row.name)).service).toEqual(row);
  });

  it("the list of a namespace holds its own", async () => {
    const program = await startDemo();
    const list = serviceList.parse((await program.ask(pathToServices({ namespace: "team-vision" }))).json());
    expect(list.services.map(({ name }) => name)).toEqual(["gpu-lab", "posters", "retouch"]);
  });

  it("without a runtime: OME's message, the very one in its status and on the model's page", async () => {
    const program = await startDemo();
    const { messages, service, checked, ranking, near } = await explain(program, "team-language", "chat-3b");
    const [condition, event] = messages;
    expect(condition).toMatchObject({ place: "condition", reason: "RuntimeNotFound", part: "whole" });
    expect(event).toMatchObject({ place: "event", reason: "RuntimeNotFound", text: condition?.text });
    expect(messages).toHaveLength(2);
    expect(service.inUse.runtimeReady?.message).toBe(condition?.text);
    const path = pathToExplain({ model: "llama-3-2-3b-instruct" }, { namespace: "team-language", service: "chat-3b" });
    expect((await program.ask(path)).json()).toMatchObject({ message: condition?.text });
    expect(near[0]).toMatchObject({
      runtime: { name: "srt-llama-3-2-3b" },
      state: "near-miss",
      differences: 1,
      differingFields: ["framework-version"],
    });
    expect(near.map(({ differences }) => differences)).toEqual(near.map(({ differences }) => differences).toSorted());
    expect([checked, ranking]).toEqual([{ total: 34, namespaced: 2, cluster: 32 }, []]);
  });

  it("named and not declared: the advisory texts and the reason", async () => {
    const program = await startDemo();
    const { messages, reason, verdict } = await explain(program, "team-vision", "retouch");
    expect(reason?.code).toBe("formats/no-entry-matches");
    expect(verdict?.compatible).toBe(false);
    const detail = `(runtime srt-qwen-image-pipeline does not support model diffusers: ${reason?.message})`;
    expect(messages).toEqual([
      {
        place: "warning",
        part: "whole",
        text: `runtime "srt-qwen-image-pipeline" does not declare support for model "qwen-image-edit" ${detail}; proceeding because the runtime was named explicitly`,
      },
      {
        place: "event",
        reason: "RuntimeCompatibilityAdvisory",
        part: "whole",
        text: `Runtime srt-qwen-image-pipeline does not declare support for model qwen-image-edit ${detail}; proceeding because the runtime was named explicitly`,
      },
    ]);
  });

  it("inheriting: the chain, root first, and where each field comes from", async () => {
    const program = await startDemo();
    const { inheritance, messages, verdict } = await explain(program, "studio", "notes");
    expect(inheritance?.chain.map(({ name, isProfile, disabled }) => [name, isProfile, disabled])).toEqual([
      ["vllm-gemma-profile", true, true],
      ["vllm-gemma-h100", false, false],
    ]);
    expect(inheritance?.merged.map(({ field, value, from }) => [field, value, from.name])).toEqual([
      ["disabled", "false", "vllm-gemma-h100"],
      ["supportedModelFormats", "1 entry", "vllm-gemma-profile"],
      ["acceleratorRequirements.acceleratorClasses", "nvidia-h100", "vllm-gemma-h100"],
    ]);
    expect([messages, verdict?.compatible]).toEqual([[], true]);
  });

  it("a service that cannot be read stands in the list and has a page", async () => {
    const program = await startDemo();
    program.mock.door.put({
      apiVersion: "ome.io/v1beta1",
      kind: "InferenceService",
      metadata: { name: "odd", namespace: "studio" },
      spec: { model: { name: ["a", "list"] } },
    });
    await vi.waitFor(() => expect(program.store.snapshot().services).toHaveLength(12), {
      timeout: 10_000,
      interval: 5,
    });
    const { service, messages } = await explain(program, "studio", "odd");
    expect(service.result).toEqual({ code: "service-unreadable" });
    expect(service.problems[0]?.path).toBe("spec.model.name");
    expect(messages).toEqual([]);
  });

  it("one that is not there is a problem that names those that come close", async () => {
    const program = await startDemo();
    const answer = await program.ask(pathToService({ namespace: "studio", name: "note" }));
    expect(answer.status).toBe(404);
    expect(problem.parse(answer.json())).toMatchObject({ code: "service-not-found", suggestions: ["notes"] });
    const odd = await program.ask(`${pathToService({ namespace: "studio", name: "notes" })}?x=1`);
    expect(problem.parse(odd.json()).code).toBe("bad-parameter");
  });

  it("what could not be listed is named", async () => {
    const program = await startProgram({
      manifests: [demo],
      prepare: (mock) =>
        mock.misbehave(({ path }) => (path.includes("/clusterbasemodels") ? { status: 403 } : undefined)),
    });
    await vi.waitFor(() => expect(program.store.snapshot().services).toHaveLength(11), {
      timeout: 10_000,
      interval: 5,
    });
    const list = serviceList.parse((await program.ask(pathToServices())).json());
    expect(list.unknownKinds).toContain("ClusterBaseModel");
    // An empty list and "could not look" are different answers, in every list.
    expect(modelList.parse((await program.ask(pathToModels({ namespace: "studio" }))).json())).toMatchObject({
      unknownKinds: ["ClusterBaseModel"],
    });
    expect(runtimeList.parse((await program.ask(pathToRuntimes())).json()).unknownKinds).toEqual([]);
    const { epoch, revision, ...found } = matrix.parse((await program.ask(pathToMatrix())).json());
    expect(found.unknownKinds).toEqual(["ClusterBaseModel"]);
    const changes = matrixChanges.parse((await program.ask(pathToMatrix({}, { epoch, revision }))).json());
    expect(changes.unknownKinds).toEqual(["ClusterBaseModel"]);
  });

  it("a kind that the cluster does not have is named, and lookups say so", async () => {
    const program = await startProgram({
      manifests: [demo],
      prepare: (mock) =>
        mock.misbehave(({ path }) =>
          path.includes("/inferenceservices") || path.includes("/clusterservingruntimes") ? { status: 404 } : undefined,
        ),
    });
    await vi.waitFor(
      () => {
        const { conditions } = program.store.snapshot();
        expect(conditions.InferenceService.state).toBe("absent");
        expect(conditions.ClusterServingRuntime.state).toBe("absent");
      },
      { timeout: 10_000, interval: 5 },
    );
    const list = serviceList.parse((await program.ask(pathToServices())).json());
    expect(list).toMatchObject({ services: [], unknownKinds: ["ClusterServingRuntime", "InferenceService"] });
    const detailOf = async (path: string): Promise<string> => {
      const { status, text } = await program.ask(path);
      expect(status, path).toBe(404);
      return (JSON.parse(text) as { detail: string }).detail;
    };
    const service = await detailOf(pathToService({ namespace: "studio", name: "write" }));
    expect(service).toContain("the cluster has no inferenceservices");
    const changes = [{ target: "InferenceService/studio/write", patch: { type: "merge", body: {} } }];
    const effect = await program.ask(pathToEffect(), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ changes }),
    });
    expect(effect.status).toBe(404);
    expect(problem.parse(effect.json()).detail).toContain("the cluster has no inferenceservices");
    for (const runtime of ["no-such", "ClusterServingRuntime/no-such"]) {
      expect(await detailOf(pathToExplain({ runtime }))).toContain("the cluster has no clusterservingruntimes");
    }
  });
});
