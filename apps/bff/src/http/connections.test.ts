import { type IncomingMessage, request } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { type ConnectionLimits, createBoundedServer } from "./connections.ts";

const patience = { timeout: 10_000, interval: 5 };

/** A server that answers "ok", except to /slow, which it never answers. */
const start = async (limits: ConnectionLimits): Promise<{ readonly port: number; readonly asked: () => number }> => {
  let count = 0;
  const server = createBoundedServer((asked, response) => {
    count += 1;
    if (asked.url !== "/slow") response.end("ok");
  }, limits);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { port: (server.address() as AddressInfo).port, asked: () => count };
};

const open = async (port: number, sent = ""): Promise<{ readonly socket: Socket; readonly ended: () => boolean }> => {
  const socket = connect(port, "127.0.0.1");
  let ended = false;
  socket.on("close", () => {
    ended = true;
  });
  socket.on("error", () => undefined);
  socket.resume();
  onTestFinished(() => void socket.destroy());
  await new Promise((resolve) => socket.once("connect", resolve));
  socket.write(sent);
  return { socket, ended: () => ended };
};

const ask = (port: number, path: string, method = "GET"): Promise<IncomingMessage & { text: string }> =>
  new Promise((resolve, reject) => {
    const sent = request({ port, path, method, agent: false }, (response) => {
      let text = "";
      response.on("data", (chunk: Buffer) => {
        text += chunk.toString();
      });
      response.on("end", () => resolve(Object.assign(response, { text })));
    });
    sent.on("error", reject);
    sent.end();
  });

describe("the server", () => {
  it("answers only probes once too many connections are open, and everybody again afterwards", async () => {
    const { port, asked } = await start({ mostConnections: 3 });
    const busy = await Promise.all([1, 2, 3].map(() => open(port, "GET /slow HTTP/1.1\r\nHost: x\r\n\r\n")));
    await vi.waitFor(() => expect(asked()).toBe(3), patience);
    const refused = await ask(port, "/api/cluster");
    expect(refused.statusCode).toBe(503);
    expect(refused.headers).toMatchObject({ "retry-after": "30", connection: "close", "cache-control": "no-store" });
    expect(refused.text).toBe("4 connections are open, and no more are served. Try again in half a minute.\n");
    expect(await ask(port, "/api/cluster", "HEAD")).toMatchObject({ statusCode: 503, text: "" });
    for (const probe of ["/healthz", "/readyz?verbose", "/ome-matrix/metrics"]) {
      expect(await ask(port, probe)).toMatchObject({ statusCode: 200, text: "ok" });
    }
    for (const { socket } of busy) socket.destroy();
    await vi.waitFor(async () => expect((await ask(port, "/api/cluster")).statusCode).toBe(200), patience);
  });

  it("closes what it has no room for at all", async () => {
    const { port } = await start({ mostConnections: 1, reserve: 1 });
    await Promise.all([open(port), open(port)]);
    const third = await open(port);
    await vi.waitFor(() => expect(third.ended()).toBe(true), patience);
  });

  it("makes room by closing connections that only wait", async () => {
    const { port } = await start({ mostConnections: 2 });
    const idle = await Promise.all([1, 2].map(() => open(port, "GET / HTTP/1.1\r\nHost: x\r\n\r\n")));
    await vi.waitFor(() => expect(idle.every(({ socket }) => socket.bytesRead > 0)).toBe(true), patience);
    await open(port);
    await vi.waitFor(() => expect(idle.every(({ ended }) => ended())).toBe(true), patience);
    await vi.waitFor(async () => expect((await ask(port, "/")).statusCode).toBe(200), patience);
  });

  it.each([
    { who: "says nothing", sent: "" },
    { who: "does not finish its head", sent: "GET / HTTP/1.1\r\nHost:" },
    { who: "does not finish its body", sent: "POST /slow HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhalf" },
  ])("does not wait for one who $who", async ({ sent }) => {
    const { port } = await start({ headMilliseconds: 50, requestMilliseconds: 100 });
    const { ended } = await open(port, sent);
    await vi.waitFor(() => expect(ended()).toBe(true), patience);
  });

  it("closes a connection on which nothing moves, and one that has waited long enough for another request", async () => {
    const { port } = await start({ quietMilliseconds: 50, keepAliveMilliseconds: 20 });
    const quiet = await open(port, "GET /slow HTTP/1.1\r\nHost: x\r\n\r\n");
    const waiting = await open(port, "GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    await vi.waitFor(() => expect([quiet.ended(), waiting.ended()]).toEqual([true, true]), patience);
  });

  it("refuses a head that is too large", async () => {
    const { port } = await start({});
    const answer = await ask(port, `/?${"x".repeat(20_000)}`);
    expect(answer.statusCode).toBe(431);
  });
});
