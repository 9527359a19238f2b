/** Who stands at the top for a model: in the cluster, and in each namespace that has ServingRuntimes for it (spec 3.3). */
import { toSubject } from "../checks/check.ts";
import { computeMatrix } from "../matrix.ts";
import { rankCandidates } from "../rank.ts";
import { pairStates } from "../reasons.ts";
import type { Model, ResourceName, Runtime, RuntimeKind, RuntimeSpec } from "../resources.ts";
import { scoreSubject } from "../score.ts";
import { parseSize, sizeDistance } from "../values/size.ts";
import { nameOf } from "./malformed.ts";
import { keyOf } from "./twice.ts";

/** The winner and those that only the name puts behind it. */
export interface TopOf {
  readonly cluster: readonly ResourceName<RuntimeKind>[];
  /** Only namespaces of which a ServingRuntime qualifies: these come before all of the cluster. */
  readonly namespaces: ReadonlyMap<string, readonly ResourceName<RuntimeKind>[]>;
}

/** By key of the model, as `keyOf` makes it. */
export function rankFor(models: readonly Model[], runtimes: readonly Runtime[]): ReadonlyMap<string, TopOf> {
  const tops = new Map<string, TopOf>();
  if (models.length === 0) return tops;
  const { states, columns } = computeMatrix({ models, runtimes });
  const selected = pairStates.indexOf("selected");
  const candidate = pairStates.indexOf("candidate");
  for (const [row, model] of models.entries()) {
    const qualifying: Runtime[] = [];
    for (let column = 0; column < columns; column++) {
      const state = states[row * columns + column];
      const runtime = state === selected || state === candidate ? runtimes[column] : undefined;
      if (runtime !== undefined) qualifying.push(runtime);
    }
    tops.set(keyOf(model), topOf(model, qualifying));
  }
  return tops;
}

function topOf(model: Model, qualifying: readonly Runtime[]): TopOf {
  const groups = new Map<string | undefined, Runtime[]>();
  for (const runtime of qualifying) {
    const namespace = runtime.kind === "ServingRuntime" ? runtime.namespace : undefined;
    const group = groups.get(namespace);
    if (group === undefined) groups.set(namespace, [runtime]);
    else group.push(runtime);
  }
  const cluster = firstOf(model, groups.get(undefined) ?? []);
  const namespaces = new Map<string, readonly ResourceName<RuntimeKind>[]>();
  for (const [namespace, group] of groups) {
    if (namespace !== undefined) namespaces.set(namespace, firstOf(model, group));
  }
  return { cluster, namespaces };
}

function firstOf(model: Model, group: readonly Runtime[]): readonly ResourceName<RuntimeKind>[] {
  const subject = toSubject(model.spec);
  const keys = group.map(({ kind, name, spec }) => {
    const distance = distanceFrom(subject.size, spec);
    const key = { kind, name, score: scoreSubject(subject, spec).score };
    return distance === undefined ? key : { ...key, sizeDistance: distance };
  });
  const top: ResourceName<RuntimeKind>[] = [];
  for (const { index, decidedBy } of rankCandidates(keys)) {
    const runtime = group[index];
    if (runtime !== undefined) top.push(nameOf(runtime));
    if (decidedBy !== "name") break;
  }
  return top;
}

/** As in `select`; undefined when the model states no size and distance is not compared (spec 3.3). */
function distanceFrom(size: number | undefined, { modelSizeRange }: RuntimeSpec): number | undefined {
  if (size === undefined) return undefined;
  const read = (bound: string | undefined) => (bound === undefined ? undefined : parseSize(bound));
  return sizeDistance(size, read(modelSizeRange?.min), read(modelSizeRange?.max));
}
