/** Why an obvious change is not offered, and what would be honest instead. Complete by type. */
import type { MalformedResponse, RefusalResponse } from "@ome-matrix/contract";
import { escapeControls, type RefusalCode } from "@ome-matrix/matcher";
import { fieldLabel } from "./field-label.ts";
import { named } from "./fix-words.ts";
import { code, listed, type Phrase, phrase, strong, value } from "./phrase.ts";

/** One refusal, or several of the same kind for several fields. */
export interface Refused extends RefusalResponse {
  readonly paths?: readonly string[];
}

interface RefusalSentences {
  /** What is not offered, without a full stop. */
  readonly what: (refusal: Refused) => Phrase;
  readonly why: (refusal: Refused) => Phrase;
}

const fieldOf = ({ path, paths }: Refused): Phrase => {
  const all = paths ?? (path === undefined ? [] : [path]);
  return all.length === 0 ? phrase`value` : listed([...new Set(all.map(fieldLabel))], "or");
};
const targetOf = ({ target }: RefusalResponse): Phrase =>
  target === undefined ? phrase`the object` : phrase`${named(target.name)}`;
const isOf = ({ target }: RefusalResponse, kinds: "Model" | "Runtime"): boolean =>
  target?.kind.endsWith(kinds) === true;
const namesOf = ({ names = [] }: RefusalResponse): Phrase => listed(names.map((name) => strong(escapeControls(name))));

const hasNames = ({ names = [] }: RefusalResponse): boolean => names.length > 0;

const asked = ({ entry, runtime }: RefusalResponse): Phrase =>
  runtime === undefined || runtime === ""
    ? phrase`what ${entry === undefined ? "the entry" : `entry ${entry + 1}`} asks for`
    : phrase`${value(runtime)}`;

/** `changing the architecture of writer from A to B`. */
const changing = (refusal: Refused): Phrase =>
  refusal.model === undefined
    ? phrase`changing the ${fieldOf(refusal)} of ${targetOf(refusal)} to ${asked(refusal)}`
    : phrase`changing the ${fieldOf(refusal)} of ${targetOf(refusal)} from ${value(refusal.model)} to ${asked(refusal)}`;

const filling = (refusal: Refused): Phrase =>
  refusal.runtime === undefined
    ? phrase`filling in the ${fieldOf(refusal)} of ${targetOf(refusal)}`
    : phrase`filling in the ${fieldOf(refusal)} of ${targetOf(refusal)} with ${value(refusal.runtime)}`;

const removing = (refusal: Refused): Phrase => phrase`removing the ${fieldOf(refusal)} of ${targetOf(refusal)}`;

const changingRuntime = (refusal: Refused): Phrase =>
  refusal.parts?.includes("runtime/enable") === true
    ? phrase`enabling ${targetOf(refusal)}`
    : phrase`changing ${targetOf(refusal)}`;
const naming = (refusal: Refused): Phrase =>
  isOf(refusal, "Runtime")
    ? phrase`naming ${targetOf(refusal)} on an InferenceService`
    : phrase`naming a runtime for ${targetOf(refusal)} on an InferenceService`;

const untrue = (what: string) => (): Phrase =>
  phrase`It would be untrue: ${what} is what the model’s files are, not what a label says.`;

