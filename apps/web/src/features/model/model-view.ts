/** A model and what every runtime says about it -> exactly what its page draws: the verdict first, then the evidence. */
import type {
  ExplainRowResponse,
  MatrixResponse,
  ModelExplanation,
  ModelSummary,
  RuntimeName,
  Standing,
} from "@ome-matrix/contract";
import { escapeControls, type PairState, parseSize } from "@ome-matrix/matcher";
import type { CalloutView } from "../../reasons/callout-view.ts";
import { type Difference, type SizeFacts, sayCount, toRowDifferences } from "../../reasons/differences.ts";
import { absentFact, ageFact, type FactView, fact, sayKind } from "../../reasons/fact-view.ts";
import { byDifferences, type NearView, toNearView } from "../../reasons/near-view.ts";
import type { ObjectView } from "../../reasons/object-view.ts";
import { type OwnPick, toOwnPicks } from "../../reasons/own-picks.ts";
import {
  code,
  counted,
  countInWords,
  listed,
  type Part,
  type Phrase,
  pairLink,
  phrase,
  shownValue,
  value,
} from "../../reasons/phrase.ts";
import { sayReadProblem } from "../../reasons/problem-view.ts";
import { type RankedView, sayFirst, toRankedViews } from "../../reasons/ranked-view.ts";
import { reasonWords } from "../../reasons/reason-words.ts";
import { type RestView, toRestViews } from "../../reasons/rest-view.ts";
import { sayScope } from "../../reasons/scope.ts";
import { type ServiceView, toServiceView } from "../../reasons/service-view.ts";

export interface SkippedView {
  readonly key: string;
  readonly link: Part;
  readonly scope: string;
  readonly reason: Phrase;
  readonly score: string;
}

export interface CommandView {
  readonly curl: string;
  readonly kubectl: string;
}

export interface ModelView extends ObjectView {
  readonly seenFrom: string;
  readonly ranked: readonly RankedView[];
  readonly skipped: readonly SkippedView[];
  readonly near: readonly NearView[];
  readonly rest: readonly RestView[];
  /** OME's sentence when it finds no runtime. */
  readonly message: string | undefined;
  readonly messageShown: string | undefined;
  readonly services: readonly ServiceView[];
  readonly table: string | undefined;
  /**
   * Runtimes whose fixes are worth a look, the nearest first; none where OME selects a runtime. Only where no runtime comes
   * near they are disabled ones and those of another kind.
   */
  readonly toFix: readonly { readonly key: string; readonly name: string; readonly state: PairState }[];
  /** The runtime whose entry the pipeline is shown against. */
  readonly pipelineRuntime: RuntimeName | undefined;
}

const versioned = (label: string, named: ModelSummary["format"]): FactView => {
  if (named?.name === undefined) return absentFact(label, named?.version === undefined ? "none" : "no name");
  const version = named.version === undefined ? "" : ` ${shownValue(named.version)}`;
  return fact(label, phrase`${code(`${shownValue(named.name)}${version}`)}`);
};

const textFact = (label: string, text: string | undefined): FactView =>
  text === undefined ? absentFact(label) : fact(label, phrase`${value(text)}`);

const pipelineFact = (model: ModelSummary, isMissed: boolean): FactView => {
  if (model.pipelineClass !== undefined) return fact("Pipeline", phrase`${value(model.pipelineClass)}`);
  if (model.hasPipeline) return fact("Pipeline", phrase`recorded, without a class`);
  return isMissed ? { label: "Pipeline", text: phrase`not recorded`, tone: "attention" } : absentFact("Pipeline");
};

const statusText = ({ status }: ModelSummary): Phrase => {
  const nodes = [
    ...(status.nodesReady === 0 ? [] : [`${counted(status.nodesReady, "node")} ready`]),
    ...(status.nodesFailed === 0 ? [] : [`${status.nodesFailed} failed`]),
  ];
  const state = shownValue(status.state ?? "not reported");
  return nodes.length === 0 ? phrase`${state}` : phrase`${state} (${nodes.join(", ")})`;
};

const toFacts = (model: ModelSummary, missesPipeline: boolean, now: number): readonly FactView[] => [
  fact("Kind", phrase`${sayKind(model)}`),
  versioned("Format", model.format),
  versioned("Framework", model.framework),
  textFact("Architecture", model.architecture),
  textFact("Size", model.size),
  textFact("Quantization", model.quantization),
  pipelineFact(model, missesPipeline),
  ...(model.distribution === "Sharded" ? [textFact("Distribution", model.distribution)] : []),
  ...(model.vendor === undefined ? [] : [fact("Vendor", phrase`${escapeControls(model.vendor)}`)]),
  ...(model.capabilities.length === 0
    ? []
    : [fact("Capabilities", phrase`${model.capabilities.map(escapeControls).join(", ")}`)]),
  textFact("Storage", model.storageUri),
  fact("Status", statusText(model)),
  ageFact(model.createdAt, now),
];

