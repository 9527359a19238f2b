import { expect, test } from "vitest";
import { modelWith } from "../../test/base.ts";
import { formatLabel } from "./label.ts";

test.each([
  [modelWith({}), "mt:safetensors:1.0.0:LlamaForCausalLM:transformers:4.45.0.dev0"],
  [modelWith({ quantization: "fp8" }), "mt:safetensors:1.0.0:LlamaForCausalLM:fp8:transformers:4.45.0.dev0"],
  [{ modelFormat: { name: "gguf" } }, "mt:gguf"],
  [{ modelFormat: { name: "gguf" }, modelFramework: { name: "llama.cpp" } }, "mt:gguf:llama.cpp"],
  [{ modelFormat: { name: "gguf", version: "" }, modelArchitecture: "" }, "mt:gguf::"],
  [{ modelFormat: { name: "gguf" }, modelFramework: {} }, "mt:gguf:"],
  [{}, "mt:"],
])("%j", (model, expected) => {
  expect(formatLabel(model)).toBe(expected);
});
