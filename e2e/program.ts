/** The program as a user starts it: a process with an address, and `kubectl` beside it. */
import { execFile, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { test as base } from "@playwright/test";

const root = fileURLToPath(new URL("..", import.meta.url));
const run = promisify(execFile);

export interface Program {
  /** Such as http://127.0.0.1:41234 */
  readonly address: string;
  /** The address of the Kubernetes API behind a demo or a folder. */
  readonly api: string;
  /** All it has printed so far, both streams. */
  output(): string;
  stop(): Promise<void>;
}

/** Starts `command` and resolves once it printed its address; rejects with its output when it ends before. */
export const startCommand = async (command: string, commandArguments: readonly string[]): Promise<Program> => {
  const child = spawn(command, commandArguments, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const address = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const line = /^OME Matrix: (http:\/\/\S+)$/m.exec(output);
      if (line?.[1] !== undefined && /^Kubernetes \w+:/m.test(output)) resolve(line[1]);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.once("error", reject);
    child.once("close", (code) => reject(new Error(`It ended with ${code}:\n${output}`)));
  });
  return {
    address,
    api: /--server=(\S+)/.exec(output)?.[1] ?? "",
    output: () => output,
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill("SIGTERM");
      await ended;
    },
  };
};

/** Starts the built program with these arguments and a free port. */
export const startProgram = (...programArguments: readonly string[]): Promise<Program> =>
  startCommand(process.execPath, [join(root, "apps/bff/dist/main.js"), "--port", "0", ...programArguments]);

/** Runs the real kubectl against the program's API, with nothing of the user's own configuration. */
export const kubectl = async (program: Program, ...kubectlArguments: readonly string[]): Promise<string> => {
  const home = await mkdtemp(join(tmpdir(), "ome-matrix-kubectl-"));
  try {
    const { stdout } = await run("kubectl", [`--server=${program.api}`, ...kubectlArguments], {
      env: { ...process.env, HOME: home, KUBECONFIG: "" },
    });
    return stdout;
  } finally {
    await rm(home, { recursive: true, force: true });
  }
};

/** Whether this machine has a kubectl. */
export const hasKubectl = async (): Promise<boolean> =>
  run("kubectl", ["version", "--client"]).then(
    () => true,
    () => false,
  );

/** OME's own catalog, which is not part of the project. */
export const catalog = process.env["OME_CATALOG"];

export const inCi = process.env["CI"] === "true";

/** Starts programs that end with the test, however it ends. */
export interface Programs {
  start(...programArguments: readonly string[]): Promise<Program>;
  command(command: string, commandArguments: readonly string[]): Promise<Program>;
}

/** A test with a demo of its own, with one that it shares with others and does not change, or with programs that it starts itself. */
export const test = base.extend<{ programs: Programs; demo: Program }, { shared: Program }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures that a fixture needs.
  programs: async ({}, use) => {
    const started: Program[] = [];
    const keep = async (starting: Promise<Program>): Promise<Program> => {
      const program = await starting;
      started.push(program);
      return program;
    };
    await use({
      start: (...programArguments) => keep(startProgram(...programArguments)),
      command: (command, commandArguments) => keep(startCommand(command, commandArguments)),
    });
    await Promise.all(started.map((program) => program.stop()));
  },
  demo: async ({ programs }, use) => use(await programs.start()),
  shared: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures that a fixture needs.
    async ({}, use) => {
      const program = await startProgram();
      await use(program);
      await program.stop();
    },
    { scope: "worker" },
  ],
});

export { expect } from "@playwright/test";
