import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { HttpMethod, RequestContext } from "@kubernetes/client-node";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { connect } from "./connect.ts";
import { createPluginRunner, PluginError } from "./credential-plugins.ts";

const patience = { timeout: 20_000, interval: 20 };

/** A connection whose plugin is this shell script; `$1` is a file into which it may write. */
const connectWith = async (
  script: string,
  { milliseconds = 20_000, ...more }: { milliseconds?: number; command?: string; installHint?: string } = {},
) => {
  const folder = await mkdtemp(join(tmpdir(), "ome-matrix-plugin-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const [command, notes, file] = ["sign-in", "notes", "config"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  await writeFile(command, `#!/bin/sh\n${script}\n`);
  await chmod(command, 0o755);
  const exec = { apiVersion: "client.authentication.k8s.io/v1", command, args: [notes], interactiveMode: "Never" };
  const config = {
    "current-context": "here",
    clusters: [{ name: "here", cluster: { server: "http://127.0.0.1:1" } }],
    users: [{ name: "me", user: { exec: { ...exec, ...more } } }],
    contexts: [{ name: "here", context: { cluster: "here", user: "me" } }],
  };
  await writeFile(file, JSON.stringify(config));
  const plugins = createPluginRunner(milliseconds);
  onTestFinished(() => plugins.close());
  const { kubeConfig, reload } = connect({ type: "kubeconfig", file }, plugins);
  const header = async (from = kubeConfig): Promise<string | undefined> => {
    const request = new RequestContext("http://127.0.0.1:1/api", HttpMethod.GET);
    await from.applySecurityAuthentication(request);
    return request.getHeaders()["Authorization"];
  };
  const failure = async (): Promise<PluginError> => {
    const error = await header().catch((caught: unknown) => caught);
    if (!(error instanceof PluginError)) throw new Error(`no error of a plugin: ${String(error)}`);
    return error;
  };
  const readNotes = async (): Promise<readonly string[]> =>
    (await readFile(notes, "utf8").catch(() => "")).split("\n").filter((line) => line !== "");
  return { header, failure, readNotes, plugins, reload: () => reload?.() ?? kubeConfig };
};

const isAlive = (pid: string): boolean => {
  try {
    process.kill(Number(pid), 0);
    return true;
  } catch {
    return false;
  }
};

const gone = (pids: readonly string[]): Promise<void> =>
  vi.waitFor(() => expect(pids.filter(isAlive)).toEqual([]), patience);

/** Notes its own process and that of a child, and hangs. */
const hang = 'sleep 600 & echo $! >> "$1"; echo $$ >> "$1"; wait';

describe("a credential plugin", () => {
  it("is asked once for all requests, and again after the credentials were read anew", async () => {
    const credential = `echo '{"kind":"ExecCredential","status":{"token":"t"}}'`;
    const { header, readNotes, reload } = await connectWith(`echo run >> "$1"; ${credential}`);
    expect(await Promise.all([header(), header(), header()])).toEqual(["Bearer t", "Bearer t", "Bearer t"]);
    expect(await header()).toBe("Bearer t");
    expect(await readNotes()).toEqual(["run"]);
    expect(await header(reload())).toBe("Bearer t");
    expect(await readNotes()).toEqual(["run", "run"]);
  });

  it("that fails is named with its status, and nothing of what it printed is passed on", async () => {
    const { failure } = await connectWith('echo "token=SEKRET"; echo "error: token=SEKRETOUT" >&2; exit 3');
    const { message, advice } = await failure();
    expect(message).toBe("the credential plugin sign-in has ended with status 3");
    expect(advice).toContain("Run sign-in in a terminal");
    expect(`${message} ${advice}`).not.toContain("SEKRET");
  });

  it("that prints something else than a credential is named, and its output is not", async () => {
    for (const script of ["echo token=SEKRET", `echo '{"status":{"secret":"SEKRET"}}'`, "true"]) {
      const { message, advice } = await (await connectWith(script)).failure();
      expect(message).toBe("the credential plugin sign-in has printed something that is no credential");
      expect(advice).not.toContain("SEKRET");
    }
    const { message } = await (await connectWith("head -c 3000000 /dev/zero")).failure();
    expect(message).toBe("the credential plugin sign-in has printed more than any credential");
  });

  it("that is not installed is named with what the kubeconfig says of that", async () => {
    const { failure } = await connectWith("", { command: "/nowhere/log-in", installHint: "Get it\nfrom the shelf" });
    const { message, advice } = await failure();
    expect(message).toBe("the credential plugin log-in is not installed");
    expect(advice).toContain("The kubeconfig says: Get it from the shelf");
  });

  it("that hangs is named while it runs, ended with what it has started, and never started twice", async () => {
    const { header, failure, readNotes, plugins, reload } = await connectWith(hang, { milliseconds: 4_000 });
    const first = failure();
    const second = header().catch((error: unknown) => error);
    const third = header(reload()).catch((error: unknown) => error);
    await vi.waitFor(async () => expect(await readNotes()).toHaveLength(2), patience);
    expect(plugins.waitsFor()?.message).toBe("the credential plugin sign-in has not answered");
    const error = await first;
    expect(error.message).toBe("the credential plugin sign-in has not answered");
    expect(await Promise.all([second, third])).toEqual([error, error]);
    const pids = await readNotes();
    expect(pids).toHaveLength(2);
    await gone(pids);
    expect(plugins.waitsFor()).toBeUndefined();
  });

  it("that still runs at the end is ended, and none is started any more", async () => {
    const { header, readNotes, plugins } = await connectWith(hang);
    const asked = expect(header()).rejects.toThrow();
    await vi.waitFor(async () => expect(await readNotes()).toHaveLength(2), patience);
    plugins.close();
    await asked;
    await gone(await readNotes());
    await expect(header()).rejects.toThrow();
    expect(await readNotes()).toHaveLength(2);
  });
});
