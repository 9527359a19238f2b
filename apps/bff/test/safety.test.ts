/** Requests of somebody who means harm: hosts, methods, addresses, headers. */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { problem } from "@ome-matrix/contract";
import { describe, expect, it, onTestFinished } from "vitest";
import { startProgram, type TestProgram } from "./program.ts";

const outside = "what lies beside the page";

/** A page with files around it that are none of it. */
const start = async (options: { basePath?: string } = {}): Promise<TestProgram> => {
  const folder = await mkdtemp(join(tmpdir(), "ome-matrix-safety-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const webFolder = join(folder, "web", "dist");
  await mkdir(join(webFolder, "assets"), { recursive: true });
  await writeFile(join(webFolder, "index.html"), "<title>the page</title>");
  await writeFile(join(webFolder, "assets", "index.js"), "1;");
  for (const path of [
    "package.json",
    "web/package.json",
    "web/secret.js",
    "web/dist/.env",
    "web/dist/assets/.env.js",
  ]) {
    await writeFile(join(folder, path), outside);
  }
  const program = await startProgram({ webFolder, allowedHosts: ["matrix.example.org", "[fd00::1]"], ...options });
  await program.settled();
  return program;
};

/** Sends these bytes as they are; all that comes back until the connection ends. */
const send = (url: string, text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    let heard = "";
    socket.on("data", (chunk: Buffer) => {
      heard += chunk.toString("latin1");
    });
    socket.on("error", reject);
    socket.on("close", () => resolve(heard));
    socket.write(text, "latin1");
  });

const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0);

describe("hosts", () => {
  it("that a name can be made to point here are refused, however they are written", async () => {
    const program = await start();
    const { port } = new URL(program.url);
    const refused = [
      "evil.example.org",
      `evil.example.org:${port}`,
      `127.0.0.1.evil.example.org:${port}`,
      `localhost.evil.example.org:${port}`,
      `127.0.0.1:${port}.evil.example.org`,
      `127.0.0.1:${port}:${port}`,
      `127.0.0.1.:${port}`,
      `localhost.:${port}`,
      `127.1:${port}`,
      `2130706433:${port}`,
      `0.0.0.0:${port}`,
      `[::ffff:127.0.0.1]:${port}`,
      `user@127.0.0.1:${port}`,
      `matrix.example.org@evil.example.org`,
      "matrix.example.org.evil.example.org",
      "matrix.example.org.",
      "xmatrix.example.org",
      "matrix.example.org,evil.example.org",
      "matrix.example.org evil.example.org",
      "127.0.0.1",
      "localhost",
      "[::1]",
      "[fd00::2]",
    ];
    for (const host of refused) {
      for (const path of ["/", "/api/cluster", "/assets/index.js", "/api/events"]) {
        expect((await program.ask(path, { headers: { host } })).status, `${host} ${path}`).toBe(421);
      }
    }
    for (const host of [`127.0.0.1:${port}`, `LocalHost:${port}`, "matrix.example.org:80", "[fd00::1]:9"]) {
      expect((await program.ask("/api/cluster", { headers: { host } })).status, host).toBe(200);
    }
  });

  it("of loopback and of the address that is listened on are served with the own port only", async () => {
    const program = await startProgram({ host: "127.0.0.1" });
    const other = await startProgram({ host: "10.0.0.7" });
    const statuses = async ({ url, ask }: TestProgram, name: string): Promise<number[]> => {
      const { port } = new URL(url);
      const answers = [`${name}:${port}`, `${name}:8080`, name].map((host) =>
        ask("/api/cluster", { headers: { host } }),
      );
      return (await Promise.all(answers)).map(({ status }) => status);
    };
    for (const name of ["127.0.0.1", "localhost", "[::1]"]) {
      expect(await statuses(program, name), name).toEqual([200, 421, 421]);
    }
    expect(await statuses(other, "10.0.0.7")).toEqual([200, 421, 421]);
    expect(await statuses(program, "10.0.0.7")).toEqual([421, 421, 421]);
  });

  it("are checked in an address that is given as a whole, and must be one", async () => {
    const program = await start();
    const { port } = new URL(program.url);
    const own = `127.0.0.1:${port}`;
    const status = async (address: string, ...hosts: readonly string[]): Promise<number> => {
      const lines = hosts.map((host) => `Host: ${host}`);
      return statusOf(
        await send(program.url, [`GET ${address} HTTP/1.1`, ...lines, "Connection: close", "", ""].join("\r\n")),
      );
    };
    expect(await status("/api/cluster", own)).toBe(200);
    expect(await status(`http://${own}/api/cluster`, own)).toBe(200);
    for (const address of [
      "http://evil.example.org/api/cluster",
      `HTTP://evil.example.org:${port}/api/cluster`,
      `http://${own}@evil.example.org/api/cluster`,
      "http://127.0.0.1:1/api/cluster",
      "http:///api/cluster",
    ]) {
      expect(await status(address, own), address).toBe(421);
    }
    expect(await status(`http://${own}/api/cluster`, "evil.example.org")).toBe(421);
    expect(await status("/api/cluster", own, own)).toBe(400);
    expect(await status("/api/cluster", own, "evil.example.org")).toBe(400);
    expect(await status("/api/cluster", "evil.example.org", own)).toBe(400);
  });

  it("cannot be given twice, left out, or taken back by what a proxy would say", async () => {
    const program = await start();
    const { port } = new URL(program.url);
    const own = `Host: 127.0.0.1:${port}`;
    const evil = "Host: evil.example.org";
    const rows: readonly (readonly [readonly string[], readonly number[]])[] = [
      [
        [evil, own],
        [400, 421],
      ],
      [
        [own, evil],
        [400, 421],
      ],
      [[], [400, 421]],
      [[evil, `X-Forwarded-Host: 127.0.0.1:${port}`, `Forwarded: host=127.0.0.1:${port}`], [421]],
      [
        [evil, `:authority: 127.0.0.1:${port}`],
        [400, 421],
      ],
    ];
    for (const [lines, statuses] of rows) {
      const text = ["GET /api/cluster HTTP/1.1", ...lines, "Connection: close", "", ""].join("\r\n");
      const status = statusOf(await send(program.url, text));
      // Of two equal headers the first counts, if they are taken at all.
      expect(lines[0] === own ? [...statuses, 200] : statuses, lines.join()).toContain(status);
    }
  });
});

