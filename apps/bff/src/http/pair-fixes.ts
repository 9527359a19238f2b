/** The fixes of a pair, in the form in which they travel. */
import { createHash } from "node:crypto";
import {
  type ChangeResponse,
  type ChangeTarget,
  type FixResponse,
  type MalformedResponse,
  type PairFixes,
  type PatchResponse,
  type RefusalResponse,
  toInteger64,
  toResourceKey,
} from "@ome-matrix/contract";
import {
  type Change,
  type Commands,
  commandsFor,
  type Fix,
  type IndexedPipeline,
  type Patch,
  type Proposals,
  proposeFixes,
  type ResourceName,
  ruleSet,
  sayMismatch,
  type TargetKind,
} from "@ome-matrix/matcher";
import type { ModelObject, RuntimeObject } from "../snapshot/change.ts";
import { toRuntimes } from "../snapshot/fleet.ts";
import type { PatchableObject, Patching } from "../snapshot/patching.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { type Question, toViewResponse, yamlOf } from "./explanation.ts";
import { toYaml } from "./yaml.ts";

/** Names of the accelerator classes; undefined when it is not known which there are. */
const acceleratorClassesOf = ({ objects, conditions, listed }: Snapshot): readonly string[] | undefined => {
  const { state } = conditions.AcceleratorClass;
  if (!listed.has("AcceleratorClass") || state === "forbidden" || state === "absent") return undefined;
  return [...objects.AcceleratorClass.values()].map(({ name }) => name);
};

/** `evidence` holds a `model_index.json` that somebody has. */
export const fixesOfPair = (
  question: Question,
  patching: Patching,
  model: ModelObject,
  runtime: RuntimeObject,
  evidence: { readonly modelIndex?: unknown } = {},
): PairFixes => {
  const { snapshot, view, namespace } = question;
  const objects: readonly PatchableObject[] = [model, runtime, ...(view.service === undefined ? [] : [view.service])];
  const proposals = propose(question, patching, model, runtime, evidence);
  const before = new Map(objects.map((object) => [object.key, yamlOf(object)]));
  const pair: Pair = { objects, patching, yamlBefore: (key) => before.get(key) ?? "" };
  return {
    revision: snapshot.revision,
    rules: ruleSet,
    view: toViewResponse(view),
    namespace,
    model: nameOf(model),
    runtime: nameOf(runtime),
    fixes: proposals.fixes.map((fix) => toFix(fix, pair)),
    refusals: proposals.refusals.map((refusal) => toRefusal(refusal, objects)),
    malformed: proposals.malformed.map(
      (malformed): MalformedResponse => ({ ...malformed, target: toTarget(malformed.target, objects) }),
    ),
    ...(proposals.indexed === undefined ? {} : { indexed: toIndexed(proposals.indexed) }),
  };
};

const propose = (
  { snapshot, view, namespace }: Question,
  { stored }: Patching,
  model: ModelObject,
  runtime: RuntimeObject,
  { modelIndex }: { readonly modelIndex?: unknown },
): Proposals => {
  const unreadable = [model, runtime].find(({ spec }) => spec === undefined);
  if (unreadable !== undefined) {
    const target = nameOf(unreadable);
    return {
      fixes: [],
      refusals: [{ code: "not-readable", target, instead: ["correct-by-hand"] }],
      malformed: [],
    };
  }
  const below = snapshot.runtimes.filter(({ summary }) => summary.inheritsFrom !== undefined);
  const names = new Set([runtime, ...below].map(({ name }) => name));
  return proposeFixes({
    model: stored(model),
    runtime: stored(runtime),
    ...(view.service === undefined ? {} : { service: stored(view.service) }),
    namespace,
    runtimes: toRuntimes(snapshot.runtimes),
    acceleratorClasses: acceleratorClassesOf(snapshot),
    ...(modelIndex === undefined ? {} : { modelIndex }),
    // Those that name the runtime, or one that may inherit from it: warnings look at no others.
    services: snapshot.services.filter(({ summary }) => names.has(summary.runtime?.name ?? "")).map(stored),
    isShadowed: model.kind === "ClusterBaseModel" && model.summary.shadowedIn.includes(namespace),
  });
};

const nameOf = <Kind extends TargetKind>({
  kind,
  namespace,
  name,
  key,
}: ResourceName<Kind> & { readonly key: string }) => ({
  kind,
  ...(namespace === undefined ? {} : { namespace }),
  name,
  key,
});

