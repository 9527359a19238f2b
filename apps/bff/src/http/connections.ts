import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";

export interface ConnectionLimits {
  /** Beyond this many connections only the probes are answered; everything else is told to come back. */
  readonly mostConnections?: number;
  /** Connections that are kept for probes. Beyond them one is closed as soon as it is opened. */
  readonly reserve?: number;
  /** How long a client may take for its head, and for its whole request. */
  readonly headMilliseconds?: number;
  readonly requestMilliseconds?: number;
  /** After an answer, a connection waits so long for another request. */
  readonly keepAliveMilliseconds?: number;
  /** A connection on which nothing moves for so long is closed. Event streams have a heartbeat, and are never so quiet. */
  readonly quietMilliseconds?: number;
}

/** The event streams of a thousand browsers and twice as many, and what they ask besides. */
export const usualConnections = 3_000;

/** With or without a base path before it. */
const isProbe = (url: string | undefined): boolean =>
  /\/(?:healthz|readyz|metrics)$/.test((url ?? "").split("?", 1)[0] ?? "");

const refuse = (request: IncomingMessage, response: ServerResponse, open: number): void => {
  const text = `${open} connections are open, and no more are served. Try again in half a minute.\n`;
  response.writeHead(503, {
    "Content-Type": "text/plain; charset=utf-8",
    "Content-Length": Buffer.byteLength(text),
    "Cache-Control": "no-store",
    "Retry-After": "30",
    Connection: "close",
  });
  response.end(request.method === "HEAD" ? undefined : text);
};

/**
 * A server whose connections are bounded in number and in time. An orchestrator's probe is answered also when all others are
 * taken: otherwise a flood of clients would get the program restarted.
 */
export const createBoundedServer = (
  listener: RequestListener,
  {
    mostConnections = usualConnections,
    reserve = 50,
    headMilliseconds = 10_000,
    requestMilliseconds = 30_000,
    // Longer than proxies keep theirs, which is a minute: who closes first must be the one who would send next.
    keepAliveMilliseconds = 75_000,
    quietMilliseconds = 90_000,
  }: ConnectionLimits = {},
): Server => {
  let open = 0;
  /** Those that were answered, and wait for another request. */
  const idle = new Set<Socket>();
  const server = createServer(
    {
      headersTimeout: headMilliseconds,
      requestTimeout: requestMilliseconds,
      keepAliveTimeout: keepAliveMilliseconds,
      // How often the two above are looked at.
      connectionsCheckingInterval: Math.min(5_000, headMilliseconds / 2),
      // Browsers and proxies send less; what is asked for in an address is short.
      maxHeaderSize: 16 * 1024,
    },
    (request, response) => {
      const { socket } = request;
      idle.delete(socket);
      response.once("close", () => {
        if (!socket.destroyed) idle.add(socket);
      });
      if (open > mostConnections && !isProbe(request.url)) refuse(request, response, open);
      else listener(request, response);
    },
  );
  server.maxConnections = mostConnections + reserve;
  server.setTimeout(quietMilliseconds);
  server.on("connection", (socket) => {
    open += 1;
    socket.once("close", () => {
      open -= 1;
      idle.delete(socket);
    });
    if (open <= mostConnections) return;
    // At the limit, those that only wait make room.
    for (const waiting of idle) waiting.destroy();
  });
  return server;
};
