import { expect } from "vitest";

/** Expects something that takes a moment, with patience for a busy machine. */
export function eventually<T>(read: () => T) {
  return expect.poll(read, { timeout: 15_000, interval: 10 });
}
