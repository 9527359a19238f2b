/**
 * What every code means, in words for somebody who does not know OME's rules. Leaving out a code does not compile.
 * OME's own sentence is never taken apart; it stands beside these words, letter for letter.
 */
import type {
  DifferingField,
  Gate,
  MismatchCode,
  ModelRejection,
  NoteCode,
  RankStep,
  RejectionCode,
  SkipCode,
  VersionCause,
  Warning,
} from "@ome-matrix/matcher";
import { code, type Phrase, phrase } from "./phrase.ts";

export interface Words {
  /** A few words, as a heading or in a list. */
  readonly title: string;
  /** What it means, in one or two sentences. */
  readonly meaning: Phrase;
}

const words = (title: string, meaning: Phrase): Words => ({ title, meaning });

const autoSelect = code("autoSelect: true");

export const gateWords: { readonly [Code in Gate]: Words } = {
  disabled: words(
    "disabled",
    phrase`A runtime with ${code("spec.disabled: true")} is passed over before anything else.`,
  ),
  "accelerator-class": words(
    "accelerator class",
    phrase`Every accelerator class that the InferenceService names must be in the runtime’s list.`,
  ),
  "deployment-mode": words(
    "deployment mode",
    phrase`Where the InferenceService and the runtime both state a deployment mode, the two must be the same.`,
  ),
  formats: words(
    "formats",
    phrase`One entry of ${code("supportedModelFormats")} must agree with the model in every field.`,
  ),
  size: words("size", phrase`The model’s size must lie within the runtime’s range, bounds included.`),
  "auto-select": words(
    "automatic selection",
    phrase`OME only picks a runtime by itself when one of its entries sets ${autoSelect}.`,
  ),
  score: words("score", phrase`OME only picks a runtime by itself when its score is above 0.`),
};

export const reasonWords: {
  readonly [Code in RejectionCode | SkipCode | ModelRejection["code"]]: Words;
} = {
  "model/no-format": words(
    "The model has no format",
    phrase`OME evaluates no runtime for a model without ${code("spec.modelFormat.name")}.`,
  ),
  "runtime/disabled": words(
    "The runtime is disabled",
    phrase`Somebody set ${code("spec.disabled: true")}. OME neither selects it nor lets an InferenceService name it.`,
  ),
  "accelerator-class/not-supported": words(
    "An accelerator class is not in the runtime’s list",
    phrase`The runtime must list every accelerator class that the InferenceService names. A runtime that lists none fails as well.`,
  ),
  "deployment-mode/differs": words(
    "The deployment modes differ",
    phrase`The runtime is made for one deployment mode and the InferenceService asks for another.`,
  ),
  "formats/none-defined": words(
    "The runtime has no entries",
    phrase`Without ${code("supportedModelFormats")} a runtime matches no model. Entries that it would inherit are not considered.`,
  ),
  "formats/no-entry-matches": words(
    "No entry matches",
    phrase`Each entry of ${code("supportedModelFormats")} differs from the model in at least one field.`,
  ),
  "size/outside-range": words(
    "The size is outside the range",
    phrase`An entry matches, but the model’s size is not within the runtime’s ${code("modelSizeRange")}.`,
  ),
  "auto-select/not-enabled": words(
    "No entry enables automatic selection",
    phrase`The model matches, but no entry sets ${autoSelect}. An InferenceService can still name this runtime.`,
  ),
  "auto-select/not-on-matching-entry": words(
    "The matching entry does not enable automatic selection",
    phrase`Another entry sets ${autoSelect}, but the one that matches this model does not, and no entry gives a score. An InferenceService can still name this runtime.`,
  ),
  "score/not-positive": words(
    "The score is not above 0",
    phrase`Weights below 0 brought the score down to 0. An InferenceService can still name this runtime.`,
  ),
};

