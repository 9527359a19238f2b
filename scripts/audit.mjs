// What the dependencies are: where they come from, under which licence they are passed on, and what is known against them.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { manifests, packageManager, root } from "./install.mjs";

/** Licences under which a package may be part of what users get. */
const licences = new Set([
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "BlueOak-1.0.0",
  "CC0-1.0",
  "ISC",
  "MIT",
  "MIT-0",
  "PSF-2.0",
  "Python-2.0",
  "Unlicense",
]);

const packageManagerSays = (...args) =>
  spawnSync("npx", ["--yes", packageManager, ...args], { cwd: root, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });

/** A dependency whose version is a range, or that does not come from the registry with a checksum, can change unseen. */
const origins = () => {
  const problems = [];
  for (const file of manifests().filter((name) => name.endsWith("package.json"))) {
    const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, file), "utf8"));
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
      if (!/^(?:\d+\.\d+\.\d+(?:-[\w.]+)?|workspace:\*)$/.test(version)) {
        problems.push(`${file}: ${name} is "${version}"; write one exact version`);
      }
    }
  }
  const { packages } = parse(readFileSync(join(root, "pnpm-lock.yaml"), "utf8"));
  for (const [name, { resolution, deprecated }] of Object.entries(packages)) {
    if (!resolution.integrity) problems.push(`pnpm-lock.yaml: ${name} has no checksum`);
    if (resolution.tarball ?? resolution.repo) problems.push(`pnpm-lock.yaml: ${name} is not from the registry`);
    if (deprecated) problems.push(`pnpm-lock.yaml: ${name} is deprecated: ${deprecated}`);
  }
  return problems;
};

/** Only of what is part of the product: tools for building and testing are passed on to nobody. */
const unusualLicences = () => {
  const { stdout, stderr, status } = packageManagerSays("--recursive", "licenses", "list", "--prod", "--json");
  if (status !== 0) return [`the licences could not be listed: ${stderr || stdout}`];
  const byLicence = Object.entries(JSON.parse(stdout));
  if (byLicence.length === 0) return ["no licence was found, not even one"];
  return byLicence
    .filter(([licence]) => !licence.split(/ OR |[()]/).some((one) => licences.has(one)))
    .flatMap(([licence, packages]) => packages.map(({ name }) => `${name} is under ${licence}`));
};

/** Known vulnerabilities of what is part of the product; or why the registry could not be asked. */
const advisories = () => {
  const { stdout, stderr, status } = packageManagerSays("--recursive", "audit", "--prod", "--json");
  let report;
  try {
    report = JSON.parse(stdout);
  } catch {
    report = undefined;
  }
  const found = Object.values(report?.advisories ?? report?.vulnerabilities ?? {});
  if (found.length > 0 || status === 0) {
    return { problems: found.map((one) => `${one.module_name ?? one.name}: ${one.severity}: ${one.title ?? ""}`) };
  }
  const answer = `${stdout}${stderr}`.replaceAll(/[^\x20-\x7e]+/g, " ").replaceAll(/https?:\/\/\S+/g, "…");
  return { problems: [], unanswered: answer.trim().slice(0, 200) };
};

const { problems: vulnerabilities, unanswered } = advisories();
const problems = [...origins(), ...unusualLicences(), ...vulnerabilities];
for (const problem of problems) process.stderr.write(`${problem}\n`);
if (unanswered !== undefined) {
  process.stdout.write(`No advisories were read: the registry in use does not answer the question (${unanswered})\n`);
}
process.exit(problems.length > 0 ? 1 : 0);
