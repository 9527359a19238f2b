// npm test: installs what it needs, then runs every check and every test, and counts them.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "./build.mjs";
import { check } from "./check.mjs";
import { playwrightFailures, vitestFailures } from "./failures.mjs";
import { install, program, root } from "./install.mjs";
import { ensureBrowser, ensureKubectl } from "./tools.mjs";

const inCi = process.env.CI === "true";
const reports = mkdtempSync(join(tmpdir(), "ome-matrix-"));
const total = { passed: 0, failed: 0, skipped: 0 };
const failures = [];
const count = (name, { passed, failed, skipped = 0, named = [] }) => {
  // Where nothing may be skipped, a skipped test is a failed one; a run that tested nothing has failed.
  const missing = passed + failed === 0 ? 1 : 0;
  total.passed += passed;
  total.failed += failed + missing + (inCi ? skipped : 0);
  total.skipped += inCi ? 0 : skipped;
  failures.push(...named);
  const unnamed = failed + missing > 0 && named.length === 0;
  if (unnamed) failures.push(`FAILED ${name}: what failed is said above`);
  process.stdout.write(`\n${name}: ${passed} passed, ${failed + missing} failed, ${skipped} skipped\n`);
};
const heading = (text) => process.stdout.write(`\n── ${text}\n`);
const run = (command, args, env = {}) =>
  spawnSync(command, args, { cwd: root, stdio: "inherit", env: { ...process.env, ...env } }).status;
const readReport = (name) => {
  try {
    return JSON.parse(readFileSync(join(reports, name), "utf8"));
  } catch {
    return undefined;
  }
};

install();

heading("Tools");
const browser = ensureBrowser();
const kubectl = ensureKubectl();
if (!kubectl) process.stdout.write("kubectl is missing: its tests are skipped, or fail with CI=true.\n");
if (!browser) process.stdout.write("No Chromium was found and none could be installed: the browser tests will fail.\n");

heading("Checks");
count("Checks", check());

heading("Unit and property tests");
const unitStatus = run(program("vitest"), [
  "run",
  "--reporter=default",
  "--reporter=json",
  `--outputFile.json=${join(reports, "unit.json")}`,
]);
const unit = readReport("unit.json");
count("Unit and property tests", {
  passed: unit?.numPassedTests ?? 0,
  // A file that does not load fails the run without failing a test.
  failed: Math.max(unit?.numFailedTests ?? 0, unitStatus === 0 ? 0 : 1),
  skipped: (unit?.numPendingTests ?? 0) + (unit?.numTodoTests ?? 0),
  named: vitestFailures(unit),
});

heading("Conformance with the recorded vectors");
const vectors = join("packages", "matcher", "test", "vectors");
const conformance = spawnSync(
  process.execPath,
  [
    "scripts/conformance.mjs",
    ...readdirSync(join(root, vectors))
      .filter((file) => file.endsWith(".jsonl"))
      .map((file) => join(vectors, file)),
  ],
  { cwd: root, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 },
);
process.stdout.write(`${conformance.stdout}${conformance.stderr}`);
const line = /(\d+) passed, (\d+) failed\s*$/.exec(conformance.stdout);
count("Conformance", {
  passed: Number(line?.[1] ?? 0),
  failed: Math.max(Number(line?.[2] ?? 1), conformance.status === 0 ? 0 : 1),
});

heading("Browser tests");
try {
  await build();
  const e2eStatus = run(program("playwright"), ["test", "--reporter=list,json"], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: join(reports, "e2e.json"),
  });
  const report = readReport("e2e.json");
  const stats = report?.stats;
  count("Browser tests", {
    passed: (stats?.expected ?? 0) + (stats?.flaky ?? 0),
    failed: Math.max(stats?.unexpected ?? 0, e2eStatus === 0 ? 0 : 1),
    skipped: stats?.skipped ?? 0,
    named: playwrightFailures(report),
  });
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  count("Browser tests", { passed: 0, failed: 1 });
}

rmSync(reports, { recursive: true, force: true });
if (total.skipped > 0) process.stdout.write(`\n${total.skipped} skipped, each said why above\n`);
if (failures.length > 0) process.stdout.write(`\n${failures.join("\n")}\n`);
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`);
process.exit(total.failed > 0 ? 1 : 0);
