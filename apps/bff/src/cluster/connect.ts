import { existsSync, readFileSync } from "node:fs";
import { KubeConfig } from "@kubernetes/client-node";
import { createPluginRunner, type PluginRunner, usePluginRunner } from "./credential-plugins.ts";
import { KubeconfigError, kubeconfigFiles, loadKubeconfigFiles, sayFileError } from "./kubeconfig-files.ts";
import { addTokenFiles } from "./token-files.ts";

const serviceAccountToken = "/var/run/secrets/kubernetes.io/serviceaccount/token";

/** Where the Kubernetes API is, as configured. */
export type Connection =
  | { readonly type: "address"; readonly url: string }
  | { readonly type: "kubeconfig"; readonly file?: string; readonly context?: string }
  /** `root`: where the pod's own files begin; tests have no pod. */
  | { readonly type: "in-cluster"; readonly root?: string };

/** A connection that cannot even be tried; the message says what to do. */
export class ConnectionError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "ConnectionError";
  }
}

export interface Connected {
  readonly kubeConfig: KubeConfig;
  /** What the page calls it. */
  readonly name: string;
  /** Reads the credentials anew; throws when that fails. Absent when there are none. */
  readonly reload?: () => KubeConfig;
  /** What starts the credential plugins; to be closed at the end. Absent when there can be none. */
  readonly plugins?: PluginRunner;
}

/** The client refuses plain http unless told not to verify TLS, of which there is none: `kubectl proxy`, the demo. */
const allowPlainHttp = (kubeConfig: KubeConfig): void => {
  kubeConfig.clusters = kubeConfig.clusters.map((cluster) =>
    cluster.server.startsWith("http:") ? { ...cluster, skipTLSVerify: true } : cluster,
  );
};

const load = (kubeConfig: KubeConfig, file: string | undefined): void => {
  try {
    const files = kubeconfigFiles(file);
    loadKubeconfigFiles(kubeConfig, files);
    addTokenFiles(kubeConfig, files);
  } catch (error) {
    if (error instanceof KubeconfigError) throw new ConnectionError(error.message);
    throw error;
  }
};

const isAddress = (text: string): boolean => {
  try {
    const { protocol, hostname } = new URL(text);
    return (protocol === "https:" || protocol === "http:") && hostname !== "";
  } catch {
    return false;
  }
};

/** Refuses what no request could ever be made with. Nothing is quoted but names of files, clusters and users. */
const checkCurrent = (kubeConfig: KubeConfig): void => {
  const cluster = kubeConfig.getCurrentCluster();
  const user = kubeConfig.getCurrentUser();
  if (cluster !== null && !isAddress(cluster.server)) {
    throw new ConnectionError(
      `The server of the cluster "${cluster.name}" is no address; it has to be one like https://HOST:6443`,
    );
  }
  const files: readonly (readonly [string, string | undefined])[] = [
    [`The certificate-authority of the cluster "${cluster?.name}"`, cluster?.caFile],
    [`The client-certificate of the user "${user?.name}"`, user?.certFile],
    [`The client-key of the user "${user?.name}"`, user?.keyFile],
  ];
  for (const [what, path] of files) {
    if (path === undefined || path === "") continue;
    try {
      readFileSync(path);
    } catch (error) {
      throw new ConnectionError(`${what}, ${path}, cannot be read: ${sayFileError(error)}`);
    }
  }
};

/** Reads the credentials for a connection. Opens nothing yet. */
export const connect = (connection: Connection, plugins = createPluginRunner()): Connected => {
  const kubeConfig = new KubeConfig();
  switch (connection.type) {
    case "address":
      kubeConfig.loadFromClusterAndUser(
        { name: "address", server: connection.url, skipTLSVerify: true },
        { name: "nobody" },
      );
      return { kubeConfig, name: connection.url };
    case "in-cluster": {
      const { root = "" } = connection;
      // It reads what every pod has, and does not mind when that is missing.
      kubeConfig.loadFromCluster(root);
      if (
        !existsSync(root + serviceAccountToken) ||
        /undefined/.test(kubeConfig.getCurrentCluster()?.server ?? "undefined")
      ) {
        throw new ConnectionError(
          "There is no service account to use: --in-cluster works inside a pod only. Outside, use --kubeconfig or --context",
        );
      }
      checkCurrent(kubeConfig);
      allowPlainHttp(kubeConfig);
      return { kubeConfig, name: "in-cluster", reload: () => connect(connection).kubeConfig };
    }
    case "kubeconfig": {
      load(kubeConfig, connection.file);
      const contexts = kubeConfig.getContexts().map((context) => context.name);
      const known = contexts.length === 0 ? "it has no contexts" : `its contexts are: ${contexts.join(", ")}`;
      const where = connection.file ?? "the default kubeconfig";
      if (connection.context !== undefined) {
        if (!contexts.includes(connection.context)) {
          throw new ConnectionError(`There is no context "${connection.context}" in ${where}; ${known}`);
        }
        kubeConfig.setCurrentContext(connection.context);
      }
      const current = kubeConfig.getCurrentContext();
      if (current === undefined || current === "") {
        throw new ConnectionError(`${where} names no current context; pick one with --context; ${known}`);
      }
      if (kubeConfig.getCurrentCluster() === null) {
        throw new ConnectionError(`The context "${current}" of ${where} names a cluster that is not in it; ${known}`);
      }
      const user = kubeConfig.getContextObject(current)?.user;
      if (user !== undefined && user !== "" && kubeConfig.getCurrentUser() === null) {
        const users = kubeConfig.getUsers().map(({ name }) => name);
        const there = users.length === 0 ? "it has no users" : `its users are: ${users.join(", ")}`;
        throw new ConnectionError(`The context "${current}" of ${where} names a user that is not in it; ${there}`);
      }
      checkCurrent(kubeConfig);
      allowPlainHttp(kubeConfig);
      usePluginRunner(kubeConfig, plugins);
      // Whoever switches the context of their shell meanwhile does not switch the cluster that is shown here.
      const reload = () => connect({ ...connection, context: current }, plugins).kubeConfig;
      return { kubeConfig, name: current, reload, plugins };
    }
  }
};
