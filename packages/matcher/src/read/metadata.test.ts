import { expect, test } from "vitest";
import type { Problems } from "./json.ts";
import { readMetadata } from "./metadata.ts";

test.each([
  {
    name: "namespaced",
    object: { kind: "BaseModel", metadata: { name: "m", namespace: "n" } },
    expected: { kind: "BaseModel", namespace: "n", name: "m" },
    problems: [],
  },
  {
    name: "no namespace",
    object: { kind: "BaseModel", metadata: { name: "m" } },
    expected: { kind: "BaseModel", name: "m" },
    problems: [],
  },
  {
    name: "cluster kinds have none",
    object: { kind: "ClusterBaseModel", metadata: { name: "m", namespace: 5 } },
    expected: { kind: "ClusterBaseModel", name: "m" },
    problems: [],
  },
  { name: "another kind", object: { kind: "Pod", metadata: { name: "m" } }, expected: undefined, problems: ["kind"] },
  { name: "nothing", object: null, expected: undefined, problems: ["object"] },
  { name: "a list", object: [], expected: undefined, problems: ["object"] },
  { name: "no fields", object: {}, expected: undefined, problems: ["kind", "metadata.name"] },
  {
    name: "wrong types",
    object: { kind: "BaseModel", metadata: { name: 5, namespace: [] } },
    expected: undefined,
    problems: ["metadata.name", "metadata.namespace"],
  },
  {
    name: "an empty name",
    object: { kind: "BaseModel", metadata: { name: "" } },
    expected: undefined,
    problems: ["metadata.name"],
  },
  {
    name: "metadata of another type",
    object: { kind: "BaseModel", metadata: "m" },
    expected: undefined,
    problems: ["metadata", "metadata.name"],
  },
])("$name", ({ object, expected, problems }) => {
  const found: Problems = [];
  const { name } = readMetadata(object, ["BaseModel", "ClusterBaseModel"], found);
  expect(found.map(({ path }) => path)).toEqual(problems);
  if (expected !== undefined) expect(name).toEqual(expected);
});
