/**
 * OME's own catalog, where it lies (OME_CATALOG=DIR): the matrix says what judge says, on all pairs.
 * Nothing of it is in this project; continuous integration has to provide it.
 */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import {
  computeMatrix,
  type Matrix,
  type MatrixInput,
  pairStates,
  type Read,
  readModel,
  readRuntime,
} from "../src/index.ts";
import { expectedMatrix } from "./expected-matrix.ts";

const catalog = process.env["OME_CATALOG"];

function filesBelow(directory: string): readonly string[] {
  return readdirSync(directory)
    .flatMap((name) => {
      const path = join(directory, name);
      return statSync(path).isDirectory() ? filesBelow(path) : [path];
    })
    .sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
}

function known<Value>(read: Read<Value>): Value {
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return read.value;
}

function objectsIn(file: string): readonly { readonly kind?: string }[] {
  return parseAllDocuments(readFileSync(file, "utf8"))
    .map((document): unknown => document.toJS())
    .filter((object): object is { readonly kind?: string } => typeof object === "object" && object !== null);
}

function readCatalog(directory: string): MatrixInput {
  const models = objectsIn(join(directory, "recorded-models.yaml"))
    .filter(({ kind }) => kind === "ClusterBaseModel")
    .map((object) => known(readModel(object)));
  // The same name in two files: the later path wins, as if applied in that order.
  const runtimes = new Map(
    filesBelow(join(directory, "runtimes"))
      .filter((file) => file.endsWith(".yaml"))
      .flatMap(objectsIn)
      .filter(({ kind }) => kind?.endsWith("ServingRuntime"))
      .map((object) => known(readRuntime(object)))
      .map((runtime) => [runtime.name, runtime]),
  );
  return { models, runtimes: [...runtimes.values()] };
}

function stateAndNumber({ states, numbers, fields }: Matrix): readonly unknown[] {
  return Array.from(states, (state, at) => ({ state: pairStates[state], number: numbers[at], fields: fields[at] }));
}

describe("the catalog", () => {
  if (catalog === undefined && process.env["CI"] !== "true") {
    test.skip("skipped: set OME_CATALOG to the folder of OME's catalog", () => undefined);
    return;
  }
  if (catalog === undefined || !existsSync(catalog)) {
    test("is there", () => {
      throw new Error("OME_CATALOG must name the folder of OME's catalog; it has to when CI=true");
    });
    return;
  }
  const input = readCatalog(catalog);

  test("is complete", () => {
    expect([input.models.length, input.runtimes.length]).toEqual([205, 201]);
  });

  test("every cell is what judge and select say", () => {
    const matrix = computeMatrix(input);
    expect(stateAndNumber(matrix)).toEqual(expectedMatrix(input).flat());
    const matches = matrix.states.filter((state) => state <= pairStates.indexOf("pin-only")).length;
    expect(matches / matrix.states.length).toBeGreaterThan(0.003);
  }, 300_000);
});
