/** The product as a process: started with a kubeconfig, asked over HTTP, and looked at from outside. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { end } from "./processes.ts";

export interface Program {
  readonly url: string;
  readonly pid: number;
  /** Collects garbage, and says what is in use then. */
  collect(): Promise<NodeJS.MemoryUsage>;
  get(path: string): Promise<string>;
  stop(): Promise<void>;
}

export interface ProgramOptions {
  /** Of the Kubernetes API. */
  readonly cluster: string;
  /** The arguments of node that start the product. */
  readonly command: readonly string[];
}

const collector = fileURLToPath(new URL("collect.mjs", import.meta.url));

const kubeconfigOf = (server: string): string =>
  JSON.stringify({
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name: "load", cluster: { server } }],
    users: [{ name: "nobody", user: {} }],
    contexts: [{ name: "load", context: { cluster: "load", user: "nobody" } }],
    "current-context": "load",
  });

/** The body of an answer, uncompressed. */
export const get = (url: string, path: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const sent = request(`${url}${path}`, { agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const text = Buffer.concat(chunks).toString();
        if (response.statusCode === 200) resolve(text);
        else reject(new Error(`${path} answered ${response.statusCode}: ${text.slice(0, 300)}`));
      });
    });
    sent.on("error", reject);
    sent.end();
  });

const addressOf = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let output = "";
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
      const [, address] = /^OME Matrix: (http:\/\/\S+)$/m.exec(output) ?? [];
      if (address !== undefined) resolve(address);
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    child.once("error", reject);
    child.once("close", (code) => reject(new Error(`it ended with ${code}:\n${output}`)));
  });

/** Starts the product and waits until it knows the whole cluster. */
export const startProgram = async ({ cluster, command }: ProgramOptions): Promise<Program> => {
  const folder = await mkdtemp(join(tmpdir(), "ome-matrix-load-"));
  const kubeconfig = join(folder, "kubeconfig.json");
  await writeFile(kubeconfig, kubeconfigOf(cluster));
  const child = spawn(
    process.execPath,
    ["--expose-gc", "--import", collector, ...command, "--port", "0", "--kubeconfig", kubeconfig],
    // As `npm start` and the image set it.
    { stdio: ["ignore", "pipe", "pipe", "ipc"], env: { MALLOC_ARENA_MAX: "1", ...process.env } },
  );
  const stop = async (): Promise<void> => {
    await end(child);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const url = await addressOf(child);
    const deadline = Date.now() + 60_000;
    for (;;) {
      const isReady = await get(url, "/readyz").then(
        () => true,
        () => false,
      );
      if (isReady) break;
      if (Date.now() > deadline) throw new Error("the program is not ready after a minute");
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return {
      url,
      pid: child.pid ?? 0,
      collect: () =>
        new Promise((resolve) => {
          child.once("message", (usage) => resolve(usage as NodeJS.MemoryUsage));
          child.send("collect");
        }),
      get: (path) => get(url, path),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
};
