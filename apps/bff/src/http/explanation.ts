/** The three explanations: of a pair, of a model with its runtimes, of a runtime with its models. Data in, data out. */
import {
  type ExplainRowResponse,
  type ModelExplanation,
  type PairExplanation,
  type RuntimeExplanation,
  type RuntimeName,
  type ServiceSummary,
  type Standing,
  toInteger64,
} from "@ome-matrix/contract";
import {
  escapeControls,
  explainTable,
  formatTable,
  judge,
  type Ranked,
  type Runtime,
  rejectModel,
  ruleSet,
  type Selection,
  sayModelRejection,
  sayNoRuntimeFound,
  select,
  type Verdict,
} from "@ome-matrix/matcher";
import type { ModelObject, RuntimeObject, ServiceObject } from "../snapshot/change.ts";
import { type Cell, type ComputedMatrix, cellAt, computeRow } from "../snapshot/matrix-cache.ts";
import { isVisibleIn, type Snapshot } from "../snapshot/snapshot.ts";
import { explainNamed } from "./inheritance.ts";
import type { FoundView } from "./lookup.ts";
import { closestMismatches, reasonOf, toReason, toVerdict } from "./verdict-response.ts";
import { toYaml } from "./yaml.ts";

export interface Question {
  readonly snapshot: Snapshot;
  /** As asked: without a namespace, all of them. */
  readonly view: FoundView;
  /** Where the ranking is made. */
  readonly namespace: string;
}

export const yamlOf = (object: { readonly document: string }): string => toYaml(JSON.parse(object.document));

export const toViewResponse = ({ namespace, service }: FoundView): PairExplanation["view"] => ({
  ...(namespace === undefined ? {} : { namespace }),
  ...(service === undefined ? {} : { service: service.name }),
});

const common = ({ snapshot, view, namespace }: Question) => ({
  revision: snapshot.revision,
  rules: ruleSet,
  view: toViewResponse(view),
  namespace,
  ...(view.service === undefined ? {} : { service: view.service.summary }),
});

const nameOf = ({ kind, namespace, name, key }: RuntimeObject): RuntimeName => ({
  kind,
  ...(namespace === undefined ? {} : { namespace }),
  name,
  key,
});

const finite = (distance: number | undefined): { sizeDistance?: number } =>
  distance === undefined || !Number.isFinite(distance) ? {} : { sizeDistance: distance };

/** The runtimes that can be read, in the matcher's form, and the way back from them. */
const readable = (snapshot: Snapshot): ReadonlyMap<Runtime, RuntimeObject> =>
  new Map(
    snapshot.runtimes.flatMap((object): [Runtime, RuntimeObject][] => {
      if (object.spec === undefined) return [];
      const { kind, namespace, name, spec } = object;
      return [[{ kind, name, spec, ...(namespace === undefined ? {} : { namespace }) }, object]];
    }),
  );

interface Selected {
  readonly selection: Selection;
  objectOf(runtime: Runtime): RuntimeObject;
}

/** What OME selects for a model that can be read. */
const selectFor = ({ snapshot, view, namespace }: Question, model: ModelObject): Selected | undefined => {
  if (model.spec === undefined) return undefined;
  const runtimes = readable(snapshot);
  return {
    selection: select(model.spec, [...runtimes.keys()], { namespace, service: view.service?.spec }),
    objectOf(runtime) {
      const object = runtimes.get(runtime);
      if (object === undefined) throw new Error(`the selection has a runtime of its own: ${runtime.name}`);
      return object;
    },
  };
};

const toStanding = ({ rank, verdict, sizeDistance, decidedBy }: Ranked, runtime: RuntimeObject): Standing => ({
  runtime: nameOf(runtime),
  rank,
  score: toInteger64(verdict.score.score),
  ...finite(sizeDistance),
  ...(decidedBy === undefined ? {} : { decidedBy }),
});

