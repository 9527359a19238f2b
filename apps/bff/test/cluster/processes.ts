/** Programs that a test starts, with what they print, and how to end them. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { createServer } from "node:net";

export interface Program {
  /** All it has printed so far, both streams. */
  output(): string;
  hasEnded(): boolean;
  /** Holds it where it is: it neither reads nor answers until it is let go. */
  hold(): void;
  letGo(): void;
  /** Ends it and resolves when it is gone. */
  end(signal?: NodeJS.Signals): Promise<void>;
}

const running = new Set<ChildProcess>();
// A test run that is cut off must not leave an API server behind.
process.once("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

/** Starts a program. That it ends before its time is for the caller to notice. */
export const start = (
  command: string,
  commandArguments: readonly string[],
  environment: NodeJS.ProcessEnv = process.env,
): Program => {
  const child = spawn(command, commandArguments, { stdio: ["ignore", "pipe", "pipe"], env: environment });
  running.add(child);
  let output = "";
  let ended = false;
  const keep = (chunk: Buffer): void => {
    output = (output + chunk.toString()).slice(-200_000);
  };
  child.stdout.on("data", keep);
  child.stderr.on("data", keep);
  const gone = new Promise<void>((resolve) => {
    const finish = (why?: Error): void => {
      if (why !== undefined) output += `\n${why.message}`;
      ended = true;
      running.delete(child);
      resolve();
    };
    child.once("error", finish);
    child.once("close", () => finish());
  });
  return {
    output: () => output,
    hasEnded: () => ended,
    hold: () => void child.kill("SIGSTOP"),
    letGo: () => void child.kill("SIGCONT"),
    async end(signal = "SIGTERM") {
      if (!ended) child.kill(signal);
      await gone;
    },
  };
};

/** Asks again until it answers without an error; a program that has ended is not waited for. */
export const until = async <Value>(
  what: string,
  ask: () => Promise<Value> | Value,
  { program, milliseconds = 150_000 }: { readonly program?: Program; readonly milliseconds?: number } = {},
): Promise<Value> => {
  const deadline = performance.now() + milliseconds;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const told = program === undefined ? "" : `\n${program.output().slice(-4_000)}`;
      if (program?.hasEnded()) throw new Error(`${what}: the program has ended. ${reason}${told}`);
      if (performance.now() > deadline) throw new Error(`${what}: not in ${milliseconds} ms. ${reason}${told}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};

export interface Finished {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program to its end. */
export const run = (
  command: string,
  commandArguments: readonly string[],
  environment: NodeJS.ProcessEnv = process.env,
): Promise<Finished> =>
  new Promise((resolve, reject) => {
    execFile(command, commandArguments, { env: environment, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      if (error !== null && typeof error.code !== "number") reject(error);
      else resolve({ code: typeof error?.code === "number" ? error.code : 0, stdout, stderr });
    });
  });

/** Ports that nobody listens on; all of them are held until all are known, so that they differ. */
export const freePorts = async (count: number): Promise<readonly number[]> => {
  const servers = Array.from({ length: count }, () => createServer());
  const ports = await Promise.all(
    servers.map(
      (server) =>
        new Promise<number>((resolve, reject) => {
          server.once("error", reject);
          server.listen(0, "127.0.0.1", () => {
            const address = server.address();
            if (address === null || typeof address === "string") reject(new Error("no port"));
            else resolve(address.port);
          });
        }),
    ),
  );
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
};
