/** One pair -> exactly what the drawer draws, in its order: verdict, checks, entries, score, objects. */
import type {
  EntryReportResponse,
  GateReportResponse,
  NoteResponse,
  PairExplanation,
  Reason,
  ScoreReportResponse,
  Standing,
  VerdictResponse,
} from "@ome-matrix/contract";
import { escapeControls, type Gate, type NoteCode, type PairState } from "@ome-matrix/matcher";
import {
  type Difference,
  sayCount,
  sayRange,
  toEntryDifferences,
  toGateDifference,
} from "../../reasons/differences.ts";
import { fieldLabel } from "../../reasons/field-label.ts";
import { type FieldView, toFieldViews } from "../../reasons/field-view.ts";
import { type NoteView, toNoteViews } from "../../reasons/note-view.ts";
import {
  capitalized,
  code,
  countInWords,
  listed,
  modelLink,
  type Part,
  type Phrase,
  pairLink,
  phrase,
  plainText,
  serviceLink,
  shownValue,
  strong,
  value,
} from "../../reasons/phrase.ts";
import { decidingStep, sayDecision } from "../../reasons/ranking-words.ts";
import { gateWords, mismatchWords, rankStepWords, reasonWords, versionCauseWords } from "../../reasons/reason-words.ts";
import { sayParameters } from "../../reasons/size-words.ts";
import { wordsOfState } from "../../reasons/state-words.ts";

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

export interface CheckView {
  readonly gate: Gate;
  readonly number: number;
  readonly title: string;
  readonly meaning: Phrase;
  readonly outcome: "passed" | "failed" | "not-reached";
  readonly detail: Phrase;
  /** What the reason means, of the check that stopped OME. */
  readonly why: Phrase | undefined;
}

export interface EntryView {
  readonly index: number;
  readonly title: string;
  readonly summary: Phrase;
  readonly matches: boolean;
  readonly fields: readonly FieldView[];
  readonly notes: readonly NoteView[];
  /** Each kind of difference once, in words. */
  readonly meanings: readonly MeaningView[];
}

export interface MeaningView {
  readonly code: string;
  readonly title: string;
  readonly meaning: Phrase;
}

export interface EntryScoreView {
  readonly index: number;
  readonly title: string;
  readonly autoSelect: string;
  readonly arithmetic: Phrase;
  readonly score: string;
  readonly gaveIt: boolean;
}

export interface StandingView {
  readonly rank: number;
  readonly runtime: Part;
  readonly score: string;
  readonly sizeDistance: string;
  readonly decidedBy: string;
  readonly isThis: boolean;
}

export interface ScoreView {
  readonly sentences: readonly Phrase[];
  /** Empty when the runtime has one entry only: the sentence says it all. */
  readonly entries: readonly EntryScoreView[];
  readonly standings: readonly StandingView[];
  /** How many of the ranking are left out before and after the ones shown. */
  readonly omitted: number;
  readonly decisions: readonly Phrase[];
  readonly notes: readonly NoteView[];
}

export interface PairView {
  readonly state: PairState;
  readonly rank: number | undefined;
  readonly differences: number;
  /** `near miss, 3 off` */
  readonly stateText: string;
  readonly kinds: string;
  readonly seenFrom: Phrase;
  readonly verdict: VerdictView;
  readonly checks: readonly CheckView[];
  readonly checkNotes: readonly NoteView[];
  /** The one that matches, or else the closest. */
  readonly entry: EntryView | undefined;
  readonly otherEntries: readonly EntryView[];
  readonly score: ScoreView | undefined;
}

const entryTitle = (index: number): string => `entry ${index + 1}`;

const notePlaces: { readonly [Code in NoteCode]: "checks" | "entries" | "score" } = {
  "version/upper-limit": "entries",
  "version/exact": "entries",
  "version/suffix-forces-equality": "entries",
  "version/unparsable": "entries",
  "version/parts-or-prefix": "entries",
  "version/unknown-operator": "entries",
  "field/one-sided": "entries",
  "field/empty-text": "entries",
  "pipeline/random-order": "entries",
  "pipeline/first-only": "entries",
  "cache-provider/none-exists": "entries",
  "size/reads-as-zero": "checks",
  "size/reads-as-not-a-number": "checks",
  "size/not-stated": "checks",
  "size/empty-range": "checks",
  "accelerator-class/pooled": "checks",
  "accelerator-class/not-checked": "checks",
  "deployment-mode/not-a-mode": "checks",
  "score/weight-zero": "score",
  "score/from-another-entry": "score",
  "auto-select/through-another-entry": "score",
  "auto-select/weights-not-positive": "score",
};

