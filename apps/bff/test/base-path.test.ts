/** Behind a proxy that serves the page below a path: one that passes the path on, and one that takes it off. */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { clusterState, problem } from "@ome-matrix/contract";
import { describe, expect, it, onTestFinished } from "vitest";
import { startProgram, type TestProgram } from "./program.ts";

const basePath = "/tools/ome-matrix";

const page = `<meta name="base-path" content="/__BASE_PATH__"><script src="/__BASE_PATH__/assets/index-abc.js" nonce="__CSP_NONCE__">`;

const startBelow = async (path: string | undefined): Promise<TestProgram> => {
  const webFolder = await mkdtemp(join(tmpdir(), "ome-matrix-web-"));
  onTestFinished(() => rm(webFolder, { recursive: true }));
  await mkdir(join(webFolder, "assets"));
  await writeFile(join(webFolder, "index.html"), page);
  await writeFile(join(webFolder, "assets", "index-abc.js"), "export const a = 1;");
  await writeFile(join(webFolder, "theme.js"), "1;");
  const program = await startProgram({
    webFolder,
    allowedHosts: ["matrix.example.org"],
    ...(path === undefined ? {} : { basePath: path }),
  });
  await program.settled();
  return program;
};

describe("with a base path", () => {
  it("the same is served with it and without it", async () => {
    const program = await startBelow(basePath);
    const paths = [
      "/api/matrix",
      "/api/cluster",
      "/api/openapi.json",
      "/assets/index-abc.js",
      "/theme.js",
      "/healthz",
      "/readyz",
      "/metrics",
    ];
    for (const path of paths) {
      const passedOn = await program.ask(`${basePath}${path}`);
      const takenOff = await program.ask(path);
      expect(passedOn.status, path).toBe(200);
      expect(takenOff.status, path).toBe(200);
      expect(passedOn.headers.etag, path).toBe(takenOff.headers.etag);
      expect(passedOn.headers["content-type"], path).toBe(takenOff.headers["content-type"]);
    }
    clusterState.parse((await program.ask(`${basePath}/api/cluster?`)).json());
  });

  it("the page and what it loads are below it", async () => {
    const program = await startBelow(basePath);
    for (const path of ["/", `${basePath}/`, `${basePath}/models/ClusterBaseModel/a?namespace=b`, "/services"]) {
      const { status, text } = await program.ask(path);
      expect(status, path).toBe(200);
      expect(text, path).toContain(`<meta name="base-path" content="${basePath}">`);
      expect(text, path).toContain(`src="${basePath}/assets/index-abc.js"`);
      expect(text, path).not.toContain("__");
    }
  });

  it("its own address gets a slash, and keeps its query", async () => {
    const program = await startBelow(basePath);
    for (const [path, location] of [
      [basePath, `${basePath}/`],
      [`${basePath}?q=llama&x=//evil.example.org`, `${basePath}/?q=llama&x=//evil.example.org`],
      [`${basePath}?`, `${basePath}/?`],
    ]) {
      const answer = await program.ask(path ?? "");
      expect(answer.status, path).toBe(307);
      expect(answer.headers.location, path).toBe(location);
    }
    // Only for hosts that are served.
    expect((await program.ask(basePath, { headers: { host: "evil.example.org" } })).status).toBe(421);
    expect((await program.ask(basePath, { method: "PUT" })).status).toBe(405);
  });

  it("what merely begins alike is another address", async () => {
    const program = await startBelow(basePath);
    for (const path of [`${basePath}2/api/cluster`, `${basePath.toUpperCase()}/api/cluster`, "/tools/api/cluster"]) {
      const { headers } = await program.ask(path);
      expect(headers["content-type"], path).toBe("text/html; charset=utf-8");
    }
    // Two slashes name no other host, and lead nowhere.
    const twice = await program.ask(`${basePath}//evil.example.org/`);
    expect(twice.headers).not.toHaveProperty("location");
  });

  it("hosts, methods and questions with a body are as without one", async () => {
    const program = await startBelow(basePath);
    const status = async (path: string, method = "GET", headers = {}, body?: string) =>
      (await program.ask(`${basePath}${path}`, { method, headers, ...(body === undefined ? {} : { body }) })).status;
    expect(await status("/api/cluster", "GET", { host: "evil.example.org" })).toBe(421);
    expect(await status("/api/cluster", "GET", { host: "matrix.example.org" })).toBe(200);
    // What a proxy says of hosts and paths is not believed.
    const forwarded = { "x-forwarded-host": "matrix.example.org", "x-forwarded-prefix": "/evil" };
    expect(await status("/api/cluster", "GET", { host: "evil.example.org", ...forwarded })).toBe(421);
    expect((await program.ask("/", { headers: forwarded })).text).not.toContain("/evil");
    expect(await status("/api/cluster", "POST")).toBe(405);
    expect(await status("/api/effect", "GET")).toBe(405);
    const json = { "content-type": "application/json" };
    expect(await status("/api/effect", "POST", json, '{"changes":[]}')).toBe(
      (await program.ask("/api/effect", { method: "POST", headers: json, body: '{"changes":[]}' })).status,
    );
  });

  it("problems name addresses that work for who asked", async () => {
    const program = await startBelow(basePath);
    const read = async (path: string) => problem.parse((await program.ask(path)).json());
    for (const before of ["", basePath]) {
      expect(await read(`${before}/api/matrx`)).toMatchObject({
        advice: `${basePath}/api/openapi.json describes what there is`,
        suggestions: [`${basePath}/api/matrix`],
      });
      expect((await read(`${before}/api/explain?model=nobody`)).advice).toBe(
        `${basePath}/api/models lists what there is`,
      );
    }
    const refused = await program.ask("/", { headers: { host: "evil.example.org" } });
    expect(problem.parse(refused.json()).advice).toContain(`${program.url}${basePath}, or`);
  });

  it("events are told below it", async () => {
    const program = await startBelow(basePath);
    const { port } = new URL(program.url);
    const socket = connect(Number(port), "127.0.0.1");
    onTestFinished(() => void socket.destroy());
    socket.write(`GET ${basePath}/api/events HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`);
    const text = await new Promise<string>((resolve, reject) => {
      let heard = "";
      socket.on("error", reject);
      socket.on("data", (chunk: Buffer) => {
        heard += chunk.toString();
        if (heard.includes("event: revision")) resolve(heard);
      });
    });
    expect(text).toContain("Content-Type: text/event-stream");
  });

  it("the OpenAPI document says it", async () => {
    const program = await startBelow(basePath);
    expect((await program.ask("/api/openapi.json")).json()).toMatchObject({ servers: [{ url: basePath }] });
  });
});

describe("without a base path", () => {
  it("nothing is put before any address", async () => {
    const program = await startBelow(undefined);
    const { text } = await program.ask("/");
    expect(text).toContain('<meta name="base-path" content=""><script src="/assets/index-abc.js"');
    expect((await program.ask("/api/openapi.json")).json()).not.toHaveProperty("servers");
    expect((await program.ask(`${basePath}/api/cluster`)).headers["content-type"]).toContain("text/html");
  });
});
