import type { Request } from "express";
import type { z } from "zod";
import { AppError } from "./problem.ts";

interface ObjectSchema extends z.ZodType {
  readonly shape: Readonly<Record<string, unknown>>;
}

const toText = (value: unknown): string => (Array.isArray(value) ? String(value[0]) : String(value));

/** The query parameters of a request, or a problem that names every one that is not right. */
export const readParameters = <Schema extends ObjectSchema>(schema: Schema, request: Request): z.output<Schema> => {
  const known = Object.keys(schema.shape);
  const knownText = known.length === 0 ? "it takes none" : `it takes ${known.join(", ")}`;
  const given = Object.entries(request.query);
  const wrong = [
    ...given
      .filter(([name]) => !known.includes(name))
      .map(([name]) => ({ name, message: `is not known; ${knownText}` })),
    ...given
      .filter(([, value]) => Array.isArray(value))
      .map(([name]) => ({ name, message: "is given more than once" })),
  ];
  const parsed = schema.safeParse(
    Object.fromEntries(given.filter(([name]) => known.includes(name)).map(([name, value]) => [name, toText(value)])),
  );
  if (wrong.length === 0 && parsed.success) return parsed.data;
  const parameters = [
    ...wrong,
    ...(parsed.error?.issues ?? []).map((issue) => ({ name: String(issue.path[0] ?? ""), message: issue.message })),
  ];
  throw new AppError("bad-parameter", {
    detail: parameters.map(({ name, message }) => `${name} ${message}`).join("; "),
    advice: `Correct the query of ${request.baseUrl}${request.path}: ${knownText}`,
    parameters,
  });
};
