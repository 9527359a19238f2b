// Builds the page and the BFF side by side, and only when a source changed since the last time.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { root } from "./install.mjs";

const outputs = [join("apps", "bff", "dist", "main.js"), join("apps", "web", "dist", "index.html")];
const stamp = join(root, "apps", "web", "dist", ".built");

/** Everything that goes into a bundle: sources, manifests, configuration and the lock file. */
const fingerprint = () => {
  const hash = createHash("sha256");
  const add = (file) => {
    hash.update(file);
    hash.update(readFileSync(join(root, file)));
  };
  for (const file of ["pnpm-lock.yaml", "tsconfig.base.json"]) add(file);
  for (const folder of ["apps", "packages"]) {
    for (const workspace of readdirSync(join(root, folder)).sort()) {
      const inside = join(folder, workspace);
      for (const part of readdirSync(join(root, inside), { withFileTypes: true })) {
        if (part.isFile()) add(join(inside, part.name));
        else if (part.name === "src" || part.name === "public") {
          const entries = readdirSync(join(root, inside, part.name), { recursive: true, withFileTypes: true });
          const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
          for (const file of files.sort()) add(file.slice(root.length));
        }
      }
    }
  }
  return hash.digest("hex");
};

const run = (command, args, cwd) =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, stdio: ["ignore", "pipe", "pipe"] });
    const output = [];
    child.stdout.on("data", (chunk) => output.push(chunk));
    child.stderr.on("data", (chunk) => output.push(chunk));
    child.on("error", reject);
    child.on("close", (code) =>
      code === 0 ? resolve() : reject(new Error(`${args.join(" ")} failed:\n${Buffer.concat(output)}`)),
    );
  });

/** Rejects with the builder's own output. */
export const build = async () => {
  const wanted = fingerprint();
  const isBuilt = existsSync(stamp) && readFileSync(stamp, "utf8") === wanted;
  if (isBuilt && outputs.every((file) => existsSync(join(root, file)))) return;
  await Promise.all([
    run(process.execPath, ["build.mjs"], join(root, "apps", "bff")),
    run(join(root, "apps", "web", "node_modules", ".bin", "vite"), ["build"], join(root, "apps", "web")),
  ]);
  writeFileSync(stamp, wanted);
};

if (process.argv[1] === fileURLToPath(import.meta.url)) await build();
