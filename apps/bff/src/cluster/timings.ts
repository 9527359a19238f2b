export interface ListWatchTimings {
  /** Objects in one page of a list. */
  readonly pageSize: number;
  readonly listMilliseconds: number;
  /** When a credential plugin has not answered for this long, it is named. */
  readonly pluginMilliseconds: number;
  /** A healthy API sends a bookmark about once a minute. */
  readonly idleMilliseconds: number;
  /** The API ends a watch after this, or up to twice as long: spread, so that not all kinds start again at once. */
  readonly watchSeconds: number;
  /** What a watch has lost without a trace is repaired by a list, the first time a watch ends after this. */
  readonly relistMilliseconds: number;
  /** When a watch does not seem to tell the truth there is a new list, but not more often than this; seldomer when that goes on. */
  readonly doubtMilliseconds: number;
  readonly firstDelayMilliseconds: number;
  readonly longestDelayMilliseconds: number;
  /** However long the API asks to be left alone. */
  readonly longestRetryAfterMilliseconds: number;
}

export const defaultTimings: ListWatchTimings = {
  pageSize: 500,
  listMilliseconds: 30_000,
  pluginMilliseconds: 2_000,
  idleMilliseconds: 75_000,
  watchSeconds: 300,
  relistMilliseconds: 600_000,
  doubtMilliseconds: 10_000,
  firstDelayMilliseconds: 500,
  longestDelayMilliseconds: 30_000,
  longestRetryAfterMilliseconds: 120_000,
};
