// npm run bench:load: builds the program and puts it under load. Options are those of bench/load.ts.
import { spawnSync } from "node:child_process";
import { build } from "./build.mjs";
import { install, root } from "./install.mjs";

install();
await build();
const { status } = spawnSync(process.execPath, ["--import", "tsx", "bench/load.ts", ...process.argv.slice(2)], {
  cwd: root,
  stdio: "inherit",
});
process.exit(status ?? 1);
