import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { MockCluster } from "@ome-matrix/mock-cluster";
import { expect, onTestFinished, vi } from "vitest";
import { connect } from "../../src/cluster/connect.ts";
import { aModel, type Fault, type FaultyProgram, patience, startFaulty } from "./fault.ts";

interface Way {
  /** Of a kubeconfig's user. */
  user(folder: string, token: string): object;
  /** Hands out a token. */
  write(folder: string, token: string): Promise<void>;
}

const startWith = async (
  way: Way,
): Promise<{ program: FaultyProgram; accept(token: string): void; folder: string }> => {
  const folder = await mkdtemp(join(tmpdir(), "ome-matrix-credentials-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, "config");
  let accepted = "first";
  const guard = (mock: MockCluster): void =>
    mock.misbehave(({ headers }) =>
      headers.authorization === `Bearer ${accepted}` ? undefined : { status: 401, message: "Unauthorized" },
    );
  await way.write(folder, "first");
  let api = "";
  const writeConfig = (token: string): Promise<void> =>
    writeFile(
      file,
      JSON.stringify({
        "current-context": "here",
        clusters: [{ name: "here", cluster: { server: api } }],
        users: [{ name: "user", user: way.user(folder, token) }],
        contexts: [{ name: "here", context: { cluster: "here", user: "user" } }],
      }),
    );
  const program = await startFaulty({
    prepare: guard,
    connectTo: async (mock) => {
      api = mock.url;
      await writeConfig("first");
      return connect({ type: "kubeconfig", file });
    },
  });
  await program.settled();
  return {
    program,
    folder,
    accept(token) {
      accepted = token;
    },
  };
};

/** The old token is refused, the page says so, a new one is handed out, and nobody restarts anything. */
const renew = async (way: Way): Promise<void> => {
  const { program, accept, folder } = await startWith(way);
  accept("second");
  program.mock.closeWatches("cut");
  program.mock.door.put(aModel("meanwhile"));
  await program.saysOfAll({
    state: "stale",
    message: "Unauthorized",
    advice: expect.stringContaining("The API refuses these credentials"),
  });
  await way.write(folder, "second");
  await program.settled();
  await program.equals();
  expect(program.names()).toContain("meanwhile");

  // Handed out in time, a new token is used as soon as the old one is refused, and nobody notices.
  const { revision } = program.store.snapshot();
  const states = new Set<string>();
  program.store.subscribe(({ conditions }) => states.add(conditions.ClusterBaseModel.state));
  await way.write(folder, "third");
  accept("third");
  program.mock.closeWatches("end");
  program.mock.door.put(aModel("in-time"));
  await vi.waitFor(() => expect(program.names()).toContain("in-time"), patience);
  expect(program.store.snapshot().revision).toBeGreaterThan(revision);
  expect([...states]).toEqual(["live"]);
};

const meanwhile =
  "every kind `stale`: the API refuses these credentials; the last known objects stay. Of a token that is handed out in time, nothing";

export const credentialFaults = {
  "401, token file": {
    done: "The token is refused; later its file holds another (of a service account, or a kubeconfig's `tokenFile`)",
    meanwhile,
    repaired: "The next try, which reads the file again",
    run: () =>
      renew({
        user: () => ({ tokenFile: "token" }),
        write: (folder, token) => writeFile(join(folder, "token"), `${token}\n`),
      }),
  },
  "401, exec plugin": {
    done: "The token of a plugin, which names no end, is refused; later the plugin gives another",
    meanwhile,
    repaired: "The next try, which asks the plugin again",
    run: () =>
      renew({
        user: (folder) => ({
          exec: {
            apiVersion: "client.authentication.k8s.io/v1",
            command: "cat",
            args: [join(folder, "credential")],
            interactiveMode: "Never",
          },
        }),
        write: (folder, token) =>
          writeFile(join(folder, "credential"), JSON.stringify({ kind: "ExecCredential", status: { token } })),
      }),
  },
} satisfies Readonly<Record<string, Fault>>;
