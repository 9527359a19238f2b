// What the tests need beside Node: a browser and kubectl. Found where they are; otherwise brought in, when that is possible.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { program, root } from "./install.mjs";

const succeeds = (command, args, options = {}) =>
  spawnSync(command, args, { stdio: "ignore", cwd: root, ...options }).status === 0;

const onPath = (name) => succeeds("sh", ["-c", `command -v ${name}`]);

/** Debian and its relatives, and the right to install: a developer's own machine is left alone. */
const canInstallPackages = () => process.getuid?.() === 0 && onPath("apt-get");

const installPackage = (name) => {
  const apt = (...args) =>
    succeeds("apt-get", ["-y", "-qq", "-o", "DPkg::Lock::Timeout=300", ...args], {
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
  process.stdout.write(`Installing ${name}\n`);
  return (
    apt("install", "--no-install-recommends", name) ||
    (apt("update") && apt("install", "--no-install-recommends", name))
  );
};

const systemBrowser = () =>
  [process.env.CHROMIUM_PATH, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(
    (path) => path !== undefined && existsSync(path),
  );

/** Whether a Chromium is there for Playwright in the end. */
export const ensureBrowser = () => {
  if (systemBrowser() !== undefined) return true;
  if (canInstallPackages() && installPackage("chromium")) return true;
  return succeeds(program("playwright"), ["install", "chromium"]);
};

/** Whether kubectl is there in the end. */
export const ensureKubectl = () => onPath("kubectl") || (canInstallPackages() && installPackage("kubernetes-client"));
