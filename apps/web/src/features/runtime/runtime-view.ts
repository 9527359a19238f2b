/** A runtime and what it says to every model -> exactly what its page draws. */
import type { ModelSummary, RuntimeExplanation, RuntimeSummary } from "@ome-matrix/contract";
import { escapeControls, type PairState } from "@ome-matrix/matcher";
import type { CalloutView } from "../../reasons/callout-view.ts";
import { sayRange } from "../../reasons/differences.ts";
import { absentFact, ageFact, type FactView, fact, sayKind } from "../../reasons/fact-view.ts";
import { byDifferences, type NearView, toNearView } from "../../reasons/near-view.ts";
import type { ObjectView } from "../../reasons/object-view.ts";
import {
  capitalized,
  code,
  counted,
  countInWords,
  listed,
  type Part,
  type Phrase,
  phrase,
  shownValue,
  value,
} from "../../reasons/phrase.ts";
import { sayReadProblem } from "../../reasons/problem-view.ts";
import { reasonWords } from "../../reasons/reason-words.ts";
import { type RestView, toRestViews } from "../../reasons/rest-view.ts";
import { sayScope } from "../../reasons/scope.ts";
import { type ServiceView, toServiceView } from "../../reasons/service-view.ts";

type Row = RuntimeExplanation["rows"][number];

export interface ServedView {
  readonly key: string;
  readonly state: PairState;
  readonly rank: number | undefined;
  readonly link: Part;
  readonly scope: string;
  readonly size: string;
  /** `OME picks it`, `ranks 2`, `pin only: …` */
  readonly how: string;
  readonly score: string;
}

export interface EntryView {
  readonly index: number;
  readonly format: string;
  readonly framework: string;
  readonly architecture: string;
  readonly quantization: string;
  readonly pipeline: string;
  readonly autoSelect: string;
  readonly priority: string;
}

export interface RuntimeView extends ObjectView {
  readonly entries: readonly EntryView[];
  readonly seenFrom: string;
  readonly served: readonly ServedView[];
  readonly near: readonly NearView[];
  readonly rest: readonly RestView[];
  readonly services: readonly ServiceView[];
}

/** A link to the pair, under the model's name. */
const modelOfPair = (runtime: RuntimeSummary, model: ModelSummary): Part => ({
  part: "link",
  text: escapeControls(model.name),
  modelKey: model.key,
  runtimeKey: runtime.key,
});

const versioned = (named: RuntimeSummary["entries"][number]["format"]): string => {
  if (named === undefined) return "not set";
  const name = named.name === undefined ? "no name" : shownValue(named.name);
  return named.version === undefined ? name : `${name} ${shownValue(named.version)}`;
};

const orNone = (text: string | undefined): string => (text === undefined ? "none" : shownValue(text));

const toEntries = (runtime: RuntimeSummary): readonly EntryView[] =>
  runtime.entries.map((entry, index) => ({
    index,
    format: versioned(entry.format),
    framework: versioned(entry.framework),
    architecture: orNone(entry.architecture),
    quantization: orNone(entry.quantization),
    pipeline: orNone(entry.pipelineClass),
    autoSelect: entry.autoSelect === undefined ? "not set" : String(entry.autoSelect),
    priority: entry.priority === undefined ? "1, not set" : String(entry.priority),
  }));

const namesFact = (label: string, names: readonly string[]): FactView =>
  names.length === 0 ? absentFact(label) : fact(label, listed(names.map(value)));

const toFacts = (runtime: RuntimeSummary, now: number): readonly FactView[] => [
  fact("Kind", phrase`${sayKind(runtime)}`),
  fact("Entries", phrase`${runtime.entries.length}`),
  runtime.autoSelect
    ? fact("Automatic selection", phrase`enabled`)
    : { label: "Automatic selection", text: phrase`no entry enables it`, tone: "absent" },
  runtime.sizeRange === undefined
    ? absentFact("Size range")
    : fact("Size range", sayRange(runtime.sizeRange.min, runtime.sizeRange.max)),
  namesFact("Accelerator classes", runtime.acceleratorClasses),
  namesFact("Images", runtime.images),
  runtime.disabled
    ? { label: "Disabled", text: phrase`yes`, tone: "attention" }
    : { label: "Disabled", text: phrase`no`, tone: "absent" },
  ...(runtime.inheritsFrom === undefined
    ? []
    : [fact("Inherits from", phrase`${value(runtime.inheritsFrom)} (own spec; inherited fields are not considered)`)]),
  ageFact(runtime.createdAt, now),
];

const servedStates = ["selected", "candidate", "pin-only"] as const;

const howServed = (row: Row): string => {
  if (row.state === "selected") return "OME picks it";
  if (row.state === "candidate") return row.rank === undefined ? "candidate" : `candidate, ranks ${row.rank}`;
  const why = row.reason === undefined ? "" : `: ${reasonWords[row.reason.code].title.toLowerCase()}`;
  return `pin only${why}`;
};

const toServed = (explanation: RuntimeExplanation): readonly ServedView[] =>
  servedStates.flatMap((state) =>
    explanation.rows
      .filter((row) => row.state === state)
      .toSorted((one, other) => (one.rank ?? 0) - (other.rank ?? 0) || (one.model.name < other.model.name ? -1 : 1))
      .map((row) => ({
        key: row.model.key,
        state,
        rank: row.rank,
        link: modelOfPair(explanation.runtime, row.model),
        scope: sayScope(row.model),
        size: row.model.size === undefined ? "not stated" : shownValue(row.model.size),
        how: howServed(row),
        score: row.score === undefined ? "" : String(row.score),
      })),
  );

