import type { PairState } from "@ome-matrix/matcher";
import type { Phrase } from "./phrase.ts";

/** The answer that a page begins with. */
export interface CalloutView {
  readonly tone: "selected" | "pin" | "near" | "quiet" | "error";
  readonly state: PairState;
  readonly differences: number;
  readonly lead: Phrase;
  readonly sentences: readonly Phrase[];
  /** What else a reader must know: a line each. */
  readonly remarks: readonly Phrase[];
}
