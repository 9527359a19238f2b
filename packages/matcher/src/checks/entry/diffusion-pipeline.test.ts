import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { pipeline } from "../../../test/arbitraries.ts";
import { changed, entryWith, modelWith } from "../../../test/base.ts";
import type { DiffusionPipeline } from "../../resources.ts";
import { toSubject } from "../check.ts";
import { countDifferences } from "../index.ts";
import { countPipelineDifferences, diffusionPipeline } from "./diffusion-pipeline.ts";

const full: DiffusionPipeline = {
  className: "QwenImagePipeline",
  scheduler: { library: "diffusers", type: "FlowMatchEulerDiscreteScheduler" },
  transformer: { library: "diffusers", type: "QwenImageTransformer2DModel" },
  vae: { library: "diffusers", type: "AutoencoderKLQwenImage" },
};
const withAdditional = changed(full, {
  additionalComponents: new Map([["image_encoder", { library: "transformers", type: "E" }]]),
});

function find(recorded: DiffusionPipeline | undefined, asked: DiffusionPipeline | undefined) {
  return diffusionPipeline(
    toSubject(modelWith({ diffusionPipeline: recorded })),
    entryWith({ diffusionPipeline: asked }),
  );
}

describe("diffusionPipeline", () => {
  const rows: readonly {
    readonly name: string;
    readonly recorded: DiffusionPipeline | undefined;
    readonly asked: DiffusionPipeline | undefined;
    readonly codes: readonly string[];
    readonly differences?: number;
    readonly kind?: boolean;
  }[] = [
    { name: "not asked for", recorded: full, asked: undefined, codes: [] },
    { name: "an empty one asks for any", recorded: {}, asked: {}, codes: [] },
    {
      name: "none recorded",
      recorded: undefined,
      asked: { className: "X", vae: {} },
      codes: ["pipeline/missing-on-model diffusionPipeline"],
    },
    {
      name: "class differs",
      recorded: full,
      asked: { className: "X" },
      codes: ["pipeline-class/differs diffusionPipeline.className"],
      kind: true,
    },
    {
      name: "no class recorded",
      recorded: { vae: {} },
      asked: { className: "" },
      codes: ["pipeline-class/missing-on-model diffusionPipeline.className"],
    },
    {
      name: "component absent",
      recorded: full,
      asked: { tokenizer: {} },
      codes: ["pipeline-component/missing-on-model diffusionPipeline.tokenizer"],
    },
    {
      name: "library differs",
      recorded: full,
      asked: { vae: { library: "Diffusers" } },
      codes: ["pipeline-library/differs diffusionPipeline.vae.library"],
    },
    {
      name: "type differs",
      recorded: full,
      asked: { vae: { type: "X" } },
      codes: ["pipeline-type/differs diffusionPipeline.vae.type"],
    },
    { name: "empty texts ask for nothing", recorded: full, asked: { vae: { library: "", type: "" } }, codes: [] },
    {
      name: "unset on the model is an empty text",
      recorded: { vae: {} },
      asked: { vae: { type: "X" } },
      codes: ["pipeline-type/differs diffusionPipeline.vae.type"],
    },
    {
      name: "all mismatches, library and type of one component counting once",
      recorded: changed(full, { className: "Y" }),
      asked: { className: "X", tokenizer: {}, vae: { library: "a", type: "b" }, scheduler: { type: "c" } },
      codes: [
        "pipeline-class/differs diffusionPipeline.className",
        "pipeline-type/differs diffusionPipeline.scheduler.type",
        "pipeline-component/missing-on-model diffusionPipeline.tokenizer",
        "pipeline-library/differs diffusionPipeline.vae.library",
        "pipeline-type/differs diffusionPipeline.vae.type",
      ],
      differences: 4,
      kind: true,
    },
    {
      name: "no additional components at all: one for each key, by key",
      recorded: changed(full, { additionalComponents: new Map() }),
      asked: {
        additionalComponents: new Map([
          ["b", {}],
          ["a", { type: "T" }],
          ["__proto__", {}],
        ]),
      },
      codes: ["__proto__", "a", "b"].map(
        (key) => `additional-components/missing-on-model diffusionPipeline.additionalComponents.${key}`,
      ),
      differences: 3,
    },
    {
      name: "one additional component absent, another different",
      recorded: withAdditional,
      asked: {
        additionalComponents: new Map([
          ["image_encoder", { library: "x", type: "y" }],
          ["constructor", {}],
        ]),
      },
      codes: [
        "additional-component/missing-on-model diffusionPipeline.additionalComponents.constructor",
        "pipeline-library/differs diffusionPipeline.additionalComponents.image_encoder.library",
        "pipeline-type/differs diffusionPipeline.additionalComponents.image_encoder.type",
      ],
      differences: 2,
    },
    {
      name: "more on the model never matters",
      recorded: withAdditional,
      asked: { additionalComponents: new Map() },
      codes: [],
    },
  ];
  test.each(rows)("$name", ({ recorded, asked, codes, differences = codes.length, kind = false }) => {
    const { mismatches, ofAnotherKind } = find(recorded, asked);
    expect(mismatches.map(({ code, path }) => `${code} ${path}`)).toEqual(codes);
    expect(mismatches.map(({ namedByOme }) => namedByOme)).toEqual(codes.map((_, index) => index === 0));
    expect(countDifferences(mismatches)).toBe(differences);
    expect(ofAnotherKind).toBe(kind);
  });

  test("each field that either side sets has its row", () => {
    const { fields } = find(withAdditional, {
      className: "QwenImagePipeline",
      tokenizer: { library: "t" },
      vae: { type: "X" },
      transformer: {},
      additionalComponents: new Map([["gone", {}]]),
    });
    expect(fields.map(({ path, outcome }) => `${path.slice("diffusionPipeline.".length)} ${outcome}`)).toEqual([
      "className same",
      "scheduler.library not-asked",
      "scheduler.type not-asked",
      "tokenizer differs",
      "tokenizer.library not-compared",
      "transformer same",
      "transformer.library not-asked",
      "transformer.type not-asked",
      "vae.library not-asked",
      "vae.type differs",
      "additionalComponents.gone differs",
      "additionalComponents.image_encoder.library not-asked",
      "additionalComponents.image_encoder.type not-asked",
    ]);
  });

  test("without a recorded pipeline what is asked for is not compared", () => {
    const { fields } = find(undefined, { className: "X", vae: {} });
    expect(fields.map(({ path, outcome }) => `${path} ${outcome}`)).toEqual([
      "diffusionPipeline differs",
      "diffusionPipeline.className not-compared",
      "diffusionPipeline.vae not-compared",
    ]);
  });

  test("thousands of components that nobody asks for are not all shown", () => {
    const many = new Map(Array.from({ length: 10_000 }, (_, index) => [`c${index}`, { type: "T" }]));
    expect(find({ additionalComponents: many }, {}).fields.length).toBeLessThan(200);
  });
});

test("countPipelineDifferences counts what the check finds", () => {
  const maybePipeline = fc.option(pipeline, { nil: undefined });
  fc.assert(
    fc.property(maybePipeline, maybePipeline, (recorded, asked) => {
      const { mismatches, ofAnotherKind } = find(recorded, asked);
      expect(countPipelineDifferences(asked, recorded)).toEqual({
        differences: countDifferences(mismatches),
        ofAnotherKind,
      });
    }),
    { numRuns: 1000 },
  );
});