export const mismatchWords: { readonly [Code in MismatchCode]: Words } = {
  "cache-provider/not-configured": words(
    "sharded model",
    phrase`The model’s ${code("distribution")} is ${code("Sharded")}. No cache provider for such models can be configured yet, so every entry fails.`,
  ),
  "pipeline/missing-on-model": words(
    "no diffusion pipeline recorded",
    phrase`The entry asks for a diffusion pipeline, and the model has none recorded. Models on ${code("pvc://")} volumes never get one recorded.`,
  ),
  "pipeline-class/differs": words(
    "pipeline class differs",
    phrase`The entry and the model name different pipeline classes.`,
  ),
  "pipeline-class/missing-on-model": words(
    "pipeline class not recorded",
    phrase`The entry asks for a pipeline class, and the model’s pipeline does not name one.`,
  ),
  "pipeline-component/missing-on-model": words(
    "component not recorded",
    phrase`The entry asks for a component that the model’s pipeline does not have.`,
  ),
  "pipeline-library/differs": words(
    "component’s library differs",
    phrase`The component comes from another library than the entry asks for.`,
  ),
  "pipeline-type/differs": words(
    "component’s type differs",
    phrase`The component is of another type than the entry asks for.`,
  ),
  "additional-components/missing-on-model": words(
    "additional component not recorded",
    phrase`The entry asks for an additional component, and the model’s pipeline has no additional components at all.`,
  ),
  "additional-component/missing-on-model": words(
    "additional component not recorded",
    phrase`The entry asks for an additional component that is not among those of the model’s pipeline.`,
  ),
  "architecture/differs": words(
    "architecture differs",
    phrase`The entry is made for another architecture. Upper and lower case count.`,
  ),
  "architecture/missing-on-model": words(
    "architecture not recorded",
    phrase`The entry is made for one architecture, and the model states none.`,
  ),
  "architecture/missing-on-runtime": words(
    "entry states no architecture",
    phrase`The model states an architecture and the entry does not. That is a difference: an entry without one is not for all architectures.`,
  ),
  "quantization/differs": words(
    "quantization differs",
    phrase`The entry is made for another quantization. Upper and lower case count.`,
  ),
  "quantization/missing-on-model": words(
    "quantization not recorded",
    phrase`The entry is made for a quantized model, and this model states no quantization.`,
  ),
  "quantization/missing-on-runtime": words(
    "entry states no quantization",
    phrase`The model is quantized and the entry states no quantization. That is a difference: an entry without one is for models without one.`,
  ),
  "format-name/differs": words(
    "format differs",
    phrase`The entry reads another file format. Upper and lower case count; the format versions are then not compared.`,
  ),
  "format-version/not-accepted": words(
    "format version not accepted",
    phrase`Both state a format version, and the entry does not accept the model’s.`,
  ),
  "format-version/missing-on-model": words(
    "format version not recorded",
    phrase`The entry asks for a format version, and the model states none.`,
  ),
  "format-version/missing-on-runtime": words(
    "entry states no format version",
    phrase`The model states a format version and the entry does not. That is a difference: an entry without one is for models without one.`,
  ),
  "framework/missing-on-model": words(
    "framework not recorded",
    phrase`Every entry asks for a framework, so a model without one matches nothing.`,
  ),
  "framework/missing-on-runtime": words(
    "entry states no framework",
    phrase`The entry states no framework. A real cluster refuses such an entry.`,
  ),
  "framework-name/differs": words(
    "framework differs",
    phrase`The entry is made for another framework. The framework versions are then not compared.`,
  ),
  "framework-version/not-accepted": words(
    "framework version not accepted",
    phrase`Both state a framework version, and the entry does not accept the model’s.`,
  ),
  "framework-version/missing-on-model": words(
    "framework version not recorded",
    phrase`The entry asks for a framework version, and the model states none.`,
  ),
  "framework-version/missing-on-runtime": words(
    "entry states no framework version",
    phrase`The model states a framework version and the entry does not. That is a difference: an entry without one is for models without one.`,
  ),
  "entry/unknown": words(
    "entry states no format",
    phrase`The entry has no ${code("modelFormat")}. A real cluster refuses such an entry.`,
  ),
};

