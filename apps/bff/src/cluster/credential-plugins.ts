/** The exec plugins of a kubeconfig: programs that print a credential. What they print otherwise is nobody's business. */
import { type ChildProcess, spawn } from "node:child_process";
import { basename } from "node:path";
import type { KubeConfig, User } from "@kubernetes/client-node";
import { at, isRecord, listAt, textAt } from "./json.ts";

/** Less than is waited for a list, so that the plugin is what is named when it hangs. */
const longestRunMilliseconds = 20_000;
const mostBytes = 1024 * 1024;
const longestHint = 500;

/** Why there is no credential. Nothing in it comes from the plugin. */
export class PluginError extends Error {
  readonly advice: string;

  constructor(message: string, advice: string) {
    super(message);
    this.name = "PluginError";
    this.advice = advice;
  }
}

interface Credential {
  readonly token?: string;
  readonly certificate?: string;
  readonly key?: string;
  /** In milliseconds; one that names no end holds until it is refused. */
  readonly endsAt?: number;
}

interface Plugin {
  readonly command: string;
  readonly arguments_: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly apiVersion: string | undefined;
  readonly installHint: string | undefined;
}

/** One at a time for all requests of a connection, also after its credentials were read anew. */
export interface PluginRunner {
  run(plugin: Plugin): Promise<Credential>;
  /** What requests wait for, in words; nothing when no plugin runs. */
  waitsFor(): PluginError | undefined;
  /** Ends what runs, and starts nothing any more. */
  close(): void;
}

const readPlugin = (exec: unknown): Plugin => ({
  command: textAt(exec, "command") ?? "",
  arguments_: listAt(exec, "args").map(String),
  environment: Object.fromEntries(
    listAt(exec, "env").map((variable) => [textAt(variable, "name") ?? "", textAt(variable, "value") ?? ""]),
  ),
  apiVersion: textAt(exec, "apiVersion"),
  installHint: textAt(exec, "installHint")?.replace(/\s+/g, " ").trim().slice(0, longestHint),
});

const nameOf = ({ command }: Plugin): string => `the credential plugin ${basename(command)}`;

/** What it says is kept from everybody, so the operator has to see it for themselves. */
const byHand = (plugin: Plugin): string =>
  `Run ${basename(plugin.command)} in a terminal of the same account, as the kubeconfig has it, to see what it says; logging in again may be all it takes. It is tried again by itself`;

const notAnswered = (plugin: Plugin): PluginError =>
  new PluginError(
    `${nameOf(plugin)} has not answered`,
    `It may be waiting for somebody to log in, or for a server it cannot reach. ${byHand(plugin)}`,
  );

const cannotStart = (plugin: Plugin, error: NodeJS.ErrnoException): PluginError => {
  const reason =
    error.code === "ENOENT" ? "is not installed" : `cannot be started (${error.code ?? "no reason given"})`;
  const hint = plugin.installHint;
  const install = hint === undefined || hint === "" ? "" : `. The kubeconfig says: ${hint}`;
  return new PluginError(
    `${nameOf(plugin)} ${reason}`,
    `Install ${basename(plugin.command)} where this program finds it, on its PATH, or pick another context${install}`,
  );
};

const hasEnded = (plugin: Plugin, status: string): PluginError =>
  new PluginError(`${nameOf(plugin)} has ended with ${status}`, byHand(plugin));

/** The plugin's whole process group: one that is a script has started others. */
const end = (child: ChildProcess): void => {
  try {
    if (child.pid === undefined) return;
    if (process.platform === "win32") child.kill("SIGKILL");
    else process.kill(-child.pid, "SIGKILL");
  } catch {
    // It has ended by itself meanwhile.
  }
  // What has left the group may still hold the other end.
  child.stdout?.destroy();
};

const readCredential = (plugin: Plugin, output: string): Credential => {
  let status: unknown;
  try {
    status = at(JSON.parse(output), "status");
  } catch {
    // The parser would quote the output.
  }
  const [token, certificate, key] = ["token", "clientCertificateData", "clientKeyData"].map((name) =>
    textAt(status, name),
  );
  if (!isRecord(status) || (token === undefined && certificate === undefined)) {
    throw new PluginError(`${nameOf(plugin)} has printed something that is no credential`, byHand(plugin));
  }
  const endsAt = Date.parse(textAt(status, "expirationTimestamp") ?? "");
  return {
    ...(token === undefined ? {} : { token }),
    ...(certificate === undefined ? {} : { certificate }),
    ...(key === undefined ? {} : { key }),
    ...(Number.isNaN(endsAt) ? {} : { endsAt }),
  };
};

