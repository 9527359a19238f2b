// All that can be said of the code without running it: types, lint and format, import boundaries, dead code, dependencies.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { install, program, root } from "./install.mjs";

const projects = [
  "packages/matcher/tsconfig.json",
  "packages/matcher/tsconfig.test.json",
  "packages/contract/tsconfig.json",
  "packages/mock-cluster/tsconfig.json",
  "apps/bff/tsconfig.json",
  "apps/web/tsconfig.json",
  "e2e/tsconfig.json",
  "bench/tsconfig.json",
];

const checks = [
  ...projects.map((project) => ({ name: `types of ${project}`, command: program("tsc"), args: ["-p", project] })),
  { name: "lint and format", command: program("biome"), args: ["ci", "--colors=off", "--max-diagnostics=20", "."] },
  { name: "import boundaries", command: process.execPath, args: ["scripts/boundaries.mjs"] },
  { name: "dead code", command: program("knip"), args: [] },
  { name: "dependencies", command: process.execPath, args: ["scripts/audit.mjs"], saysMore: true },
];

/** Runs every check, also after one failed; prints what failed; answers how many passed and failed. */
export const check = () => {
  let failed = 0;
  for (const { name, command, args, saysMore } of checks) {
    const result = spawnSync(command, args, {
      cwd: root,
      encoding: "utf8",
      maxBuffer: 64 * 1024 * 1024,
      env: { ...process.env, NO_COLOR: "1" },
    });
    const passed = result.status === 0;
    if (!passed) {
      failed += 1;
      process.stdout.write(`${result.stdout ?? ""}${result.stderr ?? ""}${result.error?.message ?? ""}\n`);
    }
    process.stdout.write(`${passed ? "✓" : "✗"} ${name}\n`);
    if (passed && saysMore) process.stdout.write(result.stdout.replaceAll(/^(?=.)/gm, "  "));
  }
  return { passed: checks.length - failed, failed };
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  install();
  const { passed, failed } = check();
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  process.exit(failed > 0 ? 1 : 0);
}
