import type { PairExplanation } from "@ome-matrix/contract";
import type { ModelSpec } from "@ome-matrix/matcher";
import { describe, expect, it } from "vitest";
import { plainText } from "../../reasons/phrase.ts";
import { baseEntry, baseModel, type Example, pairExample, type RuntimeExample } from "../../testing/explanations.ts";
import { toPairView } from "./pair-view.ts";

const version = (text: string, operator = "Equal") => ({
  ...baseEntry,
  modelFramework: { ...baseEntry.modelFramework, version: text, operator },
});
const withModel = (spec: Partial<ModelSpec>) => ({ spec: { ...baseModel, ...spec } });
const qwen = {
  modelFormat: { name: "diffusers", version: "0.34.0.dev0" },
  modelFramework: { name: "diffusers", version: "0.34.0.dev0" },
  modelArchitecture: "QwenImagePipeline",
};
const qwenEntry = {
  modelFormat: { ...qwen.modelFormat, weight: 1 },
  modelFramework: { ...qwen.modelFramework, weight: 1 },
  modelArchitecture: "QwenImagePipeline",
  diffusionPipeline: { className: "QwenImagePipeline", transformer: { library: "diffusers" } },
  autoSelect: true,
};

/** The runtime of the pair, inheriting; and a disabled one that it inherits from. */
const child = (spec: RuntimeExample["spec"]): RuntimeExample => ({ spec, summary: { inheritsFrom: "base" } });
const profile = (spec: RuntimeExample["spec"]): RuntimeExample => ({ name: "base", spec: { disabled: true, ...spec } });

/** The whole verdict as one text. */
const verdictOf = (explanation: PairExplanation): string => {
  const { verdict } = toPairView(explanation);
  return [verdict.lead, ...[...verdict.sentences, ...verdict.points].map(plainText)].join(" ");
};

