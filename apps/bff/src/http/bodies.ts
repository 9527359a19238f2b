import express, { type Request, type Response } from "express";
import type { z } from "zod";
import { AppError } from "./problem.ts";

/** The largest body that is read. */
export const mostBytes = 256 * 1024;

/** Deeper than any object of a cluster; beyond it whatever walks the JSON could run out of stack. */
const deepest = 64;

/** Strictly this type: a web page of another origin may not send it without asking first, and is not answered then. */
const jsonType = "application/json";

// Not inflated: a small body must not become a large one.
const readJson = express.json({ limit: mostBytes, strict: false, inflate: false, type: () => true });

const wrongBody = (detail: string, advice: string): AppError => new AppError("bad-body", { detail, advice });

const typeOf = (error: unknown): unknown =>
  typeof error === "object" && error !== null && "type" in error ? error.type : undefined;

const toProblem = (error: unknown): unknown => {
  switch (typeOf(error)) {
    case "entity.too.large":
      return new AppError("body-too-large", {
        detail: `The body is larger than ${mostBytes / 1024} KiB`,
        advice: "Send less; of a model_index.json only the entries of the pipeline count",
      });
    case "entity.parse.failed":
      return wrongBody(
        `The body is no JSON: ${error instanceof Error ? error.message : "it cannot be parsed"}`,
        "Check commas, quotes and brackets; the body is one JSON object",
      );
    case "encoding.unsupported":
      return wrongBody("The body is compressed", "Send it as it is, without Content-Encoding");
    case "charset.unsupported":
      return wrongBody("The body is not in UTF-8", "Send it in UTF-8");
    default:
      return error;
  }
};

const isTooDeep = (value: unknown): boolean => {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > deepest) return true;
    level = level.flatMap((item) => (typeof item === "object" && item !== null ? Object.values(item) : []));
  }
  return false;
};

const toPath = (path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (text, step) => (typeof step === "number" ? `${text}[${step}]` : `${text}${text === "" ? "" : "."}${String(step)}`),
    "",
  );

/** The body of a request as its schema wants it, or a problem that says what is not right. */
export const readBody = async <Schema extends z.ZodType>(
  schema: Schema,
  request: Request,
  response: Response,
): Promise<z.output<Schema>> => {
  const type = request.get("Content-Type") ?? "";
  if (type.split(";", 1)[0]?.trim().toLowerCase() !== jsonType) {
    throw wrongBody(
      type === "" ? "The body has no Content-Type" : `The Content-Type is ${type}`,
      `Send JSON, with the header Content-Type: ${jsonType}`,
    );
  }
  await new Promise<void>((resolve, reject) => {
    readJson(request, response, (error?: unknown) => (error === undefined ? resolve() : reject(toProblem(error))));
  });
  const body: unknown = request.body;
  if (isTooDeep(body)) throw wrongBody(`The body is nested more than ${deepest} deep`, "Send what is needed only");
  const parsed = schema.safeParse(body);
  // As it came: no schema of a body changes anything, and its copy would lose a member named __proto__.
  if (parsed.success) return body as z.output<Schema>;
  const wrong = parsed.error.issues.slice(0, 10).map((issue) => ({ name: toPath(issue.path), message: issue.message }));
  throw new AppError("bad-body", {
    detail: wrong.map(({ name, message }) => (name === "" ? message : `${name}: ${message}`)).join("; "),
    advice: "/api/openapi.json describes the body",
    parameters: wrong,
  });
};
