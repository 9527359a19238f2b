/** What a repair is made of: edits of one side, each with what it is for. */
import type { ReasonCode } from "../reasons.ts";
import type { Edit } from "./edit.ts";
import type { Claim, FixCode, Refusal } from "./fix.ts";

export type Side = "model" | "runtime" | "service";
/** The order in which changes are applied. */
export const sides: readonly Side[] = ["model", "runtime", "service"];

/** The smallest thing that can be left out of a fix. */
export interface FixEdit extends Edit {
  readonly side: Side;
  readonly code: FixCode;
  /** The reason it answers to. */
  readonly solves?: ReasonCode;
  readonly claim?: Claim;
  /** The entry it is about. */
  readonly entry?: number;
  /** Edits with the same unit only make sense together: they stay or go as one. */
  readonly unit?: string;
}

/** One way to repair something. */
export type Repair = readonly FixEdit[];

/** All honest ways to repair one thing on one side, and why an obvious one is not among them. */
export interface Repairs {
  readonly ways: readonly Repair[];
  readonly refusals: readonly Refusal[];
}

export const noRepairs: Repairs = { ways: [], refusals: [] };

export function oneWay(...edits: FixEdit[]): Repairs {
  return { ways: [edits], refusals: [] };
}

/** Every choice of one way for each part; none where a part has no way. */
export function combine(parts: readonly (readonly Repair[])[], limit = 64): readonly Repair[] {
  let combined: readonly Repair[] = [[]];
  for (const ways of parts) {
    combined = combined.flatMap((edits) => ways.map((way) => [...edits, ...way])).slice(0, limit);
  }
  return combined;
}