const rankingOf = ({ rows }: ModelExplanation): readonly Standing[] =>
  rows.flatMap(({ rank, score, ...row }) =>
    rank === undefined || score === undefined ? [] : [{ ...row, rank, score }],
  );

const toSkipped = (explanation: ModelExplanation): readonly SkippedView[] =>
  explanation.rows
    .filter((row) => row.state === "pin-only")
    .map((row) => ({
      key: row.runtime.key,
      link: pairLink(explanation.model, row.runtime),
      scope: sayScope(row.runtime),
      reason:
        row.reason === undefined ? phrase`not picked automatically` : phrase`${reasonWords[row.reason.code].title}`,
      score: row.score === undefined ? "" : String(row.score),
    }));

/** The size ranges of runtimes by key, since a row tells its range only where the size is what OME names. */
export type SizeRanges = ReadonlyMap<string, SizeFacts["range"]>;

/** How closely a runtime's range is drawn around the size, as in the ranking; without a range it is made for no size. */
const rangeDistance = (size: number | undefined, range: SizeFacts["range"]): number => {
  if (size === undefined || range === undefined) return Number.MAX_VALUE;
  const bounds = [range.min, range.max].flatMap((bound) => (bound === undefined ? [] : [parseSize(bound)]));
  const distance = bounds.reduce((sum, bound) => sum + Math.abs(bound - size), 0);
  return bounds.length === 0 || Number.isNaN(distance) ? Number.MAX_VALUE : distance;
};

/** The fewest differences first, then the runtimes made for this size. */
const nearRows = ({ rows, model }: ModelExplanation, ranges: SizeRanges): readonly ExplainRowResponse[] => {
  const distance = (row: ExplainRowResponse) => rangeDistance(model.sizeValue, ranges.get(row.runtime.key));
  return rows
    .filter((row) => row.state === "near-miss")
    .toSorted(
      (one, other) =>
        one.differences - other.differences ||
        distance(one) - distance(other) ||
        byDifferences({ ...one, name: one.runtime.name }, { ...other, name: other.runtime.name }),
    );
};

const differencesOf = (row: ExplainRowResponse, model: ModelSummary, ranges: SizeRanges): readonly Difference[] =>
  toRowDifferences(row, { size: model.size, range: ranges.get(row.runtime.key) });

const toNear = (explanation: ModelExplanation, ranges: SizeRanges): readonly NearView[] =>
  nearRows(explanation, ranges).map((row) =>
    toNearView(row, row.runtime, pairLink(explanation.model, row.runtime), {
      size: explanation.model.size,
      range: ranges.get(row.runtime.key),
    }),
  );

const toRest = (explanation: ModelExplanation): readonly RestView[] =>
  toRestViews(
    explanation.rows,
    "runtime",
    {
      rejected: ({ reason }) =>
        reason?.code === "formats/none-defined" ? "without entries of its own" : "made for other kinds of model",
      disabled: "disabled",
      "not-applicable": "of other namespaces",
      unknown: "not evaluated",
      error: "that cannot be read",
    },
    (row) => ({ key: row.runtime.key, link: pairLink(explanation.model, row.runtime) }),
  );

const remarksOn = (explanation: ModelExplanation): readonly Phrase[] => {
  const { model, namespace } = explanation;
  return [
    ...(model.disabled
      ? [phrase`The model is disabled: OME refuses InferenceServices that name it. Matching does not look at that.`]
      : []),
    ...(model.shadowedIn.includes(namespace)
      ? [
          phrase`In ${value(namespace)} a BaseModel of the same name goes first: InferenceServices there get that one, not this.`,
        ]
      : []),
    ...(model.distribution === "Sharded"
      ? [phrase`Its ${code("distribution")} is ${code("Sharded")}, and OME cannot serve sharded models yet.`]
      : []),
  ];
};

const explanationsOf = (model: ModelSummary): readonly Phrase[] =>
  model.explanations.map((explained) => phrase`${explained}`);

const nearestSentence = (explanation: ModelExplanation, ranges: SizeRanges): readonly Phrase[] => {
  const [nearest, ...others] = nearRows(explanation, ranges);
  if (nearest === undefined) return [];
  const asNear = others.filter((row) => row.differences === nearest.differences).length;
  const also =
    asNear === 0
      ? phrase``
      : phrase`, and ${asNear === 1 ? "one other is" : `${countInWords(asNear)} others are`} as near`;
  const link = pairLink(explanation.model, nearest.runtime);
  const differences = differencesOf(nearest, explanation.model, ranges);
  const [only] = differences.length === 1 ? differences : [];
  return [phrase`The nearest is ${link}${also}. ${sayCount(differences)}`, ...(only?.sentences ?? [])];
};

