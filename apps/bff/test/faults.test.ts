/** Every fault of docs/faults.md against the whole program. A row and its test are one object, so neither is without the other. */
import { describe, it } from "vitest";
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

describe("a cluster that misbehaves", () => {
  for (const [name, fault] of Object.entries(faults)) it(name, () => fault.run());
});
