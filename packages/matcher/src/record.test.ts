import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { recordConfig, recordModelIndex } from "./record.ts";

const flux = {
  _class_name: "FluxPipeline",
  _diffusers_version: "0.30.1",
  feature_extractor: [null, null],
  scheduler: ["diffusers", "FlowMatchEulerDiscreteScheduler"],
  text_encoder: ["transformers", "CLIPTextModel"],
  text_encoder_2: ["transformers", "T5EncoderModel"],
  tokenizer: ["transformers", "CLIPTokenizer"],
  transformer: ["diffusers", "FluxTransformer2DModel"],
  vae: ["diffusers", "AutoencoderKL"],
};

describe("recordModelIndex", () => {
  test("the worked example of spec 4.4", () => {
    const { fields, empty, dropped, ambiguous, notes } = recordModelIndex(flux);
    expect(fields).toEqual({
      modelArchitecture: "FluxPipeline",
      modelFormat: { name: "diffusers", version: "0.30.1" },
      modelFramework: { name: "diffusers", version: "0.30.1" },
      diffusionPipeline: {
        className: "FluxPipeline",
        scheduler: { library: "diffusers", type: "FlowMatchEulerDiscreteScheduler" },
        textEncoder: { library: "transformers", type: "CLIPTextModel" },
        tokenizer: { library: "transformers", type: "CLIPTokenizer" },
        transformer: { library: "diffusers", type: "FluxTransformer2DModel" },
        vae: { library: "diffusers", type: "AutoencoderKL" },
        additionalComponents: new Map([
          ["feature_extractor", {}],
          ["text_encoder_2", { library: "transformers", type: "T5EncoderModel" }],
        ]),
      },
    });
    expect({ empty, dropped, ambiguous }).toEqual({ empty: ["feature_extractor"], dropped: [], ambiguous: [] });
    expect(notes).toEqual([{ code: "size/not-derivable" }]);
  });

  test("what is dropped, and why", () => {
    const { dropped } = recordModelIndex({
      _class_name: "P",
      _x: [],
      a: null,
      b: [],
      c: ["a", 1],
      d: {},
      e: ["l", "t", "u"],
      f: true,
    });
    expect(dropped).toEqual([
      { key: "_x", why: "underscore" },
      { key: "a", why: "not-a-component" },
      { key: "b", why: "empty-list" },
      { key: "c", why: "list-with-other-values" },
      { key: "d", why: "object-without-class-and-library" },
      { key: "e", why: "further-items" },
      { key: "f", why: "not-a-component" },
    ]);
  });

  test("transformer and unet share a field", () => {
    const { ambiguous, fields } = recordModelIndex({ _class_name: "P", transformer: ["d", "T"], unet: ["d", "U"] });
    expect(ambiguous).toEqual([
      {
        field: "transformer",
        choices: [
          { key: "transformer", component: { library: "d", type: "T" } },
          { key: "unet", component: { library: "d", type: "U" } },
        ],
      },
    ]);
    expect(fields.diffusionPipeline?.transformer).toEqual({ library: "d", type: "U" });
  });

  test("no version, no class", () => {
    const { fields, notes } = recordModelIndex({ vae: ["d", "V"] });
    expect(fields.modelFormat).toEqual({ name: "diffusers", version: "" });
    expect(fields.modelArchitecture).toBeUndefined();
    expect(notes.map(({ code }) => code)).toEqual(["size/not-derivable", "version/empty", "architecture/unset"]);
  });

  test("keys that every object has are ordinary keys", () => {
    const { fields } = recordModelIndex(
      JSON.parse('{"_class_name":"P","__proto__":["a","b"],"constructor":["a","b"]}'),
    );
    expect([...(fields.diffusionPipeline?.additionalComponents?.keys() ?? [])]).toEqual(["constructor"]);
  });

  test.each([[null], [[]], ["x"], [5]])("%j is no file", (json) => {
    expect(recordModelIndex(json)).toMatchObject({ error: "model_index.json does not hold a JSON object", fields: {} });
  });
});

describe("recordConfig", () => {
  test("a plain model", () => {
    expect(recordConfig({ architectures: ["LlamaForCausalLM"], transformers_version: "4.45.0.dev0" })).toEqual({
      fields: {
        modelArchitecture: "LlamaForCausalLM",
        modelFormat: { name: "safetensors", version: "1.0.0" },
        modelFramework: { name: "transformers", version: "4.45.0.dev0" },
      },
      dropped: [],
      empty: [],
      ambiguous: [],
      notes: [{ code: "size/not-derivable" }, { code: "quantization/other-file" }],
    });
  });

  test.each([
    ["fp8", { quant_method: "fp8" }, "fp8", []],
    ["fbgemm_fp8", { quant_method: "fbgemm_fp8" }, "fbgemm_fp8", []],
    ["mxfp4", { quant_method: "mxfp4" }, "mxfp4", []],
    ["nvfp4", { quant_method: "nvfp4" }, "nvfp4", []],
    ["compressed-tensors", { quant_method: "compressed-tensors" }, "compressed-tensors", []],
    ["4-bit gptq", { quant_method: "gptq", bits: 4 }, "int4", []],
    ["4-bit awq", { quant_method: "awq", w_bit: 4 }, "int4", []],
    ["8-bit gptq", { quant_method: "gptq", bits: 8 }, undefined, ["quantization/not-recorded"]],
    ["gptq of unknown width", { quant_method: "gptq" }, undefined, ["quantization/not-known"]],
    ["bitsandbytes", { quant_method: "bitsandbytes" }, undefined, ["quantization/not-recorded"]],
    ["modelopt", { quant_method: "modelopt" }, undefined, ["quantization/not-known"]],
    ["no method", {}, undefined, ["quantization/not-known"]],
  ])("%s", (_name, quantization_config, expected, codes) => {
    const { fields, notes } = recordConfig({ architectures: ["A"], transformers_version: "1", quantization_config });
    expect(fields.quantization).toBe(expected);
    const last = expected === undefined ? ["quantization/other-file"] : [];
    expect(notes.map(({ code }) => code)).toEqual(["size/not-derivable", ...codes, ...last]);
  });

  test("what is missing is said", () => {
    const { fields, notes } = recordConfig({ architectures: [] });
    expect(fields).toEqual({
      modelFormat: { name: "safetensors", version: "1.0.0" },
      modelFramework: { name: "transformers" },
    });
    expect(notes.map(({ code }) => code)).toContain("version/unset");
    expect(notes.map(({ code }) => code)).toContain("architecture/unset");
    expect(recordConfig({ architectures: ["A", "B"] }).notes.map(({ code }) => code)).toContain("architecture/several");
  });
});

test("no file makes it throw", () => {
  fc.assert(
    fc.property(fc.anything(), fc.dictionary(fc.string(), fc.anything()), (any, file) => {
      for (const json of [
        any,
        file,
        { ...file, _class_name: any, vae: any },
        { architectures: any, quantization_config: any },
      ]) {
        recordModelIndex(json);
        recordConfig(json);
      }
    }),
  );
});
