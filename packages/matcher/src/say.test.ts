import { describe, expect, test } from "vitest";
import { baseModel, clusterRuntime, entryWith, namespacedRuntime, runtimeWith } from "../test/base.ts";
import { type Mismatch, type MismatchCode, mismatchCodes, type Rejection, type Skip } from "./reasons.ts";
import {
  explainTable,
  sayEntry,
  sayMismatch,
  sayModelRejection,
  sayNoRuntimeFound,
  sayReadProblem,
  sayReason,
  sayRejection,
  saySkip,
  sayWarning,
} from "./say.ts";
import { select } from "./select.ts";

const facts: Omit<Mismatch, "code"> = {
  field: "pipeline",
  path: "p",
  component: "vae",
  model: "m",
  runtime: "r",
  namedByOme: true,
};

const mismatchSentences: { readonly [Code in MismatchCode]: string } = {
  "cache-provider/not-configured": "no model cache provider is configured for sharded model loading",
  "pipeline/missing-on-model": "diffusion pipeline required by runtime but not specified in model",
  "pipeline-class/differs": "pipeline class mismatch (model=m, runtime=r)",
  "pipeline-class/missing-on-model": "pipeline class mismatch (model=<nil>, runtime=r)",
  "pipeline-component/missing-on-model": "component vae required by runtime but not specified in model",
  "pipeline-library/differs": "vae library mismatch (model=m, runtime=r)",
  "pipeline-type/differs": "vae type mismatch (model=m, runtime=r)",
  "additional-components/missing-on-model": "diffusion pipeline missing required additional components",
  "additional-component/missing-on-model": "diffusion component vae missing in model",
  "architecture/differs": "architecture mismatch (model=m, runtime=r)",
  "architecture/missing-on-model": "model has no architecture but runtime requires r",
  "architecture/missing-on-runtime": "model has architecture m but runtime has no architecture requirement",
  "quantization/differs": "quantization mismatch (model=m, runtime=r)",
  "quantization/missing-on-model": "model has no quantization but runtime requires r",
  "quantization/missing-on-runtime": "model has quantization m but runtime has no quantization requirement",
  "format-name/differs": "format name mismatch (model=m, runtime=r)",
  "format-version/not-accepted": "format version mismatch (model=m, runtime=r)",
  "format-version/missing-on-model": "model has no format version but runtime requires r",
  "format-version/missing-on-runtime": "model has format version but runtime has no version requirement",
  "framework/missing-on-model": "model has no framework but runtime requires r",
  "framework/missing-on-runtime": "model has framework m but runtime has no framework requirement",
  "framework-name/differs": "framework name mismatch (model=m, runtime=r)",
  "framework-version/not-accepted": "framework version mismatch (model=m, runtime=r)",
  "framework-version/missing-on-model": "model has no framework version but runtime requires r",
  "framework-version/missing-on-runtime": "model has framework version but runtime has no version requirement",
  "entry/unknown": "unknown mismatch",
};

test.each(mismatchCodes)("%s", (code) => {
  expect(sayMismatch({ ...facts, code })).toBe(mismatchSentences[code]);
});

test("values are inserted as they are, unset ones leave an empty spot", () => {
  const { model: _model, runtime: _runtime, ...unset } = facts;
  expect(sayMismatch({ ...unset, code: "architecture/differs" })).toBe("architecture mismatch (model=, runtime=)");
  expect(sayMismatch({ ...facts, model: " a\n", code: "architecture/differs" })).toBe(
    "architecture mismatch (model= a\n, runtime=r)",
  );
});

test("an entry's sentence names what OME names", () => {
  const mismatches: readonly Mismatch[] = [
    { ...facts, code: "pipeline-type/differs" },
    { ...facts, code: "pipeline/missing-on-model", namedByOme: false },
    { ...facts, code: "quantization/differs" },
  ];
  expect(sayEntry({ mismatches })).toBe(
    "vae type mismatch (model=m, runtime=r), quantization mismatch (model=m, runtime=r)",
  );
  expect(sayEntry({ mismatches: [] })).toBe("");
});

