/** One InferenceService, explained -> exactly what its page draws, apart from its inheritance. */
import type { ModelName, RuntimeName, ServiceExplanation, ServiceMessageResponse } from "@ome-matrix/contract";
import { acceleratorClassPlaces, escapeControls } from "@ome-matrix/matcher";
import type { CalloutView } from "../../reasons/callout-view.ts";
import { closestOf, type Difference, sayCount, toRowDifferences } from "../../reasons/differences.ts";
import { absentFact, ageFact, type FactView, fact, sayKind } from "../../reasons/fact-view.ts";
import { type NearView, toNearView } from "../../reasons/near-view.ts";
import type { NoteView } from "../../reasons/note-view.ts";
import type { ObjectView } from "../../reasons/object-view.ts";
import {
  code,
  counted,
  listed,
  modelLink,
  type Part,
  type Phrase,
  pairLink,
  phrase,
  runtimeLink,
  value,
} from "../../reasons/phrase.ts";
import { sayReadProblem } from "../../reasons/problem-view.ts";
import { type RankedView, sayFirst, toRankedViews } from "../../reasons/ranked-view.ts";
import { partWords, placeWords, resultWords, serviceNoteWords } from "../../reasons/service-words.ts";
import { sayDrift, sayPinned, toDrift, toInUse, toSync } from "./in-use-view.ts";
import { type ServiceInheritanceView, toServiceInheritance } from "./inheritance-view.ts";
import { severityOf } from "./services-view.ts";

/** A text of OME, with all places where it is to be read. */
export interface SaidView {
  readonly where: readonly Phrase[];
  readonly text: string;
  readonly shown: string;
}

export interface ConditionView {
  readonly type: string;
  readonly status: string;
  readonly tone: "pass" | "fail" | "none";
  readonly reason: string;
  readonly message: string;
}

export interface ServicePageView extends ObjectView {
  readonly namespace: string;
  readonly notes: readonly NoteView[];
  readonly said: readonly SaidView[];
  /** What stands there when it says nothing. */
  readonly saidNothing: string;
  /** Empty where automatic selection has no say. */
  readonly ranking: readonly RankedView[];
  /** How many runtimes were looked at; undefined where automatic selection has no say. */
  readonly checked: string | undefined;
  /** Where nothing is selected: what comes near. */
  readonly near: readonly NearView[];
  /** In what a named runtime differs from the model. */
  readonly differences: readonly Difference[];
  readonly inheritance: ServiceInheritanceView | undefined;
  readonly inUse: readonly FactView[];
  readonly conditions: readonly ConditionView[];
}

/** The pair, where there is a model to make one. */
const linkOf = (model: ModelName | undefined, runtime: RuntimeName): Part =>
  model === undefined ? runtimeLink(runtime) : pairLink(model, runtime);

const differencesOf = ({ verdict, reason }: ServiceExplanation): readonly Difference[] => {
  if (verdict === undefined || reason === undefined) return [];
  const mismatches = closestOf(verdict)?.mismatches ?? [];
  return toRowDifferences({ mismatches, differingFields: verdict.differingFields, reason });
};

/** `OME picks studio-phi.`, `It names vllm-gemma-h100, which declares its model.` */
const toLead = (explanation: ServiceExplanation): Phrase => {
  const { service } = explanation;
  const { code: result } = service.result;
  if (service.result.runtime !== undefined) {
    const runtime = linkOf(service.foundModel, service.result.runtime);
    if (result === "selected") return phrase`OME picks ${runtime}.`;
    if (result === "declares") return phrase`It names ${runtime}, which declares its model.`;
    if (result === "does-not-declare") return phrase`It names ${runtime}, which does not declare its model.`;
    if (result === "named-without-model") return phrase`It names ${runtime}, and no model.`;
  }
  return phrase`${resultWords[result].lead}.`;
};

/** `The nearest is srt-llama, one value off.` */
const nearSentences = ({ near, service }: ServiceExplanation): readonly Phrase[] => {
  const { foundModel } = service;
  if (foundModel === undefined) return [];
  const pinned = near.filter(({ state }) => state === "pin-only");
  const nearest = near.find(({ state }) => state === "near-miss");
  const names = listed(
    pinned.slice(0, 3).map(({ runtime }) => pairLink(foundModel, runtime)),
    "or",
  );
  return [
    ...(pinned.length === 0 ? [] : [phrase`It can name ${names}${pinned.length > 3 ? " or others" : ""}.`]),
    ...(nearest === undefined
      ? []
      : [phrase`The nearest is ${pairLink(foundModel, nearest.runtime)}. ${sayCount(toRowDifferences(nearest))}`]),
  ];
};

