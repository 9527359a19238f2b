import { dirname, resolve } from "node:path";
import type { KubeConfig } from "@kubernetes/client-node";
import { listAt, textAt } from "./json.ts";
import { readKubeconfigFile } from "./kubeconfig-files.ts";

/**
 * Hands the `tokenFile` of users to the client, which does not read that field, in the way in which it reads the token of a
 * service account: anew every minute. As with kubectl it goes before a `token`, and its path is relative to the kubeconfig.
 */
export const addTokenFiles = (kubeConfig: KubeConfig, files: readonly string[]): void => {
  const tokenFiles = new Map<string, string>();
  for (const path of files) {
    for (const user of listAt(readKubeconfigFile(path), "users")) {
      const name = textAt(user, "name");
      const tokenFile = textAt(user, "user", "tokenFile");
      if (name === undefined || tokenFile === undefined || tokenFiles.has(name)) continue;
      tokenFiles.set(name, resolve(dirname(path), tokenFile));
    }
  }
  kubeConfig.users = kubeConfig.users.map((user) => {
    const tokenFile = tokenFiles.get(user.name);
    if (tokenFile === undefined || user.exec) return user;
    const { token: _, ...others } = user;
    return { ...others, authProvider: { name: "tokenFile", config: { tokenFile } } };
  });
};
