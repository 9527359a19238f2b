import { expect, test } from "vitest";
import { runtimeWith } from "../test/base.ts";
import { asking, nameable, naming, ownRuntime, servedModel } from "../test/services.ts";
import { newLookup } from "./lookup.ts";
import { picksFor, questionOf } from "./picks.ts";

const h100 = [{ place: "spec.acceleratorSelector.acceleratorClass", name: "h100" }] as const;

test("each gets what select would pick in its namespace, for what it asks", () => {
  const runtimes = [
    nameable("a"),
    nameable("b", { spec: runtimeWith({ acceleratorClasses: ["h100"] }) }),
    ownRuntime("lab", { namespace: "lab" }),
  ];
  const services = [
    asking(),
    asking({ acceleratorClasses: h100 }),
    { ...asking(), namespace: "lab" },
    asking({ acceleratorClasses: [{ ...h100[0], name: "none" }] }),
    asking({ model: { name: "gone" } }),
    naming(),
  ];
  const picks = picksFor(services, newLookup([servedModel("m")], runtimes));
  expect(services.map((service) => picks.get(service)?.name)).toEqual([
    "a",
    "b",
    "lab",
    undefined,
    undefined,
    undefined,
  ]);
});

test("a question is the namespace and what is asked for, not the model", () => {
  expect(questionOf(asking())).toBe(questionOf(asking({ model: { name: "other" } })));
  expect(questionOf(asking())).not.toBe(questionOf({ ...asking(), namespace: "lab" }));
  expect(questionOf(asking())).not.toBe(questionOf(asking({ deploymentMode: "OMENative" })));
});