const rejections: readonly (readonly [Rejection, string])[] = [
  [{ code: "runtime/disabled" }, "runtime is disabled"],
  [
    { code: "accelerator-class/not-supported", required: [], missing: ["x"], listed: [] },
    "runtime does not support the required accelerator class",
  ],
  [
    { code: "deployment-mode/differs", component: "decoder", runtime: "A", requested: "B" },
    "runtime decoder deployment mode A does not match requested decoder deployment mode B",
  ],
  [
    { code: "formats/none-defined", label: "mt:x" },
    "model format 'mt:x' not in supported formats: no supported formats defined",
  ],
  [{ code: "formats/no-entry-matches", label: "mt:x", entries: [] }, "model format 'mt:x' not in supported formats: "],
  [{ code: "size/outside-range", size: "3B", max: "1B" }, "model size 3B is outside supported range (-inf, 1B]"],
];
test.each(rejections)("%o", (rejection, sentence) => {
  expect(sayRejection(rejection)).toBe(sentence);
  expect(sayReason({ rejection })).toBe(sentence);
});

const skips: readonly (readonly [Skip, string])[] = [
  [
    { code: "auto-select/not-enabled" },
    "supports the model but has no supportedModelFormats[].autoSelect=true entry, so automatic selection skips it (pin it explicitly via spec.runtime.name instead)",
  ],
  [
    { code: "auto-select/not-on-matching-entry", format: "gguf" },
    "matching format gguf is not autoSelect-enabled (a different supportedModelFormats entry on this runtime has autoSelect=true, but not the one that matches this model)",
  ],
  [{ code: "score/not-positive" }, "auto-select score is 0"],
];
test.each(skips)("%o", (skip, sentence) => {
  expect(saySkip(skip)).toBe(sentence);
  expect(sayReason({ skip })).toBe(sentence);
});

test("the short ones", () => {
  expect(sayReason({})).toBeUndefined();
  expect(sayModelRejection({ code: "model/no-format" })).toBe(
    "invalid model specification: modelFormat.name: model format name is required",
  );
  expect(sayWarning("auto-select-not-enabled")).toBe(
    "runtime does not have auto-select enabled for any supported format",
  );
  expect(sayWarning("size-not-stated")).toBe("model does not specify size, but runtime has size constraints");
  expect(sayReadProblem({ path: "spec.x", expected: "a text", found: "a list" })).toBe(
    "spec.x: expected a text, found a list",
  );
});

describe("sayNoRuntimeFound", () => {
  const disabled = runtimeWith({ disabled: true });
  const skipped = runtimeWith({}, [entryWith({ autoSelect: false })]);
  const small = runtimeWith({ modelSizeRange: { max: "1B" } });
  const head = "no runtime found to support model safetensors with format safetensors in namespace studio";
  test.each([
    { name: "no runtimes", runtimes: [], tail: "" },
    {
      name: "only skipped ones: counted, not named",
      runtimes: [clusterRuntime("a", skipped)],
      tail: ". Checked 1 runtimes (0 namespace-scoped, 1 cluster-scoped)",
    },
    {
      name: "by name, whatever the scope",
      runtimes: [clusterRuntime("b", disabled), namespacedRuntime("c", disabled), clusterRuntime("a", disabled)],
      tail: ". Checked 3 runtimes (1 namespace-scoped, 2 cluster-scoped). Excluded runtimes: a (runtime is disabled); b (runtime is disabled); c (runtime is disabled)",
    },
    {
      name: "the same name in both scopes: the cluster's reason",
      runtimes: [clusterRuntime("a", small), namespacedRuntime("a", disabled)],
      tail: ". Checked 2 runtimes (1 namespace-scoped, 1 cluster-scoped). Excluded runtimes: a (model size 3.21B is outside supported range (-inf, 1B])",
    },
    {
      name: "the same name, the cluster's is only skipped: the namespace's reason",
      runtimes: [clusterRuntime("a", skipped), namespacedRuntime("a", disabled)],
      tail: ". Checked 2 runtimes (1 namespace-scoped, 1 cluster-scoped). Excluded runtimes: a (runtime is disabled)",
    },
  ])("$name", ({ runtimes, tail }) => {
    expect(sayNoRuntimeFound(baseModel, select(baseModel, runtimes, { namespace: "studio" }))).toBe(head + tail);
  });
});

test("explainTable shows PRIORITY and WEIGHT of Yes rows only", () => {
  const runtimes = [clusterRuntime("no", runtimeWith({ disabled: true })), namespacedRuntime("yes")];
  expect(explainTable(select(baseModel, runtimes, { namespace: "studio" }))).toEqual([
    { runtime: "yes", scope: "Namespaced", compatible: "Yes", priority: "1", weight: "2", reason: "-" },
    { runtime: "no", scope: "Cluster", compatible: "No", priority: "-", weight: "-", reason: "runtime is disabled" },
  ]);
});
