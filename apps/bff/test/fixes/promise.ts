/** What a fix promises, compared with what is there after it. */
import assert from "node:assert/strict";
import { toInteger64, toResourceKey } from "@ome-matrix/contract";
import { type InferenceService, judge, select, specWhenNamed } from "@ome-matrix/matcher";
import { parse } from "yaml";
import type { Use } from "./collect.ts";
import { type Sight, stateAt } from "./observe.ts";

const find = <Value extends { readonly kind: string; readonly namespace?: string; readonly name: string }>(
  list: readonly Value[],
  key: string,
): Value => {
  const found = list.find((object) => toResourceKey(object) === key);
  if (found === undefined) throw new Error(`${key} is gone, or cannot be read any more`);
  return found;
};

const sayUse = ({ pair, fix }: Use): string =>
  JSON.stringify({
    pair: [pair.model.key, pair.runtime.key, pair.view, pair.namespace],
    code: fix.code,
    verified: fix.verified,
    bash: fix.changes.map(({ commands }) => commands?.forward.bash),
  });

/**
 * The pair matches, at the place that was promised, or the InferenceService names the runtime: by the engine on the objects
 * as they are, and in the matrix of the BFF.
 */
export const expectPromise = async (use: Use, after: Sight): Promise<void> => {
  try {
    const service = serviceOf(use.pair, after);
    if (use.fix.verified.outcome === "named") expectNamed(use, after, service);
    else await expectSelection(use, after, service);
  } catch (error) {
    throw new Error(`${sayUse(use)}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
};

const serviceOf = ({ view, namespace }: Use["pair"], { fleet }: Sight): InferenceService | undefined =>
  view.service === undefined
    ? undefined
    : fleet.services.find((service) => service.name === view.service && service.namespace === namespace);

const expectSelection = async (
  { pair, fix }: Use,
  after: Sight,
  service: InferenceService | undefined,
): Promise<void> => {
  const { namespace } = pair;
  const model = find(after.fleet.models, pair.model.key);
  const runtime = find(after.fleet.runtimes, pair.runtime.key);
  const { ranking, others } = select(model.spec, after.fleet.runtimes, { namespace, service: service?.spec });
  const ranked = ranking.find((one) => one.runtime === runtime);
  const verdict = (ranked ?? others.find((one) => one.runtime === runtime))?.verdict;
  const outcome = ranked === undefined ? "pin-only" : ranked.rank === 1 ? "selected" : "candidate";
  assert.deepEqual(
    {
      matches: verdict?.compatible,
      ...(verdict?.matchedEntry === undefined ? {} : { entry: verdict.matchedEntry }),
      score: toInteger64(verdict?.score.score ?? 0n),
      ...(ranked === undefined ? {} : { rank: ranked.rank, of: ranking.length }),
      selected: ranked?.rank === 1,
      outcome,
      ...(verdict?.skip === undefined ? {} : { remains: verdict.skip.code }),
      ...(model.disabled === true ? { modelDisabled: true } : {}),
    },
    // To enable the model is worth something whatever the runtime.
    { ...fix.verified, matches: fix.code === "model/enable" ? fix.verified.matches : true },
  );
  if (fix.parts.includes("model/enable")) assert.notEqual(model.disabled, true);
  if (service !== undefined || !fix.verified.matches) return;
  const matrix = await after.matrix({ namespace });
  const row = matrix.models.findIndex(({ key }) => key === pair.model.key);
  const column = matrix.runtimes.findIndex(({ key }) => key === pair.runtime.key);
  assert.equal(stateAt(matrix, row, column), outcome, "in the matrix");
};

const expectNamed = ({ pair, fix }: Use, after: Sight, service: InferenceService | undefined): void => {
  const model = find(after.fleet.models, pair.model.key);
  const runtime = find(after.fleet.runtimes, pair.runtime.key);
  const isPatched = fix.changes.length > 0;
  const spec = isPatched
    ? service?.spec
    : (parse(fix.manifest ?? "") as { readonly spec: InferenceService["spec"] }).spec;
  assert.equal(spec?.model?.name, model.name);
  // Of another kind it would get no workload, and where a BaseModel has the name it would get that one (spec 3.7).
  assert.equal(spec?.model?.kind ?? "ClusterBaseModel", model.kind);
  const standsInFront = after.fleet.models.find(({ kind, name, namespace }) => {
    return kind === "BaseModel" && name === model.name && namespace === pair.namespace;
  });
  assert.equal(toResourceKey(standsInFront ?? model), toResourceKey(model));
  assert.equal(spec?.runtime?.name, runtime.name);
  assert.equal(spec?.runtime?.kind, runtime.kind);
  const merged = specWhenNamed(runtime, after.fleet.runtimes);
  assert(merged.ok, "the chain is broken");
  assert.notEqual(merged.spec.disabled, true);
  const { compatible } = judge(model.spec, merged.spec, isPatched ? service?.spec : undefined);
  assert.equal(fix.verified.matches, compatible);
  assert.equal(fix.verified.selected, false);
};

/** Without what the API counts and keeps for itself. */
export const content = (object: unknown): unknown => {
  const { metadata, ...rest } = object as { readonly metadata: Readonly<Record<string, unknown>> };
  const { resourceVersion: _, generation: __, managedFields: ___, ...kept } = metadata;
  return { ...rest, metadata: kept };
};
