import type { Clock } from "../src/clock.ts";

export interface ManualClock extends Clock {
  /** Lets time pass; what falls due is called in order. */
  advance(milliseconds: number): void;
  /** How long each timer that waits has still to go. */
  waiting(): number[];
}

export const createManualClock = (start = "2026-01-01T00:00:00.000Z"): ManualClock => {
  let now = new Date(start).getTime();
  const timers = new Set<{ readonly due: number; readonly callback: () => void }>();
  return {
    now: () => new Date(now),
    after(milliseconds, callback) {
      const timer = { due: now + milliseconds, callback };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    advance(milliseconds) {
      const end = now + milliseconds;
      for (;;) {
        const next = [...timers].filter(({ due }) => due <= end).sort((left, right) => left.due - right.due)[0];
        if (next === undefined) break;
        timers.delete(next);
        now = next.due;
        next.callback();
      }
      now = end;
    },
    waiting: () => [...timers].map(({ due }) => due - now).sort((left, right) => left - right),
  };
};