/** From the matrix of all namespaces: where a ServingRuntime of the namespace takes a ClusterBaseModel, the best of each. */
export const readOwnPicks = (matrix: MatrixResponse, modelKey: string): readonly OwnPick[] => {
  const index = matrix.models.findIndex(({ key }) => key === modelKey);
  const model = matrix.models[index];
  if (model === undefined) return [];
  const ranks = matrix.ranks[index] ?? [];
  const ranked = ranks.flatMap((column, at) => {
    const runtime = at % 2 === 0 ? matrix.runtimes[column] : undefined;
    return runtime === undefined ? [] : [{ runtime, rank: ranks[at + 1] ?? 0 }];
  });
  return toOwnPicks(model, ranked);
};

const mostPicks = 3;

/** A verdict about one namespace is no verdict about the others. */
const elsewhere = ({ model }: ModelExplanation, picks: readonly OwnPick[]): readonly Phrase[] => {
  if (picks.length === 0) return [];
  const named = picks
    .slice(0, mostPicks)
    .map(({ namespace, runtime }) => phrase`${pairLink(model, runtime)} in ${value(namespace)}`);
  const more = picks.length - mostPicks;
  return [
    more > 0
      ? phrase`Elsewhere it is served: OME picks ${listed(named)}, and one in ${counted(more, "more namespace")}.`
      : phrase`Elsewhere it is served: OME picks ${listed(named)}.`,
  ];
};

const where = (explanation: ModelExplanation): Phrase =>
  explanation.service === undefined
    ? phrase`in ${value(explanation.namespace)}`
    : phrase`for ${value(explanation.service.name)} in ${value(explanation.namespace)}`;

const nobodyCallout = (
  explanation: ModelExplanation,
  ranges: SizeRanges,
  picks: readonly OwnPick[],
): Pick<CalloutView, "lead" | "sentences" | "tone" | "state" | "differences"> => {
  const { model, rows, checked } = explanation;
  const pinned = rows.filter((row) => row.state === "pin-only");
  const [nearest] = nearRows(explanation, ranges);
  if (checked.total === 0 && rows.length === 0) {
    return {
      tone: "quiet",
      state: "unknown",
      differences: 0,
      lead: phrase`There is no serving runtime ${where(explanation)}.`,
      sentences: [phrase`Neither the namespace nor the cluster has one.`, ...elsewhere(explanation, picks)],
    };
  }
  if (pinned.length > 0) {
    const names = listed(pinned.slice(0, 3).map((row) => pairLink(model, row.runtime)));
    const more = pinned.length > 3 ? phrase` and ${counted(pinned.length - 3, "more", "more")}` : phrase``;
    const can =
      pinned.length === 1
        ? "One can be named"
        : `${countInWords(pinned.length).replace(/^./u, (letter) => letter.toUpperCase())} can be named`;
    return {
      tone: "pin",
      state: "pin-only",
      differences: 0,
      lead: phrase`No runtime is selected automatically ${where(explanation)}.`,
      sentences: [
        ...elsewhere(explanation, picks),
        phrase`${can} in an InferenceService: ${names}${more}.`,
        ...nearestSentence(explanation, ranges),
      ],
    };
  }
  return {
    tone: "near",
    state: nearest === undefined ? "rejected" : "near-miss",
    differences: nearest?.differences ?? 0,
    lead: phrase`No runtime supports this model ${where(explanation)}.`,
    sentences: [
      ...elsewhere(explanation, picks),
      ...(nearest === undefined
        ? [
            rows.length === 1
              ? phrase`The only runtime here is made for another kind of model, disabled, unreadable or without entries.`
              : phrase`All ${rows.length} runtimes here are made for other kinds of model, disabled, unreadable or without entries.`,
          ]
        : nearestSentence(explanation, ranges)),
    ],
  };
};

const toCallout = (explanation: ModelExplanation, ranges: SizeRanges, picks: readonly OwnPick[]): CalloutView => {
  const { model } = explanation;
  const remarks = remarksOn(explanation);
  if (model.problems.length > 0) {
    return {
      tone: "error",
      state: "error",
      differences: 0,
      lead: phrase`This model cannot be read.`,
      sentences: [phrase`Until it is repaired no runtime can be judged for it. All other models stand.`],
      remarks: model.problems.map(sayReadProblem),
    };
  }
  if (model.format?.name === undefined || model.format.name === "") {
    return {
      tone: "quiet",
      state: "unknown",
      differences: 0,
      lead: phrase`The model has no format yet.`,
      sentences: [
        phrase`OME evaluates no runtime for it until ${code("spec.modelFormat.name")} is set.`,
        ...explanationsOf(model),
      ],
      remarks,
    };
  }
  const ranking = rankingOf(explanation);
  const [winner] = ranking;
  if (winner === undefined) {
    return { ...nobodyCallout(explanation, ranges, picks), remarks: [...explanationsOf(model), ...remarks] };
  }
  return {
    tone: "selected",
    state: "selected",
    differences: 0,
    lead: phrase`OME picks ${pairLink(model, winner.runtime)} ${where(explanation)}.`,
    sentences: [sayFirst(ranking, (runtime) => pairLink(model, runtime))],
    remarks,
  };
};

