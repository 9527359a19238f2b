// npm run test:cluster: the product against a real kube-apiserver. The last line is `N passed, M failed`.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { controlPlane } from "./control-plane.mjs";
import { vitestFailures } from "./failures.mjs";
import { install, program, root } from "./install.mjs";
import { ensureKubectl } from "./tools.mjs";

const inCi = process.env.CI === "true";
const finish = (passed, failed) => {
  process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
  process.exit(failed > 0 ? 1 : 0);
};
const giveUp = (message) => {
  process.stdout.write(`FAILED ${message}\n`);
  finish(0, 1);
};

const prepare = () => {
  install();
  ensureKubectl();
  const bundle = spawnSync(process.execPath, ["build.mjs"], { cwd: join(root, "apps", "bff"), encoding: "utf8" });
  if (bundle.status !== 0) throw new Error(`The BFF could not be built:\n${bundle.stderr}`);
  return controlPlane();
};

let programs;
try {
  programs = prepare();
} catch (error) {
  giveUp(error instanceof Error ? error.message : String(error));
}
process.stdout.write(`Control plane: ${programs.from}\n`);
for (const version of Object.values(programs.versions)) process.stdout.write(`  ${version}\n`);
if (!process.env.OME_CATALOG) {
  process.stdout.write("OME_CATALOG is not set: what needs OME's own definitions is skipped, or fails with CI=true.\n");
}

const reports = mkdtempSync(join(tmpdir(), "ome-matrix-"));
const reportFile = join(reports, "cluster.json");
const { status } = spawnSync(
  program("vitest"),
  [
    "run",
    "--config=vitest.cluster.config.ts",
    "--reporter=verbose",
    "--reporter=json",
    `--outputFile.json=${reportFile}`,
    ...process.argv.slice(2),
  ],
  { cwd: root, stdio: "inherit", env: { ...process.env, TEST_CONTROL_PLANE: JSON.stringify(programs) } },
);
let report;
try {
  report = JSON.parse(readFileSync(reportFile, "utf8"));
} catch {
  report = undefined;
}
rmSync(reports, { recursive: true, force: true });

const skipped = (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0);
if (skipped > 0) process.stdout.write(`\n${skipped} skipped for want of OME_CATALOG\n`);
// Where nothing may be skipped, a skipped test is a failed one; a file that does not load fails without failing a test.
for (const failure of vitestFailures(report)) process.stdout.write(`${failure}\n`);
const failed = (report?.numFailedTests ?? 0) + (inCi ? skipped : 0);
finish(report?.numPassedTests ?? 0, Math.max(failed, status === 0 ? 0 : 1));
