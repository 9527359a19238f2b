import { createHash } from "node:crypto";
import type { Request, Response } from "express";
import { compress, type Encoding, type Room } from "../snapshot/compress.ts";
import type { Context } from "./context.ts";
import { AppError } from "./problem.ts";

const contentTypes = { json: "application/json; charset=utf-8", text: "text/plain; charset=utf-8" } as const;
export type Form = keyof typeof contentTypes;

/** JSON unless the client asks for something else that there is; a problem when it asks for what there is not. */
export const chooseForm = (request: Request, forms: readonly Form[]): Form => {
  const types = { json: "application/json", text: "text/plain" } as const;
  const accepted = request.accepts(forms.map((form) => types[form]));
  const form = forms.find((candidate) => types[candidate] === accepted);
  if (form !== undefined) return form;
  const known = forms.map((candidate) => types[candidate]).join(" and ");
  throw new AppError("not-acceptable", {
    detail: `The header Accept: ${request.headers.accept ?? ""} leaves no form to answer in`,
    advice: `This answer comes as ${known}; ask for one of them, or leave the header out`,
  });
};

// Browsers list gzip before br without meaning it, so the first that is accepted at all is taken.
const chooseEncoding = (request: Request): Encoding => {
  for (const encoding of ["br", "gzip"] as const) if (request.acceptsEncodings(encoding) === encoding) return encoding;
  return "identity";
};

export interface Answer {
  readonly form: Form;
  readonly revision: number;
  /** The body, only asked for when the client does not have it yet. Compressed here unless `encoded` does it. */
  readonly body?: () => string;
  /** The body as it travels, where it is kept compressed. */
  readonly encoded?: (encoding: Encoding) => Promise<Buffer>;
  /** What the body depends on besides revision and address. */
  readonly alsoDependsOn?: string;
}

/** Sends an answer with a strong ETag, or 304 when the client has it already. */
export const answer = async (
  context: Pick<Context, "store" | "unsent">,
  request: Request,
  response: Response,
  { form, revision, body = () => "", encoded, alsoDependsOn = "" }: Answer,
): Promise<void> => {
  const encoding = chooseEncoding(request);
  const query = Object.entries(request.query).sort(([left], [right]) => (left < right ? -1 : 1));
  const identity = [context.store.epoch, revision, request.path, query, form, encoding, alsoDependsOn];
  const tag = createHash("sha256").update(JSON.stringify(identity)).digest("base64url").slice(0, 22);
  response.set({ ETag: `"${tag}"`, "Cache-Control": "no-cache", Vary: "Accept, Accept-Encoding" });
  if (request.fresh) {
    response.status(304).end();
    return;
  }
  const bytes = await (encoded?.(encoding) ?? compress(() => Buffer.from(body()), encoding));
  response.set("Content-Type", contentTypes[form]);
  if (encoding !== "identity") response.set("Content-Encoding", encoding);
  context.unsent.send(response, bytes);
};

/** Sends what was worked out for this one request: no tag, and nobody keeps it. */
export const answerOnce = async (
  context: Pick<Context, "unsent">,
  request: Request,
  response: Response,
  body: (room: Room) => Buffer,
): Promise<void> => {
  const encoding = chooseEncoding(request);
  const bytes = await compress(body, encoding);
  response.set({ "Cache-Control": "no-store", Vary: "Accept, Accept-Encoding", "Content-Type": contentTypes.json });
  if (encoding !== "identity") response.set("Content-Encoding", encoding);
  context.unsent.send(response, bytes);
};
