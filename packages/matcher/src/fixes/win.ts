/** "Make this runtime win": the smallest priority that does it (spec 3.2, 3.3, 5.2, 5.5). */
import { scoreRuntime } from "../score.ts";
import { select } from "../select.ts";
import type { FixEdit, Repair } from "./repair.ts";
import { ownName } from "./runtime-fix.ts";
import type { Situation, Surroundings } from "./situation.ts";

/**
 * For each entry that counts in the score, the priorities that may just be enough, smallest first. Equal scores may win by
 * the size range or by name; so two are tried for each entry, and the first that wins when judged is the smallest.
 */
export function prioritiesToTry(situation: Situation, surroundings: Surroundings): readonly Repair[] {
  const { verdict, runtime } = situation;
  const best = bestOther(situation, surroundings);
  if (best === undefined || best.isOfNamespace) return [];
  const tries = verdict.score.entries.flatMap((entry) => {
    const weight = entry.formatWeight + entry.frameworkWeight;
    if (entry.outcome !== "counted" || weight <= 0n) return [];
    const least = (best.score + weight - 1n) / weight;
    return [least, least + 1n].flatMap((priority) =>
      priority < 1n || priority >= 2n ** 31n || Number(priority) === entry.priority
        ? []
        : [{ index: entry.index, priority: Number(priority) }],
    );
  });
  const first = (index: number) => (index === verdict.matchedEntry ? -1 : index);
  tries.sort((one, other) => one.priority - other.priority || first(one.index) - first(other.index));
  return tries.map(({ index, priority }) => {
    const set = (key: string, to: string | number): FixEdit => ({
      side: "runtime",
      code: "runtime/priority",
      path: ["spec", "supportedModelFormats", index, key],
      to,
      entry: index,
    });
    const isEnabled = runtime.spec.supportedModelFormats[index]?.autoSelect === true;
    const name = isEnabled ? ownName(situation, index, priority) : undefined;
    return name === undefined ? [set("priority", priority)] : [set("priority", priority), set("name", name)];
  });
}

/** The one to beat: of all others the one that would be selected. */
export function bestOther(situation: Situation, { namespace, others }: Surroundings) {
  const { model, runtime, service } = situation;
  const { selected } = select(model.spec, others, { namespace, service: service?.spec });
  if (selected === undefined) return undefined;
  const isOfNamespace = selected.runtime.kind === "ServingRuntime" && runtime.kind === "ClusterServingRuntime";
  return { score: scoreRuntime(model.spec, selected.runtime.spec).score, isOfNamespace, runtime: selected.runtime };
}