/** The key under which the snapshot has the object. */
const toTarget = (target: ResourceName<TargetKind>, objects: readonly PatchableObject[]): ChangeTarget => {
  const { kind, namespace, name } = target;
  const known = objects.find((object) => object.kind === kind && object.name === name);
  return nameOf({ ...target, key: known?.key ?? toResourceKey({ kind, namespace, name }) });
};

/** Short, and the same for the same changes. */
const idOf = ({ changes, manifest }: Fix): string => {
  const content = changes.length > 0 ? changes.map(({ target, patch }) => [target, patch]) : [manifest];
  return createHash("sha256").update(JSON.stringify(content)).digest("hex").slice(0, 12);
};

interface Pair {
  readonly objects: readonly PatchableObject[];
  readonly patching: Patching;
  readonly yamlBefore: (key: string) => string;
}

const toFix = (fix: Fix, pair: Pair): FixResponse => {
  const { objects } = pair;
  const { code, risk, parts, changes, manifest, entry, addresses, claims, verified, warnings } = fix;
  return {
    id: idOf(fix),
    code,
    risk,
    parts: [...parts],
    changes: changes.map((change) => toChange(change, pair)),
    ...(manifest === undefined ? {} : { manifest: toYaml(manifest) }),
    ...(entry === undefined ? {} : { entry }),
    addresses: [...addresses],
    claims: claims.map((claim) => ({ ...claim })),
    verified: { ...verified, score: toInteger64(verified.score) },
    warnings: warnings.map(({ target, managers, names, ...warning }) => ({
      ...warning,
      ...(target === undefined ? {} : { target: toTarget(target, objects) }),
      ...(managers === undefined ? {} : { managers: [...managers] }),
      ...(names === undefined ? {} : { names: [...names] }),
    })),
  };
};

const toChange = (change: Change, { objects, patching, yamlBefore }: Pair): ChangeResponse => {
  const target = toTarget(change.target, objects);
  const object = objects.find(({ key }) => key === target.key);
  if (object === undefined) throw new Error(`a fix changes an object that is not of the pair: ${target.key}`);
  const made = patching.patched(object, change.patch);
  if (!made.ok) throw new Error(`a fix has a patch that cannot be applied: ${JSON.stringify(change.patch)}`);
  const commands = commandsFor(change);
  return {
    target,
    patch: toPatch(change.patch),
    undo: toPatch(change.undo),
    ...(commands.ok ? { commands: toCommands(commands) } : { refused: commands.why }),
    yamlBefore: yamlBefore(object.key),
    yamlAfter: toYaml(made.document),
  };
};

/** JSON already, only not frozen in its type. */
const toPatch = (patch: Patch): PatchResponse => patch as PatchResponse;

const toCommands = (commands: Commands): NonNullable<ChangeResponse["commands"]> => {
  const { bash, bashDryRun, powershell, powershellDryRun, undo, fragment, lowestKubectl } = commands;
  return { forward: { bash, bashDryRun, powershell, powershellDryRun }, undo, fragment, lowestKubectl };
};

const toRefusal = (
  { target, names, entries, parts, instead, ...refusal }: Proposals["refusals"][number],
  objects: readonly PatchableObject[],
): RefusalResponse => ({
  ...refusal,
  ...(target === undefined ? {} : { target: toTarget(target, objects) }),
  ...(names === undefined ? {} : { names: [...names] }),
  ...(entries === undefined ? {} : { entries: [...entries] }),
  ...(parts === undefined ? {} : { parts: [...parts] }),
  instead: [...instead],
});

const toIndexed = ({
  error,
  pipeline,
  passes,
  mismatches,
  ambiguous,
  contradictions,
}: IndexedPipeline): NonNullable<PairFixes["indexed"]> => ({
  ...(error === undefined ? {} : { error }),
  ...(pipeline === undefined ? {} : { pipelineYaml: toYaml(pipeline) }),
  passes,
  mismatches: mismatches.map((mismatch) => ({ ...mismatch, message: sayMismatch(mismatch) })),
  ambiguous: ambiguous.map(({ path, keys }) => ({ path, keys: [...keys] })),
  contradictions: contradictions.map((contradiction) => ({ ...contradiction })),
});
