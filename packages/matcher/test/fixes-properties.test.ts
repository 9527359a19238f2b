import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { malformedValues } from "../src/fixes/malformed.ts";
import { type Objects, readSituation } from "../src/fixes/situation.ts";
import {
  type DiffusionPipeline,
  type Entry,
  type Fix,
  type FixInput,
  fixRisks,
  type InferenceServiceSpec,
  type InheritingRuntime,
  type JsonObject,
  type Malformed,
  type ModelSpec,
  proposeFixes,
  type RuntimeSpec,
} from "../src/index.ts";
import { modelSpec, runtimeRows, runtimeSpec, serviceSpec } from "./arbitraries.ts";
import { allPatches, applyAll, keepsPromise, toObjects, undoRestores, withOneLess } from "./fixes-promise.ts";

// ---- stored objects from specs ----

function rawPipeline(pipeline: DiffusionPipeline | undefined): object {
  if (pipeline === undefined) return {};
  const { additionalComponents, ...rest } = pipeline;
  const additional =
    additionalComponents === undefined ? {} : { additionalComponents: Object.fromEntries(additionalComponents) };
  return { diffusionPipeline: { ...rest, ...additional } };
}

function rawModelSpec({ diffusionPipeline, ...spec }: ModelSpec): object {
  return { ...spec, ...rawPipeline(diffusionPipeline) };
}

/** What the API would have stored: an entry has format and framework, and those have names. */
function rawEntry({ diffusionPipeline, modelFormat, modelFramework, priority, ...entry }: Entry): object {
  return {
    ...entry,
    modelFormat: { name: "", ...modelFormat },
    modelFramework: { name: "", ...modelFramework },
    ...(priority === undefined || priority < 1 ? {} : { priority }),
    ...rawPipeline(diffusionPipeline),
  };
}

function rawRuntimeSpec(spec: RuntimeSpec): object {
  const { disabled, supportedModelFormats, modelSizeRange, acceleratorClasses, deploymentModes } = spec;
  const mode = (text: string | undefined) =>
    text === undefined ? {} : { annotations: { "ome.io/deploymentMode": text, other: "kept" } };
  return {
    ...(disabled === undefined ? {} : { disabled }),
    ...(supportedModelFormats.length === 0 ? {} : { supportedModelFormats: supportedModelFormats.map(rawEntry) }),
    ...(modelSizeRange === undefined ? {} : { modelSizeRange }),
    ...(acceleratorClasses.length === 0 ? {} : { acceleratorRequirements: { acceleratorClasses } }),
    engineConfig: mode(deploymentModes.engine),
    ...(deploymentModes.decoder === undefined ? {} : { decoderConfig: mode(deploymentModes.decoder) }),
  };
}

function rawService(spec: InferenceServiceSpec, engine: boolean): JsonObject {
  const { acceleratorClasses, deploymentMode, deploymentModes, hasDecoder, model } = spec;
  const classAt = (place: string) => acceleratorClasses.find((one) => one.place.startsWith(place))?.name;
  const annotation = classAt("metadata");
  const selector = classAt("spec.acceleratorSelector");
  const component = (key: "engine" | "decoder") => {
    const override = classAt(`spec.${key}`);
    const mode = deploymentModes[key];
    return {
      ...(mode === undefined ? {} : { annotations: { "ome.io/deploymentMode": mode } }),
      ...(override === undefined ? {} : { acceleratorOverride: { acceleratorClass: override } }),
    };
  };
  return {
    apiVersion: "ome.io/v1beta1",
    kind: "InferenceService",
    metadata: {
      name: "service",
      namespace: "studio",
      ...(annotation === undefined ? {} : { annotations: { "ome.io/accelerator-class": annotation } }),
    },
    spec: {
      ...(model === undefined ? {} : { model: { name: "m", kind: "ClusterBaseModel" } }),
      ...(selector === undefined ? {} : { acceleratorSelector: { acceleratorClass: selector } }),
      ...(deploymentMode === undefined ? {} : { deploymentMode }),
      ...(engine ? { engine: component("engine") } : {}),
      ...(hasDecoder ? { decoder: component("decoder") } : {}),
    },
  };
}

