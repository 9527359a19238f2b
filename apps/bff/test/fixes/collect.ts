/** Every fix that the API offers, each set of changes once, with all pairs and views for which it is offered. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import {
  type ChangeResponse,
  type FixResponse,
  type MatrixResponse,
  type ModelName,
  type PairFixes,
  pairFixes,
  pathToFixes,
  pathToMatrix,
  type RuntimeName,
  type ViewParameters,
} from "@ome-matrix/contract";
import { toFleet } from "../../src/snapshot/fleet.ts";
import type { FreshBff } from "./fresh-bff.ts";
import { outcomeOf, stateAt } from "./observe.ts";

/** One fix of one pair, seen from somewhere. */
export interface Use {
  readonly pair: Pick<PairFixes, "model" | "runtime" | "namespace" | "view">;
  readonly state: string;
  readonly fix: Pick<FixResponse, "id" | "code" | "parts" | "verified" | "manifest"> & { readonly changes: Changes };
}

/** Without the YAML, of which there are hundreds of megabytes. */
export type Changes = readonly Omit<ChangeResponse, "yamlBefore" | "yamlAfter">[];

export interface Offered {
  /** By their changes. */
  readonly sets: ReadonlyMap<string, readonly Use[]>;
  /** Those with a manifest and nothing to patch. */
  readonly manifests: readonly Use[];
  /** Pairs in all views. */
  readonly pairs: number;
  /** Without those of which the answer is the same as another. */
  readonly asked: number;
  /** Of the pairs that were asked for. */
  readonly states: readonly string[];
  /** Pairs of which it is said that there is nothing to do. */
  readonly settled: number;
  /** Pairs for which something should be offered or said, and is not. */
  readonly speechless: readonly string[];
}

export const viewsOf = ({ snapshot }: FreshBff): readonly ViewParameters[] => [
  {},
  ...snapshot.namespaces.map((namespace) => ({ namespace })),
  ...snapshot.services.map(({ namespace, name }) => ({ namespace, service: name })),
];

/** Of answers that have to be the same as one that was given, every so many are asked for all the same. */
const everyDuplicate = 15;

/**
 * `isAsked` says of which pairs; those that OME selects anyway and those in error need nothing. `evidenceOf` holds a
 * `model_index.json` of a model.
 */
export const collectFixes = async (
  bff: FreshBff,
  views: readonly ViewParameters[],
  isAsked: (model: string, runtime: string, state: string) => boolean,
  evidenceOf: (model: string) => unknown = () => undefined,
): Promise<Offered> => {
  const sets = new Map<string, Use[]>();
  const manifests: Use[] = [];
  const speechless: string[] = [];
  const known = new Map<string, string>();
  const states = new Set<string>();
  let settled = 0;
  let pairs = 0;
  let duplicates = 0;
  for (const view of views) {
    const matrix = await bff.get<MatrixResponse>(pathToMatrix(view));
    for (const [row, model] of matrix.models.entries()) {
      for (const [column, runtime] of matrix.runtimes.entries()) {
        const state = stateAt(matrix, row, column);
        if (state === "selected" || state === "error" || !isAsked(model.key, runtime.key, state)) continue;
        pairs++;
        const question = questionOf(bff, view, model, runtime);
        const before = known.get(question);
        if (before !== undefined && duplicates++ % everyDuplicate !== 0) continue;
        const path = pathToFixes({ model: model.key, runtime: runtime.key }, view);
        const modelIndex = evidenceOf(model.key);
        const answer = await (modelIndex === undefined
          ? bff.get<PairFixes>(path)
          : bff.post<PairFixes>(path, { modelIndex }));
        const text = JSON.stringify(answer.fixes.map(({ changes, verified, claims }) => [changes, verified, claims]));
        if (before !== undefined && before !== digest(text)) throw new Error(`${path} is not the same as ${question}`);
        if (before !== undefined) continue;
        known.set(question, digest(text));
        // Slow, and nothing but the shape.
        if (known.size % 20 === 0) pairFixes.parse(answer);
        states.add(state);
        if (answer.fixes.length + answer.refusals.length === 0) speechless.push(`${path} (${state})`);
        if (answer.refusals.some(({ code }) => code === "selected-already")) {
          settled++;
          await expectSelectedIn(bff, answer);
        }
        if (answer.refusals.some(({ code }) => code === "named-already")) {
          settled++;
          expectDeclared(bff, view, answer);
        }
        const pair = { model: answer.model, runtime: answer.runtime, namespace: answer.namespace, view };
        for (const { changes, ...fix } of answer.fixes) {
          if (changes.length === 0) manifests.push({ pair, state, fix: { ...fix, changes } });
          else add(sets, pair, state, fix, changes);
        }
      }
    }
  }
  return { sets, manifests, pairs, asked: known.size, states: [...states], settled, speechless };
};

