/** What a fix promises, compared with what is there after it. */
import { isDeepStrictEqual } from "node:util";
import { toInteger64, toResourceKey } from "@ome-matrix/contract";
import { type InferenceService, judge, specWhenNamed } from "@ome-matrix/matcher";
import { expect } from "vitest";
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
    bash: fix.changes.map(({ commands }) => commands?.forward.bash),
  });

/** The pair matches, at the place that was promised, or the InferenceService names the runtime. */
export const expectPromise = async (use: Use, after: Sight): Promise<void> => {
  const { pair, fix } = use;
  const service = serviceOf(pair, after);
  if (fix.verified.outcome === "named") return expectNamed(use, after, service);
  const { verified } = fix;
  const model = find(after.fleet.models, pair.model.key);
  const runtime = find(after.fleet.runtimes, pair.runtime.key);
  const verdict = judge(model.spec, runtime.spec, service?.spec);
  const view = { namespace: pair.namespace, ...(service === undefined ? {} : { service: service.name }) };
  const matrix = await after.matrix(view);
  const row = matrix.models.findIndex(({ key }) => key === pair.model.key);
  const column = matrix.runtimes.findIndex(({ key }) => key === pair.runtime.key);
  const ranks = matrix.ranks[row] ?? [];
  const place = ranks.findIndex((value, index) => index % 2 === 0 && value === column);
  const ranked = place === -1 ? {} : { rank: ranks[place + 1], of: ranks.length / 2 };
  const state = stateAt(matrix, row, column);
  const found = {
    matches: verdict.compatible,
    ...(verdict.matchedEntry === undefined ? {} : { entry: verdict.matchedEntry }),
    score: toInteger64(verdict.score.score),
    ...ranked,
    selected: state === "selected",
    outcome: state,
    ...(verdict.skip === undefined ? {} : { remains: verdict.skip.code }),
  };
  if (!verified.matches || !isDeepStrictEqual(found, verified)) {
    expect(found, sayUse(use)).toEqual({ ...verified, matches: true });
  }
};

const serviceOf = ({ view, namespace }: Use["pair"], { fleet }: Sight): InferenceService | undefined =>
  view.service === undefined
    ? undefined
    : fleet.services.find((service) => service.name === view.service && service.namespace === namespace);

const expectNamed = ({ pair, fix, ...use }: Use, after: Sight, service: InferenceService | undefined): void => {
  const what = sayUse({ pair, fix, ...use });
  const model = find(after.fleet.models, pair.model.key);
  const runtime = find(after.fleet.runtimes, pair.runtime.key);
  const isPatched = fix.changes.length > 0;
  const spec: unknown = isPatched ? service?.spec : (parse(fix.manifest ?? "") as { spec: unknown }).spec;
  expect(spec, what).toMatchObject({
    model: { name: model.name },
    runtime: { name: runtime.name, kind: runtime.kind },
  });
  const merged = specWhenNamed(runtime, after.fleet.runtimes);
  if (!merged.ok) throw new Error(`${what}: the chain is broken`);
  expect(merged.spec.disabled === true, what).toBe(false);
  const { compatible } = judge(model.spec, merged.spec, isPatched ? service?.spec : undefined);
  expect(fix.verified, what).toMatchObject({ matches: compatible, selected: false });
};

/** Without what the API counts and keeps for itself. */
export const content = (object: unknown): unknown => {
  const { metadata, ...rest } = object as { readonly metadata: Readonly<Record<string, unknown>> };
  const { resourceVersion: _, generation: __, managedFields: ___, ...kept } = metadata;
  return { ...rest, metadata: kept };
};
