/** One pair -> its answer in plain words, and OME's own sentence. */
import type { PairExplanation, Reason, VerdictResponse } from "@ome-matrix/contract";
import { escapeControls } from "@ome-matrix/matcher";
import { closestOf, type Difference, sayCount, toVerdictDifferences } from "../../reasons/differences.ts";
import { fieldLabel } from "../../reasons/field-label.ts";
import { code, listed, type Phrase, pairLink, phrase, plainText, value } from "../../reasons/phrase.ts";
import { sayReadProblem } from "../../reasons/problem-view.ts";
import { decidingStep, sayDecision } from "../../reasons/ranking-words.ts";
import { isOnlyDeclaredWhenNamed, sayNamed } from "./named-view.ts";
import { standingOf } from "./score-view.ts";

export interface VerdictView {
  /** The answer in a few words. */
  readonly lead: string;
  readonly sentences: readonly Phrase[];
  /** One line a difference, when there are several. */
  readonly points: readonly Phrase[];
  /** Letter for letter, to be copied. */
  readonly omeSentence: string | undefined;
  /** The same, with control characters shown as escapes. */
  readonly omeShown: string | undefined;
}

type VerdictWords = Omit<VerdictView, "omeSentence" | "omeShown">;

const closestSentence = (verdict: VerdictResponse): readonly Phrase[] =>
  verdict.entries.length < 2 || verdict.closestEntry === undefined || verdict.matchedEntry !== undefined
    ? []
    : [phrase`Of its ${verdict.entries.length} entries, entry ${verdict.closestEntry + 1} comes closest.`];

/** What is picked is taken as it is, and named it would be more. */
const pickedAlone = (explanation: PairExplanation): readonly Phrase[] =>
  explanation.named === undefined
    ? []
    : [
        phrase`Picked, it runs without what it inherits from ${value(explanation.runtime.inheritsFrom ?? "")}.`,
        ...sayNamed(explanation),
      ];

/** Where the model has no pipeline at all: what the entry wants to find in one. */
const pipelineAsked = (verdict: VerdictResponse): readonly Phrase[] => {
  const closest = closestOf(verdict);
  if (closest?.mismatches.some((mismatch) => mismatch.code === "pipeline/missing-on-model") !== true) return [];
  const asked = closest.fields.flatMap((field) =>
    field.field === "pipeline" && field.runtime !== undefined
      ? [phrase`the ${fieldLabel(field.path)} ${value(field.runtime)}`]
      : [],
  );
  return asked.length === 0 ? [phrase`Any pipeline would do.`] : [phrase`One with at least ${listed(asked)} would do.`];
};

/** Why OME recorded nothing there, as far as the model tells. */
const whyMissing = (explanation: PairExplanation, differences: readonly Difference[]): readonly Phrase[] =>
  differences.some((difference) => difference.missing)
    ? explanation.model.explanations.map((explained) => phrase`${explained}`)
    : [];

/** By its own spec it does not match: that is all that automatic selection sees. */
const ownVerdict = (explanation: PairExplanation, verdict: VerdictResponse): VerdictWords => {
  const kind = explanation.state === "rejected" ? "Made for another kind of model." : undefined;
  if (verdict.entries.length === 0) {
    return {
      lead: "The runtime has no entries, so it matches no model.",
      sentences: [
        phrase`OME compares a model with the entries of ${code("supportedModelFormats")}, and this runtime has none of its own.`,
      ],
      points: [],
    };
  }
  const differences = toVerdictDifferences(verdict);
  const [only] = differences;
  const sentences = differences.flatMap((difference) => difference.sentences);
  const alone = differences.length === 1 && only !== undefined && only.sentences.length === 1;
  const count = sayCount(differences);
  const why = [...pipelineAsked(verdict), ...whyMissing(explanation, differences)];
  return {
    lead: kind ?? plainText(count),
    sentences: [
      ...(kind === undefined ? [] : [count]),
      ...(alone ? only.sentences : []),
      ...why,
      ...closestSentence(verdict),
    ],
    points: alone ? [] : sentences,
  };
};

