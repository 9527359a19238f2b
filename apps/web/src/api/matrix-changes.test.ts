import type { MatrixChanges } from "@ome-matrix/contract";
import { describe, expect, it } from "vitest";
import { smallMatrix, toModel, toRuntime } from "../testing/matrix-fixture.ts";
import { applyChanges, stepTo } from "./matrix-changes.ts";

const nothing: MatrixChanges = {
  revision: 2,
  epoch: "epoch",
  since: 1,
  unknownKinds: [],
  models: [],
  runtimes: [],
  rows: [],
};

describe("the changes of a matrix", () => {
  it("replace what they name, and leave the matrix before as it was", () => {
    const before = smallMatrix();
    const model = toModel({ name: "llama-8b", size: "9B" });
    const runtime = toRuntime({ name: "srt-mamba", architecture: "OtherForCausalLM" });
    const after = applyChanges(before, {
      ...nothing,
      models: [{ row: 1, model }],
      runtimes: [{ column: 3, runtime }],
      rows: [{ row: 3, cells: "4440", ranks: [3, 1], nearMisses: [] }],
    });
    expect(before).toEqual(smallMatrix());
    expect(after).toMatchObject({ revision: 2, epoch: "epoch" });
    expect(after?.models[1]).toBe(model);
    expect(after?.models[0]).toBe(before.models[0]);
    expect(after?.runtimes[3]).toBe(runtime);
    expect(after?.cells).toEqual([...before.cells.slice(0, 3), "4440"]);
    expect(after?.ranks[3]).toEqual([3, 1]);
    expect(after?.nearMisses[3]).toEqual([]);
    expect(after === undefined ? undefined : stepTo(after)).toEqual({ before, rows: [1, 3] });
  });

  it("are known for one step only, so that no matrix holds on to all before it", () => {
    const first = applyChanges(smallMatrix(), nothing);
    const second = first === undefined ? undefined : applyChanges(first, { ...nothing, since: 2, revision: 3 });
    expect(second?.revision).toBe(3);
    if (first === undefined || second === undefined) throw new Error("both fit");
    expect(stepTo(second)?.before).toBe(first);
    expect(stepTo(first)).toBeUndefined();
  });

  it.each([
    { what: "another revision", changes: { since: 7 } },
    { what: "another run of the program", changes: { epoch: "another" } },
    { what: "another model in its place", changes: { models: [{ row: 0, model: toModel({ name: "else" }) }] } },
    { what: "another runtime", changes: { runtimes: [{ column: 9, runtime: toRuntime({ name: "else" }) }] } },
    { what: "a row that is not there", changes: { rows: [{ row: 4, cells: "", ranks: [], nearMisses: [] }] } },
  ])("do not fit $what", ({ changes }) => {
    expect(applyChanges(smallMatrix(), { ...nothing, ...changes })).toBeUndefined();
  });
});
