import { setTimeout as delay } from "node:timers/promises";

/** Keeps long work from taking all the time of the event loop. */
export interface Pacing {
  /** Does some work at once, and takes note of how long it took. */
  work<Value>(does: () => Value): Value;
  /** Resolves once it is time for more work, or when there turns out to be none. */
  turn(isNeeded: () => boolean): Promise<void>;
}

export interface PacingOptions {
  /** Of the time, at most this share is for the work. */
  readonly share?: number;
  readonly now?: () => number;
  readonly wait?: (milliseconds: number) => Promise<void>;
}

/** However long it took before: nobody waits longer than this without looking again. */
const longestWait = 1_000;

/**
 * A matrix of millions of cells takes a tenth of a second, and under constant change somebody always wants the newest. While
 * it is made no event is told to anybody, so there is a pause after it, in which everybody who asks is put off together.
 */
export const createPacing = ({
  share = 1 / 3,
  now = () => performance.now(),
  wait = (milliseconds) => delay(milliseconds),
}: PacingOptions = {}): Pacing => {
  let notBefore = 0;
  return {
    work(does) {
      const startedAt = now();
      try {
        return does();
      } finally {
        notBefore = Math.max(notBefore, startedAt) + (now() - startedAt) / share;
      }
    },
    async turn(isNeeded) {
      while (isNeeded()) {
        const left = notBefore - now();
        // Timers count whole milliseconds, and for less it is not worth while.
        if (left < 1) return;
        await wait(Math.min(left, longestWait));
      }
    },
  };
};
