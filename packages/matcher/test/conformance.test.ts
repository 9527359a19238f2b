/** The command as it is run: its last line and its exit code. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, expect, test } from "vitest";

const tsx = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;
const script = fileURLToPath(new URL("../conformance/run.ts", import.meta.url));
const directory = mkdtempSync(join(tmpdir(), "conformance-"));
afterAll(() => rmSync(directory, { recursive: true }));

function run(...files: readonly string[]): { readonly lines: readonly string[]; readonly code: number | null } {
  const { stdout, status } = spawnSync(process.execPath, ["--import", tsx, script, ...files], { encoding: "utf8" });
  return { lines: stdout.trimEnd().split("\n"), code: status };
}

function fileOf(name: string, lines: readonly unknown[]): string {
  const path = join(directory, name);
  writeFileSync(path, lines.map((line) => JSON.stringify(line)).join("\n"));
  return path;
}

const size = (value: unknown) => ({ id: "s", input: { size: "1" }, expected: { value } });

test("all pass", () => {
  expect(run(fileOf("good.jsonl", [size(1), size(1)]))).toEqual({ lines: ["2 passed, 0 failed"], code: 0 });
});

test("a file that is missing or empty fails, the others still run", () => {
  const { lines, code } = run(join(directory, "none.jsonl"), fileOf("empty.jsonl", []), fileOf("one.jsonl", [size(1)]));
  expect(lines.at(-1)).toBe("1 passed, 2 failed");
  expect(lines).toHaveLength(3);
  expect(code).toBe(1);
});

test("the first 20 failures are shown, the rest are counted", () => {
  const file = fileOf(
    "bad.jsonl",
    Array.from({ length: 25 }, () => size(2)),
  );
  const { lines, code } = run(file);
  expect(lines).toHaveLength(22);
  expect(lines[0]).toBe(`${file}:1: s: value: expected 2, got 1`);
  expect(lines.slice(-2)).toEqual(["... and 5 more", "0 passed, 25 failed"]);
  expect(code).toBe(1);
});

test("no files at all fail", () => {
  expect(run()).toMatchObject({ code: 1 });
});
