import { at } from "./json.ts";

/** How long the API asks to be left alone, in milliseconds: the header Retry-After, in seconds or as a date, or what its Status says. */
export const readRetryAfter = (header: string | undefined, body: unknown, now: Date): number | undefined => {
  const text = header?.trim() ?? "";
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  const date = text === "" ? Number.NaN : Date.parse(text);
  if (!Number.isNaN(date)) return Math.max(0, date - now.getTime());
  const seconds = at(body, "details", "retryAfterSeconds");
  return typeof seconds === "number" && seconds > 0 ? seconds * 1_000 : undefined;
};
