/** Edits that passed the test as a fix, and those that did not as a refusal. */
import { changesOf, partsOf, riskiest } from "./candidate.ts";
import { type Claim, type Fix, type Instead, type Refusal, type RefusalCode, riskOf, type Verified } from "./fix.ts";
import { jsonEquals } from "./json-value.ts";
import { nameOf } from "./malformed.ts";
import type { FixEdit } from "./repair.ts";
import type { Situation } from "./situation.ts";
import { type Known, warningsOn } from "./warnings.ts";

/** A fix from what is left of its edits, with everything to know about it. */
export function describe(situation: Situation, edits: readonly FixEdit[], verified: Verified, known: Known): Fix {
  const changes = changesOf(situation, edits);
  const parts = partsOf(edits);
  const code = riskiest(parts);
  const entry =
    edits.find((edit) => edit.entry !== undefined && edit.side === "runtime") ??
    edits.find((edit) => edit.entry !== undefined);
  return {
    code,
    risk: riskOf[code],
    parts,
    changes: toTuple(changes),
    ...(entry?.entry === undefined ? {} : { entry: entry.entry }),
    addresses: [...new Set(edits.flatMap(({ solves }) => solves ?? []))],
    claims: distinct(edits.flatMap(({ claim }): Claim[] => (claim === undefined ? [] : [claim]))),
    verified,
    warnings: warningsOn(situation, edits, changes, verified, known),
  };
}

function toTuple(changes: ReturnType<typeof changesOf>): Fix["changes"] {
  const [first, second] = changes;
  if (first === undefined) return [];
  return second === undefined ? [first] : [first, second];
}

/** What is refused goes with the object it is about. */
export function foreseenRefusal(
  { code, names }: { readonly code: RefusalCode; readonly names?: readonly string[] },
  edits: readonly FixEdit[],
  { model, runtime, service }: Situation,
): Refusal {
  const target =
    code === "model-not-usable-here"
      ? nameOf(model)
      : service !== undefined && (code === "mode-combination" || code === "no-runtime-for-service")
        ? nameOf(service)
        : edits.every(({ side }) => side === "model") && edits.length > 0
          ? nameOf(model)
          : nameOf(runtime);
  const instead: readonly Instead[] =
    code === "unknown-accelerator-class" || code === "broken-inheritance" || code === "api-refuses-object"
      ? ["correct-by-hand", "another-runtime"]
      : ["another-runtime"];
  return { code, target, ...(names === undefined ? {} : { names }), instead };
}

function distinct<Value>(values: readonly Value[]): readonly Value[] {
  return values.filter((value, index) => values.findIndex((other) => jsonEquals(other, value)) === index);
}