const toNear = ({ near, service, model }: ServiceExplanation): readonly NearView[] =>
  near
    .filter(({ state }) => state === "near-miss")
    .map((row) => toNearView(row, row.runtime, linkOf(service.foundModel, row.runtime), { size: model?.size }));

const toSentences = (explanation: ServiceExplanation): readonly Phrase[] => {
  const { ranking, service } = explanation;
  const { meaning } = resultWords[service.result.code];
  const differences = differencesOf(explanation);
  return [
    ...(ranking.length === 0 ? [] : [sayFirst(ranking, (runtime) => linkOf(service.foundModel, runtime))]),
    ...nearSentences(explanation),
    ...(differences.length === 0 ? [] : [sayCount(differences)]),
    meaning,
  ].filter((sentence) => sentence.length > 0);
};

const toCallout = (explanation: ServiceExplanation): CalloutView => {
  const { service } = explanation;
  const words = resultWords[service.result.code];
  const urgent = service.notes.filter((note) => serviceNoteWords[note].severity === "problem");
  const isPlain = words.severity === "fine" && severityOf(service) !== "fine";
  return {
    // It gets a runtime, and yet somebody should look.
    tone: isPlain ? "near" : words.tone,
    state: urgent.length > 0 ? "error" : words.mark,
    differences: 0,
    lead: urgent.length > 0 ? phrase`It gets no workload.` : toLead(explanation),
    sentences: [
      ...urgent.map((note) => phrase`${serviceNoteWords[note].title} ${serviceNoteWords[note].meaning}`),
      ...(urgent.length > 0 ? [phrase`Apart from that: ${toLead(explanation)}`] : toSentences(explanation)),
    ],
    remarks: [
      ...service.drift.map((drift) => {
        const { title, meaning } = sayDrift(service, drift);
        return phrase`Drift, ${title}: ${meaning}`;
      }),
      ...service.problems.map(sayReadProblem),
    ],
  };
};

const placeNames: { readonly [Place in (typeof acceleratorClassPlaces)[number]]: string } = {
  "metadata.annotations[ome.io/accelerator-class]": "annotation",
  "spec.acceleratorSelector.acceleratorClass": "selector",
  "spec.engine.acceleratorOverride.acceleratorClass": "engine",
  "spec.decoder.acceleratorOverride.acceleratorClass": "decoder",
};

/** `nvidia-h100 (selector, engine) and nvidia-h200 (decoder)`: they are pooled, wherever they are named. */
const classesFact = ({ service }: ServiceExplanation): FactView => {
  const names = [...new Set(service.acceleratorClasses.map(({ name }) => name))];
  if (names.length === 0) return absentFact("Accelerator classes");
  const told = names.map((name) => {
    const places = acceleratorClassPlaces.filter((place) =>
      service.acceleratorClasses.some((asked) => asked.place === place && asked.name === name),
    );
    return phrase`${value(name)} (${places.map((place) => placeNames[place]).join(", ")})`;
  });
  return fact("Accelerator classes", listed(told));
};

const modesFact = ({ service }: ServiceExplanation): FactView => {
  const { engine, decoder } = service.deploymentModes;
  const modes = [
    ...(service.deploymentMode === undefined ? [] : [phrase`${value(service.deploymentMode)}`]),
    ...(engine === undefined ? [] : [phrase`engine ${value(engine)}`]),
    ...(decoder === undefined ? [] : [phrase`decoder ${value(decoder)}`]),
  ];
  return modes.length === 0 ? absentFact("Deployment mode") : fact("Deployment mode", listed(modes));
};

/** What becomes of it when the runtime that it names changes. */
const syncFacts = ({ service }: ServiceExplanation): readonly FactView[] => {
  if (service.runtimeSync === undefined) return [];
  const { text, tone } = toSync(service.runtimeSync);
  return [{ label: "Changes of the runtime", text, tone: tone === "fail" ? "attention" : "plain" }];
};

