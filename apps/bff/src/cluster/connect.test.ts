import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { HttpMethod, type KubeConfig, RequestContext } from "@kubernetes/client-node";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { ConnectionError, connect } from "./connect.ts";

const write = async (text: string): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), "ome-matrix-kubeconfig-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, "config");
  await writeFile(file, text);
  return file;
};

const kubeconfig = (current: string) => `
apiVersion: v1
kind: Config
${current === "" ? "" : `current-context: ${current}`}
clusters:
  - { name: near, cluster: { server: "http://127.0.0.1:8001" } }
  - { name: far, cluster: { server: "https://far.example.org" } }
users:
  - { name: me, user: { token: t } }
contexts:
  - { name: near, context: { cluster: near, user: me } }
  - { name: far, context: { cluster: far, user: me } }
  - { name: broken, context: { cluster: gone, user: me } }
`;

const messageOf = (file: string, context?: string): string => {
  try {
    connect({ type: "kubeconfig", file, ...(context === undefined ? {} : { context }) });
  } catch (error) {
    expect(error).toBeInstanceOf(ConnectionError);
    return error instanceof Error ? error.message : "";
  }
  return "no error";
};

describe("connecting", () => {
  it("takes the current context, or the one that is asked for", async () => {
    const file = await write(kubeconfig("near"));
    expect(connect({ type: "kubeconfig", file }).name).toBe("near");
    const { name, kubeConfig } = connect({ type: "kubeconfig", file, context: "far" });
    expect(name).toBe("far");
    expect(kubeConfig.getCurrentCluster()?.server).toBe("https://far.example.org");
  });

  it("takes plain http as it is, and goes on verifying TLS", async () => {
    const { kubeConfig } = connect({ type: "kubeconfig", file: await write(kubeconfig("near")) });
    expect(kubeConfig.getCluster("near")?.skipTLSVerify).toBe(true);
    expect(kubeConfig.getCluster("far")?.skipTLSVerify).toBeFalsy();
  });

  it("says that there is no service account outside of a pod", () => {
    expect(() => connect({ type: "in-cluster" })).toThrow(/works inside a pod only/);
  });

  it("says what is wrong, and names the contexts there are", async () => {
    expect(messageOf(await write(kubeconfig("near")), "prod")).toMatch(
      /There is no context "prod" in .*config; its contexts are: near, far, broken$/,
    );
    expect(messageOf(await write(kubeconfig("")))).toMatch(/names no current context; pick one with --context/);
    expect(messageOf(await write(kubeconfig("broken")))).toMatch(/names a cluster that is not in it/);
    expect(messageOf(await write("{ not yaml"))).toMatch(/cannot be read/);
    expect(messageOf(await write("just a text"))).toMatch(/no current context|cannot be read/);
    expect(messageOf("/nowhere/config")).toBe("The kubeconfig /nowhere/config cannot be read: there is no such file");
    expect(messageOf(await write(kubeconfig("near").replaceAll("user: me", "user: gone")))).toMatch(
      /The context "near" of .*config names a user that is not in it; its users are: me$/,
    );
  });

  it("refuses what no request can be made with", async () => {
    for (const server of ["far.example.org", "10.0.0.1:6443", "ftp://far", "https://"]) {
      const file = await write(kubeconfig("far").replace("https://far.example.org", server));
      expect(messageOf(file)).toBe(
        'The server of the cluster "far" is no address; it has to be one like https://HOST:6443',
      );
    }
    const authority = kubeconfig("far").replace('far.example.org"', 'far.example.org", certificate-authority: ca.pem');
    expect(messageOf(await write(authority))).toMatch(
      /^The certificate-authority of the cluster "far", .*\/ca\.pem, cannot be read: there is no such file$/,
    );
    const key = kubeconfig("far").replace("{ token: t }", "{ client-key: . }");
    expect(messageOf(await write(key))).toMatch(
      /^The client-key of the user "me", .*, cannot be read: it is a folder$/,
    );
  });

  it("says where a kubeconfig is broken, and quotes nothing of it", async () => {
    const broken = [
      "users:\n  - user:\n      token: SEKRET: x\n",
      'users:\n- token: "SEKRET\n',
      "users: *SEKRET\n",
      "users:\n\t- SEKRET\n",
      "- SEKRET",
      "SEKRET",
      "users: SEKRET\n",
      "users: [SEKRET]\n",
    ];
    for (const text of broken) {
      const message = messageOf(await write(text));
      expect(message).not.toContain("SEKRET");
      expect(message).toMatch(/config.* (cannot be read|names no current context)/);
    }
    expect(messageOf(await write("a: b\nusers: [\n"))).toMatch(
      /cannot be read: it is no valid YAML at line 3, column 1 \([a-z ]+\)$/,
    );
  });

  it("takes several kubeconfigs together, skips those that are missing, and lets the first go first", async () => {
    onTestFinished(() => void vi.unstubAllEnvs());
    const second = kubeconfig("far").replace("8001", "8002");
    const files = [
      await write(kubeconfig("near")),
      await write(`${second}  - { name: more, context: { cluster: far } }`),
    ];
    vi.stubEnv("KUBECONFIG", ["/nowhere/config", ...files].join(delimiter));
    const { name, kubeConfig, reload } = connect({ type: "kubeconfig" });
    expect(name).toBe("near");
    expect(kubeConfig.getCurrentCluster()?.server).toBe("http://127.0.0.1:8001");
    expect(kubeConfig.getContexts().map((context) => context.name)).toEqual(["near", "far", "broken", "more"]);
    expect(reload?.().getCurrentContext()).toBe("near");
    vi.stubEnv("KUBECONFIG", ["/nowhere/config", "/nowhere/else"].join(delimiter));
    expect(() => connect({ type: "kubeconfig" })).toThrow(
      "None of the kubeconfigs that KUBECONFIG names is there: /nowhere/config, /nowhere/else",
    );
    vi.stubEnv("KUBECONFIG", "/nowhere/config");
    expect(() => connect({ type: "kubeconfig" })).toThrow(/\/nowhere\/config, which KUBECONFIG names, cannot be read/);
  });
});