export const versionCauseWords: { readonly [Cause in VersionCause]: Words } = {
  "unparsable-on-model": words(
    "not a version",
    phrase`OME cannot read the model’s text as a version. Such a text matches nothing.`,
  ),
  "unparsable-on-runtime": words(
    "not a version",
    phrase`OME cannot read the entry’s text as a version. Such a text matches nothing.`,
  ),
  "unparsable-on-both": words(
    "not versions",
    phrase`OME can read neither text as a version. Such texts match nothing, not even when they are the same.`,
  ),
  "not-equal": words("not equal", phrase`The entry accepts exactly its own version.`),
  "suffix-forces-equality": words(
    "a suffix asks for equality",
    phrase`A suffix such as ${code(".dev0")} on either side turns every operator into equality.`,
  ),
  "parts-differ": words(
    "different numbers of parts",
    phrase`With this operator both versions need the same number of parts: ${code("1.8")} and ${code("1.8.0")} do not go together.`,
  ),
  "prefix-differs": words(
    "only one begins with v",
    phrase`With this operator both versions or neither must begin with ${code("v")}.`,
  ),
  "above-limit": words(
    "above the entry’s limit",
    phrase`With this operator the entry’s version is the highest it accepts, not the lowest.`,
  ),
  "unknown-operator": words(
    "unknown operator",
    phrase`OME does not know this operator and asks for equality, with the same number of parts and the same prefix.`,
  ),
};

export const noteWords: { readonly [Code in NoteCode]: Words } = {
  "version/upper-limit": words(
    "An upper limit, not a minimum.",
    phrase`${code("GreaterThanOrEqual")} and ${code("GreaterThan")} compare the entry’s version with the model’s, in that order: the entry accepts models up to its own version.`,
  ),
  "version/exact": words(
    "Not a minimum.",
    phrase`A version on an entry is exact unless it has another operator, and with ${code("GreaterThanOrEqual")} it becomes an upper limit for the model.`,
  ),
  "version/suffix-forces-equality": words(
    "A suffix asks for equality.",
    phrase`As soon as either version has a suffix such as ${code(".dev0")}, ${code("-rc1")} or ${code("+cu12")}, the operator no longer counts: only the very same version matches, suffix included.`,
  ),
  "version/unparsable": words(
    "Not a version.",
    phrase`OME reads up to three numbers without leading zeros, then a suffix. What it cannot read matches nothing, not even the same text.`,
  ),
  "version/parts-or-prefix": words(
    "Spelling counts here.",
    phrase`With an operator other than ${code("Equal")}, both versions need the same number of parts, and both or neither a leading ${code("v")}. With ${code("Equal")} it would not matter.`,
  ),
  "version/unknown-operator": words(
    "Not an operator OME knows.",
    phrase`The API accepts any text as an operator. OME knows ${code("Equal")}, ${code("GreaterThan")} and ${code("GreaterThanOrEqual")}, in this spelling; every other one asks for strict equality.`,
  ),
  "field/one-sided": words(
    "Leaving out is not a wildcard.",
    phrase`A value that only one side sets never matches: an entry without it is for models without it.`,
  ),
  "field/empty-text": words(
    "The empty text is a value.",
    phrase`${code('""')} is set, so it is compared like any other value. Remove the field to leave it unset.`,
  ),
  "pipeline/random-order": words(
    "OME may name another component.",
    phrase`OME goes through additional components in random order and stops at the first that differs, so its sentence changes from run to run. Here they stand in alphabetical order.`,
  ),
  "pipeline/first-only": words(
    "OME names only the first.",
    phrase`OME stops at the first difference in a pipeline. The table shows all of them: repairing only the one in OME’s sentence is not enough.`,
  ),
  "size/reads-as-zero": words(
    "This size reads as 0.",
    phrase`OME knows the suffixes ${code("M")}, ${code("B")} and ${code("T")}, in upper case, right after the number. Anything else, such as ${code("4b")} or ${code("7GB")}, counts as 0.`,
  ),
  "size/reads-as-not-a-number": words(
    "This size is not a number.",
    phrase`It is neither below nor above any bound, so the size check always passes.`,
  ),
  "size/not-stated": words(
    "The size is not checked.",
    phrase`The model states no ${code("modelParameterSize")}, so every range lets it pass.`,
  ),
  "size/empty-range": words(
    "No size fits this range.",
    phrase`The lower bound is above the upper one, so the runtime refuses every model that states a size.`,
  ),
  "score/weight-zero": words(
    "A weight of 0 raises the score.",
    phrase`Written as ${code("weight: 0")} it counts as 10 for the format and as 5 for the framework. The lowest weight that counts as written is 1.`,
  ),
  "score/from-another-entry": words(
    "Another entry gave the score.",
    phrase`The score looks at format and framework only and takes the best entry, whether or not that entry matches the model’s architecture, quantization and pipeline.`,
  ),
  "auto-select/through-another-entry": words(
    "Enabled by another entry.",
    phrase`The matching entry does not set ${autoSelect}, but another one does. For OME one such entry is enough for the whole runtime.`,
  ),
  "auto-select/weights-not-positive": words(
    "The real cause is the weight.",
    phrase`OME’s sentence blames ${code("autoSelect")}. The matching entry leaves it unset, which counts; it is the weights that bring its score to 0 or below.`,
  ),
  "accelerator-class/pooled": words(
    "Engine and decoder are pooled.",
    phrase`OME throws the classes of engine and decoder together: this one runtime must list them all.`,
  ),
  "accelerator-class/not-checked": words(
    "Classes are not checked here.",
    phrase`The InferenceService names no model, and then OME does not look at its accelerator classes.`,
  ),
  "deployment-mode/not-a-mode": words(
    "Not a deployment mode.",
    phrase`OME knows ${code("RawDeployment")}, ${code("OMENative")}, ${code("MultiNode")} and ${code("VirtualDeployment")}, in this spelling. Any other text counts as if nothing were set.`,
  ),
  "cache-provider/none-exists": words(
    "Sharded models cannot be served yet.",
    phrase`They need a model cache provider, and none can be configured in this version of OME.`,
  ),
};

