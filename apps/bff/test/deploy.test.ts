/** What an operator runs: the Dockerfile and the manifests fit the program, as far as that can be told without a container engine. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { parseAllDocuments } from "yaml";
import { readConfig } from "../src/config.ts";
import { kindAddresses } from "../src/kinds.ts";
import { startProgram } from "./program.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));
/** The folders of the workspace: their packages are what is installed. */
const folders = ["apps", "packages"];
const packages = folders.flatMap((folder) =>
  readdirSync(root + folder).map((name) => `${folder}/${name}/package.json`),
);
const read = (path: string): string => readFileSync(root + path, "utf8");

type Json = Record<string, unknown>;
/** The part of a manifest at a path, such as `spec.ports.0.name`. */
const at = (value: unknown, path: string): unknown =>
  path.split(".").reduce<unknown>((part, name) => (part as Json | undefined)?.[name], value);

const manifests = (path: string): readonly unknown[] =>
  parseAllDocuments(read(path)).map((document) => {
    expect(document.errors, path).toEqual([]);
    return document.toJS() as unknown;
  });

const configOf = (commandLine: readonly string[], environment: Record<string, string>) =>
  readConfig({ commandLine, environment, workingDirectory: "/", exists: () => true });

describe("the Dockerfile", () => {
  /** Its instructions, with lines that are continued put together. */
  const instructions = read("Dockerfile")
    .replace(/^#.*\n/gm, "")
    .replace(/\\\n/g, " ")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const [instruction = "", ...rest] = line.trim().split(/\s+/);
      return { instruction, words: rest, text: rest.join(" ") };
    });
  const copies = instructions.filter(({ instruction }) => instruction === "COPY").map(({ words }) => words);
  const fromHere = copies.filter(([first]) => !first?.startsWith("--from="));
  const fromBuild = copies.filter(([first]) => first?.startsWith("--from="));

  it("copies only what there is", () => {
    const sources = fromHere.flatMap((words) => words.slice(0, -1));
    expect(sources.length).toBeGreaterThan(10);
    for (const source of sources) expect(existsSync(root + source), source).toBe(true);
  });

  it("has all manifests of the workspace before it installs, and their sources before it builds", () => {
    const order = instructions.map(({ instruction, text }) => `${instruction} ${text}`);
    const installs = order.findIndex((line) => line.includes("install()"));
    const builds = order.indexOf("RUN node scripts/build.mjs");
    expect(installs).toBeGreaterThan(0);
    expect(builds).toBeGreaterThan(installs);
    const before = order.slice(0, installs).join("\n");
    for (const path of ["package.json", "pnpm-lock.yaml", "pnpm-workspace.yaml", "scripts/install.mjs", ...packages]) {
      expect(before, path).toContain(path);
    }
    for (const folder of folders) expect(order.slice(installs, builds)).toContain(`COPY ${folder} ${folder}`);
  });

  it("takes from the build what the program looks for, to where it looks", () => {
    const source = read("apps/bff/src/main.ts");
    const wanted = [...source.matchAll(/new URL\("\.\.\/\.\.\/([^"]+)\/", import\.meta\.url\)/g)].map(([, path]) =>
      path?.startsWith("../") ? path.slice(3) : `apps/${path}`,
    );
    expect(wanted).toEqual(["packages/mock-cluster/demo", "apps/web/dist"]);
    const taken = fromBuild.map(([, from, to]) => [from?.replace("/source/", ""), to]);
    for (const path of [...wanted, "apps/bff/dist/main.js", "apps/bff/package.json"]) {
      expect(taken, path).toContainEqual([path, path]);
    }
    const entry = instructions.find(({ instruction }) => instruction === "ENTRYPOINT");
    expect(entry?.text).toBe('["node", "apps/bff/dist/main.js"]');
  });

  it("runs without root, with settings that the program knows", () => {
    const user = instructions.filter(({ instruction }) => instruction === "USER").at(-1);
    expect(user?.text).toMatch(/^[1-9]\d*:[1-9]\d*$/);
    const settings = instructions
      .filter(({ instruction }) => instruction === "ENV")
      .flatMap(({ words }) => words.map((word) => word.split("=") as [string, string]));
    expect(configOf([], Object.fromEntries(settings))).toMatchObject({
      type: "run",
      config: { host: "0.0.0.0", port: 7300, source: { type: "demo" } },
    });
    expect(instructions).toContainEqual({ instruction: "EXPOSE", words: ["7300"], text: "7300" });
  });

  it("is sent all that it copies, and nothing that was built", () => {
    const patterns = read(".dockerignore")
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("#"));
    expect(patterns[0]).toBe("*");
    const sent = patterns.filter((line) => line.startsWith("!")).map((line) => line.slice(1));
    for (const source of fromHere.flatMap((words) => words.slice(0, -1))) {
      expect(sent, source).toContain(source.split("/", 1)[0]);
    }
    expect(patterns).toEqual(expect.arrayContaining(["**/node_modules", "**/dist"]));
  });
});

