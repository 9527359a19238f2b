import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  effectOf,
  type Fleet,
  type FleetModel,
  type InferenceService,
  type InheritingRuntime,
  type Model,
  type Replacement,
} from "../src/index.ts";
import { modelRows, modelSpec, runtimeRows, runtimeSpec, serviceSpec } from "./arbitraries.ts";
import { exchange, expectedEffect, flatten } from "./expected-effect.ts";

const namespaces = ["studio", "lab", "x"];

const names = fc.constantFrom("a", "b", "c", "d", "nobody");
const services = fc.array(
  fc
    .record({
      namespace: fc.constantFrom(...namespaces),
      spec: serviceSpec,
      model: fc.option(names, { nil: undefined, freq: 8 }),
      runtime: fc.option(fc.record({ name: names, kind: fc.constantFrom("ServingRuntime", "ClusterServingRuntime") }), {
        nil: undefined,
      }),
    })
    .map(({ namespace, spec: { model: _, ...spec }, model, runtime }) => ({
      namespace,
      spec: {
        ...spec,
        ...(model === undefined ? {} : { model: { name: model } }),
        ...(runtime === undefined ? {} : { runtime }),
      },
    })),
  { maxLength: 6 },
);

/** What InferenceServices have to know of a model besides: most are as usual. */
const usages = fc.constantFrom<Pick<FleetModel, "disabled" | "claimNamespace">>(
  {},
  {},
  {},
  { disabled: true },
  { claimNamespace: "studio" },
  { claimNamespace: "lab" },
);
const used = (model: Model, usage: Pick<FleetModel, "disabled" | "claimNamespace"> = {}): FleetModel => {
  const { disabled } = usage;
  if (model.kind === "BaseModel") return { ...model, ...(disabled === undefined ? {} : { disabled }) };
  return { ...model, ...usage };
};
const isNamed = ({ kind, namespace }: { readonly kind: string; readonly namespace?: string }) =>
  kind.startsWith("Cluster") || namespace !== undefined;

const fleets: fc.Arbitrary<Fleet> = fc
  .record({
    models: modelRows,
    runtimes: runtimeRows,
    services,
    parents: fc.array(fc.option(names), { maxLength: 8 }),
    usage: fc.array(usages, { maxLength: 8 }),
  })
  .map(({ models, runtimes, services: asked, parents, usage }) => ({
    models: models.flatMap(({ spec, ...name }, index): FleetModel[] =>
      spec === undefined || !isNamed(name) ? [] : [used({ ...name, spec }, usage[index])],
    ),
    unreadable: [...models, ...runtimes].flatMap(({ spec, ...name }) =>
      spec === undefined && isNamed(name) ? [name] : [],
    ),
    runtimes: runtimes.flatMap(({ spec, ...name }, index): InheritingRuntime[] => {
      if (spec === undefined || (name.kind === "ServingRuntime" && name.namespace === undefined)) return [];
      const inheritsFrom = index % 2 === 0 ? parents[index] : null;
      return [{ ...name, spec, ...(typeof inheritsFrom === "string" ? { inheritsFrom } : {}) }];
    }),
    services: asked.map(
      ({ namespace, spec }, index): InferenceService => ({
        kind: "InferenceService",
        namespace,
        name: `s${index}`,
        spec,
      }),
    ),
    namespaces,
  }));

const changes = fc.record({
  usage: usages,
  what: fc.constantFrom("model", "runtime", "service", "new-model", "new-runtime"),
  at: fc.nat(7),
  spec: fc.record({ model: modelSpec, runtime: runtimeSpec, service: serviceSpec }),
  gone: fc.boolean(),
  tiny: fc.boolean(),
});

/** A small world in which nearly everything matches, so that rankings are long and ties are many. */
const denseModel: fc.Arbitrary<Model["spec"]> = fc
  .record({
    version: fc.constantFrom("1.0.0", "2.0.0"),
    size: fc.constantFrom(undefined, "3B", "7B"),
  })
  .map(({ version, size }) => ({
    modelFormat: { name: "safetensors" },
    modelFramework: { name: "transformers", version },
    ...(size === undefined ? {} : { modelParameterSize: size }),
  }));

const denseRuntime: fc.Arbitrary<InheritingRuntime["spec"]> = fc
  .record({
    version: fc.constantFrom("1.0.0", "2.0.0"),
    autoSelect: fc.constantFrom(true, true, true, false),
    priority: fc.constantFrom(1, 1, 1, 2),
    max: fc.constantFrom(undefined, undefined, undefined, "5B", "9B"),
    disabled: fc.constantFrom(false, false, false, true),
    acceleratorClasses: fc.constantFrom(["h100"], []),
  })
  .map(({ version, autoSelect, priority, max, disabled, acceleratorClasses }) => ({
    disabled,
    supportedModelFormats: [
      {
        modelFormat: { name: "safetensors", weight: 1 },
        modelFramework: { name: "transformers", version, operator: "GreaterThanOrEqual", weight: 1 },
        autoSelect,
        priority,
      },
    ],
    acceleratorClasses,
    deploymentModes: {},
    ...(max === undefined ? {} : { modelSizeRange: { max } }),
  }));

const denseNames = {
  models: [
    { kind: "ClusterBaseModel", name: "a" },
    { kind: "ClusterBaseModel", name: "b" },
    { kind: "BaseModel", namespace: "studio", name: "a" },
    { kind: "BaseModel", namespace: "lab", name: "c" },
  ],
  runtimes: [
    { kind: "ClusterServingRuntime", name: "a" },
    { kind: "ClusterServingRuntime", name: "b" },
    { kind: "ClusterServingRuntime", name: "c" },
    { kind: "ServingRuntime", namespace: "studio", name: "a" },
    { kind: "ServingRuntime", namespace: "studio", name: "d" },
    { kind: "ServingRuntime", namespace: "lab", name: "d" },
  ],
} as const;