export const refusalWords: { readonly [Code in RefusalCode]: RefusalSentences } = {
  "relabel-architecture": { what: changing, why: untrue("the architecture") },
  "relabel-quantization": {
    what: (refusal) => (refusal.runtime === undefined ? removing(refusal) : changing(refusal)),
    why: untrue("the quantization"),
  },
  "relabel-format": { what: changing, why: untrue("the format") },
  "relabel-framework": { what: changing, why: untrue("the framework") },
  "relabel-version": {
    what: changing,
    why: () => phrase`It would be untrue: this is the version that the model’s files state.`,
  },
  "relabel-pipeline-class": { what: changing, why: untrue("the pipeline class") },
  "relabel-pipeline-component": { what: changing, why: untrue("a component of the pipeline") },
  "relabel-size": {
    what: (refusal) => phrase`changing the size of ${targetOf(refusal)}`,
    why: (refusal) =>
      phrase`It would be untrue: the model has ${refusal.model === undefined ? "the size it states" : phrase`${value(refusal.model)} parameters`}, and no label makes it smaller or larger.`,
  },
  "claim-quantization": {
    what: filling,
    why: () => phrase`The entry is for quantized weights, and nothing says that this model’s are.`,
  },
  "files-say-otherwise": {
    what: filling,
    why: () => phrase`The ${code("model_index.json")} that you pasted says otherwise.`,
  },
  "class-is-not-the-architecture": {
    what: filling,
    why: () => phrase`The architecture that the model states is of another kind.`,
  },
  "files-have-none": {
    what: filling,
    why: () => phrase`OME has read the model’s files, and there is no such thing in them.`,
  },
  "not-durable": {
    what: (refusal) =>
      isOf(refusal, "Model") ? removing(refusal) : phrase`dropping the ${fieldOf(refusal)} on ${targetOf(refusal)}`,
    why: () => phrase`It would not last: OME fills in the version of the model by itself.`,
  },
  "removes-recorded-field": {
    what: removing,
    why: () => phrase`OME recorded it from the model’s files, and fills it in again where it is empty.`,
  },
  "not-read-yet": {
    what: filling,
    why: () => phrase`OME has not read the model’s files yet and may fill it in by itself.`,
  },
  "never-parses": {
    what: (refusal) => phrase`correcting the ${fieldOf(refusal)} of ${targetOf(refusal)}`,
    why: (refusal) => {
      const text = refusal.model === undefined ? phrase`The value` : phrase`${value(refusal.model)}`;
      return refusal.path === "modelParameterSize"
        ? phrase`${text} cannot be read as a size and so counts as 0; what it was meant to be is not clear, and so neither is whether the runtime carries it.`
        : phrase`${text} cannot be read as a version and so matches nothing; what it was meant to be is not clear.`;
    },
  },
  "no-version-known": {
    what: filling,
    why: () => phrase`The entry’s own operator refuses the version that the entry states, so there is none to fill in.`,
  },
  "no-framework": {
    what: (refusal) => phrase`appending an entry for ${targetOf(refusal)}`,
    why: () => phrase`The API wants a framework in every entry, and the model states none.`,
  },
  "unknown-accelerator-class": {
    what: changingRuntime,
    why: (refusal) =>
      hasNames(refusal)
        ? phrase`The webhook would refuse it: accelerator class ${namesOf(refusal)} does not exist.`
        : phrase`The webhook would refuse it: one of its accelerator classes has no name.`,
  },
  "different-priorities": {
    what: changingRuntime,
    why: ({ entries = [], names: [name] = [] }) => {
      const which = listed(entries.map((entry) => phrase`${entry + 1}`));
      const both = entries.length === 0 ? phrase`two of its entries` : phrase`its entries ${which}`;
      const share =
        name === undefined
          ? phrase`both have no ${code("name")}, which counts as the same one, and have different priorities`
          : phrase`share the name ${strong(escapeControls(name))} and have different priorities`;
      return phrase`The webhook would refuse it: ${both} ${share}.`;
    },
  },
  "profile-stays-disabled": {
    what: (refusal) => phrase`enabling ${targetOf(refusal)}`,
    why: () => phrase`It is a profile that other runtimes inherit from; the webhook keeps profiles disabled.`,
  },
  "broken-inheritance": {
    what: changingRuntime,
    why: (refusal) =>
      phrase`What it inherits from is missing or runs in a circle${hasNames(refusal) ? phrase`: ${namesOf(refusal)}` : ""}.`,
  },
  "api-refuses-object": {
    what: changingRuntime,
    why: () => phrase`The object has other values that the API refuses, so it would refuse the patch.`,
  },
  "mode-combination": {
    what: (refusal) => phrase`changing the deployment mode of ${targetOf(refusal)}`,
    why: () => phrase`The webhook wants ${code("OMENative")} for engine and decoder both, or for neither.`,
  },
  "no-runtime-for-service": {
    what: (refusal) => phrase`changing ${targetOf(refusal)}`,
    why: () => phrase`The webhook would refuse it: OME would find no runtime for the InferenceService.`,
  },
  "model-disabled": {
    what: naming,
    why: () => phrase`The model is disabled, and OME refuses InferenceServices with a disabled model.`,
  },
  "model-elsewhere": {
    what: naming,
    why: (refusal) =>
      phrase`The model’s files are on a PVC of ${hasNames(refusal) ? phrase`the namespace ${namesOf(refusal)}` : "one namespace"}, and OME refuses InferenceServices of other namespaces.`,
  },
  "model-hidden": {
    what: naming,
    why: (refusal) =>
      phrase`In ${hasNames(refusal) ? phrase`the namespace ${namesOf(refusal)}` : "the namespace"} a BaseModel of the same name stands in front of it, and InferenceServices get that one.`,
  },
  "model-sharded": {
    what: naming,
    why: () => phrase`The model’s ${code("distribution")} is ${code("Sharded")}, and OME cannot serve that yet.`,
  },
  "model-without-format": {
    what: naming,
    why: () => phrase`The model has no format, and OME refuses InferenceServices with such a model.`,
  },
  "named-runtime-disabled": {
    what: naming,
    why: () => phrase`OME refuses InferenceServices that name a disabled runtime.`,
  },
  "pinned-to-a-revision": {
    what: naming,
    why: () => phrase`The InferenceService is pinned to a revision of its runtime.`,
  },
  "keeps-a-snapshot": {
    what: naming,
    why: () =>
      phrase`The InferenceService sets ${code("autoSync: false")} and so keeps a snapshot of its runtime: OME would report drift, and what runs would not be updated.`,
  },
  "hides-inherited-list": {
    what: (refusal) =>
      refusal.parts?.includes("runtime/append-entry") === true
        ? phrase`appending an entry to ${targetOf(refusal)}`
        : phrase`listing the accelerator class on ${targetOf(refusal)}`,
    why: (refusal) =>
      phrase`With a list of its own the runtime no longer inherits one, and ${hasNames(refusal) ? phrase`InferenceServices that name it or one below it (${namesOf(refusal)})` : "InferenceServices that name it"} rely on that.`,
  },
  "named-already": {
    what: () => phrase`any change`,
    why: (refusal) =>
      phrase`${hasNames(refusal) ? phrase`InferenceService ${namesOf(refusal)}` : "The InferenceService"} names ${targetOf(refusal)}, which declares its model with all that it has and inherits.`,
  },
  "namespace-comes-first": {
    what: (refusal) => phrase`a priority with which ${targetOf(refusal)} wins`,
    why: (refusal) =>
      phrase`${hasNames(refusal) ? namesOf(refusal) : "Another one"} is a ServingRuntime of the namespace, and that comes before every ClusterServingRuntime.`,
  },
  "no-priority-wins": {
    what: (refusal) => phrase`a priority with which ${targetOf(refusal)} wins`,
    why: (refusal) =>
      hasNames(refusal)
        ? phrase`No priority is high enough against ${namesOf(refusal)}.`
        : phrase`No priority is high enough.`,
  },
  "selected-already": {
    what: () => phrase`any change`,
    why: ({ target, names: [namespace] = [] }) => {
      const where = namespace === undefined ? phrase`Here` : phrase`In ${strong(escapeControls(namespace))}`;
      const picks = phrase`${where} OME picks ${target === undefined ? "this runtime" : named(target.name)} for this model already`;
      return target?.kind === "ServingRuntime"
        ? phrase`${picks}; in other namespaces this runtime does not exist.`
        : phrase`${picks}.`;
    },
  },
  "not-applicable": {
    what: () => phrase`any change`,
    why: () => phrase`The model and the runtime do not meet in this namespace.`,
  },
  "not-readable": {
    what: () => phrase`any change`,
    why: ({ target }) =>
      target === undefined
        ? phrase`One of the objects cannot be read, and it has no name. Repair it first.`
        : phrase`${target.kind} ${named(target.name)} cannot be read. Repair it first; its page names the field.`,
  },
};

type Instead = RefusalResponse["instead"][number];

/** What is no fix and still honest. Fixes are named by themselves where they are in the list. */
export const insteadWords: { readonly [Code in Exclude<Instead, `${string}/${string}`>]: Phrase } = {
  "another-runtime": phrase`look for another runtime`,
  "wait-until-read": phrase`wait until OME has read the files`,
  "correct-by-hand": phrase`set the right value by hand`,
  "another-namespace": phrase`use it in that namespace`,
  "unpin-service": phrase`set ${code("spec.runtime.autoSync")} to ${code("true")} by hand and take out ${code("spec.runtime.revision")}, if whoever pinned it agrees`,
};

/** A value that OME cannot read, with its correction. */
export const sayMalformed = ({ target, path, value: text, kind, correction }: MalformedResponse): Phrase =>
  phrase`${code(path)} of ${named(target.name)} is ${value(text)}: ${
    kind === "version"
      ? "OME cannot read that as a version, so it matches nothing."
      : "OME cannot read that as a size, so the check does not do what was meant."
  }${
    correction === undefined
      ? " What it was meant to be is not clear."
      : phrase` It can only mean ${value(correction)}.`
  }`;
