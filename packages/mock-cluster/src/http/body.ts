import type { IncomingMessage } from "node:http";
import { parseDocument } from "yaml";
import { copyJson, type Json } from "../json.ts";
import { yamlOptions } from "../manifests/yaml-options.ts";
import { badRequest, tooLarge, unsupportedMediaType } from "../status.ts";

/** The media type without its parameters. */
export function mediaType(request: IncomingMessage): string {
  return (request.headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
}

/** The whole body, or a refusal as soon as it is too long. */
export async function readBody(request: IncomingMessage, limit: number): Promise<string> {
  const refusal = tooLarge(`Request entity too large: limit is ${limit}`);
  if (Number(request.headers["content-length"] ?? 0) > limit) throw refusal;
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk);
    length += bytes.length;
    if (length > limit) throw refusal;
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** A JSON body. */
export function parseJson(body: string): Json {
  try {
    return copyJson(JSON.parse(body) as Json);
  } catch (error) {
    throw badRequest(
      `couldn't get version/kind; json parse error: ${error instanceof Error ? error.message : "unreadable"}`,
    );
  }
}

/** An object in one of the two forms the API takes. */
export function parseObject(body: string, type: string): Json {
  if (type === "application/json") return parseJson(body);
  if (type !== "application/yaml") throw unsupportedMediaType(["application/json", "application/yaml"]);
  try {
    const document = parseDocument(body, yamlOptions);
    const error = document.errors[0];
    if (error !== undefined) throw error;
    return copyJson(document.toJS({ maxAliasCount: 100 }) as Json);
  } catch (error) {
    throw badRequest(`error converting YAML to JSON: ${error instanceof Error ? error.message : "unreadable"}`);
  }
}
