/** The fixed parts of the grid, by the width that there is. */
export interface GridSizes {
  /** Row heads: 296 px with size and version, less where the cells need the room. */
  readonly head: number;
  readonly columnHead: number;
  readonly sum: number;
  readonly foot: number;
  /** Characters of a model's name that fit beside no tag. */
  readonly nameRoom: number;
  readonly narrow: boolean;
}

export const gridSizes = (width: number): GridSizes => {
  if (width >= 820) return { head: 296, columnHead: 152, sum: 188, foot: 44, nameRoom: 20, narrow: false };
  return { head: 184, columnHead: 152, sum: 84, foot: 44, nameRoom: 25, narrow: true };
};
