/** The real kubectl, run by bash with nothing of the user's own configuration. */
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const hasKubectl = (): boolean => {
  try {
    execFileSync("kubectl", ["version", "--client"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
};

export interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Shell {
  /** The text as it is, as if it were pasted. */
  run(text: string): Promise<Ran>;
  /** What the commands left in their folder. */
  files(): readonly string[];
  remove(): void;
}

export const openShell = (api: string): Shell => {
  const home = mkdtempSync(join(tmpdir(), "ome-matrix-kubectl-"));
  const folder = mkdtempSync(join(tmpdir(), "ome-matrix-pasted-"));
  const config = join(home, "config");
  writeFileSync(
    config,
    JSON.stringify({
      apiVersion: "v1",
      kind: "Config",
      clusters: [{ name: "mock", cluster: { server: api } }],
      contexts: [{ name: "mock", context: { cluster: "mock", user: "" } }],
      "current-context": "mock",
    }),
  );
  return {
    run: (text) =>
      new Promise((resolve, reject) => {
        const child = spawn("bash", ["--norc", "--noprofile"], {
          cwd: folder,
          env: { PATH: process.env["PATH"] ?? "", HOME: home, KUBECONFIG: config },
        });
        let stdout = "";
        let stderr = "";
        child.stdout.on("data", (chunk: Buffer) => {
          stdout += chunk.toString();
        });
        child.stderr.on("data", (chunk: Buffer) => {
          stderr += chunk.toString();
        });
        child.once("error", reject);
        child.once("close", (status) => resolve({ status, stdout, stderr }));
        child.stdin.end(`${text}\n`);
      }),
    files: () => readdirSync(folder),
    remove() {
      rmSync(home, { recursive: true });
      rmSync(folder, { recursive: true });
    },
  };
};
