import { type ChildProcess, spawn } from "node:child_process";
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { clusterState, pathToCluster } from "@ome-matrix/contract";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { ask } from "./program.ts";

const main = fileURLToPath(new URL("../src/main.ts", import.meta.url));
const patience = { timeout: 30_000, interval: 20 };

interface Started {
  readonly child: ChildProcess;
  output(): string;
  errors(): string;
  readonly ended: Promise<number | null>;
}

/** The program as a process, without building it. */
const start = (...commandLine: readonly string[]): Started => {
  const child = spawn(process.execPath, ["--import", "tsx", main, ...commandLine], {
    env: { ...process.env, NODE_ENV: "test" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  let errors = "";
  child.stdout?.on("data", (chunk: Buffer) => {
    output += chunk.toString();
  });
  child.stderr?.on("data", (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  onTestFinished(() => void child.kill("SIGKILL"));
  return { child, output: () => output, errors: () => errors, ended };
};

const addressOf = (started: Started): Promise<string> =>
  vi.waitFor(() => {
    const [, address] = /^OME Matrix: (http:\/\/127\.0\.0\.1:\d+)$/m.exec(started.output()) ?? [];
    if (address === undefined) throw new Error(`no address yet: ${started.output()}${started.errors()}`);
    return address;
  }, patience);

/** A kubeconfig whose plugin is a shell script, to which `$1` is a file for notes. */
const writeKubeconfig = async (script: string): Promise<{ file: string; notes: string }> => {
  const folder = await mkdtemp(join(tmpdir(), "ome-matrix-main-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const [command, file, notes] = [join(folder, "sign-in"), join(folder, "config"), join(folder, "notes")];
  await writeFile(command, `#!/bin/sh\n${script}\n`);
  await chmod(command, 0o755);
  const exec = { apiVersion: "client.authentication.k8s.io/v1", command, args: [notes], interactiveMode: "Never" };
  const config = {
    "current-context": "here",
    clusters: [{ name: "here", cluster: { server: "http://127.0.0.1:1" } }],
    users: [{ name: "me", user: { exec } }],
    contexts: [{ name: "here", context: { cluster: "here", user: "me" } }],
  };
  await writeFile(file, JSON.stringify(config));
  return { file, notes };
};

const isAlive = (pid: string): boolean => {
  try {
    process.kill(Number(pid), 0);
    return true;
  } catch {
    return false;
  }
};

describe("a program with a credential plugin", () => {
  it("names one that hangs while it runs, and ends it and what it has started with itself", async () => {
    const { file, notes } = await writeKubeconfig('sleep 600 & echo $! >> "$1"; echo $$ >> "$1"; wait');
    const started = start("--port", "0", "--kubeconfig", file);
    const address = await addressOf(started);
    await vi.waitFor(async () => {
      const { kinds } = clusterState.parse((await ask(address, pathToCluster())).json());
      for (const kind of kinds) {
        expect(kind).toMatchObject({
          state: "connecting",
          message: "the credential plugin sign-in has not answered",
          advice: expect.stringContaining("Run sign-in in a terminal"),
        });
      }
    }, patience);
    const pids = (await readFile(notes, "utf8")).trim().split("\n");
    expect(pids).toHaveLength(2);
    started.child.kill("SIGTERM");
    expect(await started.ended).toBe(0);
    await vi.waitFor(() => expect(pids.filter(isAlive)).toEqual([]), patience);
  });

  it("passes on nothing that one prints", async () => {
    const { file } = await writeKubeconfig('echo "error: refresh failed for token=SEKRETOUT" >&2; exit 7');
    const started = start("--port", "0", "--log-level", "trace", "--kubeconfig", file);
    const address = await addressOf(started);
    await vi.waitFor(async () => {
      const { kinds } = clusterState.parse((await ask(address, pathToCluster())).json());
      for (const kind of kinds) {
        expect(kind).toMatchObject({
          state: "failed",
          message: "the credential plugin sign-in has ended with status 7",
        });
      }
    }, patience);
    expect(started.output()).toMatch(
      /^Nothing can be read from the cluster yet: the credential plugin sign-in has ended with status 7\. Run sign-in /m,
    );
    const entries = started
      .errors()
      .split("\n")
      .filter((line) => line.includes('"state":"failed"'));
    expect(entries).toHaveLength(7);
    for (const entry of entries) expect(entry).toContain('"level":40');
    const ready = await ask(address, "/readyz");
    expect(ready.status).toBe(503);
    expect(ready.text).not.toContain("sign-in");
    const said = `${ready.text}${(await ask(address, pathToCluster())).text}${started.output()}${started.errors()}`;
    expect(said).not.toContain("SEKRETOUT");
  });
});

describe("the program", () => {
  it("serves the demo, says where its Kubernetes API is, and ends when it is told to", async () => {
    const started = start("--port", "0");
    const address = await addressOf(started);
    const [, api] =
      /^Kubernetes API: {2}kubectl --server=(http:\/\/127\.0\.0\.1:\d+) get clusterbasemodels$/m.exec(
        started.output(),
      ) ?? [];
    await vi.waitFor(async () => {
      const cluster = clusterState.parse((await ask(address, pathToCluster())).json());
      expect(cluster).toMatchObject({ state: "live", source: { kind: "demo", name: "demo", address: api } });
    }, patience);
    // An open stream must not hold it up.
    const stream = ask(address, "/api/events").catch(() => undefined);
    await vi.waitFor(async () => expect((await ask(address, "/readyz")).status).toBe(200), patience);
    const asked = Date.now();
    started.child.kill("SIGTERM");
    expect(await started.ended).toBe(0);
    expect(Date.now() - asked).toBeLessThan(5_000);
    await stream;
  });

  it("reports what is wrong with manifests, again when they change", async () => {
    const folder = await mkdtemp(join(tmpdir(), "ome-matrix-manifests-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    await writeFile(join(folder, "broken.yaml"), "a: [\n");
    const started = start("--port", "0", "--manifests", folder);
    const address = await addressOf(started);
    await vi.waitFor(() => expect(started.errors()).toMatch(/^error: broken\.yaml:\d+ /m), patience);
    const before = clusterState.parse((await ask(address, pathToCluster())).json());
    expect(before.manifestReports).toHaveLength(1);
    await writeFile(join(folder, "second.yaml"), "b: [\n");
    await vi.waitFor(() => expect(started.errors()).toMatch(/^error: second\.yaml:\d+ /m), patience);
    await vi.waitFor(async () => {
      const after = clusterState.parse((await ask(address, pathToCluster())).json());
      expect(after.manifestReports).toHaveLength(2);
      expect(after.revision).toBeGreaterThan(before.revision);
    }, patience);
  });

  it("tells folders of the same name apart", async () => {
    const folder = await mkdtemp(join(tmpdir(), "ome-matrix-manifests-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const paths = ["a/x", "b/x", "y"].map((name) => join(folder, name));
    for (const path of paths) await mkdir(path, { recursive: true });
    const started = start("--port", "0", ...[...paths, ...paths].flatMap((path) => ["--manifests", path]));
    const { source } = clusterState.parse((await ask(await addressOf(started), pathToCluster())).json());
    expect(source).toMatchObject({ kind: "manifests", name: "a/x, b/x, y" });
  });

  it("says that a given port is taken", async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const started = start("--port", String(port));
    expect(await started.ended).toBe(1);
    expect(started.errors()).toBe(
      `Port ${port} is taken by another program. Pick another with --port, or a free one with --port 0.\n`,
    );
    const api = start("--port", "0", "--api-port", String(port));
    expect(await api.ended).toBe(1);
    expect(api.errors()).toContain(`(--api-port ${port})`);
  });

  it("says everything that is wrong with the command line, in sentences", async () => {
    const started = start("--prot=1", "--manifests", "a", "--kubeconfig", "b");
    expect(await started.ended).toBe(2);
    expect(started.output()).toBe("");
    expect(started.errors()).toContain("--prot is not an option");
    expect(started.errors()).toContain("--manifests and --kubeconfig exclude each other");
    expect(started.errors()).not.toMatch(/^\s+at /m);
  });

  it("says what it can do, and which version it is", async () => {
    const help = start("--help");
    expect(await help.ended).toBe(0);
    expect(help.output()).toContain("--manifests DIR");
    const version = start("--version");
    expect(await version.ended).toBe(0);
    expect(version.output()).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it("ends quietly when nobody reads its output any more", async () => {
    const help = start("--help");
    help.child.stdout?.destroy();
    expect(await help.ended).toBe(0);
    expect(help.errors()).toBe("");
    const wrong = start("--prot=1");
    wrong.child.stderr?.destroy();
    expect(await wrong.ended).toBe(2);
    const running = start("--port", "0");
    running.child.stdout?.destroy();
    expect(await running.ended).toBe(0);
    expect(running.errors()).toBe("");
  });
});
