import { describe, expect, it } from "vitest";
import { createPacing } from "./pacing.ts";

/** Time that passes when the test says so. */
const start = () => {
  let time = 1_000;
  const waits: number[] = [];
  const pacing = createPacing({
    share: 1 / 4,
    now: () => time,
    wait: async (milliseconds) => {
      waits.push(milliseconds);
      time += milliseconds;
    },
  });
  const take = (milliseconds: number) => pacing.work(() => (time += milliseconds));
  return { pacing, take, waits, pass: (milliseconds: number) => (time += milliseconds) };
};
const needed = (): boolean => true;

describe("the pacing of long work", () => {
  it("leaves it to the first who comes, and then waits in proportion to how long it took", async () => {
    const { pacing, take, waits } = start();
    await pacing.turn(needed);
    take(80);
    await pacing.turn(needed);
    expect(waits).toEqual([240]);
    take(10);
    take(10);
    await pacing.turn(needed);
    expect(waits).toEqual([240, 60]);
  });

  it("does not wait when enough time has passed, nor for next to nothing", async () => {
    const { pacing, take, waits, pass } = start();
    take(80);
    pass(240);
    await pacing.turn(needed);
    take(0.2);
    await pacing.turn(needed);
    expect(waits).toEqual([]);
  });

  it("looks again after a second, and stops waiting when there is nothing to do any more", async () => {
    const { pacing, take, waits } = start();
    take(2_000);
    await pacing.turn(() => waits.length < 2);
    expect(waits).toEqual([1_000, 1_000]);
  });

  it("hands on what the work throws, and has it count", async () => {
    const { pacing, take, waits } = start();
    expect(() =>
      pacing.work(() => {
        take(100);
        throw new Error("too bad");
      }),
    ).toThrow("too bad");
    await pacing.turn(() => waits.length === 0);
    expect(waits[0]).toBeGreaterThan(0);
  });
});
