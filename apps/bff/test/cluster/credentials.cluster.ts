import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { expectSuccess, type JsonObject } from "./api-client.ts";
import { type Bff, startBff, untilAll, untilMatrix } from "./bff.ts";
import { type ControlPlane, startControlPlane } from "./control-plane.ts";
import { installOpenDefinitions, omePath } from "./definitions.ts";
import { createObjects } from "./objects.ts";
import { until } from "./processes.ts";
import { aModel } from "./samples.ts";

const deploy = (name: string): string => fileURLToPath(new URL(`../../../../deploy/${name}`, import.meta.url));
const account = { namespace: "ome-matrix", name: "ome-matrix" };

describe("credentials", () => {
  let real: ControlPlane;

  beforeAll(async () => {
    real = await startControlPlane();
    await installOpenDefinitions(real);
    for (const name of ["service-account.yaml", "cluster-role.yaml"]) {
      const { code, stderr } = await real.kubectl("apply", "-f", deploy(name));
      if (code !== 0) throw new Error(stderr);
    }
    await createObjects(real.api, [aModel("ClusterBaseModel", "writer")]);
  });
  afterAll(() => real?.stop());

  const startWith = async (name: string, user: JsonObject): Promise<Bff> => {
    const bff = await startBff("--kubeconfig", await real.kubeconfig(name, user), "--context", "real");
    onTestFinished(() => bff.stop());
    return bff;
  };

  /** A token that ends when its Secret is deleted. */
  const revocableToken = async (name: string): Promise<{ token: string; revoke(): Promise<void> }> => {
    const path = `/api/v1/namespaces/${account.namespace}/secrets`;
    const secret = { apiVersion: "v1", kind: "Secret", metadata: { name } };
    expectSuccess(name, await real.api.post(path, secret));
    const token = await real.token(account.namespace, account.name, name);
    const check = real.clientWith(token);
    return {
      token,
      async revoke() {
        expectSuccess(name, await real.api.call("DELETE", `${path}/${name}`));
        // The API server remembers a token for some seconds.
        await until("The token is refused", async () => {
          expect((await check.get(`${omePath}/clusterbasemodels`)).status).toBe(401);
        });
      },
    };
  };

  /** Ends every open watch, as an update of the control plane does. */
  const restartApiServer = async (): Promise<void> => {
    await real.killApiServer();
    await real.startApiServer();
  };

  it("a client certificate", async () => {
    const bff = await startBff("--kubeconfig", await real.kubeconfig("certificate"), "--context", "real");
    onTestFinished(() => bff.stop());
    await untilAll(bff, "live");
  });

  it("a token that is no token: every kind says that the API refuses it", async () => {
    const bff = await startWith("stranger", { token: "nonsense" });
    const { kinds } = await untilAll(bff, "failed");
    for (const kind of kinds) expect(kind.advice).toContain("The API refuses these credentials");
  });

  it("an API server whose certificate nobody vouches for is not talked to", async () => {
    const path = await real.kubeconfig("careful", { token: await real.token(account.namespace, account.name) });
    const config = {
      apiVersion: "v1",
      kind: "Config",
      clusters: [{ name: "real", cluster: { server: real.url } }],
      users: [{ name: "user", user: { token: "secret" } }],
      contexts: [{ name: "real", context: { cluster: "real", user: "user" } }],
    };
    await writeFile(path, JSON.stringify(config));
    const bff = await startBff("--kubeconfig", path, "--context", "real");
    onTestFinished(() => bff.stop());
    const { kinds } = await untilAll(bff, "failed");
    expect(kinds[0]?.message).toMatch(/certificate/);
    expect(kinds[0]?.advice).toContain("certificate-authority");
  });

  it("an exec plugin that is not installed: every kind says which", async () => {
    const exec = { apiVersion: "client.authentication.k8s.io/v1", command: "no-such-plugin", interactiveMode: "Never" };
    const bff = await startWith("lacking", { exec });
    const { kinds } = await untilAll(bff, "failed");
    for (const kind of kinds) expect(kind.message).toContain("no-such-plugin");
  });

  it("a token file: its token is read anew once it is refused", async () => {
    const [first, second] = [await revocableToken("file-first"), await revocableToken("file-second")];
    const tokenFile = join(real.folder, "token");
    await writeFile(tokenFile, first.token);
    const bff = await startWith("token-file", { tokenFile });
    await untilAll(bff, "live");
    await writeFile(tokenFile, second.token);
    await first.revoke();
    await restartApiServer();
    await createObjects(real.api, [aModel("ClusterBaseModel", "filed")]);
    await untilMatrix("The model is read with the second token", bff, ({ models }) => models.length === 2);
    await untilAll(bff, "live");
    expectSuccess("delete", await real.api.call("DELETE", `${omePath}/clusterbasemodels/filed`));
  });

  it("impersonation: the rights are those of the other user", async () => {
    const user = { token: await real.token(account.namespace, account.name), as: "somebody" };
    const bff = await startWith("impersonator", user);
    const { kinds } = await untilAll(bff, "forbidden");
    for (const kind of kinds) expect(kind.message).toContain("cannot impersonate");
  });

  it("an exec plugin: its credentials are asked for again when they have expired", async () => {
    const [first, second] = [await revocableToken("first"), await revocableToken("second")];
    const credential = join(real.folder, "credential.json");
    const write = (token: string): Promise<void> =>
      writeFile(
        credential,
        JSON.stringify({
          apiVersion: "client.authentication.k8s.io/v1",
          kind: "ExecCredential",
          // Already over: whoever needs a token has to ask.
          status: { token, expirationTimestamp: "2020-01-01T00:00:00Z" },
        }),
      );
    await write(first.token);
    const exec = {
      apiVersion: "client.authentication.k8s.io/v1",
      command: "cat",
      args: [credential],
      interactiveMode: "Never",
    };
    const bff = await startWith("plugin", { exec });
    await untilAll(bff, "live");
    await write(second.token);
    await first.revoke();
    await restartApiServer();
    await createObjects(real.api, [aModel("ClusterBaseModel", "later")]);
    await untilMatrix("The model is read with the second token", bff, ({ models }) => models.length === 2);
    await untilAll(bff, "live");
  });

  it("a token in a kubeconfig that ends: the last objects stay, and the page says what to do", async () => {
    const { token, revoke } = await revocableToken("short");
    const bff = await startWith("short", { token });
    await untilAll(bff, "live");
    const { models } = await bff.matrix();
    await revoke();
    await restartApiServer();
    const { kinds } = await untilAll(bff, "stale");
    for (const kind of kinds) expect(kind.advice).toMatch(/refuses these credentials|by itself/);
    await until("The advice is about the credentials", async () => {
      for (const kind of (await bff.cluster()).kinds) expect(kind.advice).toContain("refuses these credentials");
    });
    expect((await bff.matrix()).models).toEqual(models);
  });
});
