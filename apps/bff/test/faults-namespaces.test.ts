/** Accounts that have rights in some namespaces only, or may not list namespaces. */
import {
  clusterState,
  pathToCluster,
  pathToEffect,
  pathToExplain,
  pathToMatrix,
  pathToService,
  pathToServices,
  problem,
} from "@ome-matrix/contract";
import type { Misbehave } from "@ome-matrix/mock-cluster";
import { describe, expect, it, vi } from "vitest";
import { addressOf, ruleFor } from "../src/kinds.ts";
import { aModel, patience, startFaulty, watching } from "./faults/fault.ts";

/** The rights of a Role in each of these namespaces, and no others. */
const onlyIn =
  (...namespaces: readonly string[]): Misbehave =>
  ({ path }) =>
    path === "/apis/ome.io" || namespaces.some((name) => path.startsWith(`/apis/ome.io/v1beta1/namespaces/${name}/`))
      ? undefined
      : { status: 403, message: `User "me" cannot list ${path}` };

const ownModel = (namespace: string, name: string) => ({
  ...aModel(name),
  kind: "BaseModel",
  metadata: { name, namespace },
});

const namespaced = ["BaseModel", "ServingRuntime", "InferenceService"] as const;

describe("rights in one namespace only", () => {
  it("are enough for what is in it; the rest is forbidden, and namespaces are nothing to worry about", async () => {
    const asked = new Set<string>();
    const refuse = onlyIn("studio");
    const program = await startFaulty({
      namespaces: ["studio"],
      prepare: (mock) =>
        mock.misbehave((request) => {
          asked.add(request.path);
          return refuse(request);
        }),
    });
    for (const kind of namespaced) await program.says(kind, { state: "live", count: 1 });
    await program.says("Namespace", { state: "live", count: 1, message: expect.stringContaining("not needed") });
    for (const kind of ["ClusterBaseModel", "ClusterServingRuntime", "AcceleratorClass"] as const) {
      await program.says(kind, {
        state: "forbidden",
        advice: expect.stringContaining(`${ruleFor(addressOf[kind])} to its ClusterRole`),
      });
    }
    const { namespaces } = clusterState.parse((await program.ask(pathToCluster())).json());
    expect(namespaces).toEqual(["studio"]);
    expect((await program.ask("/readyz")).status).toBe(200);
    expect((await program.ask(pathToMatrix({ namespace: "studio" }))).status).toBe(200);
    expect([...asked].sort()).toEqual(
      [
        "/api/v1/namespaces",
        ...["acceleratorclasses", "clusterbasemodels", "clusterservingruntimes"],
        ...["basemodels", "inferenceservices", "servingruntimes"].map((plural) => `namespaces/studio/${plural}`),
      ].map((path) => (path.startsWith("/") ? path : `/apis/ome.io/v1beta1/${path}`)),
    );
    await program.equals();
  });

  it("leave other namespaces unknown, rather than empty or gone", async () => {
    const program = await startFaulty({
      namespaces: ["studio"],
      prepare: (mock) => mock.misbehave(onlyIn("studio")),
    });
    for (const kind of namespaced) await program.says(kind, { state: "live" });
    const paths = [
      pathToMatrix({ namespace: "art" }),
      pathToServices({ namespace: "art" }),
      pathToService({ namespace: "art", name: "paint" }),
      pathToExplain({ model: "BaseModel/art/own" }),
      pathToExplain({ runtime: "ServingRuntime/art/own" }),
      pathToExplain({ model: "own" }, { namespace: "art" }),
    ];
    for (const path of paths) {
      const answer = await program.ask(path);
      expect(problem.parse(answer.json()), path).toMatchObject({
        code: "namespace-not-followed",
        status: 404,
        detail: 'What is in the namespace "art" is not known: only studio is followed',
        advice: "Ask with one of these, or start OME Matrix with --namespace art too",
      });
    }
    const effect = await program.ask(pathToEffect(), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ changes: [{ target: "BaseModel/art/own", patch: { type: "merge", body: {} } }] }),
    });
    expect(problem.parse(effect.json()).code).toBe("namespace-not-followed");
  });

  it("without a namespace, a name is not looked for where nothing can be seen", async () => {
    const program = await startFaulty({ namespaces: ["studio"] });
    await program.settled();
    const { detail } = problem.parse((await program.ask(pathToExplain({ model: "nobody" }))).json());
    expect(detail).toBe(
      'There is no model "nobody" in the cluster\'s scope; the namespace "default" is not followed (only studio)',
    );
  });
});

describe("several namespaces", () => {
  it("of which one is forbidden: the kind says which, and the others are followed", async () => {
    const program = await startFaulty({
      namespaces: ["studio", "art"],
      prepare: (mock) => mock.misbehave(onlyIn("studio")),
    });
    await program.says("BaseModel", {
      state: "forbidden",
      followedIn: ["studio", "art"],
      worstIn: ["art"],
      count: 1,
      message: expect.stringMatching(/^in the namespace art: .*; the other namespaces are followed$/),
      advice: `Let this account read basemodels: add the rule ${ruleFor(addressOf.BaseModel)} to its Role in the namespace art`,
    });
    program.mock.door.put(ownModel("studio", "another"));
    await program.says("BaseModel", { state: "forbidden", count: 2 });
    await program.equals();
    await program.says("BaseModel", { state: "live", count: 3 });
  });

  it("lose of a new list only what was in the namespace that is listed", async () => {
    const program = await startFaulty({ namespaces: ["studio", "art"] });
    const { mock } = program;
    await program.settled();
    await watching(mock, 10);
    mock.door.put(ownModel("studio", "passing"));
    await program.says("BaseModel", { count: 3 });
    mock.misbehave(({ path, watch }) => (watch && path.includes("/studio/") ? { status: 410 } : undefined));
    mock.muteWatches(true);
    mock.door.remove({ kind: "BaseModel", namespace: "studio", name: "passing" });
    mock.muteWatches(false);
    mock.closeWatches("end");
    await vi.waitFor(() => expect(program.store.snapshot().objects.BaseModel.size).toBe(2), patience);
    await program.equals();
  });

  it("hear nothing of others", async () => {
    const program = await startFaulty({ namespaces: ["art"] });
    await program.settled();
    program.mock.door.put(ownModel("studio", "elsewhere"));
    program.mock.door.put(ownModel("art", "here"));
    await program.says("BaseModel", { state: "live", count: 2 });
    await program.says("Namespace", { state: "live", count: 1 });
    await program.equals();
  });
});

describe("namespaces that cannot be listed", () => {
  it("can be asked for by name, known or not", async () => {
    const program = await startFaulty({
      prepare: (mock) => mock.misbehave(({ path }) => (path === "/api/v1/namespaces" ? { status: 403 } : undefined)),
    });
    await program.says("Namespace", {
      state: "forbidden",
      advice: expect.stringContaining('resources: ["namespaces"]'),
    });
    await program.says("BaseModel", { state: "live", count: 2 });
    // Those that objects are in are known all the same.
    expect(clusterState.parse((await program.ask(pathToCluster())).json()).namespaces).toEqual(["art", "studio"]);
    for (const namespace of ["studio", "typed-in"]) {
      expect((await program.ask(pathToMatrix({ namespace }))).status, namespace).toBe(200);
    }
    await program.equals();
    expect((await program.ask(pathToMatrix({ namespace: "typed-in" }))).status).toBe(404);
  });
});
