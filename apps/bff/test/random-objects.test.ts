import {
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
  runtimeExplanation,
  runtimeList,
  serviceList,
  type WatchedKind,
  watchedKinds,
} from "@ome-matrix/contract";
import fc from "fast-check";
import { expect, it, vi } from "vitest";
import { addressOf, pathOf } from "../src/kinds.ts";
import { anyObject } from "./any-object.ts";
import { ask, startProgram } from "./program.ts";

const rounds = 10;
const perRound: { readonly [Kind in WatchedKind]: number } = {
  ClusterBaseModel: 200,
  BaseModel: 200,
  ClusterServingRuntime: 200,
  ServingRuntime: 200,
  InferenceService: 180,
  AcceleratorClass: 10,
  Namespace: 10,
};

/** Different from all others: in a field of its own, and in name and uid where those are texts. */
const apart = (object: object, index: number): object => {
  const metadata: unknown = "metadata" in object ? object.metadata : undefined;
  if (typeof metadata !== "object" || metadata === null || Array.isArray(metadata)) return { ...object, index };
  const texts = Object.entries(metadata).filter(
    ([name, value]) => ["name", "uid"].includes(name) && typeof value === "string",
  );
  const changed = Object.fromEntries(texts.map(([name, value]) => [name, `${value}${index}`]));
  return { ...object, index, metadata: { ...metadata, ...changed } };
};

it("shows every one of ten thousand objects that hold anything anywhere", { timeout: 300_000 }, async () => {
  const program = await startProgram({ gapMilliseconds: 20 });
  const total = watchedKinds.reduce((sum, kind) => sum + perRound[kind], 0) * rounds;
  expect(total).toBe(10_000);
  const body = async <Value>(schema: { parse(value: unknown): Value }, path: string): Promise<Value> => {
    const answer = await program.ask(path);
    expect(answer.status, path).toBe(200);
    return schema.parse(answer.json());
  };

  for (let round = 0; round < rounds; round++) {
    const objects = watchedKinds.flatMap((kind) =>
      fc.sample(anyObject(kind), { numRuns: perRound[kind], seed: 20_260_101 + round }).map(apart),
    );
    // Every other round they are listed, else they come as events.
    if (round % 2 === 1) program.mock.closeWatches("cut");
    if (round % 4 === 3) program.mock.compact();
    const names = objects.map((object) => program.mock.door.put(object));

    const stored = async (kind: WatchedKind): Promise<number> => {
      const list = (await ask(program.mock.url, pathOf(addressOf[kind]))).json() as { items: unknown[] };
      return list.items.length;
    };
    for (const kind of watchedKinds) {
      const count = await stored(kind);
      await vi.waitFor(() => expect(program.store.snapshot().objects[kind].size, kind).toBe(count), {
        timeout: 20_000,
        interval: 10,
      });
      expect(count, kind).toBeGreaterThanOrEqual(perRound[kind]);
    }

    await program.ask(pathToCluster());
    const { models } = await body(modelList, pathToModels());
    const { runtimes } = await body(runtimeList, pathToRuntimes());
    const { services } = await body(serviceList, pathToServices());
    expect(models).toHaveLength(400);
    expect(runtimes).toHaveLength(400);
    expect(services).toHaveLength(180);
    const whole = await body(matrix, pathToMatrix());
    expect(whole.models).toEqual(models);
    expect(whole.runtimes).toEqual(runtimes);
    expect(whole.cells.every((row) => row.length === 400)).toBe(true);
    const error = String(whole.states.indexOf("error"));
    for (const [row, model] of models.entries()) {
      const isError = model.problems.length > 0;
      expect(whole.cells[row] === error.repeat(400), model.key).toBe(isError);
    }

    for (let index = 0; index < 20; index++) {
      const model = models[(index * 37) % models.length]?.key ?? "";
      const runtime = runtimes[(index * 53) % runtimes.length]?.key ?? "";
      const service = services[(index * 11) % services.length];
      await body(pairExplanation, pathToExplain({ model, runtime }));
      await body(modelExplanation, pathToExplain({ model }));
      if (index < 3) await body(runtimeExplanation, pathToExplain({ runtime }));
      expect((await program.ask(pathToExplain({ model }), { headers: { accept: "text/plain" } })).status).toBe(200);
      if (service !== undefined) {
        const seen = await program.ask(pathToMatrix({ namespace: service.namespace, service: service.name }));
        expect(seen.status).toBe(service.problems.length === 0 ? 200 : 404);
      }
    }

    for (const name of names) program.mock.door.remove(name);
    await vi.waitFor(() => expect(program.store.snapshot().models).toHaveLength(0), { timeout: 20_000, interval: 10 });
    await vi.waitFor(() => expect(program.store.snapshot().runtimes).toHaveLength(0), {
      timeout: 20_000,
      interval: 10,
    });
    await vi.waitFor(() => expect(program.store.snapshot().services).toHaveLength(0), {
      timeout: 20_000,
      interval: 10,
    });
  }
  expect(program.logged()).not.toContain("could not be taken over");
  expect(program.logged()).not.toContain("a request failed");
});
