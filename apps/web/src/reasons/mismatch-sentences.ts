/** Each way in which an entry can differ from a model, said with both values. Leaving out a code does not compile. */
import type { MismatchResponse } from "@ome-matrix/contract";
import type { MismatchCode, VersionCause } from "@ome-matrix/matcher";
import { code, type Phrase, phrase, value } from "./phrase.ts";

/** The model's value, or that there is none. */
const modelValue = (mismatch: MismatchResponse): Phrase =>
  mismatch.model === undefined ? phrase`none` : phrase`${value(mismatch.model)}`;

const entryValue = (mismatch: MismatchResponse): Phrase =>
  mismatch.runtime === undefined ? phrase`none` : phrase`${value(mismatch.runtime)}`;

const operator = (mismatch: MismatchResponse): Phrase => phrase`${value(mismatch.operator ?? "Equal")}`;

const component = (mismatch: MismatchResponse): Phrase => phrase`${value(mismatch.component ?? mismatch.path)}`;

/** A component can be there without a library or a type; `""` is the same as none there. */
const componentOnModel = (mismatch: MismatchResponse, part: string): Phrase =>
  mismatch.model === undefined || mismatch.model === ""
    ? phrase`the model’s states no ${part}`
    : phrase`the model’s is ${modelValue(mismatch)}`;

const versionSentence: { readonly [Cause in VersionCause]: (mismatch: MismatchResponse) => Phrase } = {
  "unparsable-on-model": (mismatch) =>
    phrase`The model’s ${modelValue(mismatch)} is not a version OME can read, so it matches nothing; the entry has ${entryValue(mismatch)}.`,
  "unparsable-on-runtime": (mismatch) =>
    phrase`The entry’s ${entryValue(mismatch)} is not a version OME can read, so it matches nothing; the model has ${modelValue(mismatch)}.`,
  "unparsable-on-both": (mismatch) =>
    phrase`Neither the entry’s ${entryValue(mismatch)} nor the model’s ${modelValue(mismatch)} is a version OME can read, so they match nothing, not even each other.`,
  "not-equal": (mismatch) =>
    phrase`The entry asks for exactly ${entryValue(mismatch)}; the model has ${modelValue(mismatch)}.`,
  "suffix-forces-equality": (mismatch) =>
    phrase`A version with a suffix matches only the very same version, whatever the operator: the entry has ${entryValue(mismatch)}, the model ${modelValue(mismatch)}.`,
  "parts-differ": (mismatch) =>
    phrase`With ${operator(mismatch)} both versions need the same number of parts: the entry has ${entryValue(mismatch)}, the model ${modelValue(mismatch)}.`,
  "prefix-differs": (mismatch) =>
    phrase`With ${operator(mismatch)} both versions or neither must begin with ${code("v")}: the entry has ${entryValue(mismatch)}, the model ${modelValue(mismatch)}.`,
  "above-limit": (mismatch) =>
    mismatch.operator === "GreaterThan"
      ? phrase`The entry accepts only versions below ${entryValue(mismatch)}; the model has ${modelValue(mismatch)}.`
      : phrase`The entry accepts versions up to ${entryValue(mismatch)}; the model has ${modelValue(mismatch)}.`,
  "unknown-operator": (mismatch) =>
    phrase`OME does not know the operator ${operator(mismatch)} and asks for equality: the entry has ${entryValue(mismatch)}, the model ${modelValue(mismatch)}.`,
};

const sayVersions = (mismatch: MismatchResponse): Phrase => versionSentence[mismatch.cause ?? "not-equal"](mismatch);

const oneSided = phrase`a value on one side only never matches`;

