import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import type { Clock } from "../clock.ts";
import type { JsonObject } from "../json.ts";
import { ApiError, internalError, methodNotAllowed, NoSuchPage } from "../status.ts";
import { readAddress } from "./address.ts";
import { discoveryAt, openApiType } from "./discovery.ts";
import { cutAfter, rewriteStream } from "./faulty-body.ts";
import { guardRequest } from "./guard.ts";
import { listObjects } from "./list.ts";
import { readFlag } from "./query.ts";
import { readRowObject, toTable, wantsTable } from "./table.ts";
import type { Watches } from "./watch.ts";
import { type Cluster, write } from "./write.ts";

const host = "127.0.0.1";

/** As many as fit in the headers that clients take. */
const maxWarnings = 10;

/** A request as a test's hook sees it. */
export interface RequestInfo {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly watch: boolean;
  readonly headers: IncomingHttpHeaders;
}

/** What goes wrong with a request: instead of its answer, before it (a delay), or within it (the last two). */
export type Misbehaviour =
  /** `retryAfter` is sent as the header of that name. */
  | { readonly status: number; readonly reason?: string; readonly message?: string; readonly retryAfter?: string }
  | { readonly hang: true }
  | { readonly cut: true }
  | { readonly garbage: string }
  | { readonly delay: number }
  /** The connection breaks after so many bytes of the body. */
  | { readonly cutAfter: number }
  /** What is sent in the place of each piece of the body, which of a watch is one event with its line break. */
  | { readonly rewrite: (piece: string) => readonly string[] };

export type Misbehave = (request: RequestInfo) => Misbehaviour | undefined;

export interface HttpServer {
  port(): number;
  misbehave(hook: Misbehave): void;
  /** Closes the listener and every connection. */
  close(): Promise<void>;
  /** Listens again on the port it had. */
  reopen(): Promise<void>;
}

export interface HttpServerOptions {
  readonly cluster: Cluster;
  readonly watches: Watches;
  readonly clock: Clock;
  readonly port: number;
}

/** Serves the cluster on the loopback interface. */
export async function startHttpServer({ cluster, watches, clock, port }: HttpServerOptions): Promise<HttpServer> {
  let ownPort = port;
  let hook: Misbehave | undefined;

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    guardRequest(request, ownPort);
    const url = readUrl(request);
    const fault = hook?.({
      method: request.method ?? "",
      path: url.pathname,
      query: url.searchParams,
      watch: readFlag(url.searchParams, "watch"),
      headers: request.headers,
    });
    if (fault !== undefined && (await suffer(fault, response, clock))) return;
    await answerRequest({ cluster, watches, clock }, request, response, url);
  };

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => sendError(request, response, error));
  });
  await listen(server, ownPort);
  const address = server.address();
  if (typeof address === "object" && address !== null) ownPort = address.port;

  return {
    port: () => ownPort,
    misbehave(next) {
      hook = next;
    },
    close() {
      watches.close("cut");
      return new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
    reopen: () => listen(server, ownPort),
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const taken = error.code === "EADDRINUSE";
      reject(taken ? new Error(`Port ${port} of ${host} is in use. Choose another one, or stop what uses it.`) : error);
    });
    server.listen(port, host, () => {
      server.removeAllListeners("error");
      resolve();
    });
  });
}

/** Whether the request is over with it. */
async function suffer(fault: Misbehaviour, response: ServerResponse, clock: Clock): Promise<boolean> {
  if ("hang" in fault) return true;
  if ("cut" in fault) {
    response.destroy();
    return true;
  }
  if ("garbage" in fault) {
    response.writeHead(200, { "content-type": "application/json" }).end(fault.garbage);
    return true;
  }
  if ("delay" in fault) {
    await new Promise<void>((resolve) => {
      const cancel = clock.after(fault.delay, resolve);
      response.on("close", cancel);
    });
    return false;
  }
  if ("cutAfter" in fault) {
    cutAfter(response, fault.cutAfter);
    return false;
  }
  if ("rewrite" in fault) {
    rewriteStream(response, fault.rewrite);
    return false;
  }
  if (fault.retryAfter !== undefined) response.setHeader("retry-after", fault.retryAfter);
  throw new ApiError(
    fault.status,
    fault.reason ?? reasons[fault.status] ?? "Unknown",
    fault.message ?? "made to fail by a test",
  );
}

