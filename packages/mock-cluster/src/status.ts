import type { Json, JsonObject } from "./json.ts";
import { type Kind, qualifiedKind, resourceName } from "./kinds.ts";
import { type FieldError, fieldName } from "./schema.ts";

/** A refusal in the shape of a Kubernetes `Status`; the HTTP layer sends `status` as it is. */
export class ApiError extends Error {
  readonly code: number;
  readonly status: JsonObject;

  constructor(code: number, reason: string, message: string, details?: JsonObject) {
    super(message);
    this.name = "ApiError";
    this.code = code;
    this.status = {
      kind: "Status",
      apiVersion: "v1",
      metadata: {},
      status: "Failure",
      message,
      reason,
      ...(details === undefined ? {} : { details }),
      code,
    };
  }
}

function about(kind: Kind, name: string): JsonObject {
  return { name, ...(kind.group === "" ? {} : { group: kind.group }), kind: kind.plural };
}

export function notFound(kind: Kind, name: string): ApiError {
  return new ApiError(404, "NotFound", `${resourceName(kind)} ${JSON.stringify(name)} not found`, about(kind, name));
}

/** Something below a resource that it does not have. */
export function noSuchResource(): ApiError {
  return new ApiError(404, "NotFound", "the server could not find the requested resource", {});
}

/** No such path, or no such resource. A real API server answers in plain text where it has no handler. */
export class NoSuchPage extends Error {
  readonly code = 404;
  readonly text = "404 page not found\n";
}

export function alreadyExists(kind: Kind, name: string): ApiError {
  const message = `${resourceName(kind)} ${JSON.stringify(name)} already exists`;
  return new ApiError(409, "AlreadyExists", message, about(kind, name));
}

export function conflict(kind: Kind, name: string, why?: string): ApiError {
  const because = why ?? "the object has been modified; please apply your changes to the latest version and try again";
  const message = `Operation cannot be fulfilled on ${resourceName(kind)} ${JSON.stringify(name)}: ${because}`;
  return new ApiError(409, "Conflict", message, about(kind, name));
}

export function forbidden(kind: Kind, name: string, why: string): ApiError {
  const message = `${resourceName(kind)} ${JSON.stringify(name)} is forbidden: ${why}`;
  return new ApiError(403, "Forbidden", message, about(kind, name));
}

/** A request that the server turns away before it looks at it. */
export function refused(why: string): ApiError {
  return new ApiError(403, "Forbidden", why);
}

/** Everything wrong with one object, as one 422. */
export function invalid(kind: Kind, name: string, errors: readonly FieldError[]): ApiError {
  const causes = errors.map(
    (error): JsonObject => ({
      reason: error.reason,
      message: error.message,
      field: fieldName(error.path),
    }),
  );
  const texts = [...new Set(errors.map((error) => `${fieldName(error.path)}: ${error.message}`))];
  const all = texts.length === 1 ? (texts[0] ?? "") : `[${texts.join(", ")}]`;
  const message = `${qualifiedKind(kind)} ${JSON.stringify(name)} is invalid: ${all}`;
  return new ApiError(422, "Invalid", message, {
    name,
    ...(kind.group === "" ? {} : { group: kind.group }),
    kind: kind.kind,
    causes,
  });
}

/** A JSON patch that cannot be applied. The server does not say which operation failed. */
export function patchFailed(): ApiError {
  return new ApiError(422, "Invalid", "the server rejected our request due to an error in our request", {});
}

/** A parameter of a request that is refused, in the way of a field of the options that it stands for. */
export function invalidOption(options: string, error: FieldError): ApiError {
  const field = fieldName(error.path);
  const message = `${options}.meta.k8s.io "" is invalid: ${field}: ${error.message}`;
  const causes = [{ reason: error.reason, message: error.message, field }];
  return new ApiError(422, "Invalid", message, { group: "meta.k8s.io", kind: options, causes });
}

export function badRequest(message: string): ApiError {
  return new ApiError(400, "BadRequest", message);
}

export function unsupportedMediaType(accepted: readonly string[]): ApiError {
  const message = `the body of the request was in an unknown format - accepted media types include: ${accepted.join(", ")}`;
  return new ApiError(415, "UnsupportedMediaType", message);
}

export function tooLarge(message: string): ApiError {
  return new ApiError(413, "RequestEntityTooLarge", message);
}

export function tooManyRequests(message: string): ApiError {
  return new ApiError(429, "TooManyRequests", message, { retryAfterSeconds: 1 });
}

export function methodNotAllowed(): ApiError {
  return new ApiError(405, "MethodNotAllowed", "the server does not allow this method on the requested resource", {});
}

/** The revision of a watch is no longer in the history. */
export function watchExpired(wanted: number, oldest: number): ApiError {
  return new ApiError(410, "Expired", `too old resource version: ${wanted} (${oldest})`);
}

/** The revision of a list is no longer in the history. */
export function listExpired(wanted: number): ApiError {
  return new ApiError(410, "Expired", `The resourceVersion for the provided list is too old: ${wanted}`);
}

/** The pages of a list can no longer be continued consistently; `next` continues without that promise. */
export function continueExpired(next: string): ApiError {
  const error = new ApiError(
    410,
    "Expired",
    "The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the results. Continuing with the provided token results in an inconsistent list - objects that were created, modified, or deleted between the time the first chunk was returned and now may show up in the list.",
  );
  error.status["metadata"] = { continue: next };
  return error;
}

/** A revision that this server has not reached: the client talked to another history. */
export function futureRevision(wanted: number, current: number): ApiError {
  const message = `Timeout: Too large resource version: ${wanted}, current: ${current}`;
  return new ApiError(504, "Timeout", message, {
    causes: [{ reason: "ResourceVersionTooLarge", message: "Too large resource version" }],
    retryAfterSeconds: 1,
  });
}

export function internalError(message: string): ApiError {
  return new ApiError(500, "InternalError", `Internal error occurred: ${message}`);
}

/** The answer to a delete that is done. */
export function deleted(kind: Kind, name: string, uid: Json | undefined): JsonObject {
  const details = { ...about(kind, name), ...(typeof uid === "string" ? { uid } : {}) };
  return { kind: "Status", apiVersion: "v1", metadata: {}, status: "Success", details };
}