/** The differences of the closest entry, and those that lie outside the entries. */
export const toDifferences = (verdict: VerdictResponse): readonly Difference[] => {
  const closest = verdict.closestEntry === undefined ? undefined : verdict.entries[verdict.closestEntry];
  const mismatches = verdict.matchedEntry === undefined ? (closest?.mismatches ?? []) : [];
  return [
    ...toEntryDifferences(mismatches),
    ...verdict.gates.flatMap((gate) => {
      const difference = gate.failure === undefined ? undefined : toGateDifference(gate.failure);
      return difference === undefined ? [] : [difference];
    }),
  ];
};

const closestSentence = (verdict: VerdictResponse): readonly Phrase[] =>
  verdict.entries.length < 2 || verdict.closestEntry === undefined || verdict.matchedEntry !== undefined
    ? []
    : [phrase`Of its ${verdict.entries.length} entries, entry ${verdict.closestEntry + 1} comes closest.`];

const inheritance = (explanation: PairExplanation): readonly Phrase[] =>
  explanation.runtime.inheritsFrom === undefined
    ? []
    : [
        phrase`The runtime inherits from ${value(explanation.runtime.inheritsFrom)}; automatic selection looks at its own spec only, inherited fields are not considered.`,
      ];

/** Where the model has no pipeline at all: what the entry wants to find in one. */
const pipelineAsked = (verdict: VerdictResponse): readonly Phrase[] => {
  const closest = verdict.closestEntry === undefined ? undefined : verdict.entries[verdict.closestEntry];
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

const differencesVerdict = (explanation: PairExplanation, verdict: VerdictResponse): VerdictWords => {
  const kind = explanation.state === "rejected" ? "Made for another kind of model." : undefined;
  if (verdict.entries.length === 0) {
    return {
      lead: "The runtime has no entries, so it matches no model.",
      sentences: [
        phrase`OME compares a model with the entries of ${code("supportedModelFormats")}, and this runtime has none of its own.`,
        ...inheritance(explanation),
      ],
      points: [],
    };
  }
  const differences = toDifferences(verdict);
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
      ...inheritance(explanation),
    ],
    points: alone ? [] : sentences,
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
    phrase`An InferenceService can name it in ${code("spec.runtime.name")}.`,
    ...inheritance(explanation),
  ],
  points: [],
});

const standingOf = (explanation: PairExplanation): number =>
  explanation.ranking.findIndex((standing) => standing.runtime.key === explanation.runtime.key);

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
      ...inheritance(explanation),
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
        ...inheritance(explanation),
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
      ...inheritance(explanation),
    ],
    points: [],
  };
};

const disabledVerdict = (explanation: PairExplanation, verdict: VerdictResponse | undefined): VerdictWords => {
  const differences = verdict === undefined ? [] : toDifferences(verdict);
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
      ...inheritance(explanation),
    ],
    points: [],
  };
};

