// The programs of a real control plane: taken from KUBEBUILDER_ASSETS, or built once with Go and kept in the user's cache folder.
// `node scripts/control-plane.mjs` prints the folder, for whoever wants the programs alone.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { availableParallelism, homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { root } from "./install.mjs";

const suffix = process.platform === "win32" ? ".exe" : "";
const sources = join(root, "control-plane");

/** go.mod is the only place where a version is written down. */
const requiredVersion = (folder, module) => {
  const text = readFileSync(join(sources, folder, "go.mod"), "utf8");
  const line = text.split("\n").find((candidate) =>
    candidate
      .replace(/^require /, "")
      .trim()
      .startsWith(`${module} v`),
  );
  const version = line
    ?.trim()
    .split(/\s+/)
    .at(line.startsWith("require") ? 2 : 1);
  if (version === undefined) throw new Error(`${folder}/go.mod does not require ${module}`);
  return version;
};

/** What is built when nothing is given. */
export const builtVersions = () => ({
  kubernetes: requiredVersion("kubernetes", "k8s.io/kubernetes"),
  etcd: requiredVersion("etcd", "go.etcd.io/etcd/server/v3"),
});

const run = (command, args, options = {}) => spawnSync(command, args, { encoding: "utf8", ...options });

/** Without the stamp the API server would call itself v0.0.0-master+$Format:%H$. */
const stamps = (version) => {
  const [, major, minor] = /^v(\d+)\.(\d+)\./.exec(version) ?? [];
  const values = { gitVersion: version, gitMajor: major, gitMinor: minor, gitCommit: "", gitTreeState: "clean" };
  return ["k8s.io/component-base/version", "k8s.io/client-go/pkg/version"]
    .flatMap((place) => Object.entries(values).map(([name, value]) => `-X ${place}.${name}=${value}`))
    .join(" ");
};

const build = (name, folder, target, flags) => {
  process.stderr.write(`Building ${name}; this is done once and takes minutes\n`);
  const startedAt = Date.now();
  const unfinished = `${target}.${process.pid}`;
  // The machine stays usable: the lowest priority that still gets on, and no more compilers than processors.
  const go = [
    "go",
    "build",
    "-p",
    String(availableParallelism()),
    "-trimpath",
    "-ldflags",
    flags,
    "-o",
    unfinished,
    ".",
  ];
  const polite = process.platform === "win32" ? go : ["nice", "-n", "10", ...go];
  const [command, ...args] = polite;
  const result = run(command, args, {
    cwd: join(sources, folder),
    env: { ...process.env, CGO_ENABLED: "0" },
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (result.status !== 0) {
    rmSync(unfinished, { force: true });
    throw new Error(
      `${name} could not be built. It takes Go 1.26 and the modules that control-plane/${folder}/go.mod names; or set KUBEBUILDER_ASSETS to a folder that holds kube-apiserver and etcd.`,
    );
  }
  // Whoever builds at the same time replaces one complete file by another.
  renameSync(unfinished, target);
  process.stderr.write(`Built ${name} in ${Math.round((Date.now() - startedAt) / 1000)} s\n`);
};

const cacheFolder = () => {
  const { kubernetes, etcd } = builtVersions();
  const base = process.env.XDG_CACHE_HOME || join(homedir(), ".cache");
  const name = `kubernetes-${kubernetes}-etcd-${etcd}-${process.platform}-${process.arch}`;
  return join(base, "ome-matrix", "control-plane", name);
};

const assets = () => {
  const folder = process.env.KUBEBUILDER_ASSETS;
  if (folder === undefined || folder === "") return undefined;
  for (const name of ["kube-apiserver", "etcd"]) {
    if (!existsSync(join(folder, `${name}${suffix}`)))
      throw new Error(`KUBEBUILDER_ASSETS has no ${name} in ${folder}`);
  }
  return folder;
};

const built = () => {
  const folder = cacheFolder();
  mkdirSync(folder, { recursive: true });
  const { kubernetes } = builtVersions();
  const wanted = [
    { name: "etcd", folder: "etcd", flags: "-s -w" },
    { name: "kube-apiserver", folder: "kubernetes", flags: `-s -w ${stamps(kubernetes)}` },
  ];
  for (const program of wanted) {
    const target = join(folder, `${program.name}${suffix}`);
    if (!existsSync(target)) build(program.name, program.folder, target, program.flags);
  }
  return folder;
};

const firstLine = (command, args) => {
  const { stdout, stderr, status, error } = run(command, args);
  if (status !== 0) throw new Error(`${command} does not run: ${error?.message ?? stderr}`);
  return stdout.trim().split("\n", 1)[0] ?? "";
};

/** Throws with a sentence when there is no way to get them. */
export const controlPlane = () => {
  const given = assets();
  const folder = given ?? built();
  const kubeApiserver = join(folder, `kube-apiserver${suffix}`);
  const etcd = join(folder, `etcd${suffix}`);
  const besides = join(folder, `kubectl${suffix}`);
  const kubectl = existsSync(besides) ? besides : "kubectl";
  return {
    from: given === undefined ? "built with Go" : "KUBEBUILDER_ASSETS",
    folder,
    kubeApiserver,
    etcd,
    kubectl,
    versions: {
      kubeApiserver: firstLine(kubeApiserver, ["--version"]),
      etcd: firstLine(etcd, ["--version"]),
      kubectl: firstLine(kubectl, ["version", "--client"]),
    },
  };
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    const { folder, versions } = controlPlane();
    process.stderr.write(`${Object.values(versions).join("\n")}\n`);
    process.stdout.write(`${folder}\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}
