import { execFile } from "node:child_process";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, hasKubectl, inCi, kubectl, test } from "./program.ts";

const run = promisify(execFile);
const root = fileURLToPath(new URL("..", import.meta.url));

test("npm start brings up the demo, prints its address, and ends with npm", async ({ request, programs }) => {
  test.setTimeout(300_000);
  const program = await programs.command("npm", ["start", "--silent", "--", "--port", "0"]);
  expect(program.output()).toMatch(/^OME Matrix: http:\/\/127\.0\.0\.1:\d+$/m);
  expect((await request.get(`${program.address}/healthz`)).status()).toBe(200);
  await program.stop();
  await expect.poll(() => request.get(`${program.address}/healthz`).catch(() => "gone")).toBe("gone");
});

test("--help lists every option and ends well", async () => {
  const { stdout } = await run(process.execPath, ["apps/bff/dist/main.js", "--help"], { cwd: root });
  for (const option of ["--manifests", "--kubeconfig", "--context", "--port", "--host", "--allowed-host", "--help"]) {
    expect(stdout).toContain(option);
  }
});

test("a wrong option is named, with all others that are wrong", async () => {
  const failure = await run(
    process.execPath,
    ["apps/bff/dist/main.js", "--port", "eighty", "--manifests", "./nowhere"],
    {
      cwd: root,
    },
  ).catch((error: { code: number; stderr: string }) => error);
  expect(failure).toMatchObject({ code: expect.any(Number) });
  expect(failure.stderr).toContain("eighty");
});

test("a port that is taken is a plain sentence", async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
  const address = taken.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const failure = await run(process.execPath, ["apps/bff/dist/main.js", "--port", String(port)], { cwd: root }).catch(
    (error: { code: number; stderr: string }) => error,
  );
  taken.close();
  expect(failure).toMatchObject({ code: 1 });
  expect(failure.stderr).toContain(String(port));
  expect(failure.stderr).not.toContain("    at ");
});

test("the command printed next to the address works", async ({ programs }) => {
  test.skip(!inCi && !(await hasKubectl()), "kubectl is missing");
  const program = await programs.start();
  const models = await kubectl(program, "get", "clusterbasemodels", "-o", "name");
  expect(models).toContain("clusterbasemodel.ome.io/qwen-image-pvc");
});
