// npm run bench:load and bench:page: builds the program and measures it. Options are those of the file in bench/.
import { spawnSync } from "node:child_process";
import { build } from "./build.mjs";
import { install, root } from "./install.mjs";

const [name, ...options] = process.argv.slice(2);
install();
await build();
const { status } = spawnSync(process.execPath, ["--import", "tsx", `bench/${name}.ts`, ...options], {
  cwd: root,
  stdio: "inherit",
});
process.exit(status ?? 1);