describe("addresses", () => {
  it("lead to no file but those of the page", async () => {
    for (const basePath of ["", "/ome-matrix"]) {
      const program = await start({ basePath });
      const ways = [
        "/../package.json",
        "/../../package.json",
        "/..%2fpackage.json",
        "/%2e%2e/package.json",
        "/%2e%2e%2fpackage.json",
        "/..%5cpackage.json",
        "/..\\package.json",
        "/....//package.json",
        "/..;/package.json",
        "/assets/../../package.json",
        "/assets/..%2f..%2fpackage.json",
        "/assets/%2e%2e/%2e%2e/package.json",
        "/assets/../../secret.js",
        "/assets/..%2f..%2fsecret.js",
        "/%252e%252e/package.json",
        "//../package.json",
        "/./../package.json",
        "/.env",
        "/%2eenv",
        "/assets/.env.js",
        "/assets/%2eenv.js",
        "/../secret.js%00",
        "/../secret.js%00.svg",
        `/${"../".repeat(40)}etc/passwd`,
        `/${"%2e%2e%2f".repeat(40)}etc/passwd`,
        "//etc/passwd",
        "/file:///etc/passwd",
      ];
      for (const way of ways) {
        for (const path of [way, `${basePath}${way}`]) {
          const { status, text, headers } = await program.ask(path);
          expect(text, path).not.toContain(outside);
          expect(text, path).not.toContain("root:");
          expect([200, 400, 404], path).toContain(status);
          // An address of the page itself, which then says that there is no such page.
          if (status === 200) expect(text, path).toBe("<title>the page</title>");
          expect(headers, path).not.toHaveProperty("location");
        }
      }
    }
  });

  it("that cannot be decoded, or are too long, are problems and no faults", async () => {
    const program = await start();
    const long = "a".repeat(7_000);
    const rows: readonly (readonly [string, number])[] = [
      ["/api/services/%ff/a", 400],
      ["/api/services/%/a", 400],
      ["/api/services/a/%E0%A4%A", 400],
      ["/api/cluster?%", 400],
      ["/api/cluster?%ff=%ff", 400],
      ["/api/cluster?a[b][c]=1", 400],
      ["/api/cluster?__proto__[polluted]=1", 400],
      ["/api/explain?model=%ff", 404],
      ["/api/explain?model=%00", 404],
      [`/api/explain?model=${long}`, 400],
      [`/api/matrix?namespace=${long}`, 400],
      [`/api/services/${long}/${long}`, 404],
      [`/api/${long}`, 404],
      ["/assets/%ff", 404],
      ["/%ff.js", 404],
    ];
    for (const [path, status] of rows) {
      const answer = await program.ask(path);
      expect(answer.status, path.slice(0, 60)).toBe(status);
      expect(problem.parse(answer.json()).status).toBe(status);
    }
    expect((await program.ask(`/${"a".repeat(20_000)}`)).status).toBe(431);
    expect((await program.ask("/api/cluster", { headers: { "x-long": "a".repeat(20_000) } })).status).toBe(431);
    expect(program.logged()).not.toContain('"level":50');
    // Still there.
    expect((await program.ask("/healthz")).status).toBe(200);
  });

  it("put nothing into the headers of an answer", async () => {
    const program = await start({ basePath: "/ome-matrix" });
    for (const path of [
      "/ome-matrix?a=%0d%0aSet-Cookie:%20a=b",
      "/api/explain?model=%0d%0aSet-Cookie:%20a=b",
      "/api/x%0d%0aSet-Cookie:%20a=b",
      "/api/cluster?%0d%0aSet-Cookie:%20a=b",
    ]) {
      expect((await program.ask(path)).headers, path).not.toHaveProperty("set-cookie");
    }
    // As they are, line ends end the address.
    const { port } = new URL(program.url);
    const text = `GET /ome-matrix?a=\r\nSet-Cookie: a=b HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`;
    const answer = await send(program.url, text);
    expect([307, 400]).toContain(statusOf(answer));
    expect(answer).not.toMatch(/^set-cookie/im);
  });

  it("of another host in the request line are no way around", async () => {
    const program = await start();
    const { port } = new URL(program.url);
    const ask = async (target: string, host: string): Promise<number> =>
      statusOf(await send(program.url, `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`));
    expect(await ask(`http://127.0.0.1:${port}/api/cluster`, "evil.example.org")).toBe(421);
    expect(await ask("http://evil.example.org/healthz", `127.0.0.1:${port}`)).toBe(200);
  });
});

