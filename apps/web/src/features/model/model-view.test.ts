import { describe, expect, it } from "vitest";
import { plainText } from "../../reasons/phrase.ts";
import { baseEntry, baseModel, type Example, modelExample } from "../../testing/explanations.ts";
import { toMatrix, toModel, toRuntime } from "../../testing/matrix-fixture.ts";
import { mayBePickedElsewhere, readOwnPicks, toCommands, toModelView } from "./model-view.ts";

const now = Date.parse("2026-03-01T00:00:00Z");
const viewOf = (example: Example) =>
  toModelView(modelExample(example), new Map([["ClusterServingRuntime/two-off", { min: "7B" }]]), now);
const other = { ...baseEntry, modelArchitecture: "MistralForCausalLM" };
const pinned = { ...baseEntry, autoSelect: false };
const older = { ...baseEntry, modelFramework: { name: "transformers", version: "4.33.1", weight: 1 } };

const callouts: readonly (readonly [string, Example, string])[] = [
  [
    "selected, alone",
    { runtimes: [{ spec: {} }] },
    "selected: OME picks srt-writer in default. No other runtime qualifies.",
  ],
  [
    "selected before another",
    {
      runtimes: [
        { name: "second", spec: {} },
        { name: "first", spec: { supportedModelFormats: [{ ...baseEntry, priority: 2 }] } },
      ],
    },
    "selected: OME picks first in default. It ranks first of 2; it goes before second by score: 4 against 2.",
  ],
  [
    "selected for a service",
    {
      runtimes: [{ spec: {} }],
      namespace: "studio",
      service: { name: "write", namespace: "studio", spec: {} },
    },
    "selected: OME picks srt-writer for write in studio. No other runtime qualifies.",
  ],
  [
    "pin only, with a near one",
    {
      runtimes: [
        { name: "manual", spec: { supportedModelFormats: [pinned] } },
        { name: "near", spec: { supportedModelFormats: [older] } },
      ],
    },
    "pin: No runtime is selected automatically in default. One can be named in an InferenceService: manual. The nearest is near. One value differs: the framework version. The entry asks for exactly 4.33.1; the model has 4.45.0.",
  ],
  [
    "near ones only, and why nothing was recorded",
    {
      model: { spec: baseModel, summary: { explanations: ["OME has not read its files yet."] } },
      runtimes: [
        { name: "b", spec: { supportedModelFormats: [older], modelSizeRange: { min: "7B" } } },
        { name: "a", spec: { supportedModelFormats: [older] } },
        { name: "c", spec: { modelSizeRange: { min: "7B" } } },
      ],
    },
    "near: No runtime supports this model in default. The nearest is a, and one other is as near. One value differs: the framework version. The entry asks for exactly 4.33.1; the model has 4.45.0. OME has not read its files yet.",
  ],
  [
    "nothing near",
    { runtimes: [{ spec: { supportedModelFormats: [other] } }] },
    "near: No runtime supports this model in default. The only runtime here is made for another kind of model, disabled, unreadable or without entries.",
  ],
  [
    "no runtime at all",
    { runtimes: [] },
    "quiet: There is no serving runtime in default. Neither the namespace nor the cluster has one.",
  ],
  [
    "no format",
    {
      model: { spec: {}, summary: { explanations: ["OME reads nothing of vendor:// models."] } },
      runtimes: [{ spec: {} }],
    },
    "quiet: The model has no format yet. OME evaluates no runtime for it until spec.modelFormat.name is set. OME reads nothing of vendor:// models.",
  ],
  [
    "unreadable",
    {
      model: {
        spec: {},
        summary: {
          problems: [{ path: "spec.modelFormat", expected: "an object", found: "the number 5", message: "" }],
        },
      },
      runtimes: [],
    },
    "error: This model cannot be read. Until it is repaired no runtime can be judged for it. All other models stand. spec.modelFormat: expected an object, found the number 5.",
  ],
  [
    "disabled and hidden",
    { model: { spec: baseModel, summary: { disabled: true, shadowedIn: ["default"] } }, runtimes: [{ spec: {} }] },
    "selected: OME picks srt-writer in default. No other runtime qualifies. The model is disabled: OME refuses InferenceServices that name it. Matching does not look at that. In default a BaseModel of the same name goes first: InferenceServices there get that one, not this.",
  ],
];

