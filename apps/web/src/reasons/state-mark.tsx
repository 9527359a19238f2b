import type { PairState } from "@ome-matrix/matcher";
import { Mark } from "../ui/mark.tsx";
import { wordsOfState } from "./state-words.ts";

export interface StateMarkProps {
  readonly state: PairState;
  readonly differences?: number | undefined;
  readonly rank?: number | undefined;
  readonly size?: number;
  /** Set where no word beside it says the same. */
  readonly labelled?: boolean;
}

/** The mark of a pair, with its rank or the number of differences. */
export const StateMark = ({ state, differences, rank, size, labelled = false }: StateMarkProps) => {
  const words = wordsOfState(state, differences);
  return (
    <Mark
      shape={words.shape}
      color={words.color}
      numberColor={words.textColor}
      number={state === "near-miss" ? differences : rank}
      size={size}
      label={labelled ? words.label : undefined}
    />
  );
};
