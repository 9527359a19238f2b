import type { ServerResponse } from "node:http";

/** For tests: breaks the connection after so many bytes of the body. */
export function cutAfter(response: ServerResponse, bytes: number): void {
  let left = bytes;
  interceptBody(response, (piece, write) => {
    const buffer = Buffer.from(piece);
    if (left <= 0) return;
    if (buffer.byteLength < left) {
      left -= buffer.byteLength;
      write(piece);
      return;
    }
    const rest = buffer.subarray(0, left);
    left = 0;
    // What was written has to leave first, or there is nothing half to be seen.
    write(rest, () => response.destroy());
  });
}

/** For tests: sends something else in the place of each piece of the body. */
export function rewriteStream(response: ServerResponse, rewrite: (piece: string) => readonly string[]): void {
  interceptBody(response, (piece, write) => {
    for (const other of rewrite(piece)) write(other);
  });
}

type Write = (piece: string | Buffer, whenSent?: () => void) => void;

function interceptBody(response: ServerResponse, send: (piece: string, write: Write) => void): void {
  const write = response.write.bind(response);
  const end = response.end.bind(response);
  const sendPiece = (piece: unknown): void => {
    if (typeof piece === "string" && piece !== "") {
      send(piece, (other, whenSent) => {
        write(other, () => whenSent?.());
      });
    }
  };
  Object.assign(response, {
    write(piece: unknown): boolean {
      sendPiece(piece);
      return true;
    },
    end(piece?: unknown): ServerResponse {
      sendPiece(piece);
      return end();
    },
  });
}
