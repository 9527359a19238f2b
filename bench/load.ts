/**
 * The load run: npm run bench:load. Ends with 1 when a bound does not hold.
 *
 * 5,000 models × 1,000 runtimes, 200 changes a second for a minute, 1,000 readers of the event stream. The built program is
 * measured, so build it first; the script of package.json does.
 */
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { excesses, faults, toTable } from "./load/bounds.ts";
import { runLoad } from "./load/load.ts";

const { values } = parseArgs({
  options: {
    models: { type: "string", default: "5000" },
    runtimes: { type: "string", default: "1000" },
    services: { type: "string", default: "300" },
    readers: { type: "string", default: "1000" },
    pages: { type: "string", default: "3" },
    changes: { type: "string", default: "200" },
    seconds: { type: "string", default: "60" },
    /** Options of node for the program, such as --node=--cpu-prof for a profile of it. */
    node: { type: "string", multiple: true, default: [] },
    /** Another program than the one that was built here. */
    program: { type: "string", default: fileURLToPath(new URL("../apps/bff/dist/main.js", import.meta.url)) },
  },
});

const result = await runLoad({
  models: Number(values.models),
  runtimes: Number(values.runtimes),
  services: Number(values.services),
  readers: Number(values.readers),
  pages: Number(values.pages),
  changesPerSecond: Number(values.changes),
  seconds: Number(values.seconds),
  command: [...values.node, values.program],
});
console.log(toTable(result));
// 300 MB after collection, as the design has it for the program alone; and one generation of garbage more at any moment.
const failures = [...faults(result), ...excesses(result, { mostMemory: 286, mostMemoryEver: 400 })];
for (const failure of failures) console.log(`✗ ${failure}`);
console.log(failures.length === 0 ? "All bounds hold." : `${failures.length} bounds do not hold.`);
process.exitCode = failures.length === 0 ? 0 : 1;