const verdicts: readonly (readonly [string, Example, Partial<PairExplanation>, string])[] = [
  [
    "one value",
    { runtimes: [{ spec: { supportedModelFormats: [version("4.33.1")] } }] },
    {},
    "One value differs: the framework version. The entry asks for exactly 4.33.1; the model has 4.45.0.",
  ],
  [
    "an upper limit",
    { runtimes: [{ spec: { supportedModelFormats: [version("4.40.0", "GreaterThanOrEqual")] } }] },
    {},
    "One value differs: the framework version. The entry accepts versions up to 4.40.0; the model has 4.45.0.",
  ],
  [
    "several values, and the size that OME does not reach",
    {
      model: withModel({ quantization: "fp8" }),
      runtimes: [{ spec: { supportedModelFormats: [version("4.33.1")], modelSizeRange: { min: "7B" } } }],
    },
    {},
    "Three values differ: the quantization, the framework version and the size. The model is fp8; the entry states no quantization, and a value on one side only never matches. The entry asks for exactly 4.33.1; the model has 4.45.0. The runtime takes at least 7B; the model has 3.21B.",
  ],
  [
    "the closest of several entries",
    {
      runtimes: [
        {
          spec: {
            supportedModelFormats: [{ ...version("4.33.1"), quantization: "fp8" }, version("4.44.0")],
          },
        },
      ],
    },
    {},
    "One value differs: the framework version. The entry asks for exactly 4.44.0; the model has 4.45.0. Of its 2 entries, entry 2 comes closest.",
  ],
  [
    "a pipeline that is not recorded",
    {
      model: { spec: qwen, summary: { explanations: ["OME never records a pipeline for models on a PVC."] } },
      runtimes: [{ spec: { supportedModelFormats: [qwenEntry] } }],
    },
    {},
    "One value is missing: the diffusion pipeline. The entry asks for a diffusion pipeline; the model has none recorded. One with at least the pipeline class QwenImagePipeline and the transformer library diffusers would do. OME never records a pipeline for models on a PVC.",
  ],
  [
    "every component of a pipeline, though OME names only the first",
    {
      model: { spec: { ...qwen, diffusionPipeline: { className: "QwenImagePipeline" } } },
      runtimes: [
        {
          spec: {
            supportedModelFormats: [
              { ...qwenEntry, diffusionPipeline: { scheduler: {}, vae: { library: "diffusers" } } },
            ],
          },
        },
      ],
    },
    {},
    "Two values are missing: the pipeline component scheduler and the pipeline component vae. The entry asks for the component scheduler; the model’s pipeline does not have it. The entry asks for the component vae; the model’s pipeline does not have it.",
  ],
  [
    "the size",
    { runtimes: [{ spec: { modelSizeRange: { min: "7B", max: "9B" } } }] },
    {},
    "One value differs: the size. The runtime takes 7B to 9B; the model has 3.21B.",
  ],
  [
    "the accelerator class",
    {
      runtimes: [{ spec: { acceleratorClasses: ["nvidia-h200"] } }],
      namespace: "studio",
      service: {
        name: "write",
        namespace: "studio",
        spec: { acceleratorClasses: [{ place: "spec.acceleratorSelector.acceleratorClass", name: "nvidia-h100" }] },
      },
    },
    {},
    "One value differs: the accelerator class. The InferenceService asks for nvidia-h100; the runtime lists nvidia-h200.",
  ],
  [
    "the deployment mode",
    {
      runtimes: [{ spec: { deploymentModes: { engine: "MultiNode" } } }],
      namespace: "studio",
      service: { name: "write", namespace: "studio", spec: { deploymentMode: "OMENative" } },
    },
    {},
    "One value differs: the deployment mode. The runtime’s engine is made for MultiNode; the InferenceService asks for OMENative.",
  ],
  [
    "another kind",
    { runtimes: [{ spec: { supportedModelFormats: [{ ...baseEntry, modelArchitecture: "MistralForCausalLM" }] } }] },
    {},
    "Made for another kind of model. One value differs: the architecture. The entry is for MistralForCausalLM; the model is LlamaForCausalLM.",
  ],
  [
    "no entries of its own, and a parent that has them",
    { runtimes: [child({ disabled: false, supportedModelFormats: [] }), profile({})] },
    {},
    "OME does not pick it, but an InferenceService can name it. Named in spec.runtime.name, it is checked with what it inherits from base, and then declares the model. Automatic selection looks at its own spec only. The runtime has no entries, so it matches no model. OME compares a model with the entries of supportedModelFormats, and this runtime has none of its own.",
  ],
  [
    "one value off by itself, and a parent that lists the class",
    {
      runtimes: [child({ disabled: false, acceleratorClasses: [] }), profile({ acceleratorClasses: ["nvidia-h100"] })],
      namespace: "studio",
      service: {
        name: "write",
        namespace: "studio",
        spec: { acceleratorClasses: [{ place: "spec.acceleratorSelector.acceleratorClass", name: "nvidia-h100" }] },
      },
    },
    {},
    "OME does not pick it, but an InferenceService can name it. Named in spec.runtime.name, it is checked with what it inherits from base, and then declares the model. Automatic selection looks at its own spec only. One value differs: the accelerator class. The InferenceService asks for nvidia-h100; the runtime lists none.",
  ],
  [
    "another kind, by itself and with its parent",
    {
      runtimes: [
        child({ supportedModelFormats: [] }),
        { name: "base", spec: { supportedModelFormats: [{ ...baseEntry, modelArchitecture: "MistralForCausalLM" }] } },
      ],
    },
    {},
    "The runtime has no entries, so it matches no model. OME compares a model with the entries of supportedModelFormats, and this runtime has none of its own. Named in spec.runtime.name, it is checked with what it inherits from base, and then does not declare the model: the architecture differs.",
  ],
  [
    "picked, and disabled by its parent when it is named",
    { runtimes: [child({}), profile({})], namespace: "studio" },
    {},
    "OME picks this runtime for this model. No other runtime qualifies for this model in studio. Picked, it runs without what it inherits from base. Named in spec.runtime.name, it is checked with what it inherits from base, and then is disabled.",
  ],
  [
    "pin only, with a parent",
    {
      runtimes: [child({ disabled: false, supportedModelFormats: [{ ...baseEntry, autoSelect: false }] }), profile({})],
    },
    {},
    "It matches, but OME does not pick it by itself. Its entry does not set autoSelect: true. Named in spec.runtime.name, it is checked with what it inherits from base, and then declares the model.",
  ],
  [
    "a parent that is missing",
    { runtimes: [child({ supportedModelFormats: [] })] },
    {},
    "The runtime has no entries, so it matches no model. OME compares a model with the entries of supportedModelFormats, and this runtime has none of its own. It inherits from base, and that chain does not resolve: OME refuses every InferenceService that names it. A parent is missing.",
  ],
  [
    "a parent that cannot be read",
    { runtimes: [child({ supportedModelFormats: [] }), profile({})] },
    { named: { inheritance: { chain: [], merged: [] } } },
    "The runtime has no entries, so it matches no model. OME compares a model with the entries of supportedModelFormats, and this runtime has none of its own. It inherits from base, and a runtime of that chain cannot be read: what comes of naming it is not known.",
  ],
  [
    "disabled",
    { runtimes: [{ spec: { disabled: true, supportedModelFormats: [version("4.33.1")] } }] },
    {},
    "The runtime is disabled. Its spec.disabled is true: OME neither picks it nor lets an InferenceService name it. Were it enabled, it would still not match: framework version differs.",
  ],
  [
    "a profile",
    { runtimes: [{ spec: { disabled: true }, summary: { isProfile: true } }] },
    {},
    "The runtime is disabled. It is a profile: a parent that other runtimes inherit from, not made to run by itself. Were it enabled, it would match this model.",
  ],
  [
    "pin only: not enabled",
    { runtimes: [{ spec: { supportedModelFormats: [{ ...baseEntry, autoSelect: false }] } }] },
    {},
    "It matches, but OME does not pick it by itself. Its entry does not set autoSelect: true. An InferenceService can name it in spec.runtime.name.",
  ],
  [
    "pin only: enabled on another entry",
    {
      runtimes: [
        {
          spec: {
            supportedModelFormats: [
              { ...baseEntry, autoSelect: false },
              { ...baseEntry, modelFormat: { name: "gguf" }, modelFramework: { name: "llama.cpp" } },
            ],
          },
        },
      ],
    },
    {},
    "It matches, but OME does not pick it by itself. Another entry sets autoSelect: true, but entry 1, the one that matches this model, does not, and the score is 0. An InferenceService can name it in spec.runtime.name.",
  ],
  [
    "pin only: score 0",
    {
      runtimes: [
        { spec: { supportedModelFormats: [{ ...baseEntry, modelFormat: { ...baseEntry.modelFormat, weight: -1 } }] } },
      ],
    },
    {},
    "It matches, but OME does not pick it by itself. Its score is 0, and automatic selection needs a score above 0. An InferenceService can name it in spec.runtime.name.",
  ],
  [
    "selected, alone",
    { runtimes: [{ spec: {} }], namespace: "studio" },
    {},
    "OME picks this runtime for this model. No other runtime qualifies for this model in studio.",
  ],
  [
    "selected before another, seen from everywhere",
    { runtimes: [{ spec: {} }, { name: "later", spec: { modelSizeRange: { min: "1B" } } }] },
    {},
    "OME picks this runtime for this model. It ranks first of 2 in default. It goes before later by size distance, on equal scores of 2: 0 against 2.21B. In a namespace with a ServingRuntime of its own that qualifies, that one goes first.",
  ],
  [
    "candidate",
    {
      runtimes: [
        { spec: {} },
        { name: "heavy", spec: { supportedModelFormats: [{ ...baseEntry, priority: 3 }] } },
        { name: "own", namespace: "studio", spec: {} },
      ],
      namespace: "studio",
    },
    {},
    "It matches and ranks 3 of 3. own wins by kind: a ServingRuntime of the namespace goes first, whatever the scores (here 2 against 2).",
  ],
  [
    "candidate of a namespace of its own, seen from everywhere",
    { runtimes: [{ name: "own", namespace: "studio", spec: {} }, { spec: {} }], namespace: "studio" },
    { state: "candidate", rank: 1, view: {} },
    "OME picks it in studio. The view of all namespaces shows what is picked where no namespace has its own. It goes before srt-writer by kind: a ServingRuntime of the namespace goes first, whatever the scores (here 2 against 2).",
  ],
  [
    "unknown",
    { model: { spec: {}, summary: { explanations: ["OME has not read its files yet."] } }, runtimes: [{ spec: {} }] },
    {},
    "The model has no format yet. OME evaluates no runtime for it until spec.modelFormat.name is set. OME has not read its files yet.",
  ],
  [
    "in different namespaces",
    {
      model: { namespace: "studio", spec: baseModel },
      runtimes: [{ namespace: "vision", spec: {} }],
    },
    { state: "not-applicable" },
    "These two never meet. The model is in the namespace studio and the runtime in vision. An InferenceService uses the models and runtimes of its own namespace and those of the cluster. The checks tell what OME would say if they met.",
  ],
];

