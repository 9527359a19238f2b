import { z } from "zod";

/** Every way in which a request can fail. */
export const problemCodes = [
  "bad-parameter",
  "bad-request",
  "model-not-found",
  "runtime-not-found",
  "service-not-found",
  "namespace-not-found",
  "namespace-not-followed",
  "ambiguous-name",
  "not-found",
  "method-not-allowed",
  "not-acceptable",
  "bad-body",
  "body-too-large",
  "object-not-found",
  "patch-fails",
  "host-not-allowed",
  "not-ready",
  "too-many-streams",
  "internal",
] as const;

/** RFC 9457, `application/problem+json`. */
export const problem = z
  .object({
    type: z.string(),
    status: z.int(),
    code: z.enum(problemCodes),
    title: z.string(),
    /** What is wrong with which value. */
    detail: z.string(),
    /** What to do. */
    advice: z.string(),
    /** Also in the log. */
    id: z.string(),
    /** For bad parameters: which, and why. */
    parameters: z.array(z.object({ name: z.string(), message: z.string() })).optional(),
    /** Names that come close to one that was not found. */
    suggestions: z.array(z.string()).optional(),
  })
  .meta({ id: "Problem" });
export type Problem = z.infer<typeof problem>;
