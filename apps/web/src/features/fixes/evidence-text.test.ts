import { recordModelIndex } from "@ome-matrix/matcher";
import { describe, expect, it } from "vitest";
import { mostEvidence } from "../../api/links.ts";
import { parseSearch, stringifySearch } from "../../api/search-params.ts";
import { fitsAddress, lengthInAddress, readEvidence, toShortIndex } from "./evidence-text.ts";

/** What fixes follow from. */
const pipelineOf = (modelIndex: unknown) => {
  const { fields, ambiguous } = recordModelIndex(modelIndex);
  return { pipeline: fields.diffusionPipeline, version: fields.modelFormat?.version, ambiguous };
};

const files: readonly { readonly name: string; readonly modelIndex: unknown }[] = [
  {
    name: "a plain one",
    modelIndex: {
      _class_name: "QwenImagePipeline",
      _diffusers_version: "0.34.0.dev0",
      scheduler: ["diffusers", "FlowMatchEulerDiscreteScheduler"],
      text_encoder: ["transformers", "Qwen2_5_VLForConditionalGeneration"],
      tokenizer: ["transformers", "Qwen2Tokenizer"],
      transformer: ["diffusers", "QwenImageTransformer2DModel"],
      vae: ["diffusers", "AutoencoderKLQwenImage"],
    },
  },
  {
    name: "further components, some of them empty",
    modelIndex: {
      class_name: "WanPipeline",
      unet: ["diffusers", "UNet"],
      text_encoder_2: ["transformers", "T5EncoderModel", "more"],
      transformer_2: [null, null],
      image_encoder: [null, "Encoder"],
      safety_checker: null,
      expand_timesteps: false,
      boundary_ratio: 0.875,
      vae: { library: "diffusers", _class_name: "AutoencoderKLWan" },
    },
  },
  {
    name: "several keys for one field",
    modelIndex: { _class_name: "P", unet: ["diffusers", "U"], transformer: ["diffusers", "T"], VAE: ["a"], vae: ["b"] },
  },
  { name: "no class", modelIndex: { Transformer: ["diffusers", "A"] } },
  {
    name: "hostile keys and values",
    modelIndex: JSON.parse('{"_class_name":"’; touch pwned\\u202e","__proto__":["a"],"a/b~c,d&e=f":["\\u0000","%2C"]}'),
  },
];

describe("a model_index.json in an address", () => {
  for (const { name, modelIndex } of files) {
    it(`means the same pipeline: ${name}`, () => {
      const text = toShortIndex(modelIndex) ?? "";
      const [, evidence] = Object.entries(parseSearch(stringifySearch({ evidence: text })))[0] ?? [];
      expect(evidence).toBe(text);
      expect(pipelineOf(readEvidence(text))).toEqual(pipelineOf(modelIndex));
      expect(fitsAddress(text)).toBe(true);
    });
  }

  it("holds nothing but the pipeline", () => {
    expect(toShortIndex({ ...(files[0]?.modelIndex as object), _name_or_path: "secret", note: "secret" })).toBe(
      toShortIndex(files[0]?.modelIndex),
    );
  });

  it("is nothing where nothing would be recorded, or where it is no JSON", () => {
    for (const modelIndex of [null, [], {}, "a", { a: 1 }]) expect(toShortIndex(modelIndex)).toBeUndefined();
    for (const text of [undefined, "{", "nonsense"]) expect(readEvidence(text)).toBeUndefined();
  });

  it("is bounded, as it stands in the address", () => {
    const plain = "x".repeat(mostEvidence);
    expect([fitsAddress(plain), fitsAddress(`${plain}x`)]).toEqual([true, false]);
    const escaped = '"'.repeat(mostEvidence / 3);
    expect(lengthInAddress(escaped)).toBe(escaped.length * 3);
    expect([fitsAddress(escaped), fitsAddress(`${escaped}"`)]).toEqual([true, false]);
  });
});
