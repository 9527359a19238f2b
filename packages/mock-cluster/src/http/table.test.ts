import { describe, expect, test } from "vitest";
import type { Json } from "../json.ts";
import { kinds } from "../kinds.ts";
import { readRowObject, sayAge, toTable, wantsTable } from "./table.ts";

function cells(kindName: string, object: Json): Readonly<Record<string, unknown>> {
  const kind = kinds.find((candidate) => candidate.kind === kindName);
  if (kind === undefined) throw new Error(`no kind ${kindName}`);
  const table = toTable(kind, [object], {}, { now: Date.parse("2026-01-02T00:00:00Z"), rowObject: "None" });
  const names = (table["columnDefinitions"] as { name: string }[]).map(({ name }) => name);
  const [row] = table["rows"] as { cells: Json[] }[];
  return Object.fromEntries(
    names.map((name, index) => [name, row?.cells[index]]).filter(([, value]) => value !== null),
  );
}

test("cells show the first value at a path, and nothing where there is none", () => {
  const entry = (architecture: string) => ({ modelArchitecture: architecture, modelFormat: { name: "safetensors" } });
  const metadata = { name: "x", creationTimestamp: "2026-01-01T00:00:00Z" };
  expect(
    cells("ServingRuntime", { metadata, spec: { disabled: false, supportedModelFormats: [entry("A"), entry("B")] } }),
  ).toEqual({
    Name: "x",
    Disabled: false,
    ModelFormat: "safetensors",
    ModelArchitecture: "A",
    Age: "24h",
  });
  const conditions = [
    { type: "Other", status: "False" },
    { type: "Ready", status: "True" },
  ];
  const traffic = [{ latestRevision: false }, { latestRevision: true, percent: 100 }];
  const status = { conditions, components: { engine: { traffic } } };
  expect(cells("InferenceService", { metadata: { name: "x" }, status })).toEqual({
    Name: "x",
    Ready: "True",
    Latest: 100,
  });
});

test("odd objects have odd rows, but rows", () => {
  expect(cells("BaseModel", { metadata: null, spec: "none", status: { state: { a: 1 } } })).toEqual({
    Ready: '{"a":1}',
  });
  expect(cells("BaseModel", { metadata: { name: "x", creationTimestamp: "never" } })).toEqual({
    Name: "x",
    Age: "<invalid>",
  });
});

test("a table is for who asks for it first", () => {
  expect(wantsTable("application/json;as=Table;v=v1;g=meta.k8s.io,application/json")).toBe(true);
  expect(wantsTable("application/json;as=Table;v=v1beta1;g=meta.k8s.io,application/json")).toBe(false);
  expect(wantsTable("application/json, application/json;as=Table;v=v1;g=meta.k8s.io")).toBe(false);
  expect(wantsTable(undefined)).toBe(false);
  expect(readRowObject(new URLSearchParams("includeObject=Object"))).toBe("Object");
  expect(readRowObject(new URLSearchParams(""))).toBe("Metadata");
});

describe("ages", () => {
  const second = 1000;
  const hour = 3600 * second;
  const day = 24 * hour;
  const rows: readonly (readonly [number, string])[] = [
    [0, "0s"],
    [-second, "0s"],
    [-10 * second, "<invalid>"],
    [119 * second, "119s"],
    [150 * second, "2m30s"],
    [180 * second, "3m"],
    [hour, "60m"],
    [3.5 * hour, "3h30m"],
    [9 * hour, "9h"],
    [50 * hour, "2d2h"],
    [30 * day, "30d"],
    [800 * day, "2y70d"],
    [4000 * day, "10y"],
  ];
  test.each(rows)("%d", (age, expected) => expect(sayAge(age)).toBe(expected));
});
