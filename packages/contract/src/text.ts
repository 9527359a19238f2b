import { z } from "zod";

/** A 64-bit integer: a number while it is safe, else its decimal text, so that no digit is lost. */
export const integer64 = z.union([z.int(), z.string().regex(/^-?\d+$/)]).meta({
  id: "Integer64",
  description: "A 64-bit integer; a decimal text beyond ±(2^53 − 1)",
});
export type Integer64 = z.infer<typeof integer64>;

/** `bigint` -> what travels. */
export const toInteger64 = (value: bigint): Integer64 =>
  value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER)
    ? Number(value)
    : value.toString();

export const instant = z.iso.datetime({ offset: true }).meta({ id: "Instant", description: "RFC 3339, UTC" });
