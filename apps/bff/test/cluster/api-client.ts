/** A plain HTTP client of a Kubernetes API, real or mock: nothing of the product's own client is in it. */
import { request as requestInsecurely } from "node:http";
import { request as requestSecurely } from "node:https";

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [name: string]: Json;
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** What stands at a place; undefined when there is nothing. */
export const at = (value: unknown, ...path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>((found, step) => {
    if (Array.isArray(found)) return found[Number(step)];
    return isObject(found) && Object.hasOwn(found, step) ? found[step] : undefined;
  }, value);

export interface Reply {
  readonly status: number;
  readonly body: JsonObject;
  readonly warnings: readonly string[];
}

export interface Credentials {
  readonly ca?: Buffer;
  readonly cert?: Buffer;
  readonly key?: Buffer;
  readonly token?: string;
}

export interface ApiClient {
  readonly url: string;
  call(method: string, path: string, body?: unknown, contentType?: string): Promise<Reply>;
  get(path: string): Promise<Reply>;
  post(path: string, body: unknown): Promise<Reply>;
  patch(path: string, body: unknown, type: "merge-patch" | "json-patch"): Promise<Reply>;
}

const toObject = (text: string): JsonObject => {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : { text };
  } catch {
    return { text };
  }
};

/** What a request is refused with is an answer, not an error; only a broken connection rejects. */
export const createApiClient = (url: string, credentials: Credentials = {}): ApiClient => {
  const { token, ...tls } = credentials;
  const call = (method: string, path: string, body?: unknown, contentType = "application/json"): Promise<Reply> =>
    new Promise((resolve, reject) => {
      const address = new URL(path, url);
      const text = body === undefined ? undefined : typeof body === "string" ? body : JSON.stringify(body);
      const headers = {
        accept: "application/json",
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(text === undefined ? {} : { "content-type": contentType, "content-length": Buffer.byteLength(text) }),
      };
      const send = address.protocol === "https:" ? requestSecurely : requestInsecurely;
      const sent = send(address, { method, headers, ...tls }, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => {
          const warning = response.headers["warning"];
          resolve({
            status: response.statusCode ?? 0,
            body: toObject(Buffer.concat(chunks).toString()),
            warnings: typeof warning === "string" ? warning.split(/, (?=\d{3} )/) : [],
          });
        });
      });
      sent.on("error", reject);
      sent.end(text);
    });
  return {
    url,
    call,
    get: (path) => call("GET", path),
    post: (path, body) => call("POST", path, body),
    patch: (path, body, type) => call("PATCH", path, body, `application/${type}+json`),
  };
};

/** For requests that have to succeed. */
export const expectSuccess = (what: string, reply: Reply): JsonObject => {
  if (reply.status >= 200 && reply.status < 300) return reply.body;
  throw new Error(`${what}: ${reply.status} ${String(reply.body["message"] ?? JSON.stringify(reply.body))}`);
};
