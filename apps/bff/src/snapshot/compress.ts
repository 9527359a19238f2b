import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

export type Encoding = "br" | "gzip" | "identity";

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/**
 * Room for the whole result at once, mostly: for every further piece the compressing thread waits until the event loop has time.
 * A matrix comes out at a twentieth of its size.
 */
const chunkSizeFor = (bytes: number): number => Math.min(Math.max(16 * 1024, Math.ceil(bytes / 8)), 4 * 1024 * 1024);

/** Fast settings: these bodies are made anew with every revision, and level 6 of gzip takes ten times as long. */
const encode = async (bytes: Buffer, encoding: Encoding): Promise<Buffer> => {
  const chunkSize = chunkSizeFor(bytes.byteLength);
  switch (encoding) {
    case "br":
      return brotli(bytes, {
        chunkSize,
        params: {
          [constants.BROTLI_PARAM_QUALITY]: 4,
          // A megabyte: a larger window takes memory and finds nothing more.
          [constants.BROTLI_PARAM_LGWIN]: 20,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
        },
      });
    case "gzip":
      return zip(bytes, { level: 1, chunkSize });
    case "identity":
      return bytes;
  }
};

/**
 * Bodies that are in the making at a time. A body of a large cluster takes many megabytes until it is compressed, so the
 * others wait for their turn as questions, which take none. Fewer than there are threads: names are looked up on them too.
 */
const mostAtOnce = 2;
let underWay = 0;
const waiting: (() => void)[] = [];

/** Gives room to write a body of so many bytes into. What is in it is gone as soon as the body is compressed. */
export type Room = (bytes: number) => Buffer;

/** Used again and again: a new one for every body would be garbage of megabytes, ten times a second. */
let scratch = Buffer.alloc(0);
let isTaken = false;

/** Makes a body and compresses it, once it is its turn. What making it throws is thrown here. */
export const compress = async (make: (room: Room) => Buffer, encoding: Encoding): Promise<Buffer> => {
  if (underWay >= mostAtOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  else underWay += 1;
  let ownsScratch = false;
  const room: Room = (bytes) => {
    if (isTaken) return Buffer.allocUnsafe(bytes);
    isTaken = true;
    ownsScratch = true;
    // A little more than asked for, as the next one may be a little longer.
    if (scratch.byteLength < bytes) scratch = Buffer.allocUnsafeSlow(Math.ceil(bytes * 1.1));
    return scratch.subarray(0, bytes);
  };
  try {
    const bytes = await encode(make(room), encoding);
    // What is kept must hold no more than itself: neither the scratch nor the unused rest of a chunk.
    const isPart = bytes.buffer.byteLength > 2 * bytes.byteLength && bytes.byteLength > 4_096;
    return isPart || (ownsScratch && encoding === "identity") ? Buffer.from(bytes) : bytes;
  } finally {
    if (ownsScratch) isTaken = false;
    // The turn is handed on; only when nobody waits is it given back.
    const next = waiting.shift();
    if (next === undefined) underWay -= 1;
    else next();
  }
};
