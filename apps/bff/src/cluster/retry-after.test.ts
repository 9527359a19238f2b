import { describe, expect, it } from "vitest";
import { readRetryAfter } from "./retry-after.ts";

const now = new Date("2026-01-01T00:00:00Z");

describe("Retry-After", () => {
  const rows: readonly {
    readonly header?: string;
    readonly body?: unknown;
    readonly milliseconds: number | undefined;
  }[] = [
    { milliseconds: undefined },
    { header: "20", milliseconds: 20_000 },
    { header: " 0 ", milliseconds: 0 },
    { header: "Thu, 01 Jan 2026 00:01:00 GMT", milliseconds: 60_000 },
    { header: "Thu, 01 Jan 2025 00:00:00 GMT", milliseconds: 0 },
    { header: "soon", milliseconds: undefined },
    { header: "soon", body: { details: { retryAfterSeconds: 3 } }, milliseconds: 3_000 },
    { header: "20", body: { details: { retryAfterSeconds: 3 } }, milliseconds: 20_000 },
    { body: { details: { retryAfterSeconds: "3" } }, milliseconds: undefined },
    { body: null, milliseconds: undefined },
  ];
  for (const { header, body, milliseconds } of rows) {
    it(`${header} ${JSON.stringify(body)} -> ${milliseconds}`, () => {
      expect(readRetryAfter(header, body, now)).toBe(milliseconds);
    });
  }
});