describe("the verdict", () => {
  it.each(verdicts)("on %s", (_name, example, override, text) => {
    expect(verdictOf({ ...pairExample(example), ...override })).toBe(text);
  });

  it("on an object that cannot be read tells every problem", () => {
    const {
      verdict: _verdict,
      reason: _reason,
      ...rest
    } = pairExample({
      model: {
        spec: baseModel,
        summary: {
          problems: [
            { path: "spec.modelFormat", expected: "an object", found: "the number 5", message: "" },
            { path: "spec.quantization", expected: "a string", found: "a list", message: "" },
          ],
        },
      },
      runtimes: [{ spec: {} }],
    });
    const explanation: PairExplanation = { ...rest, state: "error" };
    expect(verdictOf(explanation)).toBe(
      "The model cannot be read. Some fields hold something else than OME expects, so this pair cannot be judged. All other pairs stand. spec.modelFormat: expected an object, found the number 5. spec.quantization: expected a string, found a list.",
    );
    expect(toPairView(explanation)).toMatchObject({ checks: [], entry: undefined, score: undefined });
  });

  it("carries OME's sentence letter for letter, and shows control characters in it", () => {
    const { verdict } = toPairView(
      pairExample({
        runtimes: [{ spec: { supportedModelFormats: [{ ...baseEntry, modelArchitecture: "A\u202eB" }] } }],
      }),
    );
    expect(verdict.omeSentence).toBe(
      "model format 'mt:safetensors:1.0.0:LlamaForCausalLM:transformers:4.45.0' not in supported formats: architecture mismatch (model=LlamaForCausalLM, runtime=A\u202eB)",
    );
    expect(verdict.omeShown).toContain("runtime=A\\u202eB)");
  });
});