const digest = (text: string): string => createHash("sha256").update(text).digest("base64");

/**
 * All that an answer can depend on: the pair, which ServingRuntimes the namespace has, what the InferenceService asks for,
 * and the service itself where it is one of this model.
 */
const questionOf = ({ snapshot }: FreshBff, view: ViewParameters, model: ModelName, runtime: RuntimeName): string => {
  // Of a model on a claim it is judged where it can be used.
  const uri = snapshot.models.find(({ key }) => key === model.key)?.summary.storageUri ?? "";
  const claim = model.namespace === undefined ? /^pvc:\/\/([^:/]+):/.exec(uri)?.[1] : undefined;
  const namespace = view.namespace ?? model.namespace ?? runtime.namespace ?? claim ?? "default";
  const hasRuntimes = snapshot.runtimes.some((one) => one.namespace === namespace);
  const where = hasRuntimes || (model.namespace ?? claim) !== undefined ? namespace : "";
  const service = snapshot.services.find((one) => one.namespace === namespace && one.name === view.service);
  const { acceleratorClasses = [], deploymentMode, deploymentModes = {} } = service?.spec ?? {};
  const asks = [acceleratorClasses, deploymentMode, deploymentModes];
  const isOfModel = service?.spec?.model?.name === model.name;
  return JSON.stringify([model.key, runtime.key, where, asks, isOfModel ? service?.key : ""]);
};

/** Among all namespaces a runtime may come second that is the one to be picked in its own: the answer says so, and it is so. */
const expectSelectedIn = async (bff: FreshBff, { namespace, model, runtime, refusals, fixes }: PairFixes) => {
  assert.deepEqual(
    { fixes, refusals },
    { fixes: [], refusals: [{ code: "selected-already", target: runtime, names: [namespace], instead: [] }] },
  );
  const matrix = await bff.get<MatrixResponse>(pathToMatrix({ namespace }));
  const row = matrix.models.findIndex(({ key }) => key === model.key);
  const column = matrix.runtimes.findIndex(({ key }) => key === runtime.key);
  assert.equal(stateAt(matrix, row, column), "selected", `${model.key} ${runtime.key} in ${namespace}`);
};

/** Of an InferenceService that names the runtime nothing is left to do where the runtime declares its model. */
const expectDeclared = ({ snapshot }: FreshBff, view: ViewParameters, { runtime, refusals, fixes }: PairFixes) => {
  const names = [`${view.namespace}/${view.service}`];
  assert.deepEqual(
    { fixes, refusals },
    { fixes: [], refusals: [{ code: "named-already", target: runtime, names, instead: [] }] },
  );
  const fleet = toFleet(snapshot);
  const service = fleet.services.find((one) => one.namespace === view.namespace && one.name === view.service);
  assert(service !== undefined);
  assert.equal(outcomeOf(fleet, service), `declares ${runtime.key}`);
};

const add = (
  sets: Map<string, Use[]>,
  pair: Use["pair"],
  state: string,
  fix: Omit<Use["fix"], "changes">,
  changes: readonly ChangeResponse[],
): void => {
  const key = JSON.stringify(changes.map(({ target, patch, undo }) => [target.key, patch, undo]));
  const known = sets.get(key);
  const kept = known?.[0]?.fix.changes ?? changes.map(({ yamlBefore: _, yamlAfter: __, ...change }) => change);
  const { id, code, parts, verified } = fix;
  const use: Use = { pair, state, fix: { id, code, parts, verified, changes: kept } };
  if (known === undefined) sets.set(key, [use]);
  else known.push(use);
};
