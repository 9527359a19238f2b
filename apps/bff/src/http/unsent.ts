import type { Response } from "express";

/** Answers that have been made and not yet been read. */
export interface Unsent {
  /** Sends a body. Who has been at reading longest is cut off when too much waits to be read. */
  send(response: Response, bytes: Buffer): void;
  /** Bytes that are held for readers; a body that several read counts once. */
  bytes(): number;
}

/**
 * A client that asks and does not read would keep the body of an old revision for good, and a thousand of them a thousand. So
 * there is room for some; beyond it the oldest goes, which is the one that reads worst.
 */
export const createUnsent = (mostBytes = 96 * 1024 * 1024): Unsent => {
  /** In the order in which they were sent. */
  const open = new Map<Response, Buffer>();
  const readers = new Map<Buffer, number>();
  let held = 0;

  const forget = (response: Response): void => {
    const bytes = open.get(response);
    if (bytes === undefined) return;
    open.delete(response);
    const others = (readers.get(bytes) ?? 0) - 1;
    if (others > 0) {
      readers.set(bytes, others);
      return;
    }
    readers.delete(bytes);
    held -= bytes.byteLength;
  };

  return {
    send(response, bytes) {
      // Gone while its answer was made.
      if (response.destroyed) return;
      const others = readers.get(bytes) ?? 0;
      readers.set(bytes, others + 1);
      if (others === 0) held += bytes.byteLength;
      open.set(response, bytes);
      response.on("close", () => forget(response));
      for (const oldest of open.keys()) {
        if (held <= mostBytes || oldest === response) break;
        forget(oldest);
        oldest.destroy();
      }
      response.set("Content-Length", String(bytes.byteLength)).end(bytes);
    },
    bytes: () => held,
  };
};
