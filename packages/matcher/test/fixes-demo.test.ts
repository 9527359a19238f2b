/**
 * Every pair of the demo cluster in every view: each fix, sent to an API as the very arguments that bash parses from the
 * command, does what it promises; its effect is the difference of two whole matrices; the undo command restores the object.
 */
import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type MockCluster, startMockCluster } from "../../mock-cluster/src/index.ts";
import { isReadableSize } from "../src/fixes/malformed.ts";
import {
  type Change,
  commandsFor,
  effectOf,
  type Fix,
  type InferenceService,
  type InheritingRuntime,
  type JsonObject,
  judge,
  type Model,
  replacementOf,
  select,
  specWhenNamed,
} from "../src/index.ts";
import { type PatchRequest, runInBash, toRequest } from "./bash.ts";
import { expectedEffect, flatten } from "./expected-effect.ts";
import { type Cluster, demoFolder, isVisible, nameOf, namespaceOf, read, toCluster, toFleet } from "./fixes-cluster.ts";
import { type ProposedPair, proposeAll } from "./fixes-views.ts";

const plurals = ["basemodels", "clusterbasemodels", "servingruntimes", "clusterservingruntimes", "inferenceservices"];

let api: MockCluster;
let cluster: Cluster;
let pairs: readonly ProposedPair[];
/** Each set of changes once, however many views propose it. */
let distinct: ReadonlyMap<string, Fix["changes"]>;

beforeAll(async () => {
  api = await startMockCluster({ manifests: [demoFolder], watch: false });
  const lists = await Promise.all([...plurals, "acceleratorclasses"].map((plural) => list(plural)));
  cluster = toCluster(lists.flat());
  pairs = proposeAll(cluster);
  const fixes = pairs.flatMap(({ proposals }) => proposals.fixes);
  distinct = new Map(fixes.map(({ changes }) => [JSON.stringify(changes), changes]));
}, 600_000);

afterAll(() => api.stop());

async function list(plural: string): Promise<readonly JsonObject[]> {
  const answer = await fetch(`${api.url}/apis/ome.io/v1beta1/${plural}`);
  const { items, kind } = (await answer.json()) as { items: readonly JsonObject[]; kind: string };
  return items.map((item) => ({ ...item, kind: kind.replace(/List$/, "") }));
}

/** A connection of its own for each: one kept open may be closed by the other side while this one is busy. */
async function send({ path, contentType, body }: PatchRequest): Promise<JsonObject> {
  const { status, text } = await new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
    const headers = { "content-type": contentType, "content-length": Buffer.byteLength(body) };
    const asked = request(`${api.url}${path}`, { method: "PATCH", agent: false, headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on("data", (part: Buffer) => parts.push(part));
      answer.on("end", () => resolve({ status: answer.statusCode, text: Buffer.concat(parts).toString() }));
    });
    asked.on("error", reject);
    asked.end(body);
  });
  expect(status, `${path} ${body} ${text}`).toBe(200);
  return JSON.parse(text) as JsonObject;
}

/** What the user wrote, without what the API counts. */
function content(object: JsonObject): unknown {
  const { metadata, ...rest } = object;
  const { resourceVersion: _, generation: __, managedFields: ___, ...kept } = metadata as Record<string, unknown>;
  return { ...rest, metadata: kept };
}

function keyOf(object: JsonObject): string {
  const { name, namespace } = object["metadata"] as { readonly name?: string; readonly namespace?: string };
  return JSON.stringify([object["kind"], namespace ?? "", name]);
}

function targetKey({ kind, namespace, name }: Change["target"]): string {
  return JSON.stringify([kind, namespace ?? "", name]);
}

