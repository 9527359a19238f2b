/** What an effect says of InferenceServices is what their own page says, before and after. */
import { describe, expect, test } from "vitest";
import {
  effectOf,
  type Fleet,
  type FleetModel,
  type InferenceService,
  type InheritingRuntime,
  judgeService,
  newServiceWorld,
  type Replacement,
  type ServiceOutcome,
} from "../src/index.ts";
import { baseModel, runtimeWith, serviceWith } from "./base.ts";

const service = (spec: Parameters<typeof serviceWith>[0] = {}): InferenceService => ({
  kind: "InferenceService",
  namespace: "studio",
  name: "s",
  spec: serviceWith(spec),
});
const naming = service({ runtime: { name: "r" } });
const model = (change: Partial<FleetModel> = {}): FleetModel => ({
  kind: "ClusterBaseModel",
  name: "m",
  spec: baseModel,
  ...change,
});
const runtime = (name: string, change: Partial<InheritingRuntime> = {}): InheritingRuntime => ({
  kind: "ClusterServingRuntime",
  name,
  spec: runtimeWith(),
  ...change,
});
const preferred = (name: string): InheritingRuntime => {
  const [entry = {}] = runtimeWith().supportedModelFormats;
  return runtime(name, { spec: { ...runtimeWith(), supportedModelFormats: [{ ...entry, priority: 9 }] } });
};

const fleetOf = (models: readonly FleetModel[], runtimes: readonly InheritingRuntime[], asked = service()): Fleet => ({
  models,
  runtimes,
  services: [asked],
  namespaces: ["studio", "lab"],
});

const say = (outcome: ServiceOutcome) =>
  "runtime" in outcome && outcome.runtime !== undefined ? `${outcome.code} ${outcome.runtime.name}` : outcome.code;
const effectSays = (fleet: Fleet, replacement: Replacement): readonly string[] =>
  effectOf(fleet, [replacement]).services.flatMap(({ before, after }) => [say(before), say(after)]);

const r = runtime("r");
const gone = { before: r, after: undefined };
const off = { before: r, after: runtime("r", { spec: { ...runtimeWith(), disabled: true } }) };
const sharded = model({ spec: { ...baseModel, distribution: "Sharded" } });
const withoutFormat = model({ spec: {} });

const rows: readonly (readonly [string, Fleet, Replacement, readonly string[]])[] = [
  ["a model that is disabled gets nothing, whoever wins", fleetOf([model({ disabled: true })], [r]), gone, []],
  ["on a claim of another namespace", fleetOf([model({ claimNamespace: "lab" })], [r]), gone, []],
  [
    "on a claim of its own namespace",
    fleetOf([model({ claimNamespace: "studio" })], [r]),
    gone,
    ["selected r", "nothing-selected"],
  ],
  ["a sharded model", fleetOf([sharded], [r], naming), off, ["model-sharded r", "runtime-disabled r"]],
  [
    "a model that is no longer sharded",
    fleetOf([sharded], [r], naming),
    { before: sharded, after: model() },
    ["model-sharded r", "declares r"],
  ],
  [
    "a model without a format, and nothing named",
    fleetOf([withoutFormat], [r]),
    { before: withoutFormat, after: model() },
    ["model-without-format", "selected r"],
  ],
  ["a runtime that is disabled", fleetOf([model()], [r], naming), off, ["declares r", "runtime-disabled r"]],
  [
    "a model that is enabled",
    fleetOf([model({ disabled: true })], [r]),
    { before: model({ disabled: true }), after: model() },
    ["model-disabled", "selected r"],
  ],
  [
    "a model that cannot be read any more",
    fleetOf([model()], [r]),
    { before: model(), after: undefined, unreadable: { kind: "ClusterBaseModel", name: "m" } },
    ["selected r", "model-unreadable"],
  ],
  [
    "a runtime that cannot be read any more",
    fleetOf([model()], [r], naming),
    { ...gone, unreadable: { kind: "ClusterServingRuntime", name: "r" } },
    ["declares r", "runtime-unreadable r"],
  ],
  [
    "a service that cannot be read any more",
    fleetOf([model()], [r]),
    { before: service(), after: undefined, unreadable: { kind: "InferenceService", namespace: "studio", name: "s" } },
    ["selected r", "service-unreadable"],
  ],
  [
    "a model that is gone",
    fleetOf([model()], [r], naming),
    { before: model(), after: undefined },
    ["declares r", "model-not-found"],
  ],
];

describe("an effect on an InferenceService", () => {
  test.each(rows)("%s", (_, given, replacement, expected) => {
    // The objects of the replacement are those of the fleet.
    const same = <Value extends { readonly kind: string; readonly name: string }>(one: Value): Value =>
      replacement.before?.kind === one.kind && replacement.before.name === one.name
        ? (replacement.before as unknown as Value)
        : one;
    const fleet = { ...given, models: given.models.map(same), runtimes: given.runtimes.map(same) };
    expect(effectSays(fleet, replacement)).toEqual(expected);
    const [asked] = fleet.services;
    if (asked === undefined || expected.length === 0) return;
    const facts = { hasEngine: true, hasOwnImage: false, isPinned: false };
    const { result } = judgeService({ ...asked, facts }, newServiceWorld(fleet.models, fleet.runtimes));
    expect(say(result), "its own page, before").toBe(expected[0]);
  });

  test("of a model on a claim the winners are of the claim's namespace only", () => {
    const winner = preferred("winner");
    const fleet = fleetOf([model({ claimNamespace: "lab" })], [r]);
    const { winners, services } = effectOf(fleet, [{ after: winner }]);
    expect(winners).toMatchObject([
      { before: { name: "r" }, after: { name: "winner" }, namespaces: ["lab"], everywhereElse: false },
    ]);
    expect(services).toEqual([]);
  });

  test("a claim that moves takes the winner along", () => {
    const before = model({ claimNamespace: "lab" });
    const { winners } = effectOf(fleetOf([before], [r]), [{ before, after: model({ claimNamespace: "studio" }) }]);
    expect(winners).toMatchObject([
      { before: { name: "r" }, namespaces: ["lab"], everywhereElse: false },
      { after: { name: "r" }, namespaces: ["studio"], everywhereElse: false },
    ]);
  });
});
