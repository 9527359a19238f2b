// What failed, a line each, so that the end of a long log says it without a search.
import { relative } from "node:path";
import { root } from "./install.mjs";

const limit = 300;
const colours = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, "g");
const brief = (message) => {
  const line = (message ?? "").replaceAll(colours, "").split(/\s+/).join(" ").trim();
  return line.length > limit ? `${line.slice(0, limit)} …` : line;
};
const sentence = (where, message) => `FAILED ${where}${message ? `: ${brief(message)}` : ""}`;

const nothingMayBeSkipped = process.env.CI === "true";
const isSkipped = (spec) => spec.tests.some((test) => test.status === "skipped");

/** The failed tests, and the files that did not load, of a report of Vitest. */
export const vitestFailures = (report) =>
  (report?.testResults ?? []).flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name);
    const failed = assertionResults.filter((test) => test.status !== "passed");
    if (failed.length === 0) return status === "failed" ? [sentence(file, message)] : [];
    return failed
      .filter((test) => test.status === "failed" || nothingMayBeSkipped)
      .map((test) => sentence(`${file} > ${test.fullName}`, test.failureMessages?.[0] ?? test.status));
  });

/** The failed tests, and what went wrong outside them, of a report of Playwright. */
export const playwrightFailures = (report) => {
  const ofSuite = ({ file, specs = [], suites = [] }) => [
    ...specs
      .filter((spec) => !spec.ok || (nothingMayBeSkipped && isSkipped(spec)))
      .map((spec) => {
        const results = spec.tests.flatMap((test) => test.results);
        return sentence(`e2e/${file} > ${spec.title}`, results.find((result) => result.error)?.error.message);
      }),
    ...suites.flatMap(ofSuite),
  ];
  return [
    ...(report?.errors ?? []).map((error) => sentence("e2e", error.message)),
    ...(report?.suites ?? []).flatMap(ofSuite),
  ];
};