describe("the demo cluster", () => {
  test("has pairs of all kinds, and fixes of many", () => {
    const states = new Set(pairs.map(({ state }) => state));
    expect([...states]).toEqual(expect.arrayContaining(["near-miss", "rejected", "pin-only", "candidate", "unknown"]));
    const codes = new Set(pairs.flatMap(({ proposals }) => proposals.fixes.flatMap(({ parts }) => parts)));
    expect(codes.size).toBeGreaterThan(10);
    expect(distinct.size).toBeGreaterThan(500);
  });

  test("every near miss and every skipped pair has a fix; every pair without one has a reason", () => {
    for (const { state, proposals, model, runtime } of pairs) {
      const what = `${nameOf(model)} ${nameOf(runtime)} ${state}`;
      if (state === "near-miss" || state === "pin-only" || state === "candidate") {
        expect(proposals.fixes.length, what).toBeGreaterThan(0);
      }
      expect(proposals.fixes.length + proposals.refusals.length, what).toBeGreaterThan(0);
    }
  });

  test("the first fix of qwen-image-pvc is the pipeline, byte for byte", () => {
    const asked = pairs.filter(
      ({ model, runtime }) => nameOf(model) === "qwen-image-pvc" && nameOf(runtime) === "srt-qwen-image-pipeline",
    );
    expect(asked.length).toBeGreaterThan(3);
    const plain = asked.filter(({ view }) => view.service === undefined || nameOf(view.service) === "posters");
    for (const { proposals } of plain) {
      const [change] = proposals.fixes[0]?.changes ?? [];
      const commands = change === undefined ? undefined : commandsFor(change);
      expect(commands?.ok === true && commands.bash).toBe(
        `kubectl patch clusterbasemodel qwen-image-pvc --type merge -p '{"spec":{"diffusionPipeline":{"className":"QwenImagePipeline","transformer":{"library":"diffusers"}}}}'`,
      );
    }
  });

  test("no fix relabels: what a model states and OME can read stays, and the page is told why", () => {
    for (const { proposals, model } of pairs) {
      const spec = model["spec"] as JsonObject;
      for (const { changes } of proposals.fixes) {
        for (const { target, patch } of changes) {
          if (!target.kind.endsWith("Model") || patch.type !== "merge") continue;
          const body = patch.body["spec"] as JsonObject;
          for (const key of ["modelArchitecture", "quantization"]) {
            if (Object.hasOwn(body, key)) expect(spec[key], key).toBeUndefined();
          }
          const { modelParameterSize: size } = spec;
          if (Object.hasOwn(body, "modelParameterSize")) expect(isReadableSize(String(size)), String(size)).toBe(false);
        }
      }
    }
    const architectures = pairs.filter(({ proposals }) =>
      proposals.refusals.some(({ code }) => code === "relabel-architecture"),
    );
    expect(architectures.length).toBeGreaterThan(100);
  });

  test("sent as bash parses it, every fix keeps its promise, and the undo command restores the objects", async () => {
    const all = [...distinct.values()].filter((changes) => changes.length > 0);
    const commands = all.flatMap((changes) =>
      changes.map((change) => {
        const made = commandsFor(change);
        if (!made.ok) throw new Error(`no command: ${made.why}`);
        return made;
      }),
    );
    const parsed = runInBash(commands.flatMap(({ bash, undo }) => [bash, undo.bash]));
    expect(parsed.stderr).toBe("");
    expect(parsed.files).toEqual([]);
    expect(parsed.calls.length).toBe(2 * commands.length);
    const originals = new Map(
      [...cluster.models, ...cluster.runtimes, ...cluster.services].map((one) => [keyOf(one), one]),
    );
    const after = new Map<string, readonly JsonObject[]>();
    let at = 0;
    for (const changes of all) {
      const calls = changes.map(() => ({ patch: parsed.calls[at++] ?? [], undo: parsed.calls[at++] ?? [] }));
      const stored: JsonObject[] = [];
      for (const { patch } of calls) stored.push(await send(toRequest(patch)));
      after.set(JSON.stringify(changes), stored);
      for (const [index, { undo }] of [...calls.entries()].reverse()) {
        const restored = await send(toRequest(undo));
        const original = originals.get(keyOf(restored));
        expect(content(restored), JSON.stringify(changes[index])).toEqual(content(original ?? {}));
      }
    }
    // Services that ask for nothing see what the namespace sees: the same promise is looked at once.
    const checked = new Set<string>();
    for (const pair of pairs) {
      for (const fix of pair.proposals.fixes) {
        const key = JSON.stringify([keyOf(pair.model), keyOf(pair.runtime), askedIn(pair.view, fix), fix.changes]);
        if (checked.has(key)) continue;
        checked.add(key);
        checkPromise(pair, fix, after.get(JSON.stringify(fix.changes)) ?? []);
      }
    }
    expect(checked.size).toBeGreaterThan(1000);
  }, 900_000);

  test("every effect is the difference of two whole matrices", () => {
    const fleet = toFleet(cluster);
    const byKey = new Map(
      [...cluster.models, ...cluster.runtimes, ...cluster.services].map((one) => [keyOf(one), one]),
    );
    const single = new Map<string, Change>();
    for (const changes of distinct.values()) for (const change of changes) single.set(JSON.stringify(change), change);
    const everyNth = Math.ceil(single.size / 80);
    let sample = 0;
    for (const change of single.values()) {
      // The slow way takes its time.
      if (sample++ % everyNth !== 0) continue;
      const before = byKey.get(targetKey(change.target));
      const made = replacementOf(before, change.patch);
      if (!made.ok || before === undefined) throw new Error("cannot be applied");
      const original = [...fleet.models, ...fleet.runtimes, ...fleet.services].find(
        (one) => targetKey(one) === targetKey(change.target),
      );
      const after = made.replacement.after;
      const swap = <Value>(list: readonly Value[]) =>
        list.flatMap((one) => ((one as unknown) === original ? (after === undefined ? [] : [after as Value]) : [one]));
      const changed = {
        models: swap(fleet.models),
        runtimes: swap(fleet.runtimes),
        services: swap(fleet.services),
      };
      const effect = effectOf(fleet, [made.replacement]);
      expect(flatten(effect, cluster.namespaces)).toEqual(expectedEffect(fleet, changed, cluster.namespaces));
    }
    expect(sample).toBeGreaterThan(500);
  }, 900_000);
});