export const createPluginRunner = (longestMilliseconds = longestRunMilliseconds): PluginRunner => {
  let running:
    | { readonly plugin: Plugin; readonly child: ChildProcess; readonly credential: Promise<Credential> }
    | undefined;
  let isClosed = false;

  const start = (plugin: Plugin): Promise<Credential> => {
    const child = spawn(plugin.command, [...plugin.arguments_], {
      env: {
        ...process.env,
        KUBERNETES_EXEC_INFO: JSON.stringify({
          apiVersion: plugin.apiVersion,
          kind: "ExecCredential",
          spec: { interactive: false },
        }),
        ...plugin.environment,
      },
      // A group of its own, which can be ended as a whole. Its standard error may hold tokens, so nobody reads it.
      detached: process.platform !== "win32",
      stdio: ["ignore", "pipe", "ignore"],
      windowsHide: true,
    });
    const credential = new Promise<Credential>((resolve, reject) => {
      let failure: PluginError | undefined;
      const chunks: Buffer[] = [];
      let bytes = 0;
      const late = setTimeout(() => {
        failure = notAnswered(plugin);
        end(child);
      }, longestMilliseconds);
      child.stdout?.on("data", (chunk: Buffer) => {
        bytes += chunk.byteLength;
        if (bytes <= mostBytes) return void chunks.push(chunk);
        failure ??= new PluginError(`${nameOf(plugin)} has printed more than any credential`, byHand(plugin));
        end(child);
      });
      child.stdout?.on("error", () => undefined);
      child.once("error", (error) => {
        failure ??= cannotStart(plugin, error);
      });
      child.once("close", (status, signal) => {
        clearTimeout(late);
        running = undefined;
        if (failure === undefined && status !== 0) {
          failure = hasEnded(plugin, status === null ? `the signal ${signal ?? "unknown"}` : `status ${status}`);
        }
        if (failure !== undefined) return reject(failure);
        try {
          resolve(readCredential(plugin, Buffer.concat(chunks).toString("utf8")));
        } catch (error) {
          reject(error);
        }
      });
    });
    running = { plugin, child, credential };
    return credential;
  };

  return {
    async run(plugin) {
      if (plugin.command === "") {
        throw new PluginError(
          "the credential plugin of the kubeconfig names no command",
          "Correct the user's exec there",
        );
      }
      while (running !== undefined) {
        if (JSON.stringify(running.plugin) === JSON.stringify(plugin)) return running.credential;
        await running.credential.catch(() => undefined);
      }
      if (isClosed) throw new Error("stopped");
      try {
        return await start(plugin);
      } catch (error) {
        // Node refuses some arguments before it starts anything, and would quote them.
        throw error instanceof PluginError ? error : cannotStart(plugin, { name: "", message: "" });
      }
    },
    waitsFor: () => (running === undefined ? undefined : notAnswered(running.plugin)),
    close() {
      isClosed = true;
      if (running !== undefined) end(running.child);
    },
  };
};

const providerName = "credential plugin";

/**
 * Lets the runner start the plugins of a kubeconfig instead of the client, which lets one run on for ever and passes on as its
 * error whatever the plugin prints.
 */
export const usePluginRunner = (kubeConfig: KubeConfig, runner: PluginRunner): void => {
  kubeConfig.users = kubeConfig.users.map((user): User => {
    const { exec: own, ...others } = user;
    const exec: unknown = own ?? at(user.authProvider, "config", "exec");
    if (!isRecord(exec)) return user;
    return { ...others, authProvider: { name: providerName, config: { plugin: readPlugin(exec) } } };
  });
  const known = new Map<string, Credential>();
  kubeConfig.addAuthenticator({
    isAuthProvider: (user) => textAt(user.authProvider, "name") === providerName,
    async applyAuthentication(user, options) {
      let credential = known.get(user.name);
      if (credential === undefined || (credential.endsAt ?? Number.POSITIVE_INFINITY) <= Date.now()) {
        const { plugin } = user.authProvider.config as { readonly plugin: Plugin };
        credential = await runner.run(plugin);
        known.set(user.name, credential);
      }
      const { token, certificate, key } = credential;
      if (certificate !== undefined) options.cert = certificate;
      if (key !== undefined) options.key = key;
      if (token !== undefined) options.headers = { ...options.headers, Authorization: `Bearer ${token}` };
    },
  });
};
