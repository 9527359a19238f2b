/** What automatic selection picks for many InferenceServices at once (spec 3.1, 3.3). */
import { type Lookup, modelOf, namesRuntime } from "./lookup.ts";
import { computeMatrix, type Matrix, type MatrixRow } from "./matrix.ts";
import { pairStates } from "./reasons.ts";
import type { InferenceService, ModelKind, ModelSpec, RuntimeKind, RuntimeSpec } from "./resources.ts";

/** What an InferenceService asks of runtimes; those that ask for the same in one namespace are one matrix. */
export function questionOf({ namespace, spec }: InferenceService): string {
  const { acceleratorClasses, deploymentMode, deploymentModes, hasDecoder, model } = spec;
  const asks = [acceleratorClasses, deploymentMode, deploymentModes, hasDecoder, model === undefined];
  return JSON.stringify([namespace, asks]);
}

/** Left out are those that name a runtime, those without a model, and those for whose model nothing qualifies. */
export function picksFor<
  KnownModel extends MatrixRow<ModelKind, ModelSpec>,
  KnownRuntime extends MatrixRow<RuntimeKind, RuntimeSpec>,
>(
  asking: readonly InferenceService[],
  lookup: Lookup<KnownModel, KnownRuntime>,
): ReadonlyMap<InferenceService, KnownRuntime> {
  const groups = new Map<string, InferenceService[]>();
  for (const service of asking) {
    if (namesRuntime(service) || modelOf(service, lookup) === undefined) continue;
    const question = questionOf(service);
    const group = groups.get(question);
    if (group === undefined) groups.set(question, [service]);
    else group.push(service);
  }
  const picked = new Map<InferenceService, KnownRuntime>();
  for (const services of groups.values()) {
    const [first] = services;
    if (first === undefined) continue;
    const models = [...new Set(services.flatMap((service) => modelOf(service, lookup) ?? []))];
    const { namespace = "", spec } = first;
    const matrix = computeMatrix({ models, runtimes: lookup.runtimes, namespace, service: spec });
    const picks = new Map(models.map((model, row) => [model, pickOf(matrix, row, lookup.runtimes)]));
    for (const service of services) {
      const model = modelOf(service, lookup);
      const pick = model === undefined ? undefined : picks.get(model);
      if (pick !== undefined) picked.set(service, pick);
    }
  }
  return picked;
}

function pickOf<KnownRuntime>(
  { states, columns }: Matrix,
  row: number,
  runtimes: readonly KnownRuntime[],
): KnownRuntime | undefined {
  const selected = pairStates.indexOf("selected");
  const at = states.subarray(row * columns, (row + 1) * columns).indexOf(selected);
  return at < 0 ? undefined : runtimes[at];
}