describe("the checks", () => {
  const checksOf = (example: Example) =>
    toPairView(pairExample(example)).checks.map(
      ({ number, title, outcome, detail }) => `${number} ${title}: ${outcome}: ${plainText(detail)}`,
    );

  it("tell what those that OME does not reach would say", () => {
    expect(
      checksOf({
        runtimes: [
          {
            spec: {
              supportedModelFormats: [{ ...version("4.33.1"), autoSelect: false }],
              modelSizeRange: { min: "1B", max: "4B" },
            },
          },
        ],
      }),
    ).toEqual([
      "1 disabled: passed: the runtime is enabled",
      "2 accelerator class: passed: no InferenceService chosen",
      "3 deployment mode: passed: no InferenceService chosen",
      "4 formats: failed: no entry matches; its only entry differs in one field",
      "5 size: not-reached: would pass: 3.21B is within 1B to 4B",
      "6 automatic selection: not-reached: would fail: no entry sets autoSelect: true",
      "7 score: not-reached: cannot be asked: no entry matches",
    ]);
  });

  it("tell what an InferenceService asks for", () => {
    expect(
      checksOf({
        runtimes: [{ spec: { acceleratorClasses: ["nvidia-h100"], deploymentModes: { engine: "OMENative" } } }],
        namespace: "studio",
        service: {
          name: "write",
          namespace: "studio",
          spec: {
            deploymentMode: "OMENative",
            acceleratorClasses: [{ place: "spec.acceleratorSelector.acceleratorClass", name: "nvidia-h100" }],
          },
        },
      }).slice(1),
    ).toEqual([
      "2 accelerator class: passed: nvidia-h100 in the runtime’s list",
      "3 deployment mode: passed: nothing that write asks for differs",
      "4 formats: passed: entry 1 of 1 matches",
      "5 size: passed: the runtime sets no size range",
      "6 automatic selection: passed: entry 1 sets autoSelect: true",
      "7 score: passed: the score is 2",
    ]);
  });

  it("carry the notes on sizes", () => {
    const { checkNotes } = toPairView(
      pairExample({ runtimes: [{ spec: { modelSizeRange: { min: "1B", max: "4b" } } }] }),
    );
    expect(checkNotes.map(({ title, where }) => `${title} ${plainText(where)}`)).toEqual([
      "This size reads as 0. upper bound 4b",
      "No size fits this range. size range",
    ]);
  });
});

