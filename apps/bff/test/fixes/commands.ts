/** Commands as bash understands them, and the requests that kubectl makes of such arguments. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { watchedKinds } from "@ome-matrix/contract";
import { addressOf } from "../../src/kinds.ts";
import { ask } from "./ask.ts";

export interface Parsed {
  /** What kubectl would be called with, call by call. */
  readonly calls: readonly (readonly string[])[];
  readonly stderr: string;
  /** Whatever the commands left in a folder that was empty. */
  readonly files: readonly string[];
}

const stub = `kubectl() { printf '%s\\0' "$#" "$@"; }\n`;

/** All commands in one bash, line by line, as if they were pasted; kubectl is a function that prints its arguments. */
export const parseInBash = (commands: readonly string[]): Parsed => {
  const folder = mkdtempSync(join(tmpdir(), "ome-matrix-bash-"));
  try {
    const { stdout, stderr, status } = spawnSync("bash", ["--norc", "--noprofile"], {
      input: `${stub}${commands.join("\n")}\n`,
      cwd: folder,
      maxBuffer: 2 ** 30,
    });
    if (status !== 0) throw new Error(`bash ended with ${status}: ${stderr}`);
    return { calls: toCalls(stdout.toString()), stderr: stderr.toString(), files: readdirSync(folder) };
  } finally {
    rmSync(folder, { recursive: true });
  }
};

const toCalls = (output: string): readonly (readonly string[])[] => {
  const words = output.split("\0").slice(0, -1);
  const calls: string[][] = [];
  for (let at = 0; at < words.length; ) {
    const count = Number(words[at]);
    calls.push(words.slice(at + 1, at + 1 + count));
    at += count + 1;
  }
  return calls;
};

const pluralOf = new Map(watchedKinds.map((kind) => [kind.toLowerCase(), addressOf[kind].plural]));
const contentTypes = { merge: "application/merge-patch+json", json: "application/json-patch+json" } as const;

/** The object that a call of `kubectl patch` is about, as a path of the API. */
export const pathOfCall = (call: readonly string[]): string => {
  const { plural, name, namespace } = readCall(call);
  const scope = namespace === undefined ? "" : `/namespaces/${namespace}`;
  return `/apis/ome.io/v1beta1${scope}/${plural}/${name}`;
};

const readCall = (call: readonly string[]) => {
  const [verb, kind = "", name = "", ...rest] = call;
  const plural = pluralOf.get(kind);
  if (verb !== "patch" || plural === undefined) throw new Error(`not a patch of one of our kinds: ${call.join(" ")}`);
  const isDryRun = rest.at(-1) === "--dry-run=server";
  const options = new Map<string, string>();
  const words = isDryRun ? rest.slice(0, -1) : rest;
  for (let at = 0; at < words.length; at += 2) options.set(words[at] ?? "", words[at + 1] ?? "");
  const unknown = [...options.keys()].filter((option) => !["-n", "--type", "-p"].includes(option));
  if (unknown.length > 0) throw new Error(`unknown arguments: ${unknown.join(" ")}`);
  return { plural, name, namespace: options.get("-n"), type: options.get("--type"), body: options.get("-p"), isDryRun };
};

/** Sends what kubectl would send for these arguments. */
export const sendCall = async (
  api: string,
  call: readonly string[],
): Promise<{ readonly status: number; readonly object: unknown }> => {
  const { type, body, isDryRun } = readCall(call);
  if ((type !== "merge" && type !== "json") || body === undefined) throw new Error(`no patch: ${call.join(" ")}`);
  const { status, text } = await ask(`${api}${pathOfCall(call)}${isDryRun ? "?dryRun=All" : ""}`, {
    method: "PATCH",
    headers: { "content-type": contentTypes[type] },
    body,
  });
  return { status, object: JSON.parse(text) };
};
