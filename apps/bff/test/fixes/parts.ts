import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import type { Done } from "./run-all.ts";

/** What a part has done. */
export interface Report {
  /** In all views; of which the answers may differ; without a fix and without a reason. */
  readonly pairs: number;
  readonly asked: number;
  readonly speechless: readonly string[];
  readonly withFixes: number;
  readonly manifests: number;
  /** Different manifests that the API would create. */
  readonly created: number;
  /** Of the pairs that were asked for. */
  readonly askedStates: readonly string[];
  /** Pairs of which it is said that OME picks the runtime already. */
  readonly settled: number;
  /** Of the pairs that have something to patch. */
  readonly states: readonly string[];
  readonly codes: readonly string[];
  readonly ids: number;
  readonly done: Done;
  readonly kubectl: { readonly fixes: number; readonly codes: readonly string[] };
  /** Collecting; sending; the rest. */
  readonly seconds: readonly number[];
}

const script = fileURLToPath(new URL("part.ts", import.meta.url));

const runPart = (source: string, part: number, parts: number): Promise<Report> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["--import", "tsx", script, source, String(part), String(parts)], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    let stdout = "";
    let stderr = "";
    child.stdout.on("data", (chunk: Buffer) => {
      stdout += chunk.toString();
    });
    child.stderr.on("data", (chunk: Buffer) => {
      stderr += chunk.toString();
    });
    child.once("error", reject);
    child.once("close", (status) => {
      if (status === 0) resolve(JSON.parse(stdout) as Report);
      else reject(new Error(`part ${part} of ${parts} ended with ${status}:\n${stderr.slice(0, 20_000)}`));
    });
  });

/** `demo`, `kinds`, or the folder of a catalog; in as many processes as there are cores, four at most. */
export const runParts = (source: string): Promise<readonly Report[]> => {
  const parts = Math.min(4, Math.max(1, availableParallelism()));
  return Promise.all(Array.from({ length: parts }, (_, part) => runPart(source, part, parts)));
};

export const sum = (reports: readonly Report[], of: (report: Report) => number): number =>
  reports.reduce((total, report) => total + of(report), 0);

export const union = (reports: readonly Report[], of: (report: Report) => readonly string[]): readonly string[] =>
  [...new Set(reports.flatMap(of))].sort();
