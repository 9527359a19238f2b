/** A few fixes, done and undone by the real kubectl with the very texts that are shown. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { askJson } from "./ask.ts";
import type { Offered, Use } from "./collect.ts";
import { parseInBash, pathOfCall } from "./commands.ts";
import type { Bffs } from "./fresh-bff.ts";
import type { Shell } from "./kubectl.ts";
import { lookThrough } from "./observe.ts";
import { content, expectPromise } from "./promise.ts";

/** One of every code that occurs, as the whole or as a part, and so many more. */
export const chooseFixes = (offered: Offered, more: number, seed: number): readonly Use[] => {
  const chosen = new Map<string, Use>();
  const seen = new Set<string>();
  const all = [...offered.sets].map(([key, uses]) => ({ key, use: uses[0] }));
  for (const { key, use } of all) {
    const codes = use === undefined ? [] : [`whole ${use.fix.code}`, ...use.fix.parts];
    if (use === undefined || codes.every((code) => seen.has(code))) continue;
    for (const code of codes) seen.add(code);
    chosen.set(key, use);
  }
  const [order = []] = fc.sample(fc.shuffledSubarray(all, { minLength: all.length }), { numRuns: 1, seed });
  const wanted = chosen.size + more;
  for (const { key, use } of order) {
    if (use === undefined || chosen.size >= wanted) continue;
    chosen.set(key, use);
  }
  return [...chosen.values()];
};

/** What a call of kubectl must say. */
const expectRun = async (shell: Shell, text: string, isDryRun: boolean): Promise<void> => {
  const { status, stdout, stderr } = await shell.run(text);
  assert.deepEqual({ status, stderr }, { status: 0, stderr: "" }, `${text}\n${stderr}`);
  // Not every version says that it was a dry run.
  const said = isDryRun ? /^\S+\.ome\.io\/\S+ patched( \(server dry run\))?\n$/ : /^\S+\.ome\.io\/\S+ patched\n$/;
  assert.match(stdout, said, text);
};

export const runWithKubectl = async (api: string, bffs: Bffs, shell: Shell, use: Use): Promise<void> => {
  const commands = use.fix.changes.map(({ commands, refused }) => {
    if (commands === undefined) throw new Error(`no command: ${refused}`);
    return commands;
  });
  const paths = parseInBash(commands.map(({ forward }) => forward.bash)).calls.map(pathOfCall);
  const read = (): Promise<unknown[]> => Promise.all(paths.map((path) => askJson<unknown>(`${api}${path}`)));
  const before = await read();
  for (const { forward } of commands) await expectRun(shell, forward.bashDryRun, true);
  assert.deepEqual(await read(), before, "a dry run changes nothing");
  for (const { forward } of commands) await expectRun(shell, forward.bash, false);
  await expectPromise(use, lookThrough(await bffs.begin()));
  const back = [...commands].reverse();
  const [last] = back;
  if (last !== undefined) await expectRun(shell, last.undo.bashDryRun, true);
  for (const { undo } of back) await expectRun(shell, undo.bash, false);
  assert.deepEqual((await read()).map(content), before.map(content));
  assert.deepEqual(shell.files(), []);
};
