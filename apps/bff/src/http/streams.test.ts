import { type IncomingMessage, request } from "node:http";
import { connect } from "node:net";
import { type RevisionEvent, revisionEvent, watchedKinds } from "@ome-matrix/contract";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createManualClock, type ManualClock } from "../../test/manual-clock.ts";
import { startProgram, type TestProgram } from "../../test/program.ts";

const patience = { timeout: 10_000, interval: 5 };

interface Message {
  readonly id: string;
  readonly event: string;
  readonly data: RevisionEvent;
}

/** Reads an event stream for as long as a test runs. */
const listen = async (program: TestProgram, headers: Record<string, string> = {}) => {
  let text = "";
  let ended = false;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = request(
      `${program.url}/api/events`,
      { headers: { accept: "text/event-stream", ...headers } },
      resolve,
    );
    sent.on("error", reject);
    sent.end();
    onTestFinished(() => void sent.destroy());
  });
  response.on("data", (chunk: Buffer) => {
    text += chunk.toString();
  });
  response.on("close", () => {
    ended = true;
  });
  response.on("error", () => undefined);
  const messages = (): Message[] =>
    text
      .split("\n\n")
      .filter((frame) => frame.startsWith("event: "))
      .map((frame) => {
        const field = (name: string): string => new RegExp(`^${name}: (.*)$`, "m").exec(frame)?.[1] ?? "";
        return { id: field("id"), event: field("event"), data: revisionEvent.parse(JSON.parse(field("data"))) };
      });
  return { response, text: () => text, ended: () => ended, messages };
};

const put = (program: TestProgram, name: string) =>
  program.mock.door.put({ kind: "ClusterBaseModel", metadata: { name }, spec: {} });

const start = async (options: { clock?: ManualClock; mostStreams?: number } = {}): Promise<TestProgram> => {
  const program = await startProgram(options);
  if (options.clock === undefined) await program.settled();
  return program;
};

describe("the event stream", () => {
  it("begins with where things are", async () => {
    const program = await start();
    const stream = await listen(program);
    expect(stream.response.headers).toMatchObject({
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-cache, no-transform",
    });
    await vi.waitFor(() => expect(stream.messages()).toHaveLength(1), patience);
    const { revision } = program.store.snapshot();
    expect(stream.text()).toMatch(/^retry: 2000\n\n/);
    expect(stream.messages()[0]).toEqual({
      event: "revision",
      id: `${program.store.epoch}:${revision}`,
      data: { epoch: program.store.epoch, revision, kinds: [...watchedKinds] },
    });
  });

  it("comes uncompressed, whatever the client accepts", async () => {
    const stream = await listen(await start(), { "accept-encoding": "gzip, deflate, br" });
    await vi.waitFor(() => expect(stream.messages()).toHaveLength(1), patience);
    expect(stream.response.headers).not.toHaveProperty("content-encoding");
  });

  it("tells of every revision what it touched", async () => {
    const program = await start();
    const stream = await listen(program);
    await vi.waitFor(() => expect(stream.messages()).toHaveLength(1), patience);
    put(program, "a");
    await vi.waitFor(() => expect(stream.messages()).toHaveLength(2), patience);
    expect(stream.messages()[1]?.data).toMatchObject({
      revision: program.store.snapshot().revision,
      kinds: ["ClusterBaseModel"],
      touched: ["ClusterBaseModel/a"],
    });
  });

  it("tells those who come back what they missed, and no more", async () => {
    const program = await start();
    const { epoch } = program.store;
    const seen = program.store.snapshot().revision;
    put(program, "a");
    await vi.waitFor(() => expect(program.store.snapshot().models).toHaveLength(1), patience);
    const rows = [
      { last: `${epoch}:${seen}`, touched: ["ClusterBaseModel/a"], kinds: ["ClusterBaseModel"] },
      { last: `${epoch}:${program.store.snapshot().revision}`, touched: [], kinds: [] },
      { last: `${epoch}:99999`, touched: undefined, kinds: [...watchedKinds] },
      { last: `another:${seen}`, touched: undefined, kinds: [...watchedKinds] },
      { last: "nonsense", touched: undefined, kinds: [...watchedKinds] },
    ];
    for (const { last, touched, kinds } of rows) {
      const stream = await listen(program, { "last-event-id": last });
      await vi.waitFor(() => expect(stream.messages()).toHaveLength(1), patience);
      expect(stream.messages()[0]?.data, last).toMatchObject({ kinds });
      expect(stream.messages()[0]?.data.touched, last).toEqual(touched);
    }
  });

  it("has a heartbeat every fifteen seconds", async () => {
    const clock = createManualClock();
    const stream = await listen(await start({ clock }));
    await vi.waitFor(() => expect(stream.messages()).not.toHaveLength(0), patience);
    const beats = () =>
      stream
        .text()
        .split("\n\n")
        .filter((frame) => frame.startsWith(":")).length;
    clock.advance(14_999);
    clock.advance(1);
    await vi.waitFor(() => expect(beats()).toBe(1), patience);
    clock.advance(15_000);
    await vi.waitFor(() => expect(beats()).toBe(2), patience);
  });

  it("is refused when too many are open, until one is closed", async () => {
    const program = await start({ mostStreams: 2 });
    const first = await listen(program);
    await listen(program);
    const refused = await program.ask("/api/events");
    expect(refused).toMatchObject({ status: 503 });
    expect(refused.headers["retry-after"]).toBe("30");
    expect(refused.json()).toMatchObject({ code: "too-many-streams" });
    first.response.destroy();
    await vi.waitFor(async () => {
      const again = await listen(program);
      expect(again.response.statusCode).toBe(200);
    }, patience);
  });

  it("has a head, which is no stream", async () => {
    const program = await start();
    expect((await program.ask("/api/events", { method: "HEAD" })).status).toBe(200);
    expect(program.streams.count()).toBe(0);
  });

  it("refuses who wants something else", async () => {
    const program = await start();
    expect((await program.ask("/api/events", { headers: { accept: "application/json" } })).status).toBe(406);
    expect((await program.ask("/api/events?x=1")).status).toBe(400);
  });

  it("drops a reader who does not read, rather than to keep everything for it", async () => {
    const program = await start();
    const { hostname, port } = new URL(program.url);
    const socket = connect(Number(port), hostname);
    onTestFinished(() => void socket.destroy());
    socket.on("error", () => undefined);
    socket.write(`GET /api/events HTTP/1.1\r\nHost: ${hostname}:${port}\r\n\r\n`);
    await new Promise((resolve) => socket.once("data", resolve));
    socket.pause();
    const reader = await listen(program);
    const streams = () => program.streams.count();
    expect(streams()).toBe(2);
    // Each revision names two hundred objects with long names; the network's own buffers fill up first.
    for (let round = 0; streams() > 1 && round < 2_000; round++) {
      const before = program.store.snapshot().revision;
      program.store.apply(
        Array.from({ length: 190 }, (_, index) => ({
          type: "put" as const,
          object: {
            kind: "AcceleratorClass" as const,
            key: `AcceleratorClass/${"x".repeat(200)}${index}`,
            name: `${index}`,
            document: String(round),
            problems: [],
          },
        })),
      );
      await vi.waitFor(() => expect(program.store.snapshot().revision).toBeGreaterThan(before), { interval: 1 });
    }
    expect(streams()).toBe(1);
    expect(reader.ended()).toBe(false);
  });

  it("ends when the program does", async () => {
    const program = await start();
    const stream = await listen(program);
    program.streams.close();
    await vi.waitFor(() => expect(stream.ended()).toBe(true), patience);
    expect(program.streams.count()).toBe(0);
  });
});
