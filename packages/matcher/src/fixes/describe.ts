/** Edits that passed the test as a fix, and those that did not as a refusal. */
import { changesOf, partsOf, riskiest } from "./candidate.ts";
import { type Claim, type Fix, type Instead, type Refusal, type RefusalCode, riskOf, type Verified } from "./fix.ts";
import type { Foreseen } from "./foresee.ts";
import { jsonEquals } from "./json-value.ts";
import { nameOf } from "./malformed.ts";
import { sourceOf } from "./model-source.ts";
import type { FixEdit } from "./repair.ts";
import type { Situation } from "./situation.ts";
import { hiddenLists, type Known, warningsOn } from "./warnings.ts";

/** A fix from what is left of its edits, with everything to know about it. */
export function describe(situation: Situation, edits: readonly FixEdit[], verified: Verified, known: Known): Fix {
  const changes = changesOf(situation, edits);
  const parts = partsOf(edits);
  const code = riskiest(parts);
  // What is inherited is lost for whoever names the runtime: that is no longer the risk of an entry more.
  const risk = hiddenLists(situation, edits, known).length > 0 ? "change-runtime" : riskOf[code];
  const entry =
    edits.find((edit) => edit.entry !== undefined && edit.side === "runtime") ??
    edits.find((edit) => edit.entry !== undefined);
  return {
    code,
    risk,
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
  { code, names, entries }: Foreseen,
  edits: readonly FixEdit[],
  situation: Situation,
): Refusal {
  return {
    code,
    target: aboutWhich(code, edits, situation),
    ...(edits.length === 0 ? {} : { parts: partsOf(edits) }),
    ...(names === undefined ? {} : { names }),
    ...(entries === undefined ? {} : { entries }),
    instead: insteadOf(code, situation),
  };
}

function aboutWhich(code: RefusalCode, edits: readonly FixEdit[], { model, runtime, service }: Situation) {
  switch (code) {
    case "model-disabled":
    case "model-elsewhere":
    case "model-hidden":
    case "model-sharded":
    case "model-without-format":
      return nameOf(model);
    case "mode-combination":
    case "no-runtime-for-service":
      return nameOf(service ?? runtime);
    default:
      return nameOf(edits.length > 0 && edits.every(({ side }) => side === "model") ? model : runtime);
  }
}

function insteadOf(code: RefusalCode, { objects }: Situation): readonly Instead[] {
  switch (code) {
    case "model-disabled":
      return ["model/enable"];
    case "model-elsewhere":
    case "model-hidden":
      return ["another-namespace"];
    case "model-sharded":
      return ["model/distribute-per-node"];
    case "model-without-format":
      return sourceOf(objects.model).isPending ? ["wait-until-read"] : ["model/fill-field", "correct-by-hand"];
    case "pinned-to-a-revision":
    case "keeps-a-snapshot":
      return ["unpin-service"];
    case "hides-inherited-list":
      return ["service/name-runtime"];
    case "unknown-accelerator-class":
    case "broken-inheritance":
    case "api-refuses-object":
      return ["correct-by-hand", "another-runtime"];
    case "different-priorities":
      return ["correct-by-hand"];
    default:
      return ["another-runtime"];
  }
}

function distinct<Value>(values: readonly Value[]): readonly Value[] {
  return values.filter((value, index) => values.findIndex((other) => jsonEquals(other, value)) === index);
}
