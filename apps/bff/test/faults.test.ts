/** Every fault of docs/faults.md against the whole program. A row and its test are one object, so neither is without the other. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { connectionFaults } from "./faults/connections.ts";
import { contentFaults } from "./faults/contents.ts";
import { credentialFaults } from "./faults/credentials.ts";
import { definitionFaults } from "./faults/definitions.ts";
import type { Fault } from "./faults/fault.ts";
import { refusals } from "./faults/refusals.ts";

const faults: Readonly<Record<string, Fault>> = {
  ...connectionFaults,
  ...credentialFaults,
  ...refusals,
  ...definitionFaults,
  ...contentFaults,
};

const document = readFileSync(new URL("../../../docs/faults.md", import.meta.url), "utf8");

describe("a cluster that misbehaves", () => {
  for (const [name, fault] of Object.entries(faults)) it(name, () => fault.run());

  it("is written down in docs/faults.md, row by row", () => {
    const rows = Object.entries(faults).map(
      ([name, { done, meanwhile, repaired }]) => `| ${name} | ${done} | ${meanwhile} | yes: ${repaired} |`,
    );
    const head = "| Fault | What is done | What the page says meanwhile | Equal afterwards, and by what |";
    expect(document).toContain([head, "| --- | --- | --- | --- |", ...rows, ""].join("\n"));
  });
});