/** The part that is the same for a runtime of a model and a model of a runtime. */
const toPairRow = (cell: Cell, verdict: Verdict | undefined, model: ModelObject) => {
  const rejection = model.spec === undefined ? undefined : rejectModel(model.spec);
  const reason = rejection !== undefined ? toReason(rejection) : verdict === undefined ? undefined : reasonOf(verdict);
  return {
    state: cell.state,
    ...(cell.rank === undefined ? {} : { rank: cell.rank }),
    ...(verdict === undefined ? {} : { score: toInteger64(verdict.score.score) }),
    differences: verdict?.differences ?? 0,
    differingFields: [...(verdict?.differingFields ?? [])],
    mismatches: verdict === undefined ? [] : closestMismatches(verdict),
    ...(reason === undefined ? {} : { reason }),
  };
};

const error: Cell = { state: "error" };

/** Judges a pair when there is something to judge. */
const judgePair = (
  model: ModelObject,
  runtime: RuntimeObject,
  service: ServiceObject | undefined,
): Verdict | undefined =>
  model.spec === undefined || runtime.spec === undefined || rejectModel(model.spec) !== undefined
    ? undefined
    : judge(model.spec, runtime.spec, service?.spec);

export const explainPair = (question: Question, model: ModelObject, runtime: RuntimeObject): PairExplanation => {
  const { snapshot, view } = question;
  const cell = computeRow(model, snapshot.runtimes, view).get(runtime.key) ?? error;
  const verdict = judgePair(model, runtime, view.service);
  const selected = selectFor(question, model);
  const rejection = model.spec === undefined ? undefined : rejectModel(model.spec);
  const reason = rejection !== undefined ? toReason(rejection) : verdict === undefined ? undefined : reasonOf(verdict);
  const named =
    verdict === undefined || model.spec === undefined
      ? undefined
      : explainNamed(snapshot, runtime, model.spec, view.service?.spec);
  return {
    ...common(question),
    model: model.summary,
    runtime: runtime.summary,
    state: cell.state,
    ...(cell.rank === undefined ? {} : { rank: cell.rank }),
    ...(reason === undefined ? {} : { reason }),
    ...(verdict === undefined ? {} : { verdict: toVerdict(verdict) }),
    ranking: selected?.selection.ranking.map((ranked) => toStanding(ranked, selected.objectOf(ranked.runtime))) ?? [],
    ...(named === undefined ? {} : { named }),
    modelYaml: yamlOf(model),
    runtimeYaml: yamlOf(runtime),
  };
};

/** InferenceServices that a model is meant by: a BaseModel by those of its namespace, and before a ClusterBaseModel (spec 3.7). */
const servicesOfModel = (snapshot: Snapshot, model: ModelObject): ServiceSummary[] =>
  snapshot.services
    .filter(({ namespace, summary }) => {
      if (summary.model?.name !== model.name) return false;
      return model.namespace === undefined
        ? !model.summary.shadowedIn.includes(namespace)
        : model.namespace === namespace;
    })
    .map(({ summary }) => summary);

/** InferenceServices that name a runtime, looked up as OME does (spec 3.8). */
const servicesOfRuntime = (snapshot: Snapshot, runtime: RuntimeObject): ServiceSummary[] =>
  snapshot.services
    .filter(({ namespace, summary }) => {
      if (summary.runtime?.name !== runtime.name) return false;
      if (runtime.kind === "ClusterServingRuntime") return summary.runtime.kind !== "ServingRuntime";
      if (runtime.namespace !== namespace) return false;
      if (summary.runtime.kind === "ServingRuntime") return true;
      return ![...snapshot.objects.ClusterServingRuntime.values()].some(({ name }) => name === runtime.name);
    })
    .map(({ summary }) => summary);

/** OME's sentence when nothing is selected; undefined when something is, or nothing can be said. */
const sayNothingSelected = (model: ModelObject, selection: Selection): string | undefined => {
  if (model.spec === undefined || selection.selected !== undefined) return undefined;
  if (selection.rejection !== undefined) return sayModelRejection(selection.rejection);
  return sayNoRuntimeFound(model.spec, selection);
};