describe("the entries", () => {
  it("put the closest first and the others behind it", () => {
    const { entry, otherEntries } = toPairView(
      pairExample({
        runtimes: [
          {
            spec: {
              supportedModelFormats: [
                { ...version("4.33.1"), quantization: "fp8" },
                version("4.44.0"),
                { ...baseEntry, modelArchitecture: "X" },
              ],
            },
          },
        ],
      }),
    );
    expect([entry, ...otherEntries].map((view) => `${view?.title}: ${plainText(view?.summary ?? [])}`)).toEqual([
      "Entry 2 of 3: one difference: framework version",
      "Entry 1 of 3: two differences: quantization and framework version",
      "Entry 3 of 3: one difference: architecture",
    ]);
  });

  it("mark what OME's sentence leaves out, and say so", () => {
    const { entry } = toPairView(
      pairExample({
        model: { spec: { ...qwen, diffusionPipeline: { className: "Other" } } },
        runtimes: [{ spec: { supportedModelFormats: [qwenEntry] } }],
      }),
    );
    expect(entry?.fields.filter((field) => field.unnamed).map(({ label }) => label)).toEqual(["transformer"]);
    expect(entry?.notes.map(({ title }) => title)).toContain("OME names only the first.");
  });

  it("tell a rule once for all the fields it bites", () => {
    const { entry } = toPairView(
      pairExample({
        model: withModel({ quantization: "fp8" }),
        runtimes: [
          { spec: { supportedModelFormats: [{ ...baseEntry, modelFormat: { name: "safetensors", weight: 1 } }] } },
        ],
      }),
    );
    expect(entry?.notes.map(({ title, where }) => `${title} ${plainText(where)}`)).toEqual([
      "Leaving out is not a wildcard. quantization fp8 and format version 1.0.0",
    ]);
  });
});

describe("a runtime that inherits", () => {
  it("says in its state what comes of naming it, and shows the chain and the entries it is checked with", () => {
    const { state, stateText, named } = toPairView(
      pairExample({ runtimes: [child({ disabled: false, supportedModelFormats: [] }), profile({})] }),
    );
    expect([state, stateText]).toEqual(["rejected", "rejected on its own, declares the model when named"]);
    expect(named?.inheritance.chain.map(({ roles }) => roles)).toEqual([["root", "disabled"], ["this one"]]);
    expect(named?.entries.entry).toMatchObject({ title: "Entry 1 of 1", matches: true });
  });

  it("stays what it is where naming it changes nothing", () => {
    const other = { ...baseEntry, modelArchitecture: "MistralForCausalLM" };
    const alike = pairExample({
      runtimes: [child({ supportedModelFormats: [] }), { name: "base", spec: { supportedModelFormats: [other] } }],
    });
    expect(toPairView(alike).stateText).toBe("rejected");
    expect(toPairView(pairExample({ runtimes: [{ spec: {} }] })).named).toBeUndefined();
  });
});

