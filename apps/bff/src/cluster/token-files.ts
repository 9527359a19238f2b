import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import type { KubeConfig } from "@kubernetes/client-node";
import { parse } from "yaml";
import { listAt, textAt } from "./json.ts";

/** The files that a kubeconfig was read from, in the order of kubectl. */
const filesOf = (file: string | undefined): readonly string[] => {
  if (file !== undefined) return [file];
  const listed = (process.env["KUBECONFIG"] ?? "").split(delimiter).filter((path) => path !== "");
  return listed.length > 0 ? listed : [join(homedir(), ".kube", "config")];
};

const read = (file: string): unknown => {
  try {
    return parse(readFileSync(file, "utf8"));
  } catch {
    // Where this matters the client has complained already: of several files, kubectl lets some be missing.
    return undefined;
  }
};

/**
 * Hands the `tokenFile` of users to the client, which does not read that field, in the way in which it reads the token of a
 * service account: anew every minute. As with kubectl it goes before a `token`, and its path is relative to the kubeconfig.
 */
export const addTokenFiles = (kubeConfig: KubeConfig, file: string | undefined): void => {
  const tokenFiles = new Map<string, string>();
  for (const path of filesOf(file)) {
    for (const user of listAt(read(path), "users")) {
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
