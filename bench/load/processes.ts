/** Processes that answer calls, and how much a process takes of the machine. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { type IntervalHistogram, monitorEventLoopDelay } from "node:perf_hooks";

/** What a process can be asked, by name. */
export type Calls = Readonly<Record<string, (argument: never) => unknown>>;

interface Question {
  readonly id: number;
  readonly name: string;
  readonly argument: unknown;
}

interface Reply {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: string;
}

/** Answers what the parent process asks. */
export const serve = (calls: Calls): void => {
  process.on("message", ({ id, name, argument }: Question) => {
    const send = (reply: Omit<Reply, "id">): void => void process.send?.({ id, ...reply });
    Promise.resolve()
      .then(() => calls[name]?.(argument as never))
      .then(
        (result) => send({ result }),
        (error: unknown) => send({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
      );
  });
  // Without a parent there is nobody to work for.
  process.on("disconnect", () => process.exit());
};

export interface Worker<Known extends Calls> {
  readonly pid: number;
  call<Name extends keyof Known & string>(
    name: Name,
    argument: Parameters<Known[Name]>[0],
  ): Promise<Awaited<ReturnType<Known[Name]>>>;
  stop(): Promise<void>;
}

/** Ends a process, and waits until it has. */
export const end = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  child.kill("SIGTERM");
  const impatience = setTimeout(() => child.kill("SIGKILL"), 10_000);
  await ended;
  clearTimeout(impatience);
};

/** Starts a module of TypeScript that serves calls in a process of its own. */
export const startWorker = <Known extends Calls>(module: string): Worker<Known> => {
  const child = spawn(process.execPath, ["--import", "tsx", module], {
    // Typed arrays arrive as such.
    serialization: "advanced",
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>();
  let asked = 0;
  child.on("message", ({ id, result, error }: Reply) => {
    const caller = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) caller?.resolve(result);
    else caller?.reject(new Error(error));
  });
  child.once("close", (code) => {
    for (const { reject } of waiting.values()) reject(new Error(`${module} ended with ${code}`));
  });
  return {
    pid: child.pid ?? 0,
    call: (name, argument) =>
      new Promise((resolve, reject) => {
        const id = ++asked;
        waiting.set(id, { resolve: (result) => resolve(result as never), reject });
        child.send({ id, name, argument } satisfies Question);
      }),
    stop: () => end(child),
  };
};

const mebibyte = 1024 * 1024;

/** Memory of a process that is in use, in MiB. */
export const residentMemory = (pid: number): number => {
  try {
    const [, kibibytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    if (kibibytes !== undefined) return Number(kibibytes) / 1024;
  } catch {
    // No Linux: ps knows it everywhere else.
  }
  return (Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" })) * 1024) / mebibyte;
};

/** Seconds of processor time that a process has taken so far; undefined where the system does not tell. */
export const processorSeconds = (pid: number): number | undefined => {
  try {
    // The name of the program, in brackets, may hold anything.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return undefined;
  }
};

/** By how much timers of this process fire too late, in milliseconds: what a loaded machine adds to every figure. */
export interface TimerLag {
  readonly p50: number;
  readonly p95: number;
  readonly max: number;
}

/** Measures the lag of timers until it is read. */
export const measureTimerLag = (): (() => TimerLag) => {
  const resolution = 10;
  const delay: IntervalHistogram = monitorEventLoopDelay({ resolution });
  delay.enable();
  return () => {
    delay.disable();
    const late = (nanoseconds: number): number => Math.max(0, nanoseconds / 1e6 - resolution);
    return { p50: late(delay.percentile(50)), p95: late(delay.percentile(95)), max: late(delay.max) };
  };
};
