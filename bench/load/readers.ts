/** The process of the readers: a thousand event streams, and some pages that fetch the matrix again when they are told to. */
import { request } from "node:http";
import { fileURLToPath } from "node:url";
import { createBrotliDecompress, createGunzip } from "node:zlib";
import { monotonicNow } from "./changes.ts";
import { type EventStream, openEventStream, type StreamFrame, type Told } from "./event-stream.ts";
import { measureTimerLag, serve, type TimerLag } from "./processes.ts";

/** The first event of a stream says what its reader has missed; it is nobody else's. */
export interface Welcome extends Told {
  readonly reader: number;
  readonly at: number;
  /** The revision that the reader had seen before; undefined for one that is new. */
  readonly before: number | undefined;
}

/** One fetch of a matrix: how long it took, how long its body was, and whether it was the whole or what changed. */
export interface Fetch {
  readonly milliseconds: number;
  readonly bytes: number;
  readonly isWhole: boolean;
}

export interface Received {
  /** What the event of a revision said to all who were there. */
  readonly events: readonly Told[];
  /** When each reader received it, in the order of `events`; NaN for one who was away. */
  readonly arrivals: readonly Float64Array[];
  readonly welcomes: readonly Welcome[];
  /** Events of one revision that were not the same to everybody. */
  readonly unequal: number;
  /** Streams that ended before they were to, and why. */
  readonly ended: readonly string[];
  readonly fetches: readonly Fetch[];
  readonly lag: TimerLag;
}

export const readersModule = fileURLToPath(import.meta.url);

let address = "";
let isOver = false;
const streams: EventStream[] = [];
const events = new Map<number, { readonly told: Told; readonly data: string; readonly arrivals: Float64Array }>();
const welcomes: Welcome[] = [];
const ended: string[] = [];
const fetches: Fetch[] = [];
const lastSeen: (StreamFrame | undefined)[] = [];
let unequal = 0;
let readLag: () => TimerLag = measureTimerLag();

const toTold = ({ revision, data }: StreamFrame): Told => {
  const { kinds, touched } = JSON.parse(data) as Told;
  return { revision, kinds, ...(touched === undefined ? {} : { touched }) };
};

const note = (reader: number, readers: number, frame: StreamFrame): void => {
  const at = monotonicNow();
  let event = events.get(frame.revision);
  if (event === undefined) {
    event = { told: toTold(frame), data: frame.data, arrivals: new Float64Array(readers).fill(Number.NaN) };
    events.set(frame.revision, event);
  } else if (event.data !== frame.data) unequal += 1;
  event.arrivals[reader] = at;
};

/** Opens the stream of a reader, and again when it ends, after the pause that the product asks for. */
const follow = (reader: number, readers: number, onWelcome: () => void): void => {
  let isFirst = true;
  const before = lastSeen[reader];
  streams[reader] = openEventStream({
    url: address,
    lastEventId: before?.id,
    onFrame(frame) {
      if (isFirst) {
        isFirst = false;
        welcomes.push({ ...toTold(frame), reader, at: monotonicNow(), before: before?.revision });
        onWelcome();
      } else note(reader, readers, frame);
      lastSeen[reader] = frame;
    },
    onEnd(reason) {
      if (isOver) return;
      ended.push(`reader ${reader}: ${reason}`);
      setTimeout(() => follow(reader, readers, () => undefined), 2_000);
    },
  });
};

/** The first bytes of a body, uncompressed: all of it would keep this process from noticing when events arrive. */
const readStart = (bytes: Buffer, encoding: string | undefined): Promise<string> =>
  new Promise((resolve, reject) => {
    if (encoding === undefined) return resolve(bytes.toString("latin1", 0, 200));
    const stream = encoding === "br" ? createBrotliDecompress() : createGunzip();
    stream.once("data", (chunk: Buffer) => {
      resolve(chunk.toString("latin1", 0, 200));
      stream.destroy();
    });
    stream.once("error", reject);
    stream.write(bytes);
  });

/** A page's request: it takes a compressed answer, and says which one it has already. Answers what it has then. */
const fetchMatrix = (since: string | undefined): Promise<string> =>
  new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const path = `/api/matrix${since === undefined ? "" : `?since=${encodeURIComponent(since)}`}`;
    const sent = request(`${address}${path}`, { headers: { "accept-encoding": "gzip, deflate, br" } }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const bytes = Buffer.concat(chunks);
        // Not what the page takes to read it: it has a computer of its own.
        const milliseconds = performance.now() - startedAt;
        readStart(bytes, response.headers["content-encoding"]).then((text) => {
          const [, revision, epoch] = /^{"revision":(\d+),"epoch":"([^"]+)"/.exec(text) ?? [];
          fetches.push({ milliseconds, bytes: bytes.byteLength, isWhole: !text.includes('"since":') });
          resolve(`${epoch}:${revision}`);
        }, reject);
      });
    });
    sent.on("error", reject);
    sent.end();
  });