const toFacts = (explanation: ServiceExplanation, now: number): readonly FactView[] => {
  const { service, model, shadows } = explanation;
  const { foundModel, result } = service;
  const modelFact =
    foundModel !== undefined
      ? fact("Model", phrase`${modelLink(foundModel)}, ${sayKind(foundModel)}`)
      : service.model?.name === undefined
        ? absentFact("Model", "none named")
        : ({ label: "Model", text: phrase`${value(service.model.name)}, not found`, tone: "attention" } as const);
  const runtimeName = service.runtime?.name;
  return [
    fact("Namespace", phrase`${escapeControls(service.namespace)}`),
    modelFact,
    ...(shadows === undefined ? [] : [fact("In front of", phrase`${modelLink(shadows)}, ${shadows.kind}`)]),
    ...(model?.size === undefined ? [] : [fact("Size", phrase`${value(model.size)}`)]),
    runtimeName === undefined
      ? fact("Runtime asked for", phrase`any, OME picks`)
      : fact(
          "Runtime asked for",
          result.runtime === undefined
            ? phrase`${value(runtimeName)}`
            : phrase`${runtimeLink({ ...result.runtime, name: runtimeName })}, ${sayKind(result.runtime)}`,
        ),
    ...syncFacts(explanation),
    classesFact(explanation),
    modesFact(explanation),
    service.url === undefined ? absentFact("Address") : fact("Address", phrase`${value(service.url)}`),
    ageFact(service.createdAt, now),
  ];
};

const sayWhere = ({ place, reason, part }: ServiceMessageResponse): Phrase => {
  const known = partWords[part] === "" ? "" : ` (${partWords[part]})`;
  return reason === undefined
    ? phrase`${placeWords[place]}${known}`
    : phrase`${placeWords[place]}, reason ${code(reason)}${known}`;
};

/** The same text in several places is shown once. */
const toSaid = (messages: ServiceExplanation["messages"]): readonly SaidView[] =>
  [...new Set(messages.map(({ text }) => text))].map((text) => ({
    text,
    shown: escapeControls(text),
    where: messages.filter((message) => message.text === text).map(sayWhere),
  }));

/** `RuntimeDrifted` is good news when it is false. */
const toneOf = (type: string, status: string): ConditionView["tone"] => {
  if (status !== "True" && status !== "False") return "none";
  return (status === "True") === (type !== "RuntimeDrifted") ? "pass" : "fail";
};

const toInUseFacts = ({ service }: ServiceExplanation): readonly FactView[] => {
  const { label, pinnedRevision } = service.inUse;
  const inUse = toInUse(service.inUse);
  return [
    { label: "In use", text: inUse.text, tone: inUse.tone === "none" ? "absent" : "plain" },
    label === undefined ? absentFact("Label serving-runtime") : fact("Label serving-runtime", phrase`${value(label)}`),
    pinnedRevision === undefined
      ? absentFact("Revision in use", "not reported")
      : fact("Revision in use", phrase`${value(pinnedRevision)}`),
    {
      label: "Drift",
      text: toDrift(service).text,
      tone: service.drift.length === 0 ? "absent" : "attention",
    },
  ];
};

export const toServicePageView = (explanation: ServiceExplanation, now: number): ServicePageView => {
  const { service, checked } = explanation;
  return {
    title: escapeControls(service.name),
    namespace: escapeControls(service.namespace),
    tags: [service.runtime?.name === undefined ? "automatic" : "names its runtime"],
    callout: toCallout(explanation),
    facts: toFacts(explanation, now),
    notes: service.notes
      .filter((note) => serviceNoteWords[note].severity !== "problem")
      .map((note) => {
        const { title, meaning } = note === "runtime/pinned" ? sayPinned(service) : serviceNoteWords[note];
        return { code: note, title, meaning, where: phrase`` };
      }),
    said: toSaid(explanation.messages),
    saidNothing:
      service.result.code === "declares" ? "Nothing: a named runtime that passes gets no message." : "Nothing.",
    ranking: toRankedViews(explanation.ranking, (runtime) => linkOf(service.foundModel, runtime)),
    checked:
      checked === undefined
        ? undefined
        : `${counted(checked.total, "runtime")} looked at: ${checked.namespaced} of the namespace, ${checked.cluster} of the cluster`,
    near: toNear(explanation),
    differences: differencesOf(explanation),
    inheritance: toServiceInheritance(explanation),
    inUse: toInUseFacts(explanation),
    conditions: service.conditions.map(({ type, status, reason, message }) => ({
      type: escapeControls(type),
      status: escapeControls(status),
      tone: toneOf(type, status),
      reason: escapeControls(reason ?? ""),
      message: escapeControls(message ?? ""),
    })),
  };
};
