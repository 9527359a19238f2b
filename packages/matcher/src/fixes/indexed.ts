/** A `model_index.json` that somebody has: evidence, and a pipeline to record (spec 4.4). */
import type { Mismatch } from "../reasons.ts";
import type { Recorded } from "../record.ts";
import type { DiffusionPipeline } from "../resources.ts";
import { situationAfter } from "./candidate.ts";
import { type Contradiction, confirms, type Evidence, pipelinesOf } from "./evidence.ts";
import { jsonEquals } from "./json-value.ts";
import { pipelineLeaves } from "./pipeline-leaves.ts";
import type { FixEdit, Repair } from "./repair.ts";
import { levelOf, type Situation } from "./situation.ts";

/** What the `model_index.json` that was given comes to. */
export interface IndexedPipeline {
  /** Why nothing would be recorded. */
  readonly error?: string;
  /** As `spec.diffusionPipeline`. */
  readonly pipeline?: DiffusionPipeline;
  /** Whether the pair matches once the model has it, whichever of several keys OME keeps, and nothing else is changed. */
  readonly passes: boolean;
  /** What the closest entry still refuses then. */
  readonly mismatches: readonly Mismatch[];
  /** Keys that share one field, such as `transformer` and `unet`: OME keeps any of them, and `pipeline` has one. */
  readonly ambiguous: readonly { readonly path: string; readonly keys: readonly string[] }[];
  /** Where the model states something else: nothing that the file says is taken for confirmed then. */
  readonly contradictions: readonly Contradiction[];
}

/** The whole pipeline as one unit: what the file says, where the model does not say something else. */
export function recordRepair({ model }: Situation, evidence: Evidence): Repair | undefined {
  const indexed = evidence.pipeline;
  const stated = model.spec.diffusionPipeline;
  const written = new Map(
    (stated === undefined ? [] : pipelineLeaves(stated)).map(({ path, to }) => [JSON.stringify(path), to]),
  );
  const leaves = pipelineLeaves(indexed);
  const contradicts = leaves.some(({ path, to }) => {
    const before = written.get(JSON.stringify(path));
    return before !== undefined && typeof before === "string" && before !== to;
  });
  if (contradicts) return undefined;
  return leaves
    .filter(({ path, to }) => !jsonEquals(written.get(JSON.stringify(path)), to))
    .map(({ path, to }): FixEdit => {
      const where = ["diffusionPipeline", ...path];
      return {
        side: "model",
        code: "model/record-pipeline",
        path: ["spec", ...where],
        to,
        solves: "pipeline/missing-on-model",
        unit: "model_index.json",
        claim: {
          code: "files-say",
          path: where.join("."),
          ...(confirms(evidence, where, to) ? ({ confirmed: true } as const) : {}),
          ...(typeof to === "string" ? { value: to } : {}),
        },
      };
    });
}

/** What comes of a pair when the model has what the file says, and nothing else is changed. */
export function tryIndexed(situation: Situation, { error }: Recorded, evidence: Evidence | undefined): IndexedPipeline {
  if (evidence === undefined) {
    const nothing = { passes: false, mismatches: [], ambiguous: [], contradictions: [] };
    return error === undefined ? nothing : { error, ...nothing };
  }
  const { pipeline, ambiguous, contradictions } = evidence;
  const tried = pipelinesOf(pipeline, ambiguous).map((one) => ({ pipeline: one, ...tryPipeline(situation, one) }));
  const shown = tried.find(({ passes }) => !passes) ?? tried[0];
  return {
    ...(shown ?? { pipeline, passes: false, mismatches: [] }),
    ambiguous: ambiguous.map(({ field, choices }) => ({
      path: `diffusionPipeline.${field}`,
      keys: choices.map(({ key }) => key),
    })),
    contradictions,
  };
}

function tryPipeline(
  situation: Situation,
  pipeline: DiffusionPipeline,
): Pick<IndexedPipeline, "passes" | "mismatches"> {
  const edits = pipelineLeaves(pipeline).map(
    ({ path, to }): FixEdit => ({
      side: "model",
      code: "model/record-pipeline",
      path: ["spec", "diffusionPipeline", ...path],
      to,
    }),
  );
  const after = situationAfter(situation, edits);
  const closest = after?.verdict.entries.find(({ index }) => index === after.verdict.closestEntry);
  return { passes: after !== undefined && levelOf(after) > 0, mismatches: closest?.mismatches ?? [] };
}
