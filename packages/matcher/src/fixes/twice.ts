/** Objects before and after a change. */
import type { ResourceName } from "../resources.ts";

/** One object in its two states; the same one twice where it does not change. */
export interface Twice<Value> {
  readonly before: Value | undefined;
  readonly after: Value | undefined;
}
export type Time = keyof Twice<unknown>;

export function isChanged<Value>({ before, after }: Twice<Value>): boolean {
  return before !== after;
}

/** All that exist at one of the two times. */
export function present<Value>(list: readonly Twice<Value>[], time: Time): readonly Value[] {
  return list.flatMap((item) => item[time] ?? []);
}

/** Kind, namespace and name as one text. */
export function keyOf({ kind, namespace, name }: ResourceName): string {
  return JSON.stringify([kind, namespace ?? "", name]);
}
