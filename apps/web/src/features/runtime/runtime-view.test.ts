import { describe, expect, it } from "vitest";
import { plainText } from "../../reasons/phrase.ts";
import {
  baseEntry,
  baseModel,
  type ModelExample,
  type RuntimeExample,
  runtimeExample,
} from "../../testing/explanations.ts";
import { toRuntimeView } from "./runtime-view.ts";

const now = Date.parse("2026-03-01T00:00:00Z");
const models: readonly ModelExample[] = [
  { name: "fits", spec: baseModel },
  { name: "big", spec: { ...baseModel, modelParameterSize: "70B" } },
  { name: "newer", spec: { ...baseModel, modelFramework: { name: "transformers", version: "4.51.0" } } },
  { name: "other", spec: { ...baseModel, modelArchitecture: "MistralForCausalLM" } },
  { name: "unread", spec: {} },
];
const ranged: RuntimeExample = { spec: { modelSizeRange: { max: "8B" } } };

const calloutOf = (runtime: RuntimeExample, of = models, others: readonly RuntimeExample[] = []): string => {
  const { tone, lead, sentences, remarks } = toRuntimeView(runtimeExample(runtime, of, others), now).callout;
  return `${tone}: ${[lead, ...sentences, ...remarks].map(plainText).join(" ")}`;
};

it.each<readonly [string, string, string]>([
  ["picked", calloutOf(ranged), "selected: OME picks it for 1 model. Two models are one value off."],
  [
    "beaten",
    calloutOf({ spec: {} }, models.slice(0, 1), [
      { name: "better", spec: { supportedModelFormats: [{ ...baseEntry, priority: 2 }] } },
    ]),
    "quiet: Another runtime always wins. It is a candidate for 1 model and is picked for none.",
  ],
  [
    "pin only",
    calloutOf({ spec: { supportedModelFormats: [{ ...baseEntry, autoSelect: false }] } }, models.slice(0, 1)),
    "pin: OME never picks it by itself. It matches 1 model; an InferenceService has to name it.",
  ],
  [
    "near only",
    calloutOf({ spec: { modelSizeRange: { min: "100B" } } }, models.slice(0, 3)),
    "near: It matches no model here. Three models come near, two of them one value off.",
  ],
  [
    "a profile",
    calloutOf({ spec: { disabled: true }, summary: { isProfile: true } }),
    "quiet: This runtime is disabled. It is a profile: a parent that other runtimes inherit from, not made to run by itself.",
  ],
  [
    "a child without entries",
    calloutOf({ spec: { supportedModelFormats: [] }, summary: { inheritsFrom: "base" } }),
    "quiet: It has no entries, so it matches no model. It inherits from base. Automatic selection, and so this page, looks at its own spec; inherited fields are not considered. An InferenceService that names it gets both.",
  ],
  [
    "unreadable",
    calloutOf({
      spec: {},
      summary: {
        problems: [{ path: "spec.disabled", expected: "true or false", found: 'the text "no"', message: "" }],
      },
    }),
    'error: This runtime cannot be read. Until it is repaired it cannot be judged. All other runtimes stand. spec.disabled: expected true or false, found the text "no".',
  ],
])("says first: %s", (_name, said, text) => {
  expect(said).toBe(text);
});

describe("the lists", () => {
  const view = toRuntimeView(runtimeExample(ranged, models), now);

  it("tell what it serves, and how", () => {
    expect(
      view.served.map(({ link, scope, size, how, score }) => [plainText([link]), scope, size, how, score]),
    ).toEqual([["fits", "cluster", "3.21B", "OME picks it", "2"]]);
  });

  it("put the nearest first, with both values", () => {
    expect(
      view.near.map(({ link, points }) => [
        plainText([link]),
        ...points.map(({ title, brief }) => `${plainText(title)}: ${plainText(brief)}`),
      ]),
    ).toEqual([
      ["big", "size: 70B, runtime takes at most 8B"],
      ["newer", "framework version: 4.51.0, entry asks for 4.45.0"],
    ]);
  });

  it("fold the rest into counts", () => {
    expect(view.rest.map(({ summary }) => summary)).toEqual([
      "+1 model of another kind",
      "+1 model that OME has not read yet",
    ]);
  });

  it("show the entries as written", () => {
    expect(view.entries).toEqual([
      {
        index: 0,
        format: "safetensors 1.0.0",
        framework: "transformers 4.45.0",
        architecture: "LlamaForCausalLM",
        quantization: "none",
        pipeline: "none",
        autoSelect: "true",
        priority: "1, not set",
      },
    ]);
  });
});