/** As apps/web/src/api/live.ts does it: one wave at a time, their starts at least so far apart. */
const spacingMilliseconds = 200;

/** A page: a stream of its own, and a matrix that is fetched again whenever the stream told of something. */
const openPage = (): Promise<void> => {
  let isTold = false;
  let isFetching = false;
  let since: string | undefined;
  const wave = async (): Promise<void> => {
    if (isFetching) return;
    isFetching = true;
    while (isTold && !isOver) {
      isTold = false;
      const next = performance.now() + spacingMilliseconds;
      since = await fetchMatrix(since).catch((error: Error) => {
        if (!isOver) ended.push(`page: ${error.message}`);
        return undefined;
      });
      const wait = next - performance.now();
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    }
    isFetching = false;
  };
  return new Promise((resolve) => {
    streams.push(
      openEventStream({
        url: address,
        onFrame() {
          resolve();
          isTold = true;
          void wave();
        },
        onEnd: (reason) => {
          if (!isOver) ended.push(`page: ${reason}`);
        },
      }),
    );
  });
};

/** Calls in turns of so many at a time, so that nobody's queue of connections overflows. */
const inTurns = async (count: number, atOnce: number, call: (index: number) => Promise<void>): Promise<void> => {
  for (let first = 0; first < count; first += atOnce) {
    await Promise.all(Array.from({ length: Math.min(atOnce, count - first) }, (_, index) => call(first + index)));
  }
};

let slow: { readonly stream: EventStream; readonly frames: StreamFrame[]; readonly ended: Promise<string> } | undefined;

const calls = {
  /** Resolves once everybody has been welcomed. */
  async open({ url, readers, pages }: { url: string; readers: number; pages: number }): Promise<void> {
    address = url;
    await inTurns(readers, 100, (reader) => new Promise((resolve) => follow(reader, readers, resolve)));
    await inTurns(pages, 1, openPage);
    readLag = measureTimerLag();
  },

  /** The newest revision that every reader has seen, the newest that any has, and how many streams have ended so far. */
  seen(): { readonly byAll: number; readonly byAny: number; readonly ended: number } {
    const revisions = lastSeen.map((frame) => frame?.revision ?? 0);
    return {
      ended: ended.length,
      byAll: revisions.reduce((least, revision) => Math.min(least, revision), Number.POSITIVE_INFINITY),
      byAny: revisions.reduce((most, revision) => Math.max(most, revision), 0),
    };
  },

  /** One reader more, who is welcomed and then does not read. */
  async openSlow({ url }: { url: string }): Promise<void> {
    const frames: StreamFrame[] = [];
    await new Promise<void>((welcomed) => {
      let stream: EventStream | undefined;
      const over = new Promise<string>((resolve) => {
        stream = openEventStream({
          url,
          onFrame(frame) {
            frames.push(frame);
            welcomed();
          },
          onEnd: resolve,
        });
      });
      if (stream !== undefined) slow = { stream, frames, ended: over };
    });
    slow?.stream.pause();
  },

  /** Lets it read what is left of its stream, and come back. Answers what it is told then. */
  async resumeSlow({ url }: { url: string }): Promise<{ readonly last: number; readonly welcome: Told }> {
    if (slow === undefined) throw new Error("there is no slow reader");
    slow.stream.resume();
    await slow.ended;
    const last = slow.frames.at(-1);
    const welcome = await new Promise<Told>((resolve, reject) => {
      const stream = openEventStream({
        url,
        lastEventId: last?.id,
        onFrame(frame) {
          stream.close();
          resolve(toTold(frame));
        },
        onEnd: (reason) => reject(new Error(reason)),
      });
    });
    return { last: last?.revision ?? 0, welcome };
  },

  /** Closes everything, and hands over what was received. */
  finish(): Received {
    const lag = readLag();
    isOver = true;
    for (const stream of streams) stream.close();
    const inOrder = [...events.values()].sort((left, right) => left.told.revision - right.told.revision);
    return {
      events: inOrder.map(({ told }) => told),
      arrivals: inOrder.map(({ arrivals }) => arrivals),
      welcomes,
      unequal,
      ended,
      fetches,
      lag,
    };
  },
};

export type ReaderCalls = typeof calls;

if (process.argv[1] === readersModule) serve(calls);