it.each(callouts)("says first: %s", (_name, example, text) => {
  const { tone, lead, sentences, remarks } = viewOf(example).callout;
  expect(`${tone}: ${[lead, ...sentences, ...remarks].map(plainText).join(" ")}`).toBe(text);
});

describe("the lists", () => {
  const view = viewOf({
    runtimes: [
      { name: "heavy", spec: { supportedModelFormats: [{ ...baseEntry, priority: 3 }] } },
      { name: "light", spec: { modelSizeRange: { min: "1B" } } },
      { name: "own", namespace: "default", spec: {} },
      { name: "manual", spec: { supportedModelFormats: [pinned] } },
      { name: "two-off", spec: { supportedModelFormats: [older], modelSizeRange: { min: "7B" } } },
      { name: "one-off", spec: { supportedModelFormats: [older] } },
      { name: "mistral", spec: { supportedModelFormats: [other] } },
      { name: "off", spec: { disabled: true } },
      { name: "bare", spec: { supportedModelFormats: [] } },
    ],
  });

  it("rank what qualifies, with what put each before the next", () => {
    expect(
      view.ranked.map(({ rank, link, scope, score, sizeDistance, decidedBy }) =>
        [rank, plainText([link]), scope, score, sizeDistance, plainText(decidedBy)].join(" | "),
      ),
    ).toEqual([
      "1 | own | default | 2 | 0 | kind: the namespace goes first",
      "2 | heavy | cluster | 6 | 0 | score: 6 against 2",
      "3 | light | cluster | 2 | 2.21B | the last one",
    ]);
  });

  it("tell why a runtime can only be named", () => {
    expect(view.skipped.map(({ link, reason }) => [plainText([link]), plainText(reason)])).toEqual([
      ["manual", "No entry enables automatic selection"],
    ]);
  });

  it("put the nearest first, with both values of what differs", () => {
    expect(
      view.near.map(({ link, points }) => [
        plainText([link]),
        ...points.map(({ title, brief }) => `${plainText(title)}: ${plainText(brief)}`),
      ]),
    ).toEqual([
      ["one-off", "framework version: 4.45.0, entry asks for 4.33.1"],
      ["two-off", "framework version: 4.45.0, entry asks for 4.33.1", "size: 3.21B, runtime takes at least 7B"],
    ]);
  });

  it("fold the rest into counts", () => {
    expect(view.rest.map(({ summary, items }) => [summary, items.length])).toEqual([
      ["+1 runtime made for other kinds of model", 1],
      ["+1 runtime without entries of its own", 1],
      ["+1 runtime disabled", 1],
    ]);
  });
});

it("puts a runtime that is made for this size before others that are as near", () => {
  const model = { spec: baseModel, summary: { sizeValue: 3.21e9 } };
  const runtimes = ["a-any", "b-wide", "c-tight"].map((name) => ({ name, spec: { supportedModelFormats: [older] } }));
  const ranges = new Map([
    ["ClusterServingRuntime/b-wide", { min: "1B", max: "70B" }],
    ["ClusterServingRuntime/c-tight", { min: "2B", max: "4B" }],
  ]);
  const { near } = toModelView(modelExample({ model, runtimes }), ranges, now);
  expect(near.map(({ link }) => plainText([link]))).toEqual(["c-tight", "b-wide", "a-any"]);
});

it("shows the facts, and marks a pipeline that is missed", () => {
  const diffusion = { ...baseModel, diffusionPipeline: { className: "QwenImagePipeline" } };
  const { diffusionPipeline: _pipeline, ...withoutPipeline } = diffusion;
  const entry = { ...baseEntry, diffusionPipeline: {} };
  const facts = viewOf({
    model: {
      spec: withoutPipeline,
      summary: { createdAt: "2026-02-11T00:00:00Z", storageUri: "pvc://weights/painter", vendor: "acme" },
    },
    runtimes: [{ spec: { supportedModelFormats: [entry] } }],
  }).facts;
  expect(facts.map(({ label, text, tone }) => `${label}: ${plainText(text)} (${tone})`)).toEqual([
    "Kind: ClusterBaseModel (plain)",
    "Format: safetensors 1.0.0 (plain)",
    "Framework: transformers 4.45.0 (plain)",
    "Architecture: LlamaForCausalLM (plain)",
    "Size: 3.21B (plain)",
    "Quantization: none (absent)",
    "Pipeline: not recorded (attention)",
    "Vendor: acme (plain)",
    "Storage: pvc://weights/painter (plain)",
    "Status: Ready (2 nodes ready) (plain)",
    "Age: 18 d (plain)",
  ]);
});

