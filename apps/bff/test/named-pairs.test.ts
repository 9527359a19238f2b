/** What a pair says of a runtime that inherits, for when an InferenceService names it (spec chapter 6). */
import { fileURLToPath } from "node:url";
import { type PairExplanation, pairExplanation, pathToExplain, pathToService } from "@ome-matrix/contract";
import { describe, expect, it, vi } from "vitest";
import { startProgram, type TestProgram } from "./program.ts";

const demo = fileURLToPath(new URL("../../../packages/mock-cluster/demo", import.meta.url));

const startDemo = async (): Promise<TestProgram> => {
  const program = await startProgram({ manifests: [demo] });
  await program.settled();
  return program;
};

const explain = async (program: TestProgram, model: string, runtime: string): Promise<PairExplanation> =>
  pairExplanation.parse((await program.ask(pathToExplain({ model, runtime }))).json());

const inherits = "vllm-gemma-h100";

/** Another runtime of the demo's cluster that inherits. */
const putChild = async (program: TestProgram, name: string, parent: string, spec: object): Promise<void> => {
  program.mock.door.put({
    apiVersion: "ome.io/v1beta1",
    kind: "ClusterServingRuntime",
    metadata: { name, annotations: { "ome.io/inherit-from": parent } },
    spec,
  });
  await vi.waitFor(() => expect(program.store.snapshot().runtimes.map((runtime) => runtime.name)).toContain(name), {
    timeout: 10_000,
    interval: 5,
  });
};

describe("a pair whose runtime inherits", () => {
  it("is rejected by automatic selection, and declared when named", async () => {
    const { state, reason, verdict, named } = await explain(await startDemo(), "gemma-3-12b-it", inherits);
    expect([state, reason?.code, verdict?.compatible]).toEqual(["rejected", "formats/none-defined", false]);
    expect(named?.verdict).toMatchObject({ compatible: true, matchedEntry: 0 });
    expect(named?.reason).toBeUndefined();
    expect(named?.inheritance.chain.map(({ name }) => name)).toEqual(["vllm-gemma-profile", inherits]);
    expect(named?.inheritance.merged.map(({ field, from }) => [field, from.name])).toContainEqual([
      "supportedModelFormats",
      "vllm-gemma-profile",
    ]);
  });

  it("says the same as the page of the InferenceService that names it", async () => {
    const program = await startDemo();
    const service = (await program.ask(pathToService({ namespace: "studio", name: "notes" }))).json();
    const { named } = await explain(program, "gemma-3-12b-it", inherits);
    expect(service).toMatchObject({ verdict: named?.verdict, inheritance: named?.inheritance });
  });

  it("says why a model is not declared either", async () => {
    const { named } = await explain(await startDemo(), "phi-3-5-mini-instruct", inherits);
    expect(named?.verdict?.compatible).toBe(false);
    expect(named?.reason?.code).toBe("formats/no-entry-matches");
  });

  it("says nothing where nothing is inherited, or there is nothing to judge", async () => {
    const program = await startDemo();
    expect((await explain(program, "gemma-3-12b-it", "srt-gemma-3")).named).toBeUndefined();
    const unknown = program.store.snapshot().models.find(({ spec }) => spec?.modelFormat === undefined);
    expect((await explain(program, unknown?.key ?? "", inherits)).named).toBeUndefined();
  });

  it("is disabled when named by a parent that is, though it may be picked", async () => {
    const program = await startDemo();
    const { spec } = program.store.snapshot().runtimes.find(({ name }) => name === "srt-gemma-3") ?? {};
    await putChild(program, "left-open", "vllm-gemma-profile", { ...spec });
    const { named, verdict } = await explain(program, "gemma-3-12b-it", "left-open");
    expect([verdict?.compatible, named?.verdict?.compatible, named?.reason?.code]).toEqual([
      true,
      false,
      "runtime/disabled",
    ]);
  });

  it("has the chain's error where the chain does not resolve, and no verdict", async () => {
    const program = await startDemo();
    await putChild(program, "orphan", "nobody", {});
    const { named } = await explain(program, "gemma-3-12b-it", "orphan");
    expect(named?.verdict).toBeUndefined();
    expect(named?.inheritance.error).toMatchObject({
      code: "inheritance/parent-not-found",
      message: 'inherit-from parent "nobody" not found (chain so far: [orphan])',
    });
  });

  it("has neither where a parent cannot be read", async () => {
    const program = await startDemo();
    program.mock.door.put({
      apiVersion: "ome.io/v1beta1",
      kind: "ClusterServingRuntime",
      metadata: { name: "odd" },
      spec: { supportedModelFormats: "all" },
    });
    await putChild(program, "child-of-odd", "odd", {});
    await program.settled();
    const { named } = await explain(program, "gemma-3-12b-it", "child-of-odd");
    expect([named?.verdict, named?.inheritance.error]).toEqual([undefined, undefined]);
    expect(named?.inheritance.chain.map(({ name }) => name)).toEqual(["odd", "child-of-odd"]);
  });
});
