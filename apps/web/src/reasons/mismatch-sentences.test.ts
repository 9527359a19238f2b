import type { MismatchResponse } from "@ome-matrix/contract";
import { mismatchCodes, type VersionCause, versionCauses } from "@ome-matrix/matcher";
import { expect, it } from "vitest";
import { sayMismatch, sayMismatchBriefly } from "./mismatch-sentences.ts";
import { plainText } from "./phrase.ts";

type Row = readonly [Partial<MismatchResponse> & Pick<MismatchResponse, "code">, string, string];

/** A framework version that the entry does not accept. */
const version = (model: string, runtime: string, cause: VersionCause, operator?: string): Row[0] => ({
  code: "framework-version/not-accepted",
  model,
  runtime,
  cause,
  ...(operator === undefined ? {} : { operator }),
});

const rows: readonly Row[] = [
  [
    { code: "cache-provider/not-configured", model: "Sharded" },
    "The model is Sharded, and OME has no cache provider for sharded models yet.",
    "Sharded, cannot be served yet",
  ],
  [
    { code: "pipeline/missing-on-model" },
    "The entry asks for a diffusion pipeline; the model has none recorded.",
    "not recorded on the model",
  ],
  [
    { code: "pipeline-class/differs", model: "FluxPipeline", runtime: "QwenImagePipeline" },
    "The entry asks for the pipeline class QwenImagePipeline; the model’s is FluxPipeline.",
    "FluxPipeline, entry asks for QwenImagePipeline",
  ],
  [
    { code: "pipeline-class/missing-on-model", runtime: "QwenImagePipeline" },
    "The entry asks for the pipeline class QwenImagePipeline; the model’s pipeline names none.",
    "none, entry asks for QwenImagePipeline",
  ],
  [
    { code: "pipeline-component/missing-on-model", component: "vae" },
    "The entry asks for the component vae; the model’s pipeline does not have it.",
    "not recorded on the model",
  ],
  [
    { code: "pipeline-library/differs", component: "vae", model: "transformers", runtime: "diffusers" },
    "The entry asks for vae from the library diffusers; the model’s is transformers.",
    "library transformers, entry asks for diffusers",
  ],
  [
    { code: "pipeline-type/differs", component: "vae", runtime: "AutoencoderKL" },
    "The entry asks for vae of the type AutoencoderKL; the model’s states no type.",
    "type none, entry asks for AutoencoderKL",
  ],
  [
    { code: "additional-components/missing-on-model", component: "image_encoder" },
    "The entry asks for the additional component image_encoder; the model’s pipeline has no additional components.",
    "not recorded on the model",
  ],
  [
    { code: "additional-component/missing-on-model", component: "image_encoder" },
    "The entry asks for the additional component image_encoder; the model’s pipeline does not have it.",
    "not recorded on the model",
  ],
  [
    { code: "architecture/differs", model: "A", runtime: "B" },
    "The entry is for B; the model is A.",
    "A, entry asks for B",
  ],
  [
    { code: "architecture/missing-on-model", runtime: "B" },
    "The entry is for B; the model states no architecture.",
    "none, entry asks for B",
  ],
  [
    { code: "architecture/missing-on-runtime", model: "" },
    'The model is ""; the entry states no architecture, and a value on one side only never matches.',
    '"", entry states none',
  ],
  [
    { code: "quantization/differs", model: "fp8", runtime: "int4" },
    "The entry is for int4; the model is fp8.",
    "fp8, entry asks for int4",
  ],
  [
    { code: "quantization/missing-on-model", runtime: "fp8" },
    "The entry is for fp8; the model states no quantization.",
    "none, entry asks for fp8",
  ],
  [
    { code: "quantization/missing-on-runtime", model: "fp8" },
    "The model is fp8; the entry states no quantization, and a value on one side only never matches.",
    "fp8, entry states none",
  ],
  [
    { code: "format-name/differs", model: "gguf", runtime: "safetensors" },
    "The entry reads safetensors; the model is gguf.",
    "gguf, entry asks for safetensors",
  ],
  [
    { code: "format-version/not-accepted", model: "2.0.0", runtime: "1.0.0", cause: "not-equal" },
    "The entry asks for exactly 1.0.0; the model has 2.0.0.",
    "2.0.0, entry asks for 1.0.0",
  ],
  [
    { code: "format-version/missing-on-model", runtime: "1.0.0" },
    "The entry asks for 1.0.0; the model states no format version.",
    "none, entry asks for 1.0.0",
  ],
  [
    { code: "format-version/missing-on-runtime", model: "1.0.0" },
    "The model has 1.0.0; the entry states no format version, and a value on one side only never matches.",
    "1.0.0, entry states none",
  ],
  [
    { code: "framework/missing-on-model", runtime: "transformers" },
    "The entry asks for transformers; the model states no framework.",
    "none, entry asks for transformers",
  ],
  [
    { code: "framework/missing-on-runtime", model: "transformers" },
    "The model uses transformers; the entry states no framework.",
    "transformers, entry states none",
  ],
  [
    { code: "framework-name/differs", model: "diffusers", runtime: "transformers" },
    "The entry is for transformers; the model uses diffusers.",
    "diffusers, entry asks for transformers",
  ],
  [
    version("4.51.0", "4.50.0", "above-limit", "GreaterThanOrEqual"),
    "The entry accepts versions up to 4.50.0; the model has 4.51.0.",
    "4.51.0, entry asks for at most 4.50.0",
  ],
  [
    version("4.50.0", "4.50.0", "above-limit", "GreaterThan"),
    "The entry accepts only versions below 4.50.0; the model has 4.50.0.",
    "4.50.0, entry asks for below 4.50.0",
  ],
  [
    version("4.45.0.dev0", "4.50.0", "suffix-forces-equality", "GreaterThanOrEqual"),
    "A version with a suffix matches only the very same version, whatever the operator: the entry has 4.50.0, the model 4.45.0.dev0.",
    "4.45.0.dev0, entry asks for 4.50.0",
  ],
  [
    version("1.7.0", "1.8", "parts-differ", "GreaterThan"),
    "With GreaterThan both versions need the same number of parts: the entry has 1.8, the model 1.7.0.",
    "1.7.0, entry asks for 1.8",
  ],
  [
    version("1.0.0", "v2.0.0", "prefix-differs", "GreaterThan"),
    "With GreaterThan both versions or neither must begin with v: the entry has v2.0.0, the model 1.0.0.",
    "1.0.0, entry asks for v2.0.0",
  ],
  [
    version("0.9.0", "1.0.0", "unknown-operator", "LessThan"),
    "OME does not know the operator LessThan and asks for equality: the entry has 1.0.0, the model 0.9.0.",
    "0.9.0, entry asks for 1.0.0",
  ],
  [
    version("", "1.0.0", "unparsable-on-model"),
    'The model’s "" is not a version OME can read, so it matches nothing; the entry has 1.0.0.',
    '"", entry asks for 1.0.0',
  ],
  [
    version("1.0.0", "1.0.0 ", "unparsable-on-runtime"),
    'The entry’s "1.0.0 " is not a version OME can read, so it matches nothing; the model has 1.0.0.',
    '1.0.0, entry asks for "1.0.0 "',
  ],
  [
    version("latest", "latest", "unparsable-on-both"),
    "Neither the entry’s latest nor the model’s latest is a version OME can read, so they match nothing, not even each other.",
    "latest, entry asks for latest",
  ],
  [
    { code: "framework-version/missing-on-model", runtime: "4.45.0" },
    "The entry asks for 4.45.0; the model states no framework version.",
    "none, entry asks for 4.45.0",
  ],
  [
    { code: "framework-version/missing-on-runtime", model: "4.45.0" },
    "The model has 4.45.0; the entry states no framework version, and a value on one side only never matches.",
    "4.45.0, entry states none",
  ],
  [
    { code: "entry/unknown" },
    "The entry states no format; a real cluster refuses such an entry.",
    "not set on the entry",
  ],
];

it.each(rows)("%o", (mismatch, sentence, brief) => {
  const whole = {
    field: "architecture",
    path: "modelArchitecture",
    namedByOme: true,
    message: "",
    ...mismatch,
  } as const;
  expect(plainText(sayMismatch(whole))).toBe(sentence);
  expect(plainText(sayMismatchBriefly(whole))).toBe(brief);
});

it("has a row for every code and every cause", () => {
  expect(new Set(rows.map(([{ code }]) => code))).toEqual(new Set(mismatchCodes));
  expect(new Set(rows.flatMap(([{ cause }]) => cause ?? []))).toEqual(new Set(versionCauses));
});