const unreadable = (explanation: PairExplanation): VerdictWords => {
  const { model, runtime } = explanation;
  const both = model.problems.length > 0 && runtime.problems.length > 0;
  const which = both ? "The model and the runtime" : model.problems.length > 0 ? "The model" : "The runtime";
  const problems = [...model.problems, ...runtime.problems].map(
    (problem) => phrase`${value(problem.path)}: expected ${problem.expected}, found ${shownValue(problem.found)}.`,
  );
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

/** What a gate says when it holds, and when it cannot be asked. */
const passedDetail = (gate: Gate, explanation: PairExplanation, verdict: VerdictResponse): Phrase => {
  const { model, runtime, service } = explanation;
  switch (gate) {
    case "disabled":
      return phrase`the runtime is enabled`;
    case "accelerator-class": {
      if (service === undefined) return phrase`no InferenceService chosen`;
      const names = [...new Set(service.acceleratorClasses.map((named) => named.name))];
      if (names.length === 0) return phrase`${value(service.name)} names no class`;
      const all = listed(names.map(value));
      return service.model === undefined ? phrase`${all} not checked` : phrase`${all} in the runtime’s list`;
    }
    case "deployment-mode":
      return service === undefined
        ? phrase`no InferenceService chosen`
        : phrase`nothing that ${value(service.name)} asks for differs`;
    case "formats":
      return verdict.matchedEntry === undefined
        ? phrase`an entry matches`
        : phrase`entry ${verdict.matchedEntry + 1} of ${verdict.entries.length} matches`;
    case "size": {
      if (runtime.sizeRange === undefined) return phrase`the runtime sets no size range`;
      if (model.size === undefined) return phrase`the model states no size`;
      const { min, max } = runtime.sizeRange;
      const within = min === undefined || max === undefined ? "" : "within ";
      return phrase`${value(model.size)} is ${within}${sayRange(min, max)}`;
    }
    case "auto-select": {
      const enabled = runtime.entries.findIndex((entry) => entry.autoSelect === true);
      return phrase`${enabled < 0 ? "an entry" : entryTitle(enabled)} sets ${code("autoSelect: true")}`;
    }
    case "score":
      return phrase`the score is ${String(verdict.score.score)}`;
  }
};

const failedDetail = (reason: Reason, verdict: VerdictResponse): Phrase => {
  switch (reason.code) {
    case "model/no-format":
      return phrase`the model has no format`;
    case "runtime/disabled":
      return phrase`${code("spec.disabled")} is ${code("true")}`;
    case "accelerator-class/not-supported":
    case "deployment-mode/differs":
    case "size/outside-range":
      return toGateDifference(reason)?.brief ?? [];
    case "formats/none-defined":
      return phrase`the runtime has no entries`;
    case "formats/no-entry-matches": {
      const closest = verdict.closestEntry === undefined ? undefined : verdict.entries[verdict.closestEntry];
      if (closest === undefined) return phrase`no entry matches`;
      const which =
        verdict.entries.length === 1
          ? phrase`its only entry`
          : phrase`the closest, entry ${closest.index + 1} of ${verdict.entries.length},`;
      return phrase`no entry matches; ${which} differs in ${countInWords(closest.differences)} ${closest.differences === 1 ? "field" : "fields"}`;
    }
    case "auto-select/not-enabled":
      return phrase`no entry sets ${code("autoSelect: true")}`;
    case "auto-select/not-on-matching-entry":
      return phrase`the matching entry is not enabled; the score is ${String(verdict.score.score)}`;
    case "score/not-positive":
      return phrase`the score is ${String(verdict.score.score)}`;
  }
};

const toCheck = (
  report: GateReportResponse,
  number: number,
  explanation: PairExplanation,
  verdict: VerdictResponse,
): CheckView => {
  const said =
    report.failure === undefined
      ? passedDetail(report.gate, explanation, verdict)
      : failedDetail(report.failure, verdict);
  const cannotSay = phrase`cannot be asked: no entry matches`;
  const detail =
    report.outcome !== "not-reached"
      ? said
      : report.holds === undefined
        ? cannotSay
        : report.holds
          ? phrase`would pass: ${said}`
          : phrase`would fail: ${said}`;
  const why =
    report.outcome === "failed" && report.failure !== undefined ? reasonWords[report.failure.code].meaning : undefined;
  return { gate: report.gate, number, ...gateWords[report.gate], outcome: report.outcome, detail, why };
};

const entrySummary = (entry: EntryReportResponse): Phrase => {
  if (entry.matches) return phrase`matches`;
  const differences = toEntryDifferences(entry.mismatches);
  const titles = listed(differences.map((difference) => difference.title));
  return phrase`${differences.length === 1 ? "one difference" : `${countInWords(differences.length)} differences`}: ${titles}`;
};

/** Each kind of difference once; for versions with what their values alone do not tell. */
const toMeanings = (entry: EntryReportResponse): readonly MeaningView[] => {
  const meanings = new Map<string, MeaningView>();
  for (const { code, cause } of entry.mismatches) {
    const words = mismatchWords[code];
    const why = cause === undefined ? [] : phrase` ${versionCauseWords[cause].meaning}`;
    const key = `${code} ${cause ?? ""}`;
    meanings.set(key, { code: key, title: capitalized(words.title), meaning: [...words.meaning, ...why] });
  }
  return [...meanings.values()];
};

const toEntryView = (entry: EntryReportResponse, total: number, notes: readonly NoteResponse[]): EntryView => {
  return {
    index: entry.index,
    title: `Entry ${entry.index + 1} of ${total}`,
    summary: entrySummary(entry),
    matches: entry.matches,
    fields: toFieldViews(entry),
    notes: toNoteViews(notes),
    meanings: toMeanings(entry),
  };
};

const weightPart = (weight: number | string, replaced: boolean, name: string): string =>
  `${replaced ? `[0 counts as ${weight}]` : weight} ${name}`;

/** `(1 format + 1 framework) × 1 priority = 2` */
const arithmetic = (entry: ScoreReportResponse["entries"][number]): Phrase =>
  phrase`${code(
    `(${weightPart(entry.formatWeight, entry.formatWeightReplaced, "format")} + ${weightPart(entry.frameworkWeight, entry.frameworkWeightReplaced, "framework")}) × ${entry.priority} priority = ${entry.score}`,
  )}`;

const entryArithmetic = (entry: ScoreReportResponse["entries"][number]): Phrase => {
  switch (entry.outcome) {
    case "counted":
      return arithmetic(entry);
    case "excluded":
      return phrase`left out: ${code("autoSelect: false")}`;
    case "no-match":
      return phrase`0: format or framework does not match`;
  }
};

const shownAround = 2;

const toStandings = (
  explanation: PairExplanation,
  ranking: readonly Standing[],
): Pick<ScoreView, "standings" | "omitted"> => {
  const position = standingOf(explanation);
  const shown = ranking
    .map((standing, index) => ({ standing, index }))
    .filter(
      ({ index }) => ranking.length <= 6 || index === 0 || Math.abs(index - Math.max(position, 0)) <= shownAround,
    );
  return {
    // One alone is no ranking; the sentences name it.
    standings: (ranking.length < 2 ? [] : shown).map(({ standing, index }) => ({
      rank: standing.rank,
      runtime: pairLink(explanation.model, standing.runtime),
      score: String(standing.score),
      sizeDistance: standing.sizeDistance === undefined ? "not compared" : sayParameters(standing.sizeDistance),
      decidedBy: standing.decidedBy === undefined ? "" : rankStepWords[standing.decidedBy].title,
      isThis: index === position,
    })),
    omitted: ranking.length < 2 ? 0 : ranking.length - shown.length,
  };
};

const toDecisions = (explanation: PairExplanation): readonly Phrase[] => {
  const { ranking, model } = explanation;
  const position = standingOf(explanation);
  const self = ranking[position];
  // The verdict has told what decided between the winner and this one.
  if (self === undefined || position === 0) return [];
  const previous = position > 1 ? ranking[position - 1] : undefined;
  const next = ranking[position + 1];
  return [
    ...(previous === undefined
      ? []
      : [
          phrase`${pairLink(model, previous.runtime)} goes before it ${sayDecision(decidingStep(ranking, position - 1, position), previous, self)}.`,
        ]),
    ...(next === undefined
      ? []
      : [
          phrase`It goes before ${pairLink(model, next.runtime)} ${sayDecision(decidingStep(ranking, position, position + 1), self, next)}.`,
        ]),
  ];
};

const explainColumns = (verdict: VerdictResponse): readonly Phrase[] => {
  if (!verdict.qualifies || verdict.weight === undefined) return [];
  const same = String(verdict.weight) === String(verdict.score.score);
  return [
    phrase`${code("kubectl ome runtime explain")} prints PRIORITY ${code(String(verdict.priority ?? 1))} and WEIGHT ${code(String(verdict.weight))}${same ? "." : "; OME ranks by the score, not by WEIGHT."}`,
  ];
};

const scoreSentences = (explanation: PairExplanation, verdict: VerdictResponse): readonly Phrase[] => {
  const { score } = verdict;
  const giver = score.entries.find((entry) => entry.index === score.givenBy);
  const would = verdict.compatible ? "Scores" : "Would score";
  const from =
    score.entries.length > 1 && giver !== undefined ? ` from ${entryTitle(giver.index)}, the best that counts` : "";
  const worth =
    giver === undefined
      ? [noScore(score)]
      : [phrase`${would} ${strong(String(score.score))}${from}: ${arithmetic(giver)}.`];
  const ranked =
    standingOf(explanation) >= 0
      ? []
      : [
          phrase`Not ranked: ${verdict.compatible ? "automatic selection skips it" : "it does not match"}. ${others(explanation)}`,
        ];
  return [...worth, ...explainColumns(verdict), ...ranked];
};

const noScore = (score: ScoreReportResponse): Phrase => {
  const [only] = score.entries;
  if (only === undefined) return phrase`Scores ${strong("0")}: the runtime has no entries.`;
  if (score.entries.length === 1 && only.outcome === "excluded")
    return phrase`Scores ${strong("0")}: ${code("autoSelect: false")} leaves its only entry out.`;
  if (score.entries.every((entry) => entry.outcome === "excluded"))
    return phrase`Scores ${strong("0")}: ${code("autoSelect: false")} leaves all its entries out.`;
  if (score.entries.length === 1 && only.outcome === "no-match")
    return phrase`Scores ${strong("0")}: format or framework does not match.`;
  if (score.entries.length === 1)
    return phrase`Scores ${strong("0")}, since a score is never below 0: ${arithmetic(only)}.`;
  return phrase`Scores ${strong("0")}: no entry gives more.`;
};

const others = (explanation: PairExplanation): Phrase => {
  const [winner] = explanation.ranking;
  if (winner === undefined) return phrase`Nothing else is ranked for ${modelLink(explanation.model)} either.`;
  return phrase`OME picks ${pairLink(explanation.model, winner.runtime)} for ${modelLink(explanation.model)}.`;
};

const toScoreView = (explanation: PairExplanation, verdict: VerdictResponse): ScoreView => ({
  sentences: scoreSentences(explanation, verdict),
  entries:
    verdict.score.entries.length < 2
      ? []
      : verdict.score.entries.map((entry) => ({
          index: entry.index,
          title: capitalized(entryTitle(entry.index)),
          autoSelect: entry.autoSelect === undefined ? "not set" : String(entry.autoSelect),
          arithmetic: entryArithmetic(entry),
          score: String(entry.score),
          gaveIt: entry.index === verdict.score.givenBy,
        })),
  ...toStandings(explanation, explanation.ranking),
  decisions: toDecisions(explanation),
  notes: toNoteViews(verdict.notes.filter((note) => notePlaces[note.code] === "score")),
});

const toSeenFrom = (explanation: PairExplanation): Phrase => {
  const where =
    explanation.view.namespace === undefined ? phrase`all namespaces` : phrase`${value(explanation.view.namespace)}`;
  return explanation.service === undefined ? where : phrase`${where} for ${serviceLink(explanation.service)}`;
};

/** The entry that matches or comes closest is read first; its notes and those about no entry stand below it. */
const toEntries = (verdict: VerdictResponse): Pick<PairView, "entry" | "otherEntries"> => {
  const firstIndex = verdict.matchedEntry ?? verdict.closestEntry ?? 0;
  const notes = verdict.notes.filter((note) => notePlaces[note.code] === "entries");
  const views = verdict.entries.map((entry) =>
    toEntryView(
      entry,
      verdict.entries.length,
      notes.filter((note) => (note.entry ?? firstIndex) === entry.index),
    ),
  );
  return {
    entry: views.find((view) => view.index === firstIndex),
    otherEntries: views.filter((view) => view.index !== firstIndex),
  };
};

const toStateText = ({ state, verdict }: PairExplanation): string =>
  state === "near-miss" ? `near miss, ${verdict?.differences ?? 0} off` : wordsOfState(state).label.toLowerCase();

export const toPairView = (explanation: PairExplanation): PairView => {
  const { verdict, model, runtime } = explanation;
  // Of two that never meet OME says nothing.
  const omeSentence = explanation.state === "not-applicable" ? undefined : explanation.reason?.message;
  return {
    state: explanation.state,
    rank: explanation.rank,
    differences: verdict?.differences ?? 0,
    stateText: toStateText(explanation),
    kinds: `${model.kind} × ${runtime.kind}`,
    seenFrom: toSeenFrom(explanation),
    verdict: {
      ...toVerdictWords(explanation),
      omeSentence,
      omeShown: omeSentence === undefined ? undefined : escapeControls(omeSentence),
    },
    checks:
      verdict === undefined
        ? []
        : verdict.gates.map((report, index) => toCheck(report, index + 1, explanation, verdict)),
    checkNotes: toNoteViews(verdict?.notes.filter((note) => notePlaces[note.code] === "checks") ?? []),
    ...(verdict === undefined ? { entry: undefined, otherEntries: [] } : toEntries(verdict)),
    score: verdict === undefined ? undefined : toScoreView(explanation, verdict),
  };
};
