import type { Clock } from "../src/clock.ts";

/** A clock that stands still until it is moved. */
export function createTestClock(
  start = Date.UTC(2026, 0, 2, 3, 4, 5),
): Clock & { advance(milliseconds: number): void } {
  let now = start;
  const timers = new Set<{ readonly due: number; readonly callback: () => void }>();
  return {
    now: () => now,
    after(milliseconds, callback) {
      const timer = { due: now + milliseconds, callback };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    advance(milliseconds) {
      const end = now + milliseconds;
      for (;;) {
        const [next] = [...timers].filter(({ due }) => due <= end).sort((left, right) => left.due - right.due);
        if (next === undefined) break;
        timers.delete(next);
        now = next.due;
        next.callback();
      }
      now = end;
    },
  };
}
