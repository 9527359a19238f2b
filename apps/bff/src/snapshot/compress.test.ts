import { randomFillSync } from "node:crypto";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { compress, type Encoding, type Room } from "./compress.ts";

const written = (text: string, room: Room): Buffer => {
  const bytes = room(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
};
const readers: Readonly<Record<Encoding, (bytes: Buffer) => Buffer>> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  identity: (bytes) => bytes,
};
const encodings = Object.keys(readers) as Encoding[];

describe("bodies", () => {
  it.each(encodings)("come out as they were written, many at the same time: %s", async (encoding) => {
    const texts = Array.from({ length: 40 }, (_, index) => `body ${index} ${"é".repeat(index * 500)}`);
    const bodies = await Promise.all(texts.map((text) => compress((room) => written(text, room), encoding)));
    expect(bodies.map((body) => readers[encoding](body).toString())).toEqual(texts);
    // What is written into the same room later must not show through.
    await compress((room) => room(100_000).fill(0), "gzip");
    expect(bodies.map((body) => readers[encoding](body).toString())).toEqual(texts);
  });

  it("are made two at a time, in the order in which they were asked for", async () => {
    const made: number[] = [];
    const done: number[] = [];
    const all = Promise.all(
      Array.from({ length: 12 }, async (_, index) => {
        await compress((room) => {
          made.push(index);
          return written("x".repeat(200_000), room);
        }, "gzip");
        done.push(index);
        expect(made.length - done.length).toBeLessThanOrEqual(2);
      }),
    );
    expect(made).toEqual([0, 1]);
    await all;
    expect(made).toEqual(Array.from({ length: 12 }, (_, index) => index));
  });

  it("hand on what making them throws, and the turn to the next", async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 9 }, (_, index) =>
        compress((room) => {
          const bytes = written(`body ${index}`, room);
          if (index % 2 === 0) throw new Error(`no body ${index}`);
          return bytes;
        }, "br"),
      ),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(
      Array.from({ length: 9 }, (_, index) => (index % 2 === 0 ? "rejected" : "fulfilled")),
    );
    expect(String(await compress((room) => written("the last", room), "identity"))).toBe("the last");
  });

  it.each(encodings)("hold no more memory than they are long: %s", async (encoding) => {
    await compress((room) => room(5_000_000).fill(1), encoding);
    const body = await compress((room) => randomFillSync(room(200_000)), encoding);
    expect(body.byteLength).toBeGreaterThan(4_096);
    expect(body.buffer.byteLength).toBeLessThanOrEqual(2 * body.byteLength);
  });
});