describe("methods", () => {
  it("but those that read are refused everywhere, whatever they are called", async () => {
    const program = await start();
    const methods = ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "LOCK", "MOVE", "PURGE"];
    for (const path of ["/", "/api/cluster", "/api/events", "/healthz", "/metrics", "/assets/index.js", "/nowhere"]) {
      for (const method of methods) {
        const { status, headers } = await program.ask(path, {
          method,
          headers: { "x-http-method-override": "GET" },
        });
        expect([method, path, status]).toEqual([method, path, 405]);
        expect(headers.allow).toBe("GET, HEAD");
      }
    }
    for (const method of methods.slice(1)) {
      const answer = await program.ask("/api/effect", { method });
      expect([method, answer.status, answer.headers.allow]).toEqual([method, 405, "POST"]);
      expect(problem.parse(answer.json()).advice).toBe("Use POST, with the changes as the body");
    }
    // Neither a tunnel nor another protocol.
    const { port } = new URL(program.url);
    expect(await send(program.url, `CONNECT evil.example.org:443 HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`)).toBe(
      "",
    );
    const upgrade = `GET /api/cluster HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n`;
    expect(statusOf(await send(program.url, upgrade))).not.toBe(101);
  });
});

describe("another site", () => {
  it("is told nothing, and may send nothing", async () => {
    const program = await start();
    const origin = "https://evil.example.org";
    for (const path of ["/", "/api/cluster", "/api/events", "/assets/index.js", "/metrics"]) {
      const { headers } = await program.ask(path, { method: "HEAD", headers: { origin } });
      expect(Object.keys(headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
      expect(headers["cross-origin-resource-policy"], path).toBe("same-origin");
    }
    const preflight = await program.ask("/api/effect", {
      method: "OPTIONS",
      headers: {
        origin,
        "access-control-request-method": "POST",
        "access-control-request-headers": "content-type",
      },
    });
    expect(preflight.status).toBe(405);
    expect(Object.keys(preflight.headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
    // What a form or a script may send without asking first.
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=a"]) {
      for (const path of ["/api/effect", "/api/matrix", "/api/fixes?model=a&runtime=b"]) {
        const answer = await program.ask(path, {
          method: "POST",
          headers: { origin, "content-type": type },
          body: '{"changes":[]}',
        });
        expect(problem.parse(answer.json()).status, `${type} ${path}`).toBeGreaterThanOrEqual(400);
      }
    }
  });
});

it("every answer keeps the page to itself, also one that refuses", async () => {
  const program = await start({ basePath: "/ome-matrix" });
  const rows: readonly (readonly [string, Parameters<TestProgram["ask"]>[1], number])[] = [
    ["/", {}, 200],
    ["/nowhere", {}, 200],
    ["/assets/index.js", {}, 200],
    ["/api/cluster", {}, 200],
    ["/healthz", {}, 200],
    ["/metrics", {}, 200],
    ["/ome-matrix", {}, 307],
    ["/api/cluster?x", {}, 400],
    ["/assets/gone.js", {}, 404],
    ["/", { method: "PUT" }, 405],
    ["/api/cluster", { headers: { accept: "image/png" } }, 406],
    ["/", { headers: { host: "evil.example.org" } }, 421],
  ];
  for (const [path, options, status] of rows) {
    const answer = await program.ask(path, options);
    expect(answer.status, path).toBe(status);
    expect(answer.headers, path).toMatchObject({
      "content-security-policy": expect.stringMatching(/^default-src 'none';.*;frame-ancestors 'none'$/),
      "x-frame-options": "DENY",
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
    });
    expect(answer.headers, path).not.toHaveProperty("set-cookie");
    expect(answer.headers, path).not.toHaveProperty("x-powered-by");
    expect(answer.headers, path).not.toHaveProperty("server");
  }
});
