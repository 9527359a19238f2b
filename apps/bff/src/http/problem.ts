import { randomUUID } from "node:crypto";
import type { Problem } from "@ome-matrix/contract";
import type { ErrorRequestHandler, Response } from "express";
import type { Logger } from "pino";

type Code = Problem["code"];

/** The status and the title of every problem; leaving one out does not compile. */
const kinds: { readonly [Known in Code]: { readonly status: number; readonly title: string } } = {
  "bad-parameter": { status: 400, title: "A parameter is not right" },
  "bad-request": { status: 400, title: "The request is not right" },
  "model-not-found": { status: 404, title: "There is no such model" },
  "runtime-not-found": { status: 404, title: "There is no such runtime" },
  "service-not-found": { status: 404, title: "There is no such InferenceService" },
  "namespace-not-found": { status: 404, title: "There is no such namespace" },
  "namespace-not-followed": { status: 404, title: "This namespace is not followed" },
  "ambiguous-name": { status: 404, title: "The name stands for several objects" },
  "not-found": { status: 404, title: "There is nothing at this address" },
  "method-not-allowed": { status: 405, title: "This only reads" },
  "not-acceptable": { status: 406, title: "The answer does not come in this form" },
  "bad-body": { status: 400, title: "The body of the request is not right" },
  "body-too-large": { status: 413, title: "The body of the request is too large" },
  "object-not-found": { status: 404, title: "There is no such object" },
  "patch-fails": { status: 422, title: "The patch cannot be applied" },
  "host-not-allowed": { status: 421, title: "This host name is not served" },
  "not-ready": { status: 503, title: "Not everything is known yet" },
  "too-many-streams": { status: 503, title: "Too many event streams are open" },
  internal: { status: 500, title: "Something went wrong inside" },
};

export interface ProblemDetails {
  /** What is wrong with which value. */
  readonly detail: string;
  /** What to do. */
  readonly advice: string;
  readonly parameters?: { name: string; message: string }[];
  readonly suggestions?: string[];
}

/** A request that cannot be answered, and why; the error handler turns it into a problem. */
export class AppError extends Error {
  readonly code: Code;
  readonly details: ProblemDetails;

  constructor(code: Code, details: ProblemDetails) {
    super(details.detail);
    this.name = "AppError";
    this.code = code;
    this.details = details;
  }
}

/** Express and its parts throw errors with a status of their own, such as for a URL that cannot be decoded. */
const isBadRequest = (error: unknown): error is Error =>
  error instanceof Error && "status" in error && typeof error.status === "number" && error.status < 500;

const toAppError = (error: unknown): AppError => {
  if (error instanceof AppError) return error;
  if (isBadRequest(error)) {
    return new AppError("bad-parameter", {
      detail: `The request cannot be read: ${error.message}`,
      advice: "Check how the address is written and percent-encoded",
    });
  }
  return new AppError("internal", {
    detail: "The answer could not be worked out",
    advice: "Look for the id in the log of OME Matrix, and report what stands there",
  });
};

/** Writes a problem, RFC 9457. */
export const sendProblem = (response: Response, error: AppError, id: string): void => {
  const { status, title } = kinds[error.code];
  const problem: Problem = {
    type: `urn:ome-matrix:${error.code}`,
    status,
    code: error.code,
    title,
    ...error.details,
    id,
  };
  response
    .status(status)
    .set({ "Content-Type": "application/problem+json; charset=utf-8", "Cache-Control": "no-store" })
    .end(`${JSON.stringify(problem)}\n`);
};

/** Advice that begins with an address, and suggestions that are one, work as they stand for who asked. */
const withBasePath = (error: AppError, basePath: string): AppError => {
  if (basePath === "") return error;
  const place = (text: string): string => (text.startsWith("/api/") ? `${basePath}${text}` : text);
  const { advice, suggestions, ...details } = error.details;
  return new AppError(error.code, {
    ...details,
    advice: place(advice),
    ...(suggestions === undefined ? {} : { suggestions: suggestions.map(place) }),
  });
};

/** The one place where errors end. The id is in the answer and in the log. */
export const handleErrors =
  (log: Logger, basePath: string): ErrorRequestHandler =>
  (error: unknown, request, response, _next) => {
    const id = randomUUID();
    const known = toAppError(error);
    const facts = { id, code: known.code, method: request.method, url: request.originalUrl };
    if (known.code === "internal") log.error({ ...facts, err: error }, "a request failed");
    else log.info({ ...facts, detail: known.message }, "a request was refused");
    // Too late for another answer: end this one so that it is not taken for a whole one.
    if (response.headersSent) response.destroy();
    else sendProblem(response, withBasePath(known, basePath), id);
  };
