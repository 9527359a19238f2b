/** `npm run conformance -- FILE…`: recorded vectors against the matcher. The last line is `N passed, M failed`. */
import { readFileSync } from "node:fs";
import { escapeControls } from "../src/index.ts";
import { checkFile } from "./check-file.ts";

const shownFailures = 20;
const longestLine = 600;

const files = process.argv.slice(2);
const failures: string[] = [];
let passed = 0;
if (files.length === 0) failures.push("no files given: npm run conformance -- FILE...");
for (const file of files) {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    failures.push(`${file}: cannot be read (${error instanceof Error ? error.message : String(error)})`);
    continue;
  }
  const result = checkFile(text);
  passed += result.passed;
  for (const { line, what } of result.failures)
    failures.push(`${file}${line === undefined ? "" : `:${line}`}: ${what}`);
}
for (const failure of failures.slice(0, shownFailures)) console.log(toLine(failure));
if (failures.length > shownFailures) console.log(`... and ${failures.length - shownFailures} more`);
console.log(`${passed} passed, ${failures.length} failed`);
if (failures.length > 0) process.exitCode = 1;

function toLine(text: string): string {
  const line = escapeControls(text);
  return line.length > longestLine ? `${line.slice(0, longestLine)}...` : line;
}