export const explainModel = (question: Question, model: ModelObject): ModelExplanation => {
  const { snapshot, view, namespace } = question;
  const candidates = snapshot.runtimes.filter((runtime) => isVisibleIn(runtime, namespace));
  const cells = computeRow(model, candidates, { ...view, namespace });
  const selected = selectFor(question, model);
  const rows: ExplainRowResponse[] = [];
  const seen = new Set<string>();
  const add = (runtime: RuntimeObject, row: Omit<ExplainRowResponse, "runtime">): void => {
    seen.add(runtime.key);
    rows.push({ runtime: nameOf(runtime), ...row });
  };

  if (selected !== undefined) {
    const { selection, objectOf } = selected;
    const columns = explainTable(selection);
    for (const [index, judged] of [...selection.ranking, ...selection.others].entries()) {
      const runtime = objectOf(judged.runtime);
      const ranked: Ranked | undefined = selection.ranking[index];
      const row = columns[index];
      add(runtime, {
        ...toPairRow(cells.get(runtime.key) ?? error, judged.verdict, model),
        ...finite(ranked?.sizeDistance),
        ...(ranked?.decidedBy === undefined ? {} : { decidedBy: ranked.decidedBy }),
        ...(row === undefined ? {} : { columns: { ...row } }),
      });
    }
  }
  for (const runtime of candidates) {
    if (!seen.has(runtime.key)) add(runtime, toPairRow(cells.get(runtime.key) ?? error, undefined, model));
  }

  const selection = selected?.selection;
  const message = selection === undefined ? undefined : sayNothingSelected(model, selection);
  return {
    ...common(question),
    model: model.summary,
    ...(selected?.selection.selected === undefined
      ? {}
      : { selected: nameOf(selected.objectOf(selected.selection.selected.runtime)) }),
    ...(message === undefined ? {} : { message }),
    checked: { ...(selection?.checked ?? { total: 0, namespaced: 0, cluster: 0 }) },
    rows,
    table: selection === undefined ? "" : formatTable(explainTable(selection)),
    services: servicesOfModel(snapshot, model),
    modelYaml: yamlOf(model),
  };
};

export const explainRuntime = (
  question: Question,
  runtime: RuntimeObject,
  matrix: ComputedMatrix,
): RuntimeExplanation => {
  const { snapshot, view } = question;
  const column = matrix.runtimes.findIndex(({ key }) => key === runtime.key);
  return {
    ...common(question),
    runtime: runtime.summary,
    rows: matrix.models.map((model, row) => ({
      model: model.summary,
      ...toPairRow(cellAt(matrix.rows[row], column), judgePair(model, runtime, view.service), model),
    })),
    services: servicesOfRuntime(snapshot, runtime),
    runtimeYaml: yamlOf(runtime),
  };
};

/** What cannot be judged, as text. */
const sayUnreadable = (object: ModelObject | RuntimeObject): string =>
  object.summary.problems.map(({ message }) => `${object.key} cannot be read: ${message}`).join("\n");

/** Letter for letter what `kubectl ome runtime explain` prints (spec 3.5). */
const noRuntimes = "No serving runtimes found in the selected namespace or at cluster scope.";

/** The table of a model as text, and under it OME's message when nothing is selected; or the one sentence there is instead. */
export const sayModel = (question: Question, model: ModelObject): string => {
  const selected = selectFor(question, model);
  if (selected === undefined) return sayUnreadable(model);
  const { selection } = selected;
  if (selection.rejection !== undefined) return sayModelRejection(selection.rejection);
  if (selection.checked.total === 0) return noRuntimes;
  const table = formatTable(explainTable(selection));
  const message = sayNothingSelected(model, selection);
  return message === undefined ? table : `${table}\n\n${escapeControls(message)}`;
};

/** The header of that table and the row of one runtime. */
export const sayPair = (question: Question, model: ModelObject, runtime: RuntimeObject): string => {
  const selected = selectFor(question, model);
  if (selected === undefined) return sayUnreadable(model);
  if (runtime.spec === undefined) return sayUnreadable(runtime);
  const { selection, objectOf } = selected;
  if (selection.rejection !== undefined) return sayModelRejection(selection.rejection);
  const isAsked = (judged: { readonly runtime: Runtime }): boolean => objectOf(judged.runtime) === runtime;
  const row = { ranking: selection.ranking.filter(isAsked), others: selection.others.filter(isAsked) };
  if (row.ranking.length + row.others.length === 0) {
    return `${runtime.key} is no candidate in the namespace ${escapeControls(question.namespace)}`;
  }
  return formatTable(explainTable(row));
};
