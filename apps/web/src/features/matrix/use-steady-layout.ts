import { useMemo, useState } from "react";
import { countMoves, type Layout } from "./matrix-view.ts";

export interface SteadyLayout {
  readonly layout: Layout | undefined;
  /** What would move if the newest layout were taken over; 0 when nothing waits. */
  readonly waiting: number;
  readonly apply: () => void;
}

/**
 * The layout on screen. What a person asks for (`request` differs) is taken over at once; what a change in the cluster would
 * move waits while the layout is held, since nothing may jump under the pointer.
 */
export const useSteadyLayout = (newest: Layout | undefined, request: string, held: boolean): SteadyLayout => {
  const [shown, setShown] = useState({ layout: newest, request });
  const moves = useMemo(
    () =>
      shown.layout === undefined || newest === undefined || shown.request !== request
        ? 0
        : countMoves(shown.layout, newest),
    [shown, newest, request],
  );
  const waits = held && moves > 0;
  if (!waits && (shown.layout !== newest || shown.request !== request)) setShown({ layout: newest, request });
  return {
    layout: waits ? shown.layout : newest,
    waiting: waits ? moves : 0,
    apply: () => setShown({ layout: newest, request }),
  };
};
