/** Who stands at the top for a model: in the cluster, and in each namespace that has ServingRuntimes for it (spec 3.3). */
import { toSubject } from "../checks/check.ts";
import { computeMatrix } from "../matrix.ts";
import { rankCandidates } from "../rank.ts";
import { pairStates, type RankingKey } from "../reasons.ts";
import type { Model, ResourceName, Runtime, RuntimeKind, RuntimeSpec } from "../resources.ts";
import { scoreSubject } from "../score.ts";
import { parseSize, sizeDistance } from "../values/size.ts";
import { nameOf } from "./malformed.ts";

/** The winner and those that only the name puts behind it. */
export interface TopOf {
  readonly cluster: readonly ResourceName<RuntimeKind>[];
  /** Only namespaces of which a ServingRuntime qualifies: these come before all of the cluster. */
  readonly namespaces: ReadonlyMap<string, readonly ResourceName<RuntimeKind>[]>;
}

/** Ranks come from the matrix; scores are only asked for where the top may be shared. */
export function rankFor(models: readonly Model[], runtimes: readonly Runtime[]): ReadonlyMap<Model, TopOf> {
  const tops = new Map<Model, TopOf>();
  if (models.length === 0) return tops;
  const { states, numbers, columns } = computeMatrix({ models, runtimes });
  const selected = pairStates.indexOf("selected");
  const candidate = pairStates.indexOf("candidate");
  for (const [row, model] of models.entries()) {
    const groups = new Map<string | undefined, Placed[]>();
    for (let column = 0; column < columns; column++) {
      const cell = row * columns + column;
      const runtime = states[cell] === selected || states[cell] === candidate ? runtimes[column] : undefined;
      if (runtime === undefined) continue;
      const namespace = runtime.kind === "ServingRuntime" ? runtime.namespace : undefined;
      const placed = { runtime, rank: numbers[cell] ?? 0 };
      const group = groups.get(namespace);
      if (group === undefined) groups.set(namespace, [placed]);
      else group.push(placed);
    }
    tops.set(model, topOf(model, groups));
  }
  return tops;
}

interface Placed {
  readonly runtime: Runtime;
  readonly rank: number;
}

function topOf(model: Model, groups: ReadonlyMap<string | undefined, readonly Placed[]>): TopOf {
  const cluster = firstOf(model, groups.get(undefined) ?? []);
  const namespaces = new Map<string, readonly ResourceName<RuntimeKind>[]>();
  for (const [namespace, group] of groups) {
    if (namespace !== undefined) namespaces.set(namespace, firstOf(model, group));
  }
  return { cluster, namespaces };
}

/** The first, and on as long as nothing but the name decides. */
function firstOf(model: Model, group: readonly Placed[]): readonly ResourceName<RuntimeKind>[] {
  if (group.length < 2) return group.map(({ runtime }) => nameOf(runtime));
  const subject = toSubject(model.spec);
  const ranked = [...group].sort((one, other) => one.rank - other.rank).map(({ runtime }) => runtime);
  const keys: RankingKey[] = [];
  const top: ResourceName<RuntimeKind>[] = [];
  for (const runtime of ranked) {
    const { kind, name, spec } = runtime;
    const distance = distanceFrom(subject.size, spec);
    const key = { kind, name, score: scoreSubject(subject, spec).score };
    keys.push(distance === undefined ? key : { ...key, sizeDistance: distance });
    if (keys.length > 1 && rankCandidates(keys)[keys.length - 2]?.decidedBy !== "name") break;
    top.push(nameOf(runtime));
  }
  return top;
}

/** As in `select`; undefined when the model states no size and distance is not compared (spec 3.3). */
function distanceFrom(size: number | undefined, { modelSizeRange }: RuntimeSpec): number | undefined {
  if (size === undefined) return undefined;
  const read = (bound: string | undefined) => (bound === undefined ? undefined : parseSize(bound));
  return sizeDistance(size, read(modelSizeRange?.min), read(modelSizeRange?.max));
}
