import type { IncomingMessage } from "node:http";
import { copyJson, type Json } from "../json.ts";
import { parseBounded, toBoundedJson } from "../manifests/bounded-yaml.ts";
import { badRequest, tooLarge, unsupportedMediaType } from "../status.ts";

const maxDepth = 500;

/** The media type without its parameters. */
export function mediaType(request: IncomingMessage): string {
  return (request.headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
}

/**
 * The whole body, or a refusal when it is too long. What is too long is read to its end, unless it is far too long:
 * a client that is still writing would see a broken connection instead of the refusal.
 */
export function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const refusal = tooLarge(`Request entity too large: limit is ${limit}`);
    const chunks: Buffer[] = [];
    let length = 0;
    request.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length <= limit) chunks.push(chunk);
      else chunks.length = 0;
      if (length > limit * 8) {
        request.pause();
        reject(refusal);
      }
    });
    request.on("end", () => (length > limit ? reject(refusal) : resolve(Buffer.concat(chunks))));
    request.on("error", reject);
  });
}

/** A JSON body. */
export function parseJson(body: string): Json {
  try {
    return withinDepth(copyJson(JSON.parse(body) as Json));
  } catch (error) {
    throw badRequest(
      `couldn't get version/kind; json parse error: ${error instanceof Error ? error.message : "unreadable"}`,
    );
  }
}

/** The value, unless it is nested so deep that working on it would exhaust the stack. */
function withinDepth(value: Json, depth = 0): Json {
  if (depth > maxDepth) throw new RangeError("exceeded max depth");
  if (typeof value === "object" && value !== null) {
    for (const part of Object.values(value)) withinDepth(part, depth + 1);
  }
  return value;
}

/** An object in one of the two forms the API takes. */
export function parseObject(body: string, type: string, limit: number): Json {
  if (type === "application/json") return parseJson(body);
  if (type !== "application/yaml") throw unsupportedMediaType(["application/json", "application/yaml"]);
  try {
    // Of several documents the API server reads the first one.
    const [document] = parseBounded(body);
    if (document === undefined) return null;
    const error = document.errors[0];
    if (error !== undefined) throw error;
    return toBoundedJson(document, limit);
  } catch (error) {
    throw badRequest(`error converting YAML to JSON: ${error instanceof Error ? error.message : "unreadable"}`);
  }
}
