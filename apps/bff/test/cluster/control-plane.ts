/** A real etcd and a real kube-apiserver on loopback ports, without controllers and nodes. */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ApiClient, at, createApiClient, expectSuccess, isObject, type JsonObject } from "./api-client.ts";
import { base64Of, type Certificates, createCertificates } from "./certificates.ts";
import { type Finished, freePorts, type Program, run, start, until } from "./processes.ts";

interface Programs {
  readonly kubeApiserver: string;
  readonly etcd: string;
  readonly kubectl: string;
}

const programs = (): Programs => {
  const text = process.env["TEST_CONTROL_PLANE"];
  if (text === undefined) throw new Error("Run this suite with `npm run test:cluster`, which brings the programs in");
  return JSON.parse(text) as Programs;
};

/** One line of the audit log. */
export interface AuditEvent {
  readonly verb: string;
  readonly user: string;
  readonly uri: string;
  /** Absent for what is no resource, such as /version. */
  readonly resource?: string;
  readonly group: string;
  readonly namespace?: string;
  readonly code?: number;
}

export interface ControlPlane {
  readonly url: string;
  /** The administrator's. */
  readonly api: ApiClient;
  readonly folder: string;
  /** Runs the real kubectl as the administrator. */
  kubectl(...commandArguments: readonly string[]): Promise<Finished>;
  /** Writes a kubeconfig for this user; the administrator's when there is none. */
  kubeconfig(name: string, user?: JsonObject): Promise<string>;
  /** A token of a service account, as the API issues it; bound to a Secret, it ends with it. */
  token(namespace: string, account: string, boundToSecret?: string): Promise<string>;
  /** A client that comes with a token. */
  clientWith(token: string): ApiClient;
  auditEvents(): Promise<readonly AuditEvent[]>;
  /** Kills the API server, as a node failure would; etcd goes on. */
  killApiServer(): Promise<void>;
  /** Starts it again, on the same port. */
  startApiServer(): Promise<void>;
  stop(): Promise<void>;
}

const auditPolicy =
  "apiVersion: audit.k8s.io/v1\nkind: Policy\nomitStages: [RequestReceived]\nrules: [{level: Metadata}]\n";

const apiServerArguments = (
  certificates: Certificates,
  { folder, port, etcdPort }: { readonly folder: string; readonly port: number; readonly etcdPort: number },
): readonly string[] => [
  `--etcd-servers=http://127.0.0.1:${etcdPort}`,
  "--bind-address=127.0.0.1",
  "--advertise-address=127.0.0.1",
  `--secure-port=${port}`,
  `--cert-dir=${folder}`,
  `--tls-cert-file=${certificates.serverCertificate}`,
  `--tls-private-key-file=${certificates.serverKey}`,
  `--client-ca-file=${certificates.authority}`,
  "--authorization-mode=RBAC",
  "--service-account-issuer=https://kubernetes.default.svc",
  `--service-account-signing-key-file=${certificates.tokenKey}`,
  `--service-account-key-file=${certificates.tokenPublicKey}`,
  "--service-cluster-ip-range=10.0.0.0/24",
  // Its admission waits for a controller that is not there; it concerns pods only.
  "--disable-admission-plugins=ServiceAccount",
  `--audit-policy-file=${join(folder, "audit-policy.yaml")}`,
  `--audit-log-path=${join(folder, "audit.log")}`,
  "--audit-log-mode=blocking",
];

const readAuditEvent = (line: string): AuditEvent => {
  const event: unknown = JSON.parse(line);
  const text = (...path: readonly string[]): string | undefined => {
    const value = at(event, ...path);
    return typeof value === "string" ? value : undefined;
  };
  const resource = text("objectRef", "resource");
  const namespace = text("objectRef", "namespace");
  const code = at(event, "responseStatus", "code");
  return {
    verb: text("verb") ?? "",
    user: text("user", "username") ?? "",
    uri: text("requestURI") ?? "",
    group: text("objectRef", "apiGroup") ?? "",
    ...(resource === undefined ? {} : { resource }),
    ...(namespace === undefined ? {} : { namespace }),
    ...(typeof code === "number" ? { code } : {}),
  };
};