describe("the score", () => {
  const scoreOf = (example: Example) => {
    const { score } = toPairView(pairExample(example));
    return score?.sentences.map(plainText);
  };

  it("marks a weight of 0 and stands beside PRIORITY and WEIGHT", () => {
    expect(
      scoreOf({
        runtimes: [
          {
            spec: {
              supportedModelFormats: [
                {
                  ...baseEntry,
                  modelFormat: { ...baseEntry.modelFormat, weight: 0 },
                  modelFramework: { ...baseEntry.modelFramework, weight: 0 },
                },
              ],
            },
          },
        ],
      }),
    ).toEqual([
      "Scores 15: ([0 counts as 10] format + [0 counts as 5] framework) × 1 priority = 15.",
      "kubectl ome runtime explain prints PRIORITY 1 and WEIGHT 0; OME ranks by the score, not by WEIGHT.",
    ]);
  });

  it("names the entry that gave it, and the neighbours with what decided", () => {
    const example: Example = {
      runtimes: [
        {
          name: "middle",
          spec: { supportedModelFormats: [baseEntry, { ...baseEntry, modelArchitecture: "Other", priority: 4 }] },
        },
        { name: "best", spec: { supportedModelFormats: [{ ...baseEntry, priority: 9 }] } },
        { name: "better", spec: { supportedModelFormats: [{ ...baseEntry, priority: 5 }] } },
        { name: "last", spec: {} },
      ],
    };
    expect(scoreOf(example)).toEqual([
      "Scores 8 from entry 2, the best that counts: (1 format + 1 framework) × 4 priority = 8.",
      "kubectl ome runtime explain prints PRIORITY 1 and WEIGHT 2; OME ranks by the score, not by WEIGHT.",
    ]);
    const { score } = toPairView(pairExample(example));
    expect(score?.standings.map(({ key, rank, decidedBy }) => [key, rank, plainText(decidedBy)])).toEqual([
      ["ClusterServingRuntime/best", 1, "score: 18 against 10"],
      ["ClusterServingRuntime/better", 2, "score: 10 against 8"],
      ["ClusterServingRuntime/middle", 3, "score: 8 against 2"],
      ["ClusterServingRuntime/last", 4, "the last one"],
    ]);
    expect(score?.currentKey).toBe("ClusterServingRuntime/middle");
    expect(score?.notes.map(({ title }) => title)).toEqual(["Another entry gave the score."]);
  });

  it("of a pair that does not match is what it would be", () => {
    expect(
      scoreOf({
        runtimes: [
          { spec: { supportedModelFormats: [{ ...baseEntry, modelArchitecture: "X" }] } },
          { name: "winner", spec: {} },
        ],
      }),
    ).toEqual([
      "Would score 2: (1 format + 1 framework) × 1 priority = 2.",
      "Not ranked: it does not match. OME picks winner for writer.",
    ]);
  });

  it("of a long ranking shows the first and the neighbours", () => {
    const names = Array.from({ length: 12 }, (_, index) => ({ name: `r${String(index).padStart(2, "0")}`, spec: {} }));
    const { score } = toPairView(pairExample({ runtimes: [...names.slice(8), ...names.slice(0, 8)] }));
    expect(score?.standings.map(({ rank }) => rank)).toEqual([1, 7, 8, 9, 10, 11]);
    expect(score?.omitted).toBe(6);
  });
});

describe("a pipeline that is missing as a whole", () => {
  it("is one difference; its parts are no further ones", () => {
    const view = toPairView(
      pairExample({ model: { spec: qwen }, runtimes: [{ spec: { supportedModelFormats: [qwenEntry] } }] }),
    );
    const results = view.entry?.fields.flatMap(({ label, result, tone }) =>
      tone === "pass" ? [] : [[label, result, tone]],
    );
    expect(results).toEqual([
      ["diffusion pipeline", "missing", "fail"],
      ["pipeline class", "part of it", "none"],
      ["transformer library", "part of it", "none"],
    ]);
  });
});