const sources = fc.constantFrom("hf://a/b", "pvc://claim/b", "vendor://a/b", undefined);
const states = fc.constantFrom("Ready", "Ready", "Ready", "In_Transit", undefined);

/** Half of the models are made for one of the entries, so that near misses happen. */
function nearEntry(spec: ModelSpec, runtime: RuntimeSpec, pick: number, keep: readonly boolean[]): ModelSpec {
  const entry = runtime.supportedModelFormats[pick % Math.max(1, runtime.supportedModelFormats.length)];
  if (entry === undefined) return spec;
  const { modelFormat, modelFramework, modelArchitecture, quantization, diffusionPipeline } = entry;
  const parts: Partial<ModelSpec>[] = [
    modelFormat === undefined ? {} : { modelFormat },
    modelFramework === undefined ? {} : { modelFramework },
    modelArchitecture === undefined ? {} : { modelArchitecture },
    quantization === undefined ? {} : { quantization },
    diffusionPipeline === undefined ? {} : { diffusionPipeline },
  ];
  const { quantization: _, diffusionPipeline: __, ...rest } = spec;
  return Object.assign({}, keep[4] === true ? rest : spec, ...parts.filter((_part, index) => keep[index] !== false));
}

const inputs: fc.Arbitrary<FixInput> = fc
  .record({
    model: modelSpec,
    runtime: runtimeSpec,
    near: fc.constantFrom(true, true, false),
    pick: fc.nat(3),
    keep: fc.array(fc.constantFrom(true, true, true, false), { minLength: 5, maxLength: 5 }),
    source: sources,
    state: states,
    service: fc.option(fc.record({ spec: serviceSpec, engine: fc.boolean() }), { nil: undefined, freq: 2 }),
    others: runtimeRows,
    parent: fc.constantFrom(undefined, undefined, "a", "rt"),
    isProfile: fc.constantFrom(false, false, false, true),
    isCluster: fc.boolean(),
    isDisabled: fc.constantFrom(false, false, false, false, false, true),
    classes: fc.constantFrom(undefined, ["h100", "h200", ""], ["h100"]),
  })
  .map(
    ({
      model,
      runtime,
      near,
      pick,
      keep,
      source,
      state,
      service,
      others,
      parent,
      isProfile,
      isCluster,
      isDisabled,
      classes,
    }) => ({
      model: {
        apiVersion: "ome.io/v1beta1",
        kind: "ClusterBaseModel",
        metadata: { name: "m" },
        spec: {
          ...rawModelSpec(near ? nearEntry(model, runtime, pick, keep) : model),
          ...(source === undefined ? {} : { storage: { storageUri: source } }),
          ...(isDisabled ? { disabled: true } : {}),
        },
        ...(state === undefined ? {} : { status: { state } }),
      },
      runtime: {
        apiVersion: "ome.io/v1beta1",
        kind: isCluster ? "ClusterServingRuntime" : "ServingRuntime",
        metadata: {
          name: "rt",
          ...(isCluster ? {} : { namespace: "studio" }),
          annotations: {
            ...(parent === undefined ? {} : { "ome.io/inherit-from": parent }),
            ...(isProfile ? { "ome.io/runtime-profile": "true" } : {}),
          },
        },
        spec: rawRuntimeSpec(runtime),
      },
      ...(service === undefined ? {} : { service: rawService(service.spec, service.engine) }),
      namespace: "studio",
      runtimes: others.flatMap(({ spec, ...name }): InheritingRuntime[] =>
        spec === undefined ? [] : [{ ...name, spec }],
      ),
      acceleratorClasses: classes,
    }),
  );

/** The coverage that is asked for below is that of one seed; other seeds only differ in how often things happen. */
const seed = 20_260_504;