/** What makes one view different from another for a fix. */
function askedIn({ namespace, service }: ProposedPair["view"], { verified, changes }: Fix): unknown {
  const patchesService = changes.some(({ target }) => target.kind === "InferenceService");
  if (service === undefined || (verified.outcome === "named" && changes.length === 0)) return [namespace];
  const { acceleratorClasses, deploymentMode, deploymentModes, hasDecoder } = read<InferenceService>(service).spec;
  const asks = [acceleratorClasses, deploymentMode, deploymentModes, hasDecoder];
  const asksNothing = JSON.stringify(asks) === JSON.stringify([[], undefined, {}, false]);
  return patchesService ? keyOf(service) : asksNothing ? [namespace] : [namespace, asks];
}

/** Judged and ranked anew, with the objects as the API stored them. */
function checkPromise({ view, model, runtime }: ProposedPair, fix: Fix, stored: readonly JsonObject[]): void {
  const { verified } = fix;
  const now = (object: JsonObject) => stored.find((one) => keyOf(one) === keyOf(object)) ?? object;
  const nowModel = read<Model>(now(model));
  const nowRuntime = read<InheritingRuntime>(now(runtime));
  const service = view.service === undefined ? undefined : read<InferenceService>(now(view.service));
  const others = cluster.runtimes
    .filter((one) => isVisible(one, view.namespace))
    .map((one) => (one === runtime ? nowRuntime : read<InheritingRuntime>(one)));
  const what = JSON.stringify({
    model: nameOf(model),
    runtime: nameOf(runtime),
    view: viewName(view),
    changes: fix.changes,
  });
  if (verified.outcome === "named") {
    if (fix.changes.length > 0) {
      expect(service?.spec.runtime, what).toMatchObject({ name: nowRuntime.name, kind: nowRuntime.kind });
      expect(service?.spec.model?.name, what).toBe(nowModel.name);
    } else {
      expect(fix.manifest, what).toMatchObject({ spec: { runtime: { name: nowRuntime.name, kind: nowRuntime.kind } } });
    }
    const merged = specWhenNamed(nowRuntime, others);
    if (!merged.ok) throw new Error(`${what} chain`);
    expect(merged.spec.disabled === true, what).toBe(false);
    const asked = fix.changes.length > 0 ? service?.spec : undefined;
    expect(judge(nowModel.spec, merged.spec, asked).compatible, what).toBe(verified.matches);
    return;
  }
  const selection = select(nowModel.spec, others, { namespace: view.namespace, service: service?.spec });
  const ranked = selection.ranking.find((one) => one.runtime === nowRuntime);
  const judged = ranked ?? selection.others.find((one) => one.runtime === nowRuntime);
  expect(verified.matches, what).toBe(true);
  expect(judged?.verdict.compatible, what).toBe(true);
  expect(judged?.verdict.matchedEntry, what).toBe(verified.entry);
  expect(judged?.verdict.score.score, what).toBe(verified.score);
  expect(ranked?.rank, what).toBe(verified.rank);
  expect(verified.rank === undefined ? undefined : selection.ranking.length, what).toBe(verified.of);
  expect(ranked?.rank === 1, what).toBe(verified.selected);
  expect(judged?.verdict.skip?.code, what).toBe(verified.remains);
}

function viewName({ namespace, service }: ProposedPair["view"]): string {
  return service === undefined ? namespace : `${namespaceOf(service)}/${nameOf(service)}`;
}
