// Builds the page and the BFF side by side.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { root } from "./install.mjs";

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
export const build = () =>
  Promise.all([
    run(process.execPath, ["build.mjs"], join(root, "apps", "bff")),
    run(join(root, "apps", "web", "node_modules", ".bin", "vite"), ["build"], join(root, "apps", "web")),
  ]);

if (process.argv[1] === new URL(import.meta.url).pathname) await build();