const differencesVerdict = (explanation: PairExplanation, verdict: VerdictResponse): VerdictWords => {
  const own = ownVerdict(explanation, verdict);
  if (!isOnlyDeclaredWhenNamed(explanation)) {
    return { ...own, sentences: [...own.sentences, ...sayNamed(explanation)] };
  }
  return {
    lead: "OME does not pick it, but an InferenceService can name it.",
    sentences: [
      ...sayNamed(explanation),
      phrase`Automatic selection looks at its own spec only. ${own.lead}`,
      ...own.sentences,
    ],
    points: own.points,
  };
};

const pinSentence: { readonly [Code in Reason["code"]]?: (verdict: VerdictResponse) => readonly Phrase[] } = {
  "auto-select/not-enabled": (verdict) => [
    verdict.entries.length === 1
      ? phrase`Its entry does not set ${code("autoSelect: true")}.`
      : phrase`None of its ${verdict.entries.length} entries sets ${code("autoSelect: true")}.`,
  ],
  "auto-select/not-on-matching-entry": (verdict) => [
    phrase`Another entry sets ${code("autoSelect: true")}, but ${verdict.matchedEntry === undefined ? "the one" : `entry ${verdict.matchedEntry + 1}, the one`} that matches this model, does not, and the score is ${String(verdict.score.score)}.`,
  ],
  "score/not-positive": (verdict) => [
    phrase`Its score is ${String(verdict.score.score)}, and automatic selection needs a score above 0.`,
  ],
};

const pinVerdict = (explanation: PairExplanation, verdict: VerdictResponse): VerdictWords => ({
  lead: "It matches, but OME does not pick it by itself.",
  sentences: [
    ...(explanation.reason === undefined ? [] : (pinSentence[explanation.reason.code]?.(verdict) ?? [])),
    ...(explanation.named === undefined
      ? [phrase`An InferenceService can name it in ${code("spec.runtime.name")}.`]
      : sayNamed(explanation)),
  ],
  points: [],
});

/** Seen from all namespaces, the ranking is that of one of them. */
const elsewhere = (explanation: PairExplanation): readonly Phrase[] =>
  explanation.view.namespace === undefined && explanation.runtime.namespace === undefined
    ? [phrase`In a namespace with a ServingRuntime of its own that qualifies, that one goes first.`]
    : [];

const selectedVerdict = (explanation: PairExplanation): VerdictWords => {
  const { ranking } = explanation;
  const position = standingOf(explanation);
  const self = ranking[position];
  const next = ranking[position + 1];
  const decision =
    self === undefined || next === undefined
      ? []
      : [
          phrase`It goes before ${pairLink(explanation.model, next.runtime)} ${sayDecision(decidingStep(ranking, position, position + 1), self, next)}.`,
        ];
  const competition =
    ranking.length < 2
      ? phrase`No other runtime qualifies for this model in ${value(explanation.namespace)}.`
      : phrase`It ranks first of ${ranking.length} in ${value(explanation.namespace)}.`;
  return {
    lead: "OME picks this runtime for this model.",
    sentences: [
      competition,
      ...(position === 0 ? decision : []),
      ...elsewhere(explanation),
      ...pickedAlone(explanation),
    ],
    points: [],
  };
};

const candidateVerdict = (explanation: PairExplanation): VerdictWords => {
  const { ranking, rank } = explanation;
  const position = standingOf(explanation);
  const self = ranking[position];
  const winner = ranking[0];
  const own = explanation.view.namespace === undefined ? explanation.runtime.namespace : undefined;
  if (own !== undefined && position === 0) {
    const next = ranking[1];
    return {
      lead: `OME picks it in ${escapeControls(own)}.`,
      sentences: [
        phrase`The view of all namespaces shows what is picked where no namespace has its own.`,
        ...(self === undefined || next === undefined
          ? []
          : [
              phrase`It goes before ${pairLink(explanation.model, next.runtime)} ${sayDecision(decidingStep(ranking, 0, 1), self, next)}.`,
            ]),
        ...pickedAlone(explanation),
      ],
      points: [],
    };
  }
  return {
    lead: `It matches and ranks ${rank ?? position + 1} of ${Math.max(ranking.length, rank ?? 0)}.`,
    sentences: [
      ...(winner === undefined || self === undefined || position < 1
        ? []
        : [
            phrase`${pairLink(explanation.model, winner.runtime)} wins ${sayDecision(decidingStep(ranking, 0, position), winner, self)}.`,
          ]),
      ...pickedAlone(explanation),
    ],
    points: [],
  };
};

