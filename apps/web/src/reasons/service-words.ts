/** What InferenceServices get, in words. Leaving out a code does not compile; OME's own sentences stand beside these. */
import type { InheritanceResponse, ServiceMessageResponse } from "@ome-matrix/contract";
import type { DriftCode, PairState, ServiceNoteCode, ServiceResultCode } from "@ome-matrix/matcher";
import type { CalloutView } from "./callout-view.ts";
import { code, type Phrase, phrase } from "./phrase.ts";
import type { Words } from "./reason-words.ts";

/** `problem`: it has no runtime, or gets no workload. `attention`: it runs, and somebody should look. */
export type Severity = "problem" | "attention" | "fine";

export interface ResultWords {
  /** In a list, where a runtime's name would stand. */
  readonly title: string;
  /** As the answer on the service's page, without a full stop. */
  readonly lead: string;
  readonly meaning: Phrase;
  readonly severity: Severity;
  readonly tone: CalloutView["tone"];
  /** The mark that comes closest. */
  readonly mark: PairState;
  /** Whether the runtime declares the model. */
  readonly declares: "yes" | "no" | "no model" | "–";
}

const noRuntime = { severity: "problem", tone: "near", mark: "error", declares: "–" } as const;
const unreadable = { severity: "problem", tone: "error", mark: "error", declares: "–" } as const;

export const resultWords: { readonly [Code in ServiceResultCode]: ResultWords } = {
  "service-unreadable": {
    ...unreadable,
    title: "cannot be read",
    lead: "This InferenceService cannot be read",
    meaning: phrase`Until it is repaired nobody can say what it gets. All others stand.`,
  },
  "model-not-found": {
    ...noRuntime,
    title: "model not found",
    lead: "Its model does not exist",
    meaning: phrase`Neither a BaseModel of its namespace nor a ClusterBaseModel has the name.`,
  },
  "model-unreadable": {
    ...unreadable,
    title: "model cannot be read",
    lead: "Its model cannot be read",
    meaning: phrase`Until the model is repaired it cannot be compared with any runtime.`,
  },
  "model-disabled": {
    ...noRuntime,
    mark: "disabled",
    title: "model disabled",
    lead: "Its model is disabled",
    meaning: phrase`The model sets ${code("spec.disabled: true")}. The webhook refuses every change of the InferenceService.`,
  },
  "model-elsewhere": {
    ...noRuntime,
    mark: "not-applicable",
    title: "model in another namespace",
    lead: "Its model’s files are in another namespace",
    meaning: phrase`A ClusterBaseModel on ${code("pvc://")} can only be used from the namespace of its claim.`,
  },
  "model-sharded": {
    ...noRuntime,
    title: "Sharded model",
    lead: "Its model is Sharded, which cannot be served yet",
    meaning: phrase`OME has no cache provider for sharded models. The webhook refuses the InferenceService.`,
  },
  "model-without-format": {
    ...noRuntime,
    mark: "unknown",
    title: "model without a format",
    lead: "Its model has no format yet",
    meaning: phrase`OME compares no runtime with a model without ${code("spec.modelFormat.name")}.`,
  },
  "runtime-not-found": {
    ...noRuntime,
    title: "named, not found",
    lead: "The runtime it names does not exist",
    meaning: phrase`OME never picks another one in its place.`,
  },
  "runtime-unreadable": {
    ...unreadable,
    title: "named, cannot be read",
    lead: "The runtime it names cannot be read",
    meaning: phrase`The runtime, or one that it inherits from, has to be repaired first.`,
  },
  "runtime-disabled": {
    ...noRuntime,
    mark: "disabled",
    title: "named, disabled",
    lead: "The runtime it names is disabled",
    meaning: phrase`With what it inherits, its ${code("spec.disabled")} is ${code("true")}. The webhook refuses every change of the InferenceService.`,
  },
  "inheritance-broken": {
    ...noRuntime,
    title: "named, broken inheritance",
    lead: "The runtime it names inherits from a chain that is broken",
    meaning: phrase`The webhook refuses every change of the InferenceService; what runs is left as it is.`,
  },
  "nothing-selected": {
    ...noRuntime,
    title: "no runtime found",
    lead: "OME finds no runtime for it",
    meaning: phrase`OME looks again when a runtime changes or the InferenceService does, not when the model changes.`,
  },
  "no-model": {
    ...noRuntime,
    mark: "unknown",
    title: "names nothing",
    lead: "It names neither a model nor a runtime",
    meaning: phrase`There is nothing that OME could select for.`,
  },
  "does-not-declare": {
    title: "named",
    lead: "It names a runtime that does not declare its model",
    meaning: phrase`OME uses it all the same, since it is named. Whether it can load the model is up to who named it.`,
    severity: "attention",
    tone: "near",
    mark: "pin-only",
    declares: "no",
  },
  "named-without-model": {
    title: "named",
    lead: "It names a runtime and no model",
    meaning: phrase`There is nothing to compare, so the runtime is used as it is.`,
    severity: "fine",
    tone: "pin",
    mark: "pin-only",
    declares: "no model",
  },
  declares: {
    title: "named",
    lead: "It names a runtime that declares its model",
    meaning: phrase`Neither ${code("autoSelect")} nor the score counts for a runtime that is named.`,
    severity: "fine",
    tone: "pin",
    mark: "pin-only",
    declares: "yes",
  },
  selected: {
    title: "picked",
    lead: "OME picks a runtime for it",
    meaning: phrase``,
    severity: "fine",
    tone: "selected",
    mark: "selected",
    declares: "yes",
  },
};

