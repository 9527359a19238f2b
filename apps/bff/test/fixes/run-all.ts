/** Every fix that is offered, done and undone: promise, effect, preview, undo. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import {
  type ChangesBody,
  type EffectResponse,
  effect,
  type MatrixResponse,
  pathToEffect,
  pathToMatrix,
} from "@ome-matrix/contract";
import { askJson } from "./ask.ts";
import type { Changes, Offered, Use } from "./collect.ts";
import { parseInBash, pathOfCall, sendCall } from "./commands.ts";
import type { Bffs, FreshBff } from "./fresh-bff.ts";
import { compareSights, lookThrough, type Sight, toLines } from "./observe.ts";
import { expectSameCall, openPowershell } from "./powershell.ts";
import { content, expectPromise } from "./promise.ts";

export const toBody = (changes: Changes): ChangesBody => ({
  changes: changes.map(({ target, patch }) => ({ target: target.key, patch })),
});

const digest = ({ revision: _, epoch: __, ...matrix }: MatrixResponse): string =>
  createHash("sha256").update(JSON.stringify(matrix)).digest("hex");

interface Announced {
  readonly changes: Changes;
  readonly uses: readonly Use[];
  readonly effect: EffectResponse;
  /** Of the previewed matrix of all namespaces. */
  readonly preview: string;
}

interface Calls {
  readonly forward: readonly (readonly string[])[];
  readonly undo: readonly (readonly string[])[];
}

const dryRun = "--dry-run=server";

const commandsOf = (changes: Changes) =>
  changes.map(({ commands, refused, target }) => {
    if (commands === undefined) throw new Error(`${target.key}: ${refused}`);
    return commands;
  });

/** One bash for all of them; PowerShell means the same. */
const callsOf = async (all: readonly Announced[]): Promise<readonly Calls[]> => {
  const commands = all.flatMap(({ changes }) => commandsOf(changes));
  const texts = commands.flatMap(({ forward, undo }) => [forward.bash, undo.bash]);
  const parsed = parseInBash(texts);
  assert.equal(parsed.stderr, "");
  assert.deepEqual(parsed.files, []);
  assert.equal(parsed.calls.length, texts.length);
  const read = await openPowershell();
  for (const [index, { forward, undo }] of commands.entries()) {
    const [done = [], undone = []] = parsed.calls.slice(2 * index, 2 * index + 2);
    expectSameCall(read, forward.powershell, done);
    expectSameCall(read, forward.powershellDryRun, [...done, dryRun]);
    expectSameCall(read, undo.powershell, undone);
    expectSameCall(read, undo.powershellDryRun, [...undone, dryRun]);
  }
  let at = 0;
  return all.map(({ changes }) => {
    const both = changes.map(() => [parsed.calls[at++] ?? [], parsed.calls[at++] ?? []] as const);
    return { forward: both.map(([forward]) => forward), undo: both.map(([, undo]) => undo) };
  });
};

const announce = async (bff: FreshBff, sets: Offered["sets"]): Promise<readonly Announced[]> => {
  const all: Announced[] = [];
  for (const uses of sets.values()) {
    const changes = uses[0]?.fix.changes ?? [];
    const body = toBody(changes);
    all.push({
      changes,
      uses,
      effect: effect.parse(await bff.post(pathToEffect(), body)),
      preview: digest(await bff.post(pathToMatrix(), body)),
    });
  }
  return all;
};

export interface Done {
  readonly sets: number;
  readonly promises: number;
  /** Sets of changes that change something for some pair, for some winner, tie or InferenceService. */
  readonly withPairs: number;
  readonly withWinners: number;
  readonly withTies: number;
  readonly withServices: number;
}

/** Does and undoes one after the other, and compares each with what was announced: the cluster is at the end what it was. */
export const runAll = async (api: string, bffs: Bffs, bff: FreshBff, offered: Offered): Promise<Done> => {
  const before = lookThrough(bff);
  const announced = await announce(bff, offered.sets);
  const calls = await callsOf(announced);
  const get = (path: string): Promise<unknown> => askJson(`${api}${path}`);
  const originals = new Map<string, unknown>();
  for (const path of new Set(calls.flatMap(({ forward }) => forward.map(pathOfCall)))) {
    originals.set(path, content(await get(path)));
  }
  let promises = 0;
  for (const [index, one] of announced.entries()) {
    const { forward, undo } = calls[index] ?? { forward: [], undo: [] };
    for (const call of forward) await expectSent(api, call);
    const changed = one.changes.map(({ target: { kind } }, at) => ({ kind, path: pathOfCall(forward[at] ?? []) }));
    promises += await check(one, before, await bffs.begin(changed));
    for (const call of [...undo].reverse()) await expectSent(api, call);
    for (const { path } of changed) assert.deepEqual(content(await get(path)), originals.get(path), undo.join(" "));
  }
  const count = (is: (effect: EffectResponse) => boolean) => announced.filter((one) => is(one.effect)).length;
  return {
    sets: announced.length,
    promises,
    withPairs: count(({ pairs }) => pairs.length > 0),
    withWinners: count(({ winners }) => winners.length > 0),
    withTies: count(({ ties }) => ties.length > 0),
    withServices: count(({ services }) => services.length > 0),
  };
};

const expectSent = async (api: string, call: readonly string[]): Promise<void> => {
  const { status, object } = await sendCall(api, call);
  assert.equal(status, 200, `${call.join(" ")} ${JSON.stringify(object)}`);
};

const check = async (one: Announced, before: Sight, bff: FreshBff): Promise<number> => {
  const { changes, uses } = one;
  const after = lookThrough(bff);
  const lines = toLines(one.effect);
  const seen = await compareSights(before, after);
  if (!isDeepStrictEqual(lines, seen)) assert.deepEqual({ changes, lines }, { changes, lines: seen });
  const preview = digest(await after.matrix({}));
  assert.equal(preview, one.preview, `preview of ${JSON.stringify(toBody(changes))}`);
  for (const use of uses) await expectPromise(use, after);
  return uses.length;
};
