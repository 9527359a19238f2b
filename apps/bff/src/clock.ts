/** Time as a thing that can be handed in, so that tests decide when it passes. */
export interface Clock {
  now(): Date;
  /** Calls back once, later. The function returned calls it off. */
  after(milliseconds: number, callback: () => void): () => void;
}

/** The computer's own clock. Its timers keep no process alive. */
export const systemClock: Clock = {
  now: () => new Date(),
  after: (milliseconds, callback) => {
    const timer = setTimeout(callback, milliseconds);
    timer.unref();
    return () => clearTimeout(timer);
  },
};