export interface ServiceNoteWords extends Words {
  readonly severity: Severity;
}

const note = (severity: Severity, title: string, meaning: Phrase): ServiceNoteWords => ({ severity, title, meaning });

export const serviceNoteWords: { readonly [Code in ServiceNoteCode]: ServiceNoteWords } = {
  "model/wrong-kind": note(
    "problem",
    "The model’s kind is wrong.",
    phrase`${code("spec.model.kind")} must be the kind of the model; left out, it is ${code("ClusterBaseModel")}. The webhook lets it pass, and nothing is generated.`,
  ),
  "model/shadows": note(
    "fine",
    "A BaseModel stands in front.",
    phrase`The namespace’s BaseModel is used, and not the ClusterBaseModel of the same name.`,
  ),
  "selection/own-image": note(
    "fine",
    "It brings its own image.",
    phrase`The webhook then does not insist on a runtime; automatic selection comes later.`,
  ),
  "selection/without-parent": note(
    "attention",
    "What is picked runs without its parent.",
    phrase`Automatic selection takes the runtime’s own spec only, without the container and flags that it inherits. Named in ${code("spec.runtime.name")}, it would get both.`,
  ),
  "runtime/namespaced-passed-over": note(
    "attention",
    "Two runtimes have the name.",
    phrase`The ClusterServingRuntime is used. Before OME v1.3 it was the namespace’s ServingRuntime, which now needs ${code("spec.runtime.kind: ServingRuntime")}.`,
  ),
  "runtime/namespaced-taken": note(
    "fine",
    "The namespace’s runtime is used.",
    phrase`There is no ClusterServingRuntime of the name, so the ServingRuntime of the namespace is taken.`,
  ),
  "runtime/class-dropped": note(
    "attention",
    "The accelerator class is dropped.",
    phrase`The runtime lists no classes, so OME drops class and policy of the InferenceService without a word.`,
  ),
  "runtime/class-not-checked": note(
    "fine",
    "The accelerator class is not checked.",
    phrase`Without a model OME does not look at it.`,
  ),
  "runtime/pinned": note(
    "fine",
    "It is pinned to a snapshot.",
    phrase`With ${code("autoSync: false")} what runs is the runtime as it was then. What is said here is about the runtime as it is now.`,
  ),
};

/** Short for a list, and what it means. */
export const driftWords: { readonly [Code in DriftCode]: Words } = {
  "drift/snapshot": {
    title: "snapshot is behind",
    meaning: phrase`The runtime has changed since it was pinned. The workload is not updated until it is rolled forward or the change is undone.`,
  },
  "drift/other-runtime": {
    title: "another runtime",
    meaning: phrase`The label names another runtime than the one that OME would take now.`,
  },
  "drift/none-now": {
    title: "none now",
    meaning: phrase`Its status says that a runtime was found, and now there would be none. What runs keeps serving.`,
  },
  "drift/found-now": {
    title: "one found now",
    meaning: phrase`Its status says that no runtime was found, and now there would be one. OME has not looked again yet; a changed model does not make it look.`,
  },
};

/** Where OME says it. */
export const placeWords: { readonly [Place in ServiceMessageResponse["place"]]: string } = {
  refusal: "The webhook refuses it when it is applied",
  warning: "The webhook warns when it is applied",
  condition: "Condition RuntimeReady is False",
  event: "Event",
};

/** How much of OME's text is known; empty for all of it. */
export const partWords: { readonly [Known in ServiceMessageResponse["part"]]: string } = {
  whole: "",
  beginning: "the text begins so",
  middle: "the text contains this",
  end: "the text ends so",
};

type ChainErrorCode = NonNullable<InheritanceResponse["error"]>["code"];

export const chainErrorWords: { readonly [Code in ChainErrorCode]: Words } = {
  "inheritance/parent-not-found": {
    title: "A parent is missing.",
    meaning: phrase`A ClusterServingRuntime inherits from ClusterServingRuntimes only; a ServingRuntime also from those of its namespace.`,
  },
  "inheritance/cycle": {
    title: "The chain comes back to itself.",
    meaning: phrase`A name may occur once in a chain, whatever the kind.`,
  },
  "inheritance/too-long": {
    title: "The chain is too long.",
    meaning: phrase`It may hold five runtimes: the runtime and four ancestors.`,
  },
};