describe("a token file of a kubeconfig", () => {
  it("is looked for beside it, goes before a token, and is read no sooner than a request is made", async () => {
    const file = await write(`
apiVersion: v1
kind: Config
current-context: near
clusters: [{ name: near, cluster: { server: "http://127.0.0.1:8001" } }]
users: [{ name: me, user: { token: old, tokenFile: token } }]
contexts: [{ name: near, context: { cluster: near, user: me } }]
`);
    const { kubeConfig, reload } = connect({ type: "kubeconfig", file });
    expect(kubeConfig.getCurrentUser()).toMatchObject({
      authProvider: { config: { tokenFile: join(dirname(file), "token") } },
    });
    expect(kubeConfig.getCurrentUser()).not.toHaveProperty("token");
    // Nobody has written the file yet, and nobody needed it.
    expect(reload?.()).not.toBe(kubeConfig);
  });

  it("is read anew after a reload, which stays with the context that was chosen", async () => {
    const file = await write(kubeconfig("near"));
    const { name, reload } = connect({ type: "kubeconfig", file });
    await writeFile(file, kubeconfig("far"));
    expect([name, reload?.().getCurrentContext()]).toEqual(["near", "near"]);
    await writeFile(file, "{");
    expect(() => reload?.()).toThrow(ConnectionError);
  });
});

describe("the service account of a pod", () => {
  const writeToken = async (root: string, token: string): Promise<void> => {
    const folder = join(root, "var/run/secrets/kubernetes.io/serviceaccount");
    await mkdir(folder, { recursive: true });
    for (const [name, text] of Object.entries({ token, "ca.crt": "", namespace: "ome-matrix" })) {
      await writeFile(join(folder, name), text);
    }
  };
  const headerOf = async (kubeConfig: KubeConfig): Promise<string | undefined> => {
    const request = new RequestContext("https://10.0.0.1:443/api", HttpMethod.GET);
    await kubeConfig.applySecurityAuthentication(request);
    return request.getHeaders()["Authorization"];
  };

  it("has its rotated token read again after a minute, and at once when it was refused", async () => {
    const root = await mkdtemp(join(tmpdir(), "ome-matrix-pod-"));
    onTestFinished(() => rm(root, { recursive: true }));
    vi.stubEnv("KUBERNETES_SERVICE_HOST", "10.0.0.1");
    vi.stubEnv("KUBERNETES_SERVICE_PORT", "443");
    vi.useFakeTimers({ toFake: ["Date"] });
    onTestFinished(() => {
      vi.unstubAllEnvs();
      vi.useRealTimers();
    });
    await writeToken(root, "first");
    const { kubeConfig, reload } = connect({ type: "in-cluster", root });
    expect(await headerOf(kubeConfig)).toBe("Bearer first");
    await writeToken(root, "second");
    expect(await headerOf(kubeConfig)).toBe("Bearer first");
    expect(await headerOf(reload?.() ?? kubeConfig)).toBe("Bearer second");
    vi.setSystemTime(Date.now() + 61_000);
    expect(await headerOf(kubeConfig)).toBe("Bearer second");
  });
});