const disabledVerdict = (explanation: PairExplanation, verdict: VerdictResponse | undefined): VerdictWords => {
  const differences = verdict === undefined ? [] : toVerdictDifferences(verdict);
  const otherwise =
    verdict === undefined || verdict.entries.length === 0
      ? []
      : differences.length === 0
        ? [phrase`Were it enabled, it would match this model.`]
        : [
            phrase`Were it enabled, it would still not match: ${listed(differences.map((difference) => difference.title))} ${differences.length === 1 ? "differs" : "differ"}.`,
          ];
  return {
    lead: "The runtime is disabled.",
    sentences: [
      explanation.runtime.isProfile
        ? phrase`It is a profile: a parent that other runtimes inherit from, not made to run by itself.`
        : phrase`Its ${code("spec.disabled")} is ${code("true")}: OME neither picks it nor lets an InferenceService name it.`,
      ...otherwise,
      ...sayNamed(explanation),
    ],
    points: [],
  };
};

const unreadable = (explanation: PairExplanation): VerdictWords => {
  const { model, runtime } = explanation;
  const both = model.problems.length > 0 && runtime.problems.length > 0;
  const which = both ? "The model and the runtime" : model.problems.length > 0 ? "The model" : "The runtime";
  const problems = [...model.problems, ...runtime.problems].map(sayReadProblem);
  return {
    lead: `${which} cannot be read.`,
    sentences: [
      phrase`${problems.length === 1 ? "One field holds" : "Some fields hold"} something else than OME expects, so this pair cannot be judged. All other pairs stand.`,
    ],
    points: problems,
  };
};

const notApplicable = (explanation: PairExplanation): VerdictWords => {
  const { model, runtime, namespace } = explanation;
  const apart =
    model.namespace !== undefined && runtime.namespace !== undefined && model.namespace !== runtime.namespace;
  return {
    lead: "These two never meet.",
    sentences: [
      apart
        ? phrase`The model is in the namespace ${value(model.namespace ?? "")} and the runtime in ${value(runtime.namespace ?? "")}. An InferenceService uses the models and runtimes of its own namespace and those of the cluster.`
        : phrase`An InferenceService in ${value(namespace)} uses the models and runtimes of that namespace and those of the cluster.`,
      ...(explanation.verdict === undefined ? [] : [phrase`The checks tell what OME would say if they met.`]),
    ],
    points: [],
  };
};

const unknown = (explanation: PairExplanation): VerdictWords => ({
  lead: "The model has no format yet.",
  sentences: [
    phrase`OME evaluates no runtime for it until ${code("spec.modelFormat.name")} is set.`,
    ...explanation.model.explanations.map((explained) => phrase`${explained}`),
  ],
  points: [],
});

const toVerdictWords = (explanation: PairExplanation): VerdictWords => {
  const { verdict } = explanation;
  switch (explanation.state) {
    case "error":
      return unreadable(explanation);
    case "not-applicable":
      return notApplicable(explanation);
    case "unknown":
      return unknown(explanation);
    case "disabled":
      return disabledVerdict(explanation, verdict);
    case "selected":
      return selectedVerdict(explanation);
    case "candidate":
      return candidateVerdict(explanation);
    case "pin-only":
      return verdict === undefined
        ? { lead: "It matches.", sentences: [], points: [] }
        : pinVerdict(explanation, verdict);
    case "near-miss":
    case "rejected":
      return verdict === undefined
        ? { lead: "It does not match.", sentences: [], points: [] }
        : differencesVerdict(explanation, verdict);
  }
};

export const toVerdictView = (explanation: PairExplanation): VerdictView => {
  // Of two that never meet OME says nothing.
  const omeSentence = explanation.state === "not-applicable" ? undefined : explanation.reason?.message;
  return {
    ...toVerdictWords(explanation),
    omeSentence,
    omeShown: omeSentence === undefined ? undefined : escapeControls(omeSentence),
  };
};