const reasons: Readonly<Record<number, string>> = {
  401: "Unauthorized",
  403: "Forbidden",
  404: "NotFound",
  410: "Expired",
  429: "TooManyRequests",
  500: "InternalError",
  503: "ServiceUnavailable",
  504: "Timeout",
};

function readUrl(request: IncomingMessage): URL {
  try {
    return new URL(`http://${host}${request.url ?? "/"}`);
  } catch {
    throw new NoSuchPage();
  }
}

async function answerRequest(
  { cluster, watches, clock }: Pick<HttpServerOptions, "cluster" | "watches" | "clock">,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  const path = url.pathname;
  const query = url.searchParams;
  const reads = request.method === "GET";
  const document = discoveryAt(path);
  if (document !== undefined) {
    if (!reads) throw methodNotAllowed();
    sendJson(response, 200, document);
    return;
  }
  if (["/readyz", "/livez", "/healthz"].includes(path)) {
    response.writeHead(200, { "content-type": "text/plain; charset=utf-8" }).end("ok");
    return;
  }
  if (path === "/openapi/v2") {
    response.writeHead(200, { "content-type": openApiType }).end();
    return;
  }
  const address = readAddress(path);
  if (address === undefined) throw new NoSuchPage();
  if (!reads) {
    const { code, body, warnings = [] } = await write(cluster, request, address, query);
    sendJson(response, code, body, warnings);
    return;
  }
  const asTable = wantsTable(request.headers.accept);
  const printing = { now: clock.now(), rowObject: readRowObject(query) };
  if (address.name !== undefined) {
    const object = cluster.registry.get(address.kind, address.namespace, address.name);
    sendJson(response, 200, asTable ? toTable(address.kind, [object], {}, printing) : object);
  } else if (readFlag(query, "watch")) {
    watches.open(address, query, response, asTable);
  } else {
    const list = listObjects(cluster.store, address, query);
    const { items = [], metadata = {} } = list;
    const rows = Array.isArray(items) ? items : [];
    sendJson(response, 200, asTable ? toTable(address.kind, rows, metadata, printing) : list);
  }
}

function sendJson(response: ServerResponse, code: number, body: JsonObject, warnings: readonly string[] = []): void {
  const text = `${JSON.stringify(body)}\n`;
  if (warnings.length > 0) {
    response.setHeader(
      "warning",
      warnings.slice(0, maxWarnings).map((warning) => `299 - ${quoteHeader(warning)}`),
    );
  }
  response.writeHead(code, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(text),
    "cache-control": "no-cache, private",
  });
  response.end(text);
}

/** A quoted string that is fit for a header, whatever a field is called. */
function quoteHeader(text: string): string {
  return `"${text
    .slice(0, 256)
    .replaceAll(/[^\x20-\x7e]/g, "?")
    .replaceAll(/["\\]/g, "\\$&")}"`;
}

function sendError(request: IncomingMessage, response: ServerResponse, error: unknown): void {
  if (error instanceof NoSuchPage && !response.headersSent) {
    if (!request.complete) response.setHeader("connection", "close");
    response.writeHead(error.code, { "content-type": "text/plain; charset=utf-8" }).end(error.text);
    return;
  }
  const refusal = error instanceof ApiError ? error : internalError(error instanceof Error ? error.message : "unknown");
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  // An unread body would be taken for the next request of the connection.
  if (!request.complete) response.setHeader("connection", "close");
  if (refusal.code === 429 && !response.hasHeader("retry-after")) response.setHeader("retry-after", "1");
  sendJson(response, refusal.code, refusal.status);
}
