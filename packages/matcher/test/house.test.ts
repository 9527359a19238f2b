/** Rules of the house: every code is documented, tested and said. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import {
  type ModelRejection,
  mismatchCodes,
  noteCodes,
  type ReasonCode,
  type RejectionCode,
  type SkipCode,
} from "../src/index.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

// Leaving out a code, or naming one that does not exist, does not compile.
const rejectionCodes: { readonly [Code in RejectionCode]: true } = {
  "runtime/disabled": true,
  "accelerator-class/not-supported": true,
  "deployment-mode/differs": true,
  "formats/none-defined": true,
  "formats/no-entry-matches": true,
  "size/outside-range": true,
};
const skipCodes: { readonly [Code in SkipCode]: true } = {
  "auto-select/not-enabled": true,
  "auto-select/not-on-matching-entry": true,
  "score/not-positive": true,
};
const modelRejectionCodes: { readonly [Code in ModelRejection["code"]]: true } = { "model/no-format": true };

const reasonCodes = [
  ...Object.keys(modelRejectionCodes),
  ...Object.keys(rejectionCodes),
  ...Object.keys(skipCodes),
  ...mismatchCodes,
] as readonly ReasonCode[];

const sections = readFileSync(join(root, "../../docs/reasons.md"), "utf8").split(/^## /m).slice(1);
const tables = filesIn(join(root, "src"))
  .filter((file) => file.endsWith(".test.ts") && !file.endsWith("say.test.ts"))
  .map((file) => readFileSync(file, "utf8"))
  .join("\n");

function filesIn(directory: string): readonly string[] {
  return readdirSync(directory, { withFileTypes: true }).flatMap((item) => {
    const path = join(directory, item.name);
    return item.isDirectory() ? filesIn(path) : [path];
  });
}

describe("every reason", () => {
  test.each(reasonCodes)("%s has its section in docs/reasons.md", (code) => {
    const own = sections.filter((section) => section.startsWith(`\`${code}\`\n`));
    expect(own).toHaveLength(1);
    for (const part of ["**Meaning.**", "**OME says.**", "**What follows.**", "**Repair.**"])
      expect(own[0]).toContain(part);
  });

  test.each(reasonCodes)("%s stands in a row of a test table", (code) => {
    expect(new RegExp(`["\`]${code}[" ]`).test(tables)).toBe(true);
  });
});

test("docs/reasons.md has no section for anything else", () => {
  const titles = sections.map((section) => section.slice(1, section.indexOf("`", 1)));
  expect([...titles].sort()).toEqual([...reasonCodes].sort());
});

test.each(noteCodes)("the note %s stands in a row of a test table", (code) => {
  expect(tables).toContain(`"${code}"`);
});

test("every file of the package has its tests beside it", () => {
  const exempt = new Set([
    "index.ts",
    "resources.ts",
    "reasons.ts",
    "service-verdict.ts",
    "columns.ts",
    "rows.ts",
    "compare.ts",
  ]);
  const files = filesIn(join(root, "src")).filter((file) => !file.endsWith(".test.ts") && !file.includes("fixes"));
  const missing = files.filter((file) => {
    const name = file.slice(file.lastIndexOf("/") + 1);
    return !exempt.has(name) && !filesIn(join(root, "src")).includes(file.replace(/\.ts$/, ".test.ts"));
  });
  expect(missing).toEqual([]);
});
