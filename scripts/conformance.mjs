// `npm run conformance -- FILE...` on a fresh clone too: installs what is missing, then runs the vectors through tsx.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");

if (!existsSync(join(root, "node_modules", "tsx"))) {
  const install = spawnSync("npx", ["--yes", "pnpm@12.21.0", "install", "--frozen-lockfile"], {
    cwd: root,
    encoding: "utf8",
    shell: process.platform === "win32",
  });
  if (install.status !== 0) {
    console.error(`Installing the dependencies failed.\n${install.stdout ?? ""}${install.stderr ?? ""}`);
    console.log("0 passed, 1 failed");
    process.exit(1);
  }
}

// npm runs scripts in the root, whatever directory the files were named from.
const from = process.env["INIT_CWD"];
const files = process.argv.slice(2).map((file) => {
  const named = from === undefined ? resolve(file) : resolve(from, file);
  return existsSync(named) ? named : resolve(file);
});
const tsx = pathToFileURL(createRequire(join(root, "package.json")).resolve("tsx")).href;
const run = spawnSync(
  process.execPath,
  ["--import", tsx, join(root, "packages/matcher/conformance/run.ts"), ...files],
  {
    stdio: "inherit",
  },
);
process.exitCode = run.status ?? 1;