const toNear = ({ rows, runtime }: RuntimeExplanation): readonly NearView[] =>
  rows
    .filter((row) => row.state === "near-miss")
    .toSorted((one, other) => byDifferences({ ...one, name: one.model.name }, { ...other, name: other.model.name }))
    .map((row) =>
      toNearView(row, row.model, modelOfPair(runtime, row.model), { size: row.model.size, range: runtime.sizeRange }),
    );

const toRest = ({ rows, runtime }: RuntimeExplanation): readonly RestView[] =>
  toRestViews(
    rows,
    "model",
    {
      rejected: runtime.entries.length === 0 ? "that no entry is made for" : "of another kind",
      disabled: "not evaluated, since the runtime is disabled",
      "not-applicable": "of other namespaces",
      unknown: "that OME has not read yet",
      error: "that cannot be judged",
    },
    (row) => ({ key: row.model.key, link: modelOfPair(runtime, row.model) }),
  );

const inheritance = (runtime: RuntimeSummary): readonly Phrase[] =>
  runtime.inheritsFrom === undefined
    ? []
    : [
        phrase`It inherits from ${value(runtime.inheritsFrom)}. Automatic selection, and so this page, looks at its own spec; inherited fields are not considered. An InferenceService that names it gets both.`,
      ];

const countsOf = (rows: readonly Row[]) => {
  const count = (state: PairState) => rows.filter((row) => row.state === state).length;
  return {
    selected: count("selected"),
    candidate: count("candidate"),
    pinned: count("pin-only"),
    near: count("near-miss"),
  };
};

const nearWords = (near: number, oneOff: number): readonly Phrase[] => {
  if (near === 0) return [];
  if (near === oneOff)
    return [phrase`${capitalized(countInWords(near))} ${near === 1 ? "model is" : "models are"} one value off.`];
  const some = oneOff === 0 ? "" : `, ${countInWords(oneOff)} of them one value off`;
  return [phrase`${capitalized(countInWords(near))} ${near === 1 ? "model comes" : "models come"} near${some}.`];
};

const toCallout = (explanation: RuntimeExplanation): CalloutView => {
  const { runtime, rows } = explanation;
  const remarks = inheritance(runtime);
  if (runtime.problems.length > 0) {
    return {
      tone: "error",
      state: "error",
      differences: 0,
      lead: phrase`This runtime cannot be read.`,
      sentences: [phrase`Until it is repaired it cannot be judged. All other runtimes stand.`],
      remarks: runtime.problems.map(sayReadProblem),
    };
  }
  if (runtime.disabled) {
    return {
      tone: "quiet",
      state: "disabled",
      differences: 0,
      lead: phrase`This runtime is disabled.`,
      sentences: [
        runtime.isProfile
          ? phrase`It is a profile: a parent that other runtimes inherit from, not made to run by itself.`
          : phrase`Its ${code("spec.disabled")} is ${code("true")}: OME neither picks it nor lets an InferenceService name it.`,
      ],
      remarks,
    };
  }
  const counts = countsOf(rows);
  const oneOff = rows.filter((row) => row.state === "near-miss" && row.differences === 1).length;
  const near = nearWords(counts.near, oneOff);
  if (counts.selected > 0) {
    return {
      tone: "selected",
      state: "selected",
      differences: 0,
      lead: phrase`OME picks it for ${counted(counts.selected, "model")}.`,
      sentences: [
        ...(counts.candidate === 0
          ? []
          : [phrase`For ${counts.candidate} more it is a candidate that another runtime beats.`]),
        ...(counts.pinned === 0 ? [] : [phrase`For ${counts.pinned} it can only be named.`]),
      ],
      remarks: [...near, ...remarks],
    };
  }
  if (counts.candidate > 0) {
    return {
      tone: "quiet",
      state: "candidate",
      differences: 0,
      lead: phrase`Another runtime always wins.`,
      sentences: [phrase`It is a candidate for ${counted(counts.candidate, "model")} and is picked for none.`],
      remarks: [...near, ...remarks],
    };
  }
  if (counts.pinned > 0) {
    return {
      tone: "pin",
      state: "pin-only",
      differences: 0,
      lead: phrase`OME never picks it by itself.`,
      sentences: [phrase`It matches ${counted(counts.pinned, "model")}; an InferenceService has to name it.`],
      remarks: [...near, ...remarks],
    };
  }
  return {
    tone: counts.near > 0 ? "near" : "quiet",
    state: counts.near > 0 ? "near-miss" : "rejected",
    differences: oneOff > 0 ? 1 : 2,
    lead:
      runtime.entries.length === 0
        ? phrase`It has no entries, so it matches no model.`
        : phrase`It matches no model here.`,
    sentences: near,
    remarks,
  };
};

export const toRuntimeView = (explanation: RuntimeExplanation, now: number): RuntimeView => {
  const { runtime } = explanation;
  return {
    title: escapeControls(runtime.name),
    tags: [...(runtime.disabled ? ["disabled"] : []), ...(runtime.isProfile ? ["profile"] : [])],
    callout: toCallout(explanation),
    facts: toFacts(runtime, now),
    entries: toEntries(runtime),
    seenFrom: explanation.view.namespace === undefined ? "all namespaces" : escapeControls(explanation.view.namespace),
    served: toServed(explanation),
    near: toNear(explanation),
    rest: toRest(explanation),
    services: explanation.services.map(toServiceView),
  };
};
