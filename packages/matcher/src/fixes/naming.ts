/** The runtime named on an InferenceService: it needs nothing of model and runtime (spec 3.8). */
import type { ReasonCode } from "../reasons.ts";
import { minimize, situationAfter } from "./candidate.ts";
import { describe, foreseenRefusal } from "./describe.ts";
import { type Claim, type Fix, type Refusal, riskOf, type Verified } from "./fix.ts";
import { nameRuntime, serviceManifest } from "./service-fix.ts";
import {
  foresee,
  foreseeNamed,
  foreseeUse,
  hasModelKind,
  namesRuntime,
  readSituation,
  type Situation,
  servesModel,
  verifyNamed,
} from "./situation.ts";
import { type Known, warningsOn } from "./warnings.ts";

/** Fixes, and why others are none. */
export interface Found {
  readonly fixes: readonly Fix[];
  readonly refusals: readonly Refusal[];
}

/** The runtime named: by a patch of the InferenceService where there is one for this model, else as a manifest. */
export function nameIt(situation: Situation, known: Known): Found {
  // An InferenceService that has its name gets another model, whether it names this runtime or not.
  const hidden = known.isShadowed === true ? foreseeUse(situation, known) : undefined;
  if (hidden !== undefined) return { fixes: [], refusals: [foreseenRefusal(hidden, [], situation)] };
  const canPatch = servesModel(situation);
  const isServed = (one: Situation) => namesRuntime(one) && hasModelKind(one);
  if (canPatch && isServed(situation)) return { fixes: [], refusals: [] };
  const reasons: readonly ReasonCode[] = [situation.verdict.rejection?.code ?? situation.verdict.skip?.code].flatMap(
    (code) => code ?? [],
  );
  if (!canPatch) {
    const alone = readSituation({ ...situation.objects, service: undefined }) ?? situation;
    const refused = foreseeUse(alone, known) ?? foreseeNamed(alone, known);
    if (refused !== undefined) return { fixes: [], refusals: [foreseenRefusal(refused, [], situation)] };
    const verified = verifyNamed(alone, known);
    const fix: Fix = {
      code: "service/name-runtime",
      risk: riskOf["service/name-runtime"],
      parts: ["service/name-runtime"],
      changes: [],
      manifest: serviceManifest(situation, known.namespace),
      addresses: reasons,
      claims: namedClaims(verified),
      verified,
      warnings: warningsOn(situation, [], [], verified, known),
    };
    return { fixes: [fix], refusals: [] };
  }
  const edits = minimize(nameRuntime(situation), (some) => {
    const after = situationAfter(situation, some);
    return after !== undefined && isServed(after);
  });
  const after = edits === undefined ? undefined : situationAfter(situation, edits);
  if (edits === undefined || after === undefined) return { fixes: [], refusals: [] };
  const refused = foresee(situation.objects, after, known);
  if (refused !== undefined) return { fixes: [], refusals: [foreseenRefusal(refused, edits, situation)] };
  const verified = verifyNamed(after, known);
  const fix = describe(situation, edits, verified, known);
  return { fixes: [{ ...fix, addresses: reasons, claims: namedClaims(verified) }], refusals: [] };
}

/** Without the declaration of the runtime it is the user who claims that it can load the model. */
function namedClaims(verified: Verified): readonly Claim[] {
  return verified.matches ? [] : [{ code: "runtime-loads-model", path: "" }];
}
