/** What part of the grid is on screen, told without rendering: the density map follows it while the grid scrolls. */
export interface ViewportState {
  /** In cells of the layout: fractions of columns and lines. */
  readonly columnFrom: number;
  readonly columnTo: number;
  readonly rowFrom: number;
  readonly rowTo: number;
}

export interface GridViewport {
  readonly report: (state: ViewportState) => void;
  readonly subscribe: (listener: (state: ViewportState) => void) => () => void;
  /** Set by the grid: brings a row and a column to the middle. */
  scrollTo: (row: number, column: number) => void;
}

export const createGridViewport = (): GridViewport => {
  let last: ViewportState | undefined;
  const listeners = new Set<(state: ViewportState) => void>();
  return {
    report: (state) => {
      last = state;
      for (const listener of listeners) listener(state);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      if (last !== undefined) listener(last);
      return () => listeners.delete(listener);
    },
    scrollTo: () => undefined,
  };
};