const denseFleets = fc
  .record({
    fleet: fleets,
    models: fc.tuple(...denseNames.models.map(() => denseModel)),
    usage: fc.array(usages, { maxLength: 4 }),
    runtimes: fc.tuple(...denseNames.runtimes.map(() => denseRuntime)),
  })
  .map(
    ({ fleet, models, runtimes, usage }): Fleet => ({
      ...fleet,
      unreadable: [],
      models: denseNames.models.map((name, index) => used({ ...name, spec: models[index] ?? {} }, usage[index])),
      runtimes: denseNames.runtimes.flatMap((name, index): InheritingRuntime[] => {
        const spec = runtimes[index];
        return spec === undefined ? [] : [{ ...name, spec }];
      }),
    }),
  );
const denseChanges = fc
  .record({ change: changes, model: denseModel, runtime: denseRuntime })
  .map(({ change: any, model, runtime }) => ({ ...any, spec: { ...any.spec, model, runtime } }));

type ChangeOf = typeof changes extends fc.Arbitrary<infer Value> ? Value : never;

/** A changed object, a new one or one that is gone; half of the runtimes only get another priority or size range. */
function change(
  fleet: Fleet,
  { what, at, spec, gone, tiny, usage }: ChangeOf,
): { after: Fleet; replacement: Replacement } | undefined {
  if (what === "model" || what === "new-model") {
    const before = what === "model" ? fleet.models[at] : undefined;
    if (what === "model" && before === undefined) return undefined;
    const {
      disabled: _,
      claimNamespace: __,
      ...model
    }: FleetModel = before ?? { kind: "BaseModel", namespace: "studio", name: "nobody", spec: {} };
    const after = gone && before !== undefined ? undefined : used({ ...model, spec: spec.model }, usage);
    return { after: { ...fleet, models: exchange(fleet.models, before, after) }, replacement: { before, after } };
  }
  if (what === "runtime" || what === "new-runtime") {
    const before = what === "runtime" ? fleet.runtimes[at] : undefined;
    if (what === "runtime" && before === undefined) return undefined;
    const runtime: InheritingRuntime = before ?? {
      kind: "ServingRuntime",
      namespace: "lab",
      name: "nobody",
      spec: spec.runtime,
    };
    const tinySpec = {
      ...runtime.spec,
      supportedModelFormats: runtime.spec.supportedModelFormats.map((entry) => ({
        ...entry,
        priority: 2,
        autoSelect: true,
      })),
    };
    const after = gone && before !== undefined ? undefined : { ...runtime, spec: tiny ? tinySpec : spec.runtime };
    return { after: { ...fleet, runtimes: exchange(fleet.runtimes, before, after) }, replacement: { before, after } };
  }
  const before = fleet.services[at];
  if (before === undefined) return undefined;
  const after = gone ? undefined : { ...before, spec: { ...spec.service, ...(tiny ? { model: { name: "a" } } : {}) } };
  return { after: { ...fleet, services: exchange(fleet.services, before, after) }, replacement: { before, after } };
}

describe("an effect is the difference of two whole matrices", () => {
  test("for any fleet and one changed object of any kind", () => {
    const seen = { pairs: 0, winners: 0, ties: 0, services: 0 };
    fc.assert(
      fc.property(fc.oneof(fc.tuple(fleets, changes), fc.tuple(denseFleets, denseChanges)), ([fleet, wanted]) => {
        const changed = change(fleet, wanted);
        if (changed === undefined) return;
        const effect = effectOf(fleet, [changed.replacement]);
        const expected = expectedEffect(fleet, changed.after, namespaces);
        for (const part of ["pairs", "winners", "ties", "services"] as const) seen[part] += expected[part].length;
        expect(flatten(effect, namespaces)).toEqual(expected);
        expect(effect.gained).toBe(expected.pairs.filter((pair) => / none \w+$/.test(pair)).length);
        expect(effect.lost).toBe(expected.pairs.filter((pair) => pair.endsWith(" none")).length);
      }),
      { numRuns: 1000, seed: 20_260_504 },
    );
    for (const [part, count] of Object.entries(seen)) expect(count, part).toBeGreaterThan(10);
  }, 300_000);

  test("for two changed objects at once", () => {
    fc.assert(
      fc.property(denseFleets, denseChanges, denseChanges, (fleet, one, other) => {
        const first = change(fleet, { ...one, what: "model" });
        if (first === undefined) return;
        const second = change(first.after, { ...other, what: "runtime" });
        if (second === undefined) return;
        const effect = effectOf(fleet, [first.replacement, second.replacement]);
        expect(flatten(effect, namespaces)).toEqual(expectedEffect(fleet, second.after, namespaces));
      }),
      { numRuns: 400 },
    );
  });

  test("nothing changes: nothing is told", () => {
    fc.assert(
      fc.property(fleets, (fleet) => {
        const replacements = [...fleet.models, ...fleet.runtimes, ...fleet.services].map((object) => ({
          before: object,
          after: structuredClone(object),
        }));
        expect(effectOf(fleet, replacements)).toEqual({
          pairs: [],
          gained: 0,
          lost: 0,
          winners: [],
          ties: [],
          services: [],
        });
      }),
      { numRuns: 200 },
    );
  });
});
