/** Every fix that is offered, done and undone: promise, effect, preview, undo. */
import { createHash } from "node:crypto";
import {
  type ChangesBody,
  type EffectResponse,
  effect,
  type MatrixResponse,
  pathToEffect,
  pathToMatrix,
} from "@ome-matrix/contract";
import { expect } from "vitest";
import type { Changes, Offered, Use } from "./collect.ts";
import { parseInBash, pathOfCall, sendCall } from "./commands.ts";
import type { Bffs, FreshBff } from "./fresh-bff.ts";
import { compareSights, lookThrough, type Sight, toLines } from "./observe.ts";
import { content, expectPromise } from "./promise.ts";

export const toBody = (changes: Changes): ChangesBody => ({
  changes: changes.map(({ target, patch }) => ({ target: target.key, patch })),
});

const digest = ({ revision: _, ...matrix }: MatrixResponse): string =>
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

const commandsOf = (changes: Changes) =>
  changes.map(({ commands, refused, target }) => {
    if (commands === undefined) throw new Error(`${target.key}: ${refused}`);
    return commands;
  });

/** One bash for all of them. */
const callsOf = (all: readonly Announced[]): readonly Calls[] => {
  const texts = all.flatMap(({ changes }) =>
    commandsOf(changes).flatMap(({ forward, undo }) => [forward.bash, undo.bash]),
  );
  const parsed = parseInBash(texts);
  expect(parsed.stderr).toBe("");
  expect(parsed.files).toEqual([]);
  expect(parsed.calls.length).toBe(texts.length);
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

/** Does and undoes one after the other, so that between them all is as it was. The cluster is at the end what it was. */
export const runAll = async (api: string, bffs: Bffs, bff: FreshBff, offered: Offered): Promise<Done> => {
  const before = lookThrough(bff);
  const announced = await announce(bff, offered.sets);
  const calls = callsOf(announced);
  const originals = new Map<string, Promise<unknown>>();
  const get = async (path: string): Promise<unknown> => (await fetch(`${api}${path}`)).json();
  for (const path of new Set(calls.flatMap(({ forward }) => forward.map(pathOfCall)))) originals.set(path, get(path));
  await Promise.all(originals.values());
  let promises = 0;
  for (const [index, one] of announced.entries()) {
    const { forward, undo } = calls[index] ?? { forward: [], undo: [] };
    for (const call of forward) await expectSent(api, call);
    promises += await check(one, before, await bffs.begin(one.changes.map(({ target }) => target.kind)));
    for (const call of [...undo].reverse()) await expectSent(api, call);
    for (const path of forward.map(pathOfCall)) {
      expect(content(await get(path)), undo.join(" ")).toEqual(content(await originals.get(path)));
    }
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
  expect(status, `${call.join(" ")} ${JSON.stringify(object)}`).toBe(200);
};

const check = async ({ changes, uses, effect, preview }: Announced, before: Sight, bff: FreshBff): Promise<number> => {
  const after = lookThrough(bff);
  const what = JSON.stringify(toBody(changes));
  expect(toLines(effect), what).toEqual(await compareSights(before, after));
  expect(digest(await after.matrix({})), `preview of ${what}`).toBe(preview);
  for (const use of uses) await expectPromise(use, after);
  return uses.length;
};