/** In the view of all namespaces a ClusterBaseModel without a runtime may have one in some namespace. */
export const mayBePickedElsewhere = ({ view, model, rows }: ModelExplanation): boolean =>
  view.namespace === undefined && model.namespace === undefined && rows.every((row) => row.rank === undefined);

/** A pipeline is worth a table when the model has one or a near runtime asks for one. */
const toPipelineRuntime = (explanation: ModelExplanation, ranges: SizeRanges): RuntimeName | undefined => {
  const near = nearRows(explanation, ranges);
  const asking = near.find((row) => row.differingFields.includes("pipeline"));
  if (!explanation.model.hasPipeline) return asking?.runtime;
  const matching = explanation.rows.find(
    (row) => row.state === "selected" || row.state === "pin-only" || row.rank === 1,
  );
  return (matching ?? asking ?? near[0])?.runtime;
};

/** Of each kind only the first: a fix of a runtime further away is hardly the better one. */
const fixedOfEach = 2;

const toFix = (explanation: ModelExplanation, ranges: SizeRanges): ModelView["toFix"] => {
  const { rows } = explanation;
  if (rows.some((row) => row.state === "selected" || row.rank !== undefined)) return [];
  const ofState = (state: PairState) => rows.filter((row) => row.state === state);
  const near = [nearRows(explanation, ranges), ofState("pin-only")];
  const far = [ofState("disabled"), byFewest(ofState("rejected"))];
  return (near.some((found) => found.length > 0) ? near : far)
    .flatMap((found) => found.slice(0, fixedOfEach))
    .map(({ runtime, state }) => ({ key: runtime.key, name: escapeControls(runtime.name), state }));
};

/** A runtime without entries differs in nothing, and is made for nothing. */
const byFewest = (rows: readonly ExplainRowResponse[]): readonly ExplainRowResponse[] => {
  const count = ({ differences }: ExplainRowResponse) => (differences === 0 ? Number.MAX_VALUE : differences);
  return rows.toSorted((one, other) => count(one) - count(other));
};

/** `picks`: where else a ServingRuntime takes it, when no namespace is chosen. */
export const toModelView = (
  explanation: ModelExplanation,
  ranges: SizeRanges,
  now: number,
  picks: readonly OwnPick[] = [],
): ModelView => {
  const { model } = explanation;
  const missesPipeline = explanation.rows.some(
    (row) => row.state === "near-miss" && row.differingFields.includes("pipeline"),
  );
  return {
    title: escapeControls(model.name),
    tags: [
      ...(model.displayName === undefined ? [] : [escapeControls(model.displayName)]),
      ...(model.modelType === undefined ? [] : [escapeControls(model.modelType)]),
      ...(model.disabled ? ["disabled"] : []),
    ],
    callout: toCallout(explanation, ranges, picks),
    facts: toFacts(model, missesPipeline, now),
    seenFrom: `in ${escapeControls(explanation.namespace)}${explanation.view.namespace === undefined ? ", since no namespace is chosen" : ""}`,
    ranked: toRankedViews(rankingOf(explanation), (runtime) => pairLink(model, runtime)),
    skipped: toSkipped(explanation),
    near: toNear(explanation, ranges),
    rest: toRest(explanation),
    message: explanation.message,
    messageShown: explanation.message === undefined ? undefined : escapeControls(explanation.message),
    services: explanation.services.map(toServiceView),
    // Without a format or readable fields the command line prints an error and no table.
    table: explanation.rows.some((row) => row.columns !== undefined) ? explanation.table : undefined,
    toFix: toFix(explanation, ranges),
    pipelineRuntime: toPipelineRuntime(explanation, ranges),
  };
};

/** In single quotes unless plain: nothing in a name can run when the line is pasted into a shell. */
const quoted = (text: string): string =>
  /^[\w./:@-]+$/u.test(text) && !text.startsWith("-") ? text : `'${text.replaceAll("'", `'\\''`)}'`;

/** The command lines that print the same table. */
export const toCommands = (explanation: ModelExplanation, address: string): CommandView => ({
  curl: `curl -H 'Accept: text/plain' ${quoted(address)}`,
  kubectl:
    explanation.service === undefined
      ? `kubectl ome runtime explain --model ${quoted(explanation.model.name)} -n ${quoted(explanation.namespace)}`
      : `kubectl ome runtime explain --isvc ${quoted(explanation.service.name)} -n ${quoted(explanation.service.namespace)}`,
});
