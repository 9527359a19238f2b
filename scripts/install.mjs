// Brings the dependencies in, and only when the lock file or a manifest changed since the last time.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));

/** One version for everybody: it reads the lock file as it was written (docs/decisions/0001). */
export const packageManager = "pnpm@12.21.0";
const stamp = join(root, "node_modules", ".installed");

/** The files that say what is installed. */
export const manifests = () =>
  ["package.json", "pnpm-lock.yaml", "pnpm-workspace.yaml"].concat(
    ["apps", "packages"].flatMap((folder) =>
      readdirSync(join(root, folder)).map((name) => join(folder, name, "package.json")),
    ),
  );

const fingerprint = () => {
  const hash = createHash("sha256");
  for (const file of manifests()) hash.update(existsSync(join(root, file)) ? readFileSync(join(root, file)) : "");
  return hash.digest("hex");
};

/** Installs what the lock file says; throws nothing, ends the process with the package manager's own message. */
export const install = () => {
  const wanted = fingerprint();
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  const result = spawnSync("npx", ["--yes", packageManager, "install", "--frozen-lockfile", "--reporter=append-only"], {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, CI: "true" },
  });
  if (result.status !== 0) {
    process.stderr.write(`${result.stdout ?? ""}${result.stderr ?? ""}`);
    process.stderr.write("The dependencies could not be installed; the message above says why.\n");
    process.exit(1);
  }
  writeFileSync(stamp, wanted);
};

/** The path of a program that a dependency brings. */
export const program = (name) => join(root, "node_modules", ".bin", name);
