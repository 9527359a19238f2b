// Import boundaries. Fails too when fewer modules are seen than there are: a cruiser that sees nothing finds nothing.
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { program, root } from "./install.mjs";

const sources = ["apps", "packages"].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .filter((file) => /^[^/]+\/src\/.*\.tsx?$/.test(file) && !file.includes("node_modules"))
    .map((file) => join(folder, file)),
);

const result = spawnSync(
  program("depcruise"),
  ["apps", "packages", "--config", ".dependency-cruiser.cjs", "--output-type", "json"],
  { cwd: root, encoding: "utf8", maxBuffer: 256 * 1024 * 1024 },
);
let cruised;
try {
  cruised = JSON.parse(result.stdout);
} catch {
  process.stderr.write(`${result.stdout}${result.stderr}\nThe import boundaries could not be read.\n`);
  process.exit(1);
}

const seen = new Set(cruised.modules.map((module) => module.source));
const unseen = sources.filter((file) => !seen.has(file));
if (unseen.length > 0) {
  process.stderr.write(`${unseen.length} modules were not inspected, such as ${unseen.slice(0, 3).join(", ")}.\n`);
}
const errors = cruised.summary.violations.filter((violation) => violation.rule.severity === "error");
for (const { rule, from, to } of errors) process.stderr.write(`${rule.name}: ${from} -> ${to}\n`);
process.stdout.write(`${sources.length} modules, ${errors.length} imports across a boundary\n`);
process.exit(errors.length > 0 || unseen.length > 0 ? 1 : 0);
