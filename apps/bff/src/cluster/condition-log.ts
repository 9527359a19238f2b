import { type WatchedKind, watchedKinds } from "@ome-matrix/contract";
import type { Logger } from "pino";
import type { Change, KindCondition } from "../snapshot/change.ts";

const longestReason = 300;

/** One line of bounded length: what others have said must not look like more than one entry, nor fill the log. */
const toReason = (message: string): string =>
  message
    .replace(/[\s\p{C}]+/gu, " ")
    .trim()
    .slice(0, longestReason);

/** Logs each change of a kind's state, once: what is said anew with every try in the same state is not repeated. */
export const createConditionLog = (log: Pick<Logger, "info" | "warn">): ((change: Change) => void) => {
  const states = new Map<WatchedKind, KindCondition["state"]>(watchedKinds.map((kind) => [kind, "connecting"]));
  return (change) => {
    if (change.type !== "condition") return;
    const { kind, condition } = change;
    const { state, message } = condition;
    if (states.get(kind) === state) return;
    states.set(kind, state);
    const entry = { kind, state, ...(message === undefined ? {} : { reason: toReason(message) }) };
    if (state === "live" || state === "connecting") log.info(entry, `${kind} is ${state}`);
    else log.warn(entry, `${kind} is ${state}`);
  };
};

/** Where nothing at all can be read: what is wrong, in one sentence for the terminal. */
export const sayNothingCanBeRead = (conditions: Readonly<Record<WatchedKind, KindCondition>>): string | undefined => {
  const all = watchedKinds.map((kind) => conditions[kind]);
  if (all.some(({ state }) => state === "live" || state === "stale")) return undefined;
  const told = all.find(({ message }) => message !== undefined);
  const reason = told?.message === undefined ? "the API has not answered" : toReason(told.message);
  const advice = told?.advice === undefined ? "It is tried again by itself" : toReason(told.advice);
  return `Nothing can be read from the cluster yet: ${reason}. ${advice}.`;
};