export const warningWords: { readonly [Code in Warning]: Words } = {
  "auto-select-not-enabled": words(
    "automatic selection is not enabled",
    phrase`The runtime supports the model, but no entry sets ${autoSelect}.`,
  ),
  "size-not-stated": words(
    "the size is not checked",
    phrase`The runtime has a size range, but the model states no size.`,
  ),
};

export const rankStepWords: { readonly [Step in RankStep]: Words } = {
  kind: words(
    "kind",
    phrase`A ServingRuntime of the namespace goes before every ClusterServingRuntime, whatever the scores.`,
  ),
  score: words("score", phrase`Among runtimes of the same kind the higher score goes first.`),
  "size-distance": words(
    "size distance",
    phrase`On equal scores the runtime whose size bounds lie closer to the model’s size goes first; no range counts as 0.`,
  ),
  name: words("name", phrase`When all else is equal, the name that comes first in the alphabet goes first.`),
};

export const fieldWords: { readonly [Field in DifferingField]: Words } = {
  "cache-provider": words("cache provider", phrase`How a sharded model reaches the nodes.`),
  pipeline: words("diffusion pipeline", phrase`The parts of a diffusion model, as in its ${code("model_index.json")}.`),
  architecture: words("architecture", phrase`The model’s class, such as ${code("LlamaForCausalLM")}.`),
  quantization: words("quantization", phrase`How the weights are compressed, such as ${code("fp8")}.`),
  "format-name": words("format name", phrase`The format of the weight files, such as ${code("safetensors")}.`),
  "format-version": words("format version", phrase`The version of the format of the weight files.`),
  "framework-name": words(
    "framework name",
    phrase`The library the model was saved with, such as ${code("transformers")}.`,
  ),
  "framework-version": words("framework version", phrase`The version of the library the model was saved with.`),
  size: words("size", phrase`The number of parameters, against the runtime’s range.`),
  "accelerator-class": words("accelerator class", phrase`The kind of accelerator the InferenceService asks for.`),
  "deployment-mode": words("deployment mode", phrase`How the InferenceService wants to be deployed.`),
};