it("gives command lines in which a name cannot run anything", () => {
  const explanation = modelExample({
    model: { name: "a'; rm -rf ~", spec: baseModel },
    runtimes: [{ spec: {} }],
    namespace: "studio",
  });
  expect(toCommands(explanation, "http://localhost/api/explain?model=a")).toEqual({
    curl: "curl -H 'Accept: text/plain' 'http://localhost/api/explain?model=a'",
    kubectl: "kubectl ome runtime explain --model 'a'\\''; rm -rf ~' -n studio",
  });
  expect(
    toCommands(
      {
        ...modelExample({
          runtimes: [],
          namespace: "studio",
          service: { name: "write", namespace: "studio", spec: {} },
        }),
      },
      "x",
    ).kubectl,
  ).toBe("kubectl ome runtime explain --isvc write -n studio");
});

describe("the runtimes whose fixes are shown", () => {
  const toFix = (...runtimes: Example["runtimes"]) =>
    viewOf({ runtimes }).toFix.map(({ name, state }) => [name, state]);
  const far = { name: "far", spec: { supportedModelFormats: [{ ...other, quantization: "fp8" }] } };
  const lessFar = { name: "less-far", spec: { supportedModelFormats: [other] } };
  const off = { name: "off", spec: { disabled: true } };

  it("are the nearest and those to be named, and no others beside them", () => {
    const near = { name: "near", spec: { supportedModelFormats: [older] } };
    const manual = { name: "manual", spec: { supportedModelFormats: [pinned] } };
    expect(toFix(off, far, manual, near)).toEqual([
      ["near", "near-miss"],
      ["manual", "pin-only"],
    ]);
  });

  it("are disabled ones and those of another kind where none comes near", () => {
    const empty = { name: "empty", spec: { supportedModelFormats: [] } };
    expect(toFix(empty, far, off, lessFar)).toEqual([
      ["off", "disabled"],
      ["less-far", "rejected"],
      ["far", "rejected"],
    ]);
  });

  it("are none where OME picks one", () => expect(toFix({ spec: {} }, far)).toEqual([]));
});

describe("a verdict about one namespace", () => {
  const none: Example = { runtimes: [{ spec: { supportedModelFormats: [older] } }] };
  const matrix = toMatrix(
    [toModel({ name: "writer", shadowedIn: ["hidden"] })],
    [
      toRuntime({ name: "srt" }),
      toRuntime({ name: "slow", namespace: "vision" }),
      toRuntime({ name: "fast", namespace: "vision" }),
      toRuntime({ name: "hides", namespace: "hidden" }),
      toRuntime({ name: "near", namespace: "studio" }),
    ],
    [["near-miss 1 size", "candidate 2", "candidate 1", "candidate 1", "near-miss 1 size"]],
  );

  it("says where a ServingRuntime of another namespace takes the model", () => {
    const picks = readOwnPicks(matrix, "ClusterBaseModel/writer");
    const { callout } = toModelView(modelExample(none), new Map(), now, picks);
    expect(plainText(callout.lead)).toBe("No runtime supports this model in default.");
    expect(plainText(callout.sentences[0] ?? [])).toBe("Elsewhere it is served: OME picks fast in vision.");
  });

  it("asks for the others only where there is no answer in the view of all", () => {
    expect(mayBePickedElsewhere(modelExample(none))).toBe(true);
    expect(mayBePickedElsewhere(modelExample({ ...none, namespace: "studio" }))).toBe(false);
    expect(mayBePickedElsewhere(modelExample({ runtimes: [{ spec: {} }] }))).toBe(false);
    expect(mayBePickedElsewhere(modelExample({ ...none, model: { namespace: "studio", spec: baseModel } }))).toBe(
      false,
    );
  });
});
