import { describe, expect, test } from "vitest";
import { asking, nameable, naming, ownModel, ownRuntime, servedModel } from "../test/services.ts";
import { modelOf, namedRuntimeOf, namesRuntime, newLookup } from "./lookup.ts";

const models = [servedModel("m"), ownModel("m"), ownModel("other", { namespace: "lab" }), servedModel("cluster")];
const runtimes = [ownRuntime("r"), nameable("r"), ownRuntime("own"), ownRuntime("theirs", { namespace: "lab" })];
const lookup = newLookup(models, runtimes);

describe("the model (spec 3.7)", () => {
  test.each([
    ["m", "BaseModel"],
    ["cluster", "ClusterBaseModel"],
    ["other", undefined],
    ["none", undefined],
    [undefined, undefined],
  ])("%s: %s", (name, kind) => {
    const service = asking({ model: name === undefined ? undefined : { name, kind: "ClusterBaseModel" } });
    expect(modelOf(service, lookup)?.kind).toBe(kind);
  });
});

describe("the named runtime (spec 3.8)", () => {
  test.each([
    ["r", undefined, "ClusterServingRuntime"],
    ["r", "ClusterServingRuntime", "ClusterServingRuntime"],
    ["r", "ServingRuntime", "ServingRuntime"],
    ["own", undefined, "ServingRuntime"],
    ["own", "ServingRuntime", "ServingRuntime"],
    ["theirs", undefined, undefined],
    ["none", undefined, undefined],
  ])("%s of kind %s: %s", (name, kind, found) => {
    const service = naming({ runtime: kind === undefined ? { name } : { name, kind } });
    expect(namedRuntimeOf(service, lookup)?.kind).toBe(found);
  });

  test("a kind alone names none", () => {
    expect(namesRuntime(asking({ runtime: { kind: "ServingRuntime" } }))).toBe(false);
    expect(namesRuntime(naming())).toBe(true);
    expect(namedRuntimeOf(asking(), lookup)).toBeUndefined();
  });
});