const candidateEntry = fc
  .record({
    formatWeight: fc.constantFrom(0, 1, 1, 2, 7),
    frameworkWeight: fc.constantFrom(0, 1, 1, 3),
    priority: fc.constantFrom(undefined, 1, 1, 2, 5),
    autoSelect: fc.constantFrom(true, true, true, undefined),
    name: fc.constantFrom(undefined, undefined, "a"),
    architecture: fc.constantFrom("Llama", "Llama", "Qwen"),
  })
  .map(
    ({ formatWeight, frameworkWeight, priority, autoSelect, name, architecture }): Entry => ({
      modelFormat: { name: "safetensors", weight: formatWeight },
      modelFramework: { name: "transformers", weight: frameworkWeight },
      modelArchitecture: architecture,
      ...(priority === undefined ? {} : { priority }),
      ...(autoSelect === undefined ? {} : { autoSelect }),
      ...(name === undefined ? {} : { name }),
    }),
  );

const candidateSpec = fc
  .record({
    supportedModelFormats: fc.array(candidateEntry, { minLength: 1, maxLength: 3 }),
    max: fc.constantFrom(undefined, undefined, "9B", "20B"),
  })
  .map(
    ({ supportedModelFormats, max }): RuntimeSpec => ({
      supportedModelFormats,
      acceleratorClasses: [],
      deploymentModes: {},
      ...(max === undefined ? {} : { modelSizeRange: { max } }),
    }),
  );

/** Pairs that match, among others that match. */
const candidates: fc.Arbitrary<FixInput> = fc
  .record({
    spec: candidateSpec,
    others: fc.array(candidateSpec, { minLength: 1, maxLength: 4 }),
    name: fc.constantFrom("b", "z"),
  })
  .map(({ spec, others, name }) => ({
    model: {
      kind: "ClusterBaseModel",
      metadata: { name: "m" },
      spec: {
        modelFormat: { name: "safetensors" },
        modelFramework: { name: "transformers" },
        modelArchitecture: "Llama",
        modelParameterSize: "8B",
      },
    },
    runtime: { kind: "ClusterServingRuntime", metadata: { name }, spec: rawRuntimeSpec(spec) },
    namespace: "studio",
    runtimes: others.map((other, index) => ({ kind: "ClusterServingRuntime", name: `m${index}`, spec: other })),
    acceleratorClasses: undefined,
  }));

/** Whatever is named has a name. */
function expectNames(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    // The objects themselves hold what they hold.
    if (key === "patch" || key === "undo" || key === "manifest") continue;
    if (key === "names") expect(member).not.toContain("");
    else if (key === "target") expect(Object.values(member as object)).not.toContain("");
    else expectNames(member);
  }
}

/** Values that cannot be read, and that the fix wrote. */
function newlyMalformed(input: FixInput, fix: Fix): readonly unknown[] {
  const malformedAt = (objects: Objects | undefined) => {
    const read = objects === undefined ? undefined : readSituation(objects);
    return read === undefined ? [] : malformedValues(read.model, read.runtime);
  };
  const before = malformedAt(toObjects(input));
  const isKnown = ({ path, value }: Malformed) => before.some((one) => one.path === path && one.value === value);
  return malformedAt(applyAll(toObjects(input), allPatches(fix))).filter((one) => !isKnown(one));
}