const sentences: { readonly [Code in MismatchCode]: (mismatch: MismatchResponse) => Phrase } = {
  "cache-provider/not-configured": () =>
    phrase`The model is ${code("Sharded")}, and OME has no cache provider for sharded models yet.`,
  "pipeline/missing-on-model": () => phrase`The entry asks for a diffusion pipeline; the model has none recorded.`,
  "pipeline-class/differs": (mismatch) =>
    phrase`The entry asks for the pipeline class ${entryValue(mismatch)}; the model’s is ${modelValue(mismatch)}.`,
  "pipeline-class/missing-on-model": (mismatch) =>
    phrase`The entry asks for the pipeline class ${entryValue(mismatch)}; the model’s pipeline names none.`,
  "pipeline-component/missing-on-model": (mismatch) =>
    phrase`The entry asks for the component ${component(mismatch)}; the model’s pipeline does not have it.`,
  "pipeline-library/differs": (mismatch) =>
    phrase`The entry asks for ${component(mismatch)} from the library ${entryValue(mismatch)}; ${componentOnModel(mismatch, "library")}.`,
  "pipeline-type/differs": (mismatch) =>
    phrase`The entry asks for ${component(mismatch)} of the type ${entryValue(mismatch)}; ${componentOnModel(mismatch, "type")}.`,
  "additional-components/missing-on-model": (mismatch) =>
    phrase`The entry asks for the additional component ${component(mismatch)}; the model’s pipeline has no additional components.`,
  "additional-component/missing-on-model": (mismatch) =>
    phrase`The entry asks for the additional component ${component(mismatch)}; the model’s pipeline does not have it.`,
  "architecture/differs": (mismatch) =>
    phrase`The entry is for ${entryValue(mismatch)}; the model is ${modelValue(mismatch)}.`,
  "architecture/missing-on-model": (mismatch) =>
    phrase`The entry is for ${entryValue(mismatch)}; the model states no architecture.`,
  "architecture/missing-on-runtime": (mismatch) =>
    phrase`The model is ${modelValue(mismatch)}; the entry states no architecture, and ${oneSided}.`,
  "quantization/differs": (mismatch) =>
    phrase`The entry is for ${entryValue(mismatch)}; the model is ${modelValue(mismatch)}.`,
  "quantization/missing-on-model": (mismatch) =>
    phrase`The entry is for ${entryValue(mismatch)}; the model states no quantization.`,
  "quantization/missing-on-runtime": (mismatch) =>
    phrase`The model is ${modelValue(mismatch)}; the entry states no quantization, and ${oneSided}.`,
  "format-name/differs": (mismatch) =>
    phrase`The entry reads ${entryValue(mismatch)}; the model is ${modelValue(mismatch)}.`,
  "format-version/not-accepted": sayVersions,
  "format-version/missing-on-model": (mismatch) =>
    phrase`The entry asks for ${entryValue(mismatch)}; the model states no format version.`,
  "format-version/missing-on-runtime": (mismatch) =>
    phrase`The model has ${modelValue(mismatch)}; the entry states no format version, and ${oneSided}.`,
  "framework/missing-on-model": (mismatch) =>
    phrase`The entry asks for ${entryValue(mismatch)}; the model states no framework.`,
  "framework/missing-on-runtime": (mismatch) =>
    phrase`The model uses ${modelValue(mismatch)}; the entry states no framework.`,
  "framework-name/differs": (mismatch) =>
    phrase`The entry is for ${entryValue(mismatch)}; the model uses ${modelValue(mismatch)}.`,
  "framework-version/not-accepted": sayVersions,
  "framework-version/missing-on-model": (mismatch) =>
    phrase`The entry asks for ${entryValue(mismatch)}; the model states no framework version.`,
  "framework-version/missing-on-runtime": (mismatch) =>
    phrase`The model has ${modelValue(mismatch)}; the entry states no framework version, and ${oneSided}.`,
  "entry/unknown": () => phrase`The entry states no format; a real cluster refuses such an entry.`,
};

/** One difference as a sentence with both values. */
export const sayMismatch = (mismatch: MismatchResponse): Phrase => sentences[mismatch.code](mismatch);

/** For an upper limit the plain `asks for` would tell the opposite of what holds. */
const asked = (mismatch: MismatchResponse): Phrase => {
  if (mismatch.cause !== "above-limit") return entryValue(mismatch);
  return mismatch.operator === "GreaterThan"
    ? phrase`below ${entryValue(mismatch)}`
    : phrase`at most ${entryValue(mismatch)}`;
};

/** One difference in a table's cell, beside its title: what the model has, and what the entry asks for. */
export const sayMismatchBriefly = (mismatch: MismatchResponse): Phrase => {
  switch (mismatch.code) {
    case "cache-provider/not-configured":
      return phrase`${code("Sharded")}, cannot be served yet`;
    case "pipeline/missing-on-model":
      return phrase`not recorded on the model`;
    case "pipeline-component/missing-on-model":
    case "additional-components/missing-on-model":
    case "additional-component/missing-on-model":
      return phrase`not recorded on the model`;
    case "pipeline-library/differs":
      return phrase`library ${modelValue(mismatch)}, entry asks for ${entryValue(mismatch)}`;
    case "pipeline-type/differs":
      return phrase`type ${modelValue(mismatch)}, entry asks for ${entryValue(mismatch)}`;
    case "entry/unknown":
      return phrase`not set on the entry`;
    default:
      if (mismatch.runtime === undefined) return phrase`${modelValue(mismatch)}, entry states none`;
      if (mismatch.model === undefined) return phrase`none, entry asks for ${entryValue(mismatch)}`;
      return phrase`${modelValue(mismatch)}, entry asks for ${asked(mismatch)}`;
  }
};
