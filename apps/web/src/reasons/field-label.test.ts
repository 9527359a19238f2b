import { expect, it } from "vitest";
import { fieldLabel } from "./field-label.ts";

it.each([
  ["modelFramework.version", "framework version"],
  ["diffusionPipeline", "diffusion pipeline"],
  ["diffusionPipeline.className", "pipeline class"],
  ["diffusionPipeline.vae", "vae"],
  ["diffusionPipeline.textEncoder.library", "textEncoder library"],
  ["diffusionPipeline.additionalComponents.text_encoder_2.type", "text_encoder_2 type"],
  ["diffusionPipeline.additionalComponents.a.b", "a.b"],
  ["engineConfig.annotations[ome.io/deploymentMode]", "engineConfig.annotations[ome.io/deploymentMode]"],
])("calls %s %s", (path, label) => {
  expect(fieldLabel(path)).toBe(label);
});