/** Resolves when the API is ready and the namespace `default` is there. */
export const startControlPlane = async (): Promise<ControlPlane> => {
  const { kubeApiserver, etcd, kubectl } = programs();
  const folder = await mkdtemp(join(tmpdir(), "ome-matrix-control-plane-"));
  const certificates = await createCertificates(folder);
  await writeFile(join(folder, "audit-policy.yaml"), auditPolicy);
  const [port = 0, etcdPort = 0, peerPort = 0] = await freePorts(3);
  const url = `https://127.0.0.1:${port}`;
  const ca = await readFile(certificates.authority);
  const api = createApiClient(url, {
    ca,
    cert: await readFile(certificates.administratorCertificate),
    key: await readFile(certificates.administratorKey),
  });

  const etcdUrl = `http://127.0.0.1:${etcdPort}`;
  const peerUrl = `http://127.0.0.1:${peerPort}`;
  const store = start(etcd, [
    `--data-dir=${join(folder, "etcd")}`,
    ...[`--listen-client-urls=${etcdUrl}`, `--advertise-client-urls=${etcdUrl}`],
    ...[`--listen-peer-urls=${peerUrl}`, `--initial-advertise-peer-urls=${peerUrl}`],
    `--initial-cluster=default=${peerUrl}`,
    // Nothing here has to outlive the machine.
    "--unsafe-no-fsync",
  ]);
  let server: Program | undefined;

  const startApiServer = async (): Promise<void> => {
    const started = start(kubeApiserver, apiServerArguments(certificates, { folder, port, etcdPort }));
    server = started;
    const ready = async (): Promise<void> => {
      expectSuccess("readyz", await api.get("/readyz"));
      expectSuccess("namespace", await api.get("/api/v1/namespaces/default"));
    };
    await until("The API server is ready", ready, { program: started });
  };

  const kubeconfig = async (name: string, user?: JsonObject): Promise<string> => {
    const administrator = {
      "client-certificate-data": await base64Of(certificates.administratorCertificate),
      "client-key-data": await base64Of(certificates.administratorKey),
    };
    const path = join(folder, `${name}.kubeconfig`);
    const config = {
      apiVersion: "v1",
      kind: "Config",
      "current-context": "elsewhere",
      clusters: [
        { name: "real", cluster: { server: url, "certificate-authority-data": ca.toString("base64") } },
        { name: "elsewhere", cluster: { server: "https://127.0.0.1:1" } },
      ],
      users: [{ name, user: user ?? administrator }],
      contexts: [
        { name: "real", context: { cluster: "real", user: name } },
        { name: "elsewhere", context: { cluster: "elsewhere", user: name } },
      ],
    };
    await writeFile(path, JSON.stringify(config), { mode: 0o600 });
    return path;
  };

  const stop = async (): Promise<void> => {
    await server?.end("SIGKILL");
    await store.end("SIGKILL");
    await rm(folder, { recursive: true, force: true });
  };

  try {
    await startApiServer();
  } catch (error) {
    await stop();
    throw error;
  }
  const administration = await kubeconfig("administrator");

  return {
    url,
    api,
    folder,
    kubeconfig,
    startApiServer,
    stop,
    clientWith: (token) => createApiClient(url, { ca, token }),
    kubectl: (...commandArguments) =>
      run(kubectl, [`--kubeconfig=${administration}`, "--context=real", ...commandArguments], {
        PATH: process.env["PATH"],
        HOME: folder,
      }),
    async token(namespace, account, boundToSecret) {
      const request = {
        apiVersion: "authentication.k8s.io/v1",
        kind: "TokenRequest",
        spec: {
          expirationSeconds: 3_600,
          ...(boundToSecret === undefined
            ? {}
            : { boundObjectRef: { apiVersion: "v1", kind: "Secret", name: boundToSecret } }),
        },
      };
      const path = `/api/v1/namespaces/${namespace}/serviceaccounts/${account}/token`;
      const token = at(expectSuccess("token", await api.post(path, request)), "status", "token");
      if (typeof token !== "string") throw new Error("the API issued no token");
      return token;
    },
    async auditEvents() {
      const text = await readFile(join(folder, "audit.log"), "utf8");
      // The last line may be half written.
      const lines = text.slice(0, text.lastIndexOf("\n") + 1).split("\n");
      return lines.filter((line) => line !== "").map(readAuditEvent);
    },
    async killApiServer() {
      await server?.end("SIGKILL");
    },
  };
};

/** `{…}` of a list, without what is not an object. */
export const itemsOf = (list: JsonObject): readonly JsonObject[] => {
  const items = list["items"];
  return Array.isArray(items) ? items.filter(isObject) : [];
};
