/** Reading kubeconfigs as kubectl does, without ever quoting one: any line of it may be a credential. */
import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { KubeConfig } from "@kubernetes/client-node";
import { parseDocument } from "yaml";
import { isRecord } from "./json.ts";

/** A kubeconfig that cannot be read; the message names its file, and nothing that is in it. */
export class KubeconfigError extends Error {}

/** Where an error has no words of its own that are safe to pass on, its code has to do. */
const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "no reason given";

/** What a file of the system says no with, in words. */
export const sayFileError = (error: unknown): string => {
  const code = codeOf(error);
  if (code === "ENOENT") return "there is no such file";
  if (code === "EACCES" || code === "EPERM") return "this program may not read it";
  return code === "EISDIR" ? "it is a folder" : code;
};

/** The files that make up the kubeconfig, in the order of kubectl. Of several, those that are missing are left out. */
export const kubeconfigFiles = (file: string | undefined): readonly string[] => {
  if (file !== undefined) return [file];
  const listed = (process.env["KUBECONFIG"] ?? "").split(delimiter).filter((path) => path !== "");
  if (listed.length === 0) {
    const usual = join(homedir(), ".kube", "config");
    return existsSync(usual) ? [usual] : [];
  }
  const there = listed.filter((path) => existsSync(path));
  if (there.length > 0) return there;
  throw new KubeconfigError(
    listed.length === 1
      ? `The kubeconfig ${listed[0]}, which KUBECONFIG names, cannot be read: there is no such file`
      : `None of the kubeconfigs that KUBECONFIG names is there: ${listed.join(", ")}`,
  );
};

/** The content of a kubeconfig as JSON. */
export const readKubeconfigFile = (file: string): unknown => {
  const refuse = (reason: string): KubeconfigError =>
    new KubeconfigError(`The kubeconfig ${file} cannot be read: ${reason}`);
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    throw refuse(sayFileError(error));
  }
  // Errors and warnings of the parser quote the line.
  const document = parseDocument(text, { logLevel: "silent", prettyErrors: true });
  const [wrong] = document.errors;
  if (wrong !== undefined) {
    const position = wrong.linePos?.[0];
    const where = position === undefined ? "" : ` at line ${position.line}, column ${position.col}`;
    throw refuse(`it is no valid YAML${where} (${wrong.code.toLowerCase().replaceAll("_", " ")})`);
  }
  try {
    const value: unknown = document.toJS();
    if (isRecord(value)) return value;
  } catch {
    throw refuse("it is no valid YAML (an alias that stands for nothing, or for too much)");
  }
  throw refuse("it is not in the form of a kubeconfig");
};

const missingField = /^(?:clusters|users|contexts)\[\d+\](?:\.\w+)+ is missing$/;

const loadFile = (file: string): KubeConfig => {
  const content = JSON.stringify(readKubeconfigFile(file));
  const kubeConfig = new KubeConfig();
  try {
    kubeConfig.loadFromString(content);
  } catch (error) {
    const message = error instanceof Error ? error.message : "";
    const reason = missingField.test(message) ? message : "it is not in the form of a kubeconfig";
    throw new KubeconfigError(`The kubeconfig ${file} cannot be read: ${reason}`);
  }
  kubeConfig.makePathsAbsolute(dirname(file));
  return kubeConfig;
};

/** Those of the first that are not in it yet: what comes first goes first, as with kubectl. */
const addNew = <Named extends { readonly name: string }>(first: readonly Named[], more: readonly Named[]): Named[] => [
  ...first,
  ...more.filter(({ name }) => first.every((known) => known.name !== name)),
];

/** Loads what the files say together. Without any file, what the client takes then. */
export const loadKubeconfigFiles = (kubeConfig: KubeConfig, files: readonly string[]): void => {
  if (files.length === 0) {
    kubeConfig.loadFromDefault();
    return;
  }
  for (const loaded of files.map(loadFile)) {
    kubeConfig.clusters = addNew(kubeConfig.clusters, loaded.clusters);
    kubeConfig.users = addNew(kubeConfig.users, loaded.users);
    kubeConfig.contexts = addNew(kubeConfig.contexts, loaded.contexts);
    // The client's type hides that there may be none.
    const current: string | undefined = kubeConfig.getCurrentContext();
    if (current === undefined || current === "") kubeConfig.setCurrentContext(loaded.getCurrentContext());
  }
};