describe("the manifests", () => {
  const [deployment, service] = manifests("deploy/deployment.yaml");
  const pod = at(deployment, "spec.template.spec");
  const container = at(pod, "containers.0");

  it("start the program with a command line that it takes", () => {
    const config = configOf(at(container, "args") as string[], {});
    expect(config).toMatchObject({
      type: "run",
      config: { source: { type: "in-cluster" }, port: at(container, "ports.0.containerPort") },
    });
    // What is commented out has to be right as well.
    const commented = [...read("deploy/deployment.yaml").matchAll(/# - (--\S+)$/gm)].map(([, option]) => option ?? "");
    expect(commented).toHaveLength(2);
    const shown = configOf(
      [...(at(container, "args") as string[]), ...commented.map((text) => text.toLowerCase())],
      {},
    );
    expect(shown).toMatchObject({ type: "run", config: { basePath: "/ome-matrix", namespaces: ["name"] } });
  });

  it("give it no more than it needs", () => {
    expect(at(pod, "securityContext")).toMatchObject({
      runAsNonRoot: true,
      runAsUser: 1000,
      seccompProfile: { type: "RuntimeDefault" },
    });
    expect(at(container, "securityContext")).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ["ALL"] },
    });
    expect(at(container, "resources.requests")).toEqual({ cpu: "100m", memory: "192Mi" });
    expect(at(container, "resources.limits")).toEqual({ memory: "512Mi" });
    expect(at(pod, "volumes")).toBeUndefined();
  });

  it("fit together: service account, labels, ports", () => {
    const [namespace, account] = manifests("deploy/service-account.yaml");
    expect(at(account, "metadata.name")).toBe(at(pod, "serviceAccountName"));
    for (const object of [account, deployment, service]) {
      expect(at(object, "metadata.namespace")).toBe(at(namespace, "metadata.name"));
    }
    for (const path of ["deploy/cluster-role.yaml", "deploy/role.yaml"]) {
      const [role, binding] = manifests(path);
      expect(at(binding, "roleRef.name"), path).toBe(at(role, "metadata.name"));
      expect(at(binding, "roleRef.kind"), path).toBe(at(role, "kind"));
      expect(at(binding, "subjects"), path).toEqual([
        { kind: "ServiceAccount", name: at(account, "metadata.name"), namespace: at(account, "metadata.namespace") },
      ]);
    }
    const labels = at(deployment, "spec.template.metadata.labels");
    expect(at(deployment, "spec.selector.matchLabels")).toEqual(labels);
    expect(at(service, "spec.selector")).toEqual(labels);
    expect(at(service, "spec.ports.0.targetPort")).toBe(at(container, "ports.0.name"));
  });

  it("ask for what the program reads, and for nothing else", () => {
    const ruleOf = (path: string) =>
      (at(manifests(path)[0], "rules") as Json[]).flatMap((rule) =>
        (rule["resources"] as string[]).map((resource) => `${rule["apiGroups"]} ${resource} ${rule["verbs"]}`),
      );
    const rightTo = ({ group, plural }: { group: string; plural: string }) => `${group} ${plural} get,list,watch`;
    expect(ruleOf("deploy/cluster-role.yaml").sort()).toEqual(kindAddresses.map(rightTo).sort());
    expect(ruleOf("deploy/role.yaml").sort()).toEqual(
      kindAddresses
        .filter(({ namespaced }) => namespaced)
        .map(rightTo)
        .sort(),
    );
  });

  it("probe addresses that are there, under the name of the pod", async () => {
    const program = await startProgram();
    await program.settled();
    for (const probe of ["readinessProbe", "livenessProbe"]) {
      expect(at(container, `${probe}.httpGet.port`)).toBe(at(container, "ports.0.name"));
      const path = String(at(container, `${probe}.httpGet.path`));
      expect((await program.ask(path, { headers: { host: "10.1.2.3:7300" } })).status, path).toBe(200);
    }
  });
});
