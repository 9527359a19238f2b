/**
 * A process of its own, so that all cores share the work: every so-manieth model of a cluster, or its share of some pairs.
 * Prints what was done as JSON; ends with an error when anything is not as promised.
 */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type MatrixResponse, pathToMatrix } from "@ome-matrix/contract";
import { startMockCluster } from "@ome-matrix/mock-cluster";
import fc from "fast-check";
import { collectFixes, type Offered, viewsOf } from "./collect.ts";
import { type Bffs, type FreshBff, startBffs } from "./fresh-bff.ts";
import { evidenceOf, kindsManifests } from "./kinds.ts";
import { hasKubectl, openShell } from "./kubectl.ts";
import { createManifests } from "./manifests.ts";
import { lookThrough, stateAt } from "./observe.ts";
import type { Report } from "./parts.ts";
import { expectPromise } from "./promise.ts";
import { runAll } from "./run-all.ts";
import { chooseFixes, runWithKubectl } from "./run-with-kubectl.ts";

const demoFolder = fileURLToPath(new URL("../../../../packages/mock-cluster/demo/", import.meta.url));
const seed = 20_260_701;
/** More than one of every kind, with the real kubectl, in all parts together. */
const moreWithKubectl = 100;
const mostNearMisses = 1_000;

const [source = "", partText = "0", partsText = "1"] = process.argv.slice(2);
const part = Number(partText);
const parts = Number(partsText);
const isOurs = (_: unknown, index: number): boolean => index % parts === part;

/** Of the others one is what OME picks, one cannot be read, and one does not meet. */
const askedStates = new Set(["rejected", "near-miss", "pin-only", "candidate", "disabled", "unknown"]);

/** Every pair in every view. */
const collectAll = (bff: FreshBff, evidence?: (model: string) => unknown): Promise<Offered> => {
  const keys = new Set(bff.snapshot.models.filter(isOurs).map(({ key }) => key));
  return collectFixes(bff, viewsOf(bff), (model, _, state) => keys.has(model) && askedStates.has(state), evidence);
};

const collectNearMisses = async (bff: FreshBff): Promise<Offered> => {
  const matrix = await bff.get<MatrixResponse>(pathToMatrix());
  const all = matrix.models.flatMap((model, row) =>
    matrix.runtimes.flatMap((runtime, column) =>
      stateAt(matrix, row, column) === "near-miss" ? [`${model.key} ${runtime.key}`] : [],
    ),
  );
  const most = Math.min(mostNearMisses, all.length);
  const [chosen = []] = fc.sample(fc.shuffledSubarray(all, { minLength: most, maxLength: most }), { numRuns: 1, seed });
  const pairs = new Set(chosen.filter(isOurs));
  return collectFixes(bff, [{ namespace: "default" }], (model, runtime) => pairs.has(`${model} ${runtime}`));
};

const tryKubectl = async (api: string, bffs: Bffs, offered: Offered): Promise<Report["kubectl"]> => {
  if (!hasKubectl()) return { fixes: 0, codes: [] };
  const shell = openShell(api);
  try {
    const chosen = chooseFixes(offered, Math.ceil(moreWithKubectl / parts), seed + part);
    for (const use of chosen) await runWithKubectl(api, bffs, shell, use);
    return { fixes: chosen.length, codes: [...new Set(chosen.flatMap(({ fix }) => fix.parts))] };
  } finally {
    shell.remove();
  }
};

/** What is in the cluster, and which fixes are collected there. */
const toWork = (): {
  readonly manifests: readonly string[];
  readonly collect: (bff: FreshBff) => Promise<Offered>;
  readonly withKubectl: boolean;
} => {
  switch (source) {
    case "demo":
      return { manifests: [demoFolder], collect: collectAll, withKubectl: true };
    case "kinds":
      return { manifests: [kindsManifests], collect: (bff) => collectAll(bff, evidenceOf), withKubectl: true };
    default: {
      const manifests = [join(source, "recorded-models.yaml"), join(source, "runtimes")];
      return { manifests, collect: collectNearMisses, withKubectl: false };
    }
  }
};

const run = async (): Promise<Report> => {
  const work = toWork();
  const mock = await startMockCluster({ manifests: work.manifests, watch: false });
  const bffs = await startBffs(mock.url);
  try {
    const bff = await bffs.begin();
    const offered = await work.collect(bff);
    const collected = performance.now();
    const done = await runAll(mock.url, bffs, bff, offered);
    const ran = performance.now();
    const sight = lookThrough(bff);
    for (const use of offered.manifests) await expectPromise(use, sight);
    const created = await createManifests(mock.url, offered.manifests);
    const kubectl = work.withKubectl ? await tryKubectl(mock.url, bffs, offered) : { fixes: 0, codes: [] };
    const uses = [...offered.sets.values()].flat();
    return {
      pairs: offered.pairs,
      asked: offered.asked,
      speechless: offered.speechless,
      withFixes: new Set(uses.map(({ pair }) => `${pair.model.key} ${pair.runtime.key}`)).size,
      manifests: offered.manifests.length,
      created,
      askedStates: offered.states,
      settled: offered.settled,
      states: [...new Set(uses.map(({ state }) => state))],
      codes: [...new Set(uses.flatMap(({ fix }) => fix.parts))],
      ids: new Set(uses.map(({ fix }) => fix.id)).size,
      done,
      kubectl,
      seconds: [collected, ran - collected, performance.now() - ran].map((time) => Math.round(time / 1000)),
    };
  } finally {
    await bffs.stop();
    await mock.stop();
  }
};

process.stdout.write(`${JSON.stringify(await run())}\n`);
