/** Signed 64-bit arithmetic, which wraps around as in OME's own code (spec 3.2). */

const largest = 2n ** 63n - 1n;
const smallest = -(2n ** 63n);

/** A number as a 64-bit integer. What JavaScript rounded up beyond the range when it read the object stays at the limit. */
export function toInt64(number: number): bigint {
  if (Number.isNaN(number)) return 0n;
  if (number >= 2 ** 63) return largest;
  if (number <= -(2 ** 63)) return smallest;
  return BigInt(Math.trunc(number));
}

export function wrapInt64(number: bigint): bigint {
  return BigInt.asIntN(64, number);
}
