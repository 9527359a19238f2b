/** Automatic selection for one model in one namespace (spec 3.1, 3.3, 3.5). */
import { toSubject } from "./checks/check.ts";
import { judgeSubject, rejectModel } from "./judge.ts";
import { rankCandidates } from "./rank.ts";
import type { ModelRejection, RankStep, Verdict } from "./reasons.ts";
import type { InferenceServiceSpec, ModelSpec, Runtime, RuntimeSpec } from "./resources.ts";
import { compareByBytes } from "./values/order.ts";
import { setFields } from "./values/set-fields.ts";
import { parseSize, sizeDistance } from "./values/size.ts";

/** A runtime that automatic selection may pick, at its place. */
export interface Ranked {
  readonly runtime: Runtime;
  readonly verdict: Verdict;
  /** 1 is the one OME picks. */
  readonly rank: number;
  /** In parameters; absent when the model states no size and distance is not compared. May be infinite or NaN. */
  readonly sizeDistance?: number;
  /** The step that placed it before the next one; absent on the last. */
  readonly decidedBy?: RankStep;
  /** A neighbour in the ranking has the same kind, score and distance: between them only the name decided. */
  readonly tied: boolean;
}

export interface Judged {
  readonly runtime: Runtime;
  readonly verdict: Verdict;
}

export interface Selection {
  readonly namespace: string;
  /** The model cannot be evaluated: no runtime was looked at (spec 2.0). */
  readonly rejection?: ModelRejection;
  /** All that qualify, best first. */
  readonly ranking: readonly Ranked[];
  /** All others, ServingRuntimes first, each kind by name (spec 3.5). */
  readonly others: readonly Judged[];
  readonly selected?: Ranked;
  readonly checked: { readonly total: number; readonly namespaced: number; readonly cluster: number };
}

/**
 * What OME selects for a model in a namespace. ServingRuntimes of other namespaces are no candidates; the order of the
 * runtimes means nothing.
 */
export function select(
  model: ModelSpec,
  runtimes: readonly Runtime[],
  view: { readonly namespace: string; readonly service?: InferenceServiceSpec | undefined },
): Selection {
  const { namespace, service } = view;
  const rejection = rejectModel(model);
  if (rejection !== undefined) {
    return { namespace, rejection, ranking: [], others: [], checked: { total: 0, namespaced: 0, cluster: 0 } };
  }
  const subject = toSubject(model);
  const judged = runtimes
    .filter((runtime) => runtime.kind === "ClusterServingRuntime" || runtime.namespace === namespace)
    .map((runtime): Judged => ({ runtime, verdict: judgeSubject(subject, runtime.spec, service) }));
  const ranking = rank(
    judged.filter(({ verdict }) => verdict.qualifies),
    subject.size,
  );
  const others = judged.filter(({ verdict }) => !verdict.qualifies).sort(compareInTable);
  const namespaced = judged.filter(({ runtime }) => runtime.kind === "ServingRuntime").length;
  const checked = { total: judged.length, namespaced, cluster: judged.length - namespaced };
  return setFields<Selection>({ namespace, rejection: undefined, ranking, others, selected: ranking[0], checked });
}

/** Distance of a runtime's range from a model's size (spec 3.3); undefined when the model states none. */
function distanceFrom(size: number | undefined, runtime: RuntimeSpec): number | undefined {
  if (size === undefined) return undefined;
  const { min, max } = runtime.modelSizeRange ?? {};
  const read = (bound: string | undefined) => (bound === undefined ? undefined : parseSize(bound));
  return sizeDistance(size, read(min), read(max));
}

function rank(candidates: readonly Judged[], size: number | undefined): readonly Ranked[] {
  const distances = candidates.map(({ runtime }) => distanceFrom(size, runtime.spec));
  const keys = candidates.map(({ runtime: { kind, name }, verdict }, index) => {
    const distance = distances[index];
    return { kind, name, score: verdict.score.score, ...(distance === undefined ? {} : { sizeDistance: distance }) };
  });
  const placed = rankCandidates(keys);
  return placed.flatMap(({ index, decidedBy }, at) => {
    const candidate = candidates[index];
    if (candidate === undefined) return [];
    const tied = decidedBy === "name" || placed[at - 1]?.decidedBy === "name";
    return [setFields<Ranked>({ ...candidate, rank: at + 1, sizeDistance: distances[index], decidedBy, tied })];
  });
}

function compareInTable(one: Judged, other: Judged): number {
  if (one.runtime.kind !== other.runtime.kind) return one.runtime.kind === "ServingRuntime" ? -1 : 1;
  return compareByBytes(one.runtime.name, other.runtime.name);
}
