import type { IncomingMessage } from "node:http";
import { refused } from "../status.ts";

/**
 * Turns away what a web page could send. A page of another site always sends an Origin with a write; a page that points its own
 * name at 127.0.0.1 (DNS rebinding) sends that name as the Host.
 */
export function guardRequest(request: IncomingMessage, port: number): void {
  if (request.headers.origin !== undefined) {
    throw refused(
      "requests with an Origin header are refused: this server is for kubectl and programs, not for web pages",
    );
  }
  const host = request.headers.host ?? "";
  if (![`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`].includes(host.toLowerCase())) {
    throw refused(`requests for the host ${JSON.stringify(host)} are refused: use 127.0.0.1:${port}`);
  }
}
