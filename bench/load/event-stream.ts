/** A reader of /api/events, as bare as can be, so that a thousand of them fit into one process. */
import { type ClientRequest, type IncomingMessage, request } from "node:http";

/** What an event of a new revision says. */
export interface Told {
  readonly revision: number;
  readonly kinds: readonly string[];
  /** Absent when there were too many objects to name. */
  readonly touched?: readonly string[];
}

export interface StreamFrame {
  /** `epoch:revision` */
  readonly id: string;
  readonly revision: number;
  /** As JSON. */
  readonly data: string;
}

export interface EventStream {
  /** Nothing is read until it is resumed. */
  pause(): void;
  resume(): void;
  close(): void;
}

export interface EventStreamOptions {
  readonly url: string;
  readonly lastEventId?: string | undefined;
  onFrame(frame: StreamFrame): void;
  /** The server has ended it, or refused it. */
  onEnd(reason: string): void;
}

const startOfRevision = "event: revision\nid: ";
const startOfData = "\ndata: ";

/** Undefined for comments and what else is no revision. */
export const readFrame = (text: string): StreamFrame | undefined => {
  if (!text.startsWith(startOfRevision)) return undefined;
  const endOfId = text.indexOf(startOfData, startOfRevision.length);
  if (endOfId === -1) return undefined;
  const id = text.slice(startOfRevision.length, endOfId);
  return { id, revision: Number(id.slice(id.lastIndexOf(":") + 1)), data: text.slice(endOfId + startOfData.length) };
};

/** Opens a stream on a connection of its own. */
export const openEventStream = ({ url, lastEventId, onFrame, onEnd }: EventStreamOptions): EventStream => {
  let rest = "";
  let isOver = false;
  const finish = (reason: string): void => {
    if (isOver) return;
    isOver = true;
    onEnd(reason);
  };
  const read = (chunk: Buffer): void => {
    // Keys are percent-encoded: all of it is ASCII.
    const text = rest + chunk.toString("latin1");
    let start = 0;
    for (let stop = text.indexOf("\n\n"); stop !== -1; stop = text.indexOf("\n\n", start)) {
      const frame = readFrame(text.slice(start, stop));
      if (frame !== undefined) onFrame(frame);
      start = stop + 2;
    }
    rest = text.slice(start);
  };
  let answer: IncomingMessage | undefined;
  const sent: ClientRequest = request(
    `${url}/api/events`,
    {
      agent: false,
      headers: {
        accept: "text/event-stream",
        ...(lastEventId === undefined ? {} : { "last-event-id": lastEventId }),
      },
    },
    (response) => {
      answer = response;
      if (response.statusCode !== 200) {
        response.resume();
        finish(`answered ${response.statusCode}`);
        return;
      }
      response.on("data", read);
      response.on("error", (error) => finish(error.message));
      response.on("close", () => finish("closed"));
    },
  );
  sent.on("error", (error) => finish(error.message));
  sent.end();
  return {
    pause: () => answer?.pause(),
    resume: () => answer?.resume(),
    close() {
      isOver = true;
      sent.destroy();
    },
  };
};