describe("fixes of any pair", () => {
  test("keep their promise; no operation can be left out; the undo restores; the order is by risk", () => {
    const seen = new Map<string, number>();
    fc.assert(
      fc.property(inputs, (input) => {
        const { fixes, refusals, malformed } = proposeFixes(input);
        expect(fixes.length + refusals.length).toBeGreaterThan(0);
        expectNames([fixes, refusals, malformed]);
        let risk = 0;
        for (const fix of fixes) {
          for (const part of [...fix.parts, fix.changes.length, fix.verified.outcome]) {
            seen.set(String(part), (seen.get(String(part)) ?? 0) + 1);
          }
          expect(fixRisks.indexOf(fix.risk)).toBeGreaterThanOrEqual(risk);
          risk = fixRisks.indexOf(fix.risk);
          if (fix.changes.length === 0) {
            expect(fix.manifest).toBeDefined();
            continue;
          }
          const what = JSON.stringify(fix.changes);
          expect(keepsPromise(input, fix, applyAll(toObjects(input), allPatches(fix))), what).toBe(true);
          for (const smaller of withOneLess(fix)) {
            const after = applyAll(toObjects(input), smaller);
            expect(keepsPromise(input, fix, after), `${what} needs no more than ${JSON.stringify(smaller)}`).toBe(
              false,
            );
          }
          expect(undoRestores(input, fix), what).toBe(true);
          expect(newlyMalformed(input, fix), what).toEqual([]);
        }
      }),
      { numRuns: 4000, seed },
    );
    for (const part of [
      "model/fill-field",
      "model/correct-value",
      "model/enable",
      "model/distribute-per-node",
      "runtime/auto-select",
      "runtime/append-entry",
      "runtime/change-entry",
      "runtime/size-range",
      "runtime/enable",
      "runtime/priority",
      "runtime/weight",
      "runtime/accelerator-class",
      "runtime/deployment-mode",
      "service/name-runtime",
      "service/accelerator-class",
      "service/deployment-mode",
      "2",
    ]) {
      expect(seen.get(part) ?? 0, part).toBeGreaterThan(0);
    }
  }, 300_000);

  test("are the same, in the same order, however the runtimes are ordered", () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const reversed = { ...input, runtimes: [...input.runtimes].reverse() };
        expect(proposeFixes(reversed)).toEqual(proposeFixes(input));
        expect(proposeFixes(structuredClone(input))).toEqual(proposeFixes(input));
      }),
      { numRuns: 300 },
    );
  }, 300_000);

  test("a priority is the smallest that wins, and the webhook takes it", () => {
    let tried = 0;
    let named = 0;
    fc.assert(
      fc.property(candidates, (input) => {
        for (const fix of proposeFixes(input).fixes) {
          const [change] = fix.changes;
          if (fix.code !== "runtime/priority" || change?.patch.type !== "json") continue;
          const { operations } = change.patch;
          if (operations.some(({ path }) => path.endsWith("/name") && !path.endsWith("modelFormat/name"))) named++;
          expect(fix.verified.selected).toBe(true);
          expect(keepsPromise(input, fix, applyAll(toObjects(input), allPatches(fix)))).toBe(true);
          for (const smaller of withOneLess(fix)) {
            expect(keepsPromise(input, fix, applyAll(toObjects(input), smaller)), JSON.stringify(smaller)).toBe(false);
          }
          const set = operations.find(({ op, path }) => op === "add" && path.endsWith("/priority"));
          const priority = set?.op === "add" ? Number(set.value) : 0;
          // No smaller one on any entry, each with a name of its own so that the webhook has nothing to say.
          for (const entry of [0, 1, 2]) {
            const path = `/spec/supportedModelFormats/${entry}`;
            const patch = {
              type: "json",
              operations: [
                { op: "add", path: `${path}/priority`, value: priority - 1 },
                { op: "add", path: `${path}/name`, value: "alone" },
              ],
            } as const;
            if (priority < 2) continue;
            tried++;
            const after = applyAll(toObjects(input), [{ side: "runtime", patch }]);
            expect(keepsPromise(input, fix, after), `${priority} ${entry}`).toBe(false);
          }
        }
      }),
      { numRuns: 600, seed },
    );
    expect(tried).toBeGreaterThan(100);
    expect(named).toBeGreaterThan(10);
  }, 300_000);

  test("never throw, whatever is given", () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), fc.anything(), fc.anything(), (model, runtime, service, modelIndex) => {
        const proposals = proposeFixes({
          model,
          runtime,
          service,
          modelIndex,
          namespace: "studio",
          runtimes: [],
          acceleratorClasses: undefined,
        });
        expect(proposals.fixes).toEqual([]);
        expect(proposals.refusals.length).toBe(1);
        expectNames(proposals.refusals);
      }),
      { numRuns: 500 },
    );
  });
});
