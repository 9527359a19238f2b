/** Commands as bash understands them: run in a child process with a stub `kubectl` that prints its arguments. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface Parsed {
  /** What kubectl would be called with, call by call. */
  readonly calls: readonly (readonly string[])[];
  readonly stderr: string;
  /** Whatever the commands left in an empty folder: nothing. */
  readonly files: readonly string[];
}

const stub = `kubectl() { printf '%s\\0' "$#" "$@"; }\n`;

/** Runs a script line by line as if it were pasted. */
export function runInBash(commands: readonly string[]): Parsed {
  const folder = mkdtempSync(join(tmpdir(), "commands-"));
  try {
    const { stdout, stderr } = spawnSync("bash", ["--norc", "--noprofile"], {
      input: `${stub}${commands.join("\n")}\n`,
      cwd: folder,
      maxBuffer: 2 ** 30,
    });
    return { calls: toCalls(stdout.toString()), stderr: stderr.toString(), files: readdirSync(folder) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function toCalls(output: string): readonly (readonly string[])[] {
  const words = output.split("\0").slice(0, -1);
  const calls: string[][] = [];
  for (let at = 0; at < words.length; ) {
    const count = Number(words[at]);
    calls.push(words.slice(at + 1, at + 1 + count));
    at += count + 1;
  }
  return calls;
}

/** A patch request, as kubectl makes one from its arguments. */
export interface PatchRequest {
  readonly path: string;
  readonly contentType: string;
  readonly body: string;
}

export function toRequest(call: readonly string[]): PatchRequest {
  const [verb, kind, name, ...rest] = call;
  if (verb !== "patch" || kind === undefined || name === undefined) throw new Error(`no patch: ${call.join(" ")}`);
  const options = new Map<string, string>();
  for (let at = 0; at < rest.length; at += 2) options.set(rest[at] ?? "", rest[at + 1] ?? "");
  const namespace = options.get("-n");
  const scope = namespace === undefined ? "" : `/namespaces/${namespace}`;
  const plural = kind.endsWith("class") ? `${kind}es` : `${kind}s`;
  return {
    path: `/apis/ome.io/v1beta1${scope}/${plural}/${name}`,
    contentType: options.get("--type") === "json" ? "application/json-patch+json" : "application/merge-patch+json",
    body: options.get("-p") ?? "",
  };
}
